package load

import (
	"unsafe"

	"iowait/server/sys"
	"iowait/server/wire"
)

// run is what the thread does until it is told to stop.
func run(arg unsafe.Pointer) {
	c := (*client)(arg)
	c.tid = sys.Gettid()
	sys.SharpTimers()
	for !c.obey() {
		if c.first {
			c.introduce()
		}
		n := c.wait()
		for _, ev := range c.ready[:max(n, 0)] {
			if ev.Fd < 0 {
				if ev.Fd == wakeTag {
					c.drain()
				}
				continue
			}
			k := &c.conns[ev.Fd]
			if ev.Events&sys.EpollOut != 0 && k.blocked {
				c.send(k)
			}
			if ev.Events&^sys.EpollOut != 0 && k.fd >= 0 {
				c.receive(k)
			}
		}
		if c.nextNS != never {
			c.pace(sys.Nanotime())
		}
	}
}

// begin starts a connection's next request, which was due at dueNS. In a
// closed loop its latency counts from now, in an open one since it was due.
func (c *client) begin(k *conn, dueNS, nowNS int64) {
	i := &c.intervals[c.current]
	i.thinkNS += nowNS - k.startNS
	k.fromNS = nowNS
	if c.paced {
		record(i.lag, nowNS-max(dueNS, k.startNS))
		if c.open {
			k.fromNS = dueNS
		}
	}
	k.startNS, k.busy = nowNS, true
	if k.fd < 0 && !c.dial(k) {
		return
	}
	if c.recording() {
		c.mark(wire.KindSent, wire.OpNone, k, int((nowNS-dueNS)/1000), 0)
	}
	c.send(k)
}

// send writes what is left of the request in hand.
func (c *client) send(k *conn) {
	request := c.compose(k)
	n := c.write(k, request[k.sent:])
	if n < 0 && n != sys.EAGAIN {
		c.lose(k, failWrite, n)
		return
	}
	k.sent += int32(max(n, 0))
	c.intervals[c.current].written += int64(max(n, 0))
	if blocked := int(k.sent) < len(request); blocked != k.blocked {
		mask := uint32(sys.EpollIn)
		if blocked {
			mask |= sys.EpollOut
		}
		k.blocked = blocked
		if r := c.control(sys.EpollMod, k, mask); r < 0 {
			c.lose(k, failWrite, r)
		}
	}
}

// receive reads once; the multiplexer tells again of what is left.
func (c *client) receive(k *conn) {
	n := c.read(k, c.room(k))
	if n <= 0 {
		c.unread(k, n)
		return
	}
	nowNS := sys.Nanotime()
	i := &c.intervals[c.current]
	i.read += int64(n)
	over, fail := c.hear(k, c.in[:n])
	if fail != noFailure {
		c.lose(k, fail, 0)
		return
	}
	if over {
		c.finish(k, nowNS)
	}
	if nowNS >= c.nextNS {
		c.pace(nowNS)
	}
}

// unread files a read that answered nothing.
func (c *client) unread(k *conn, n int) {
	switch {
	case n == sys.EAGAIN:
		c.empty++
	case n == 0:
		c.lose(k, failClosed, 0)
	default:
		c.lose(k, failRead, n)
	}
}

// finish counts an answered request, and what follows upon it.
func (c *client) finish(k *conn, nowNS int64) {
	if c.recording() {
		c.mark(wire.KindReceived, wire.OpNone, k, 0, 0)
	}
	i := &c.intervals[c.current]
	if c.answer.http && k.status != statusOK {
		i.statuses[k.status%int32(len(i.statuses))]++
		i.lost++
	} else {
		i.requests++
		i.latencyNS += nowNS - k.fromNS
		record(i.latency, nowNS-k.fromNS)
		if c.open {
			i.serviceNS += nowNS - k.startNS
			record(i.service, nowNS-k.startNS)
		}
		k.served[c.current]++
	}
	if k.fresh {
		k.fresh = false
		record(i.connect, nowNS-k.connectNS)
	}
	k.startNS, k.busy, k.sent, k.got, k.length = nowNS, false, 0, 0, unknown
	if k.seq++; k.seq == 1 {
		c.once.Add(1)
	}
	if c.scenario.perConn > 0 {
		if k.left--; k.left <= 0 || !c.running {
			c.retire(k)
			nowNS = sys.Nanotime()
		}
	}
	if !c.running || !k.active {
		return
	}
	if c.paced {
		c.rest(k)
		return
	}
	c.begin(k, nowNS, nowNS)
}
