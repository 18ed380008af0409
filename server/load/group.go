package load

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

const (
	readyEvents = 128
	// readBytes is what one call reads at most.
	readBytes = 256 << 10
	// maxWaiting is how many arrivals wait for a connection at most, over
	// all threads; those beyond it are failures of kind "overload".
	maxWaiting = 1 << 20
	// heldBytes is how much of the files' content is held to compare
	// answers with; more is made anew for each.
	heldBytes = 64 << 20
	// fewAtFirst is how many connections are busy during the first round. A
	// backend that takes its time makes the round long, but not the server busy.
	fewAtFirst, manyAtFirst = 64, 512
)

// A group is all client threads of one load. Its methods are for one
// goroutine.
type group struct {
	scenario scenario
	clients  []*client
	done     *os.File // event counter that the threads signal
	requests uint32
	running  bool
	connects *hdrhistogram.Histogram // over all intervals
}

// newGroup spreads the connections over n threads and starts them.
func newGroup(ring *sys.Ring, s scenario, n int) (*group, error) {
	done, err := sys.EventFD()
	if err != nil {
		return nil, err
	}
	g := &group{scenario: s, done: os.NewFile(uintptr(done), "done"), connects: newHistogram()}
	bodies := s.bodies()
	for i := range n {
		c := &client{ring: ring, done: done, timer: -1, scenario: s, peer: sys.PeerOf(s.to), window: fewAtFirst,
			open: s.rate > 0, paced: s.paced(), nextNS: never, ready: make([]sys.EpollEvent, readyEvents)}
		if s.delay > 0 {
			c.window = manyAtFirst
		}
		for j := range c.intervals {
			c.intervals[j].histograms = newHistograms()
		}
		for id := range s.conns {
			if id/s.one%n != i {
				continue
			}
			c.conns = append(c.conns, conn{fd: -1, index: int32(len(c.conns)), id: uint32(id),
				active: !s.none && id%s.one == 0, length: unknown})
		}
		c.idle = newFIFO[int32](len(c.conns))
		if c.open {
			c.waiting = newFIFO[int64](maxWaiting / n)
			c.arrivals = newArrivals(s.rate, s.spacing, s.seed, i, n)
		}
		if s.protocol == protocolEcho {
			c.message = newContent(s.size, s.seed)
			c.in = make([]byte, min(s.size, readBytes))
		} else {
			c.answer = newAnswer(s, bodies, len(c.conns))
			c.in = make([]byte, min(s.size+maxHeader, readBytes))
		}
		if err := c.watch(); err != nil {
			return nil, err
		}
		g.clients = append(g.clients, c)
	}
	for _, c := range g.clients {
		c.intervals[0].startNS = sys.Monotonic()
		if c.native, err = sys.StartThread(run, unsafe.Pointer(c)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// bodies is what answers in HTTP hold: of all files one after another,
// unless they are too big to hold.
func (s *scenario) bodies() []byte {
	switch {
	case s.protocol == protocolHTTP:
		p := make([]byte, s.size)
		wire.FillBody(p)
		return p
	case s.protocol != protocolFiles || s.size*s.files > heldBytes:
		return nil
	}
	p := make([]byte, s.size*s.files)
	for i := range s.files {
		dataset.Fill(p[i*s.size:][:s.size], s.seed, i, 0)
	}
	return p
}

func newAnswer(s scenario, bodies []byte, conns int) answer {
	rest := fmt.Sprintf(" HTTP/1.1\r\nHost: %v\r\n\r\n", s.to)
	a := answer{http: true, bodies: bodies, seen: make([]byte, maxHeader), headers: make([]byte, conns*maxHeader)}
	if s.protocol == protocolHTTP {
		a.request = []byte("GET /" + rest)
		return a
	}
	a.request = append([]byte("GET /"), make([]byte, len("1000000")+len(rest))...)
	a.prefix, a.rest = len("GET /"), []byte(rest)
	if bodies == nil {
		a.made, a.scratch = true, make([]byte, readBytes)
	}
	return a
}

// watch makes the interest list, with the wake-up call in it.
func (c *client) watch() (err error) {
	if c.epoll = int32(sys.EpollCreate()); c.epoll < 0 {
		return sys.Errno("epoll_create1", int(c.epoll))
	}
	if c.wake, err = sys.EventFD(); err != nil {
		return err
	}
	if r := sys.EpollTag(c.epoll, sys.EpollAdd, c.wake, sys.EpollIn, wakeTag); r < 0 {
		return sys.Errno("epoll_ctl", r)
	}
	if !c.paced || sys.EpollWaitNS(c.epoll, c.ready, 0) >= 0 {
		return nil
	}
	// Edge-triggered, the timer need not be read.
	if c.timer, err = sys.TimerFD(); err != nil {
		return err
	}
	if r := sys.EpollTag(c.epoll, sys.EpollAdd, c.timer, sys.EpollIn|sys.EpollET, timerTag); r < 0 {
		return sys.Errno("epoll_ctl", r)
	}
	return nil
}

func (g *group) waits() []uint64 {
	waits := make([]uint64, len(g.clients))
	for i, c := range g.clients {
		waits[i] = c.waits.Load()
	}
	return waits
}

// usage is what this process has used so far, with the threads' own calls.
func (g *group) usage() (wire.Usage, error) {
	u, err := sys.ReadUsage()
	for _, c := range g.clients {
		u.Syscalls += c.allCalls.Load()
		u.Empty += c.allEmpty.Load()
	}
	return u, err
}

// stop ends the threads and closes the connections.
func (g *group) stop() error {
	if err := g.all(commandStop); err != nil {
		return err
	}
	for _, c := range g.clients {
		c.native.Join()
		for i := range c.conns {
			if fd := c.conns[i].fd; fd >= 0 {
				sys.Close(fd)
			}
		}
		for _, fd := range []int32{c.epoll, c.wake, c.timer} {
			if fd >= 0 {
				sys.Close(fd)
			}
		}
	}
	return g.done.Close()
}
