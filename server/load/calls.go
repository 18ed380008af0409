package load

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// The system calls of the loop: each is counted, and marked with the line
// that made it while a recording is on.

func (c *client) recording() bool { return c.ring != nil && c.ring.On() }

func (c *client) mark(kind wire.Kind, op wire.Op, k *conn, result int, site uint32) {
	c.ring.Mark(kind, op, c.tid, k.port, k.fd, result, site)
}

func (c *client) markWait(kind wire.Kind, result int, site uint32) {
	c.ring.Mark(kind, wire.OpEpollWait, c.tid, 0, c.epoll, result, site)
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

// connect is connect(2).
//
//go:noinline
func (c *client) connect(k *conn) int {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.mark(wire.KindSysEnter, wire.OpConnect, k, 0, site)
	}
	c.calls++
	c.intervals[c.current].connects++
	r := sys.Connect(k.fd, &c.peer)
	if on && c.recording() {
		c.mark(wire.KindSysExit, wire.OpConnect, k, r, site)
	}
	return r
}

// close is close(2).
//
//go:noinline
func (c *client) close(k *conn) {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.mark(wire.KindSysEnter, wire.OpClose, k, 0, site)
	}
	c.calls++
	r := sys.Close(k.fd)
	if on && c.recording() {
		c.mark(wire.KindSysExit, wire.OpClose, k, r, site)
	}
}

// control is epoll_ctl(2).
//
//go:noinline
func (c *client) control(op int, k *conn, mask uint32) int {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.mark(wire.KindSysEnter, wire.OpEpollCtl, k, 0, site)
	}
	c.calls++
	r := sys.EpollTag(c.epoll, op, k.fd, mask, k.index)
	if on && c.recording() {
		c.mark(wire.KindSysExit, wire.OpEpollCtl, k, r, site)
	}
	return r
}
