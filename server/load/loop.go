package load

import (
	"sync/atomic"
	"unsafe"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A client is one native thread and its share of the connections. It keeps
// one request under way on each: it writes, reads the whole answer, and
// writes the next. What its thread shares with goroutines is passed on by
// request and answered, see control.go; counters of finished intervals are
// read only after that.
type client struct {
	native   *sys.Thread
	ring     *sys.Ring // nil: never recorded
	tid      int32
	epoll    int32
	wake     int32 // event counter: there is a request
	done     int32 // event counter: it was carried out
	request  atomic.Uint32
	answered atomic.Uint32
	waits    atomic.Uint64 // odd: inside epoll_wait
	first    bool          // the first round is on
	next     int           // the connection that it starts next
	never    int           // connections lost before their first answer
	running  bool          // every connection is kept busy

	conns []conn
	byFD  []int32 // index into conns
	ready []sys.EpollEvent
	content
	in []byte

	intervals [2]interval
	current   int

	calls, empty       int64        // the thread's own counts of system calls and empty reads
	allCalls, allEmpty atomic.Int64 // the same for others, as of the last wait
	once               atomic.Int64 // connections answered at least once
	gone               atomic.Int64 // connections lost
}

// A conn is one connection.
type conn struct {
	fd      int32 // -1: lost
	port    int32 // this end's
	id      uint32
	seq     uint32
	sent    int32 // bytes of the request in hand
	got     int32 // bytes of its answer
	startNS int64 // when the request in hand began to be written
	blocked bool  // EPOLLOUT is asked for
	served  [2]int32
}

// An interval is what happened between two flips.
type interval struct {
	startNS, endNS int64
	ageNS          int64 // of the requests under way, in all: at the end less at the start
	requests       int64
	latencyNS      int64 // sum
	read, written  int64 // bytes
	failures       [failureKinds]int64
	errnos         [failureKinds]int32 // the last one of a kind
	histogram      *hdrhistogram.Histogram
}

// MaxLatencyNS is the longest latency told apart; longer ones count as this.
const MaxLatencyNS = 60e9

// run is what the thread does until it is told to stop.
func run(arg unsafe.Pointer) {
	c := (*client)(arg)
	c.tid = sys.Gettid()
	for !c.obey() {
		if c.first {
			c.introduce()
		}
		n := c.wait()
		for _, ev := range c.ready[:max(n, 0)] {
			if ev.Fd == c.wake {
				c.drain()
				continue
			}
			k := &c.conns[c.byFD[ev.Fd]]
			if k.fd < 0 {
				continue
			}
			if ev.Events&sys.EpollOut != 0 && k.blocked {
				c.send(k)
			}
			if ev.Events&^sys.EpollOut != 0 && k.fd >= 0 {
				c.receive(k)
			}
		}
	}
}

// start begins a connection's next request.
func (c *client) start(k *conn, nowNS int64) {
	k.startNS, k.sent, k.got = nowNS, 0, 0
	if c.recording() {
		c.mark(wire.KindSent, wire.OpNone, k, 0, 0)
	}
	c.send(k)
}

// send writes what is left of the request in hand.
func (c *client) send(k *conn) {
	c.stamp(k.id, k.seq)
	n := c.write(k, c.out[k.sent:])
	if n < 0 && n != sys.EAGAIN {
		c.lose(k, failWrite, n)
		return
	}
	k.sent += int32(max(n, 0))
	c.intervals[c.current].written += int64(max(n, 0))
	if blocked := int(k.sent) < len(c.out); blocked != k.blocked {
		mask := uint32(sys.EpollIn)
		if blocked {
			mask |= sys.EpollOut
		}
		k.blocked = blocked
		c.calls++
		if r := sys.EpollCtl(c.epoll, sys.EpollMod, k.fd, mask); r < 0 {
			c.lose(k, failWrite, r)
		}
	}
}

// receive reads once; the multiplexer tells again of what is left.
func (c *client) receive(k *conn) {
	n := c.read(k, c.in[:min(len(c.out)-int(k.got), len(c.in))])
	if n == sys.EAGAIN {
		c.empty++
		return
	}
	if n == 0 {
		c.lose(k, failClosed, 0)
		return
	}
	if n < 0 {
		c.lose(k, failRead, n)
		return
	}
	nowNS := sys.Nanotime()
	interval := &c.intervals[c.current]
	interval.read += int64(n)
	c.stamp(k.id, k.seq)
	if !c.matches(int(k.got), c.in[:n]) || k.got+int32(n) > k.sent {
		c.lose(k, failCorrupt, 0)
		return
	}
	if k.got += int32(n); int(k.got) < len(c.out) {
		return
	}
	if c.recording() {
		c.mark(wire.KindReceived, wire.OpNone, k, 0, 0)
	}
	interval.requests++
	interval.latencyNS += nowNS - k.startNS
	_ = interval.histogram.RecordValue(min(max(nowNS-k.startNS, 0), MaxLatencyNS))
	k.served[c.current]++
	if k.seq++; k.seq == 1 {
		c.once.Add(1)
	}
	if c.running {
		c.start(k, nowNS)
	}
}

// atFirst is how many connections are busy during the first round.
const atFirst = 64

// introduce goes on with the first round, in which every connection makes
// one request and only a few are busy at a time: a server that competes with
// its own work for the CPU still gets to accept them all. After the last
// answer it starts all at once.
func (c *client) introduce() {
	for ; c.next < len(c.conns) && c.next-c.over() < atFirst; c.next++ {
		if k := &c.conns[c.next]; k.fd >= 0 {
			c.start(k, sys.Nanotime())
		}
	}
	if c.over() < len(c.conns) {
		return
	}
	c.first, c.running = false, true
	for i := range c.conns {
		if k := &c.conns[i]; k.fd >= 0 {
			c.start(k, sys.Nanotime())
		}
	}
}

// over is how many connections have made their first request, or never will.
func (c *client) over() int { return int(c.once.Load()) + c.never }

// lose gives a connection up.
func (c *client) lose(k *conn, kind failure, result int) {
	if result == sys.ECONNRESET || result == sys.EPIPE {
		kind = failReset
	}
	interval := &c.intervals[c.current]
	interval.failures[kind]++
	interval.errnos[kind] = int32(result)
	c.calls++
	sys.Close(k.fd)
	k.fd = -1
	c.gone.Add(1)
	if k.seq == 0 {
		c.never++
	}
}
