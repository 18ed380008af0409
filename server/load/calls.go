package load

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// The system calls of the loop: each is counted, and marked with the line
// that made it while a recording is on.

func (c *client) recording() bool { return c.ring != nil && c.ring.On() }

func (c *client) mark(kind wire.Kind, op wire.Op, k *conn, result int, site uint32) {
	c.ring.Add(wire.Event{AtNS: sys.Nanotime(), TID: c.tid, Conn: k.port, FD: k.fd,
		Result: int32(result), Site: site, Kind: kind, Op: op})
}

func (c *client) markWait(kind wire.Kind, result int, site uint32) {
	c.ring.Add(wire.Event{AtNS: sys.Nanotime(), TID: c.tid, FD: c.epoll,
		Result: int32(result), Site: site, Kind: kind, Op: wire.OpEpollWait})
}

// read is read(2).
//
//go:noinline
func (c *client) read(k *conn, p []byte) int {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.mark(wire.KindSysEnter, wire.OpRead, k, 0, site)
	}
	c.calls++
	n := sys.Read(k.fd, p)
	if on && c.recording() {
		c.mark(wire.KindSysExit, wire.OpRead, k, n, site)
	}
	return n
}

// write is write(2).
//
//go:noinline
func (c *client) write(k *conn, p []byte) int {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.mark(wire.KindSysEnter, wire.OpWrite, k, 0, site)
	}
	c.calls++
	n := sys.Write(k.fd, p)
	if on && c.recording() {
		c.mark(wire.KindSysExit, wire.OpWrite, k, n, site)
	}
	return n
}

// wait sleeps in epoll_wait(2) until a connection is ready, and answers how
// many are.
//
//go:noinline
func (c *client) wait() int {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.markWait(wire.KindSysEnter, 0, site)
	}
	c.calls++
	c.allCalls.Store(c.calls)
	c.allEmpty.Store(c.empty)
	c.waits.Add(1)
	n := sys.EpollWait(c.epoll, c.ready, -1)
	c.waits.Add(1)
	if c.recording() {
		if !on { // the recording began while this thread was asleep
			site = sys.CallerSite()
		}
		c.markWait(wire.KindSysExit, n, site)
		for i := 0; i < n; i++ {
			if ev := &c.ready[i]; ev.Fd != c.wake {
				c.mark(wire.KindReady, wire.OpEpollWait, &c.conns[c.byFD[ev.Fd]], int(ev.Events), site)
			}
		}
	}
	return n
}

// drain takes the wake-up call back.
func (c *client) drain() {
	var count [8]byte
	c.calls++
	sys.Read(c.wake, count[:])
}

// inside records that the thread sleeps in epoll_wait since before the
// recording began, if it does.
func (c *client) inside(before uint64) {
	nowNS := sys.Monotonic()
	if before%2 == 1 && c.waits.Load() == before {
		c.ring.Add(wire.Event{AtNS: nowNS, TID: c.tid, FD: c.epoll, Kind: wire.KindInside, Op: wire.OpEpollWait})
	}
}
