package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// maxEvents is how many ready descriptors one answer may name.
const maxEvents = 256

// EpollCreate is epoll_create1(2).
func (t *Thread) EpollCreate() int32 {
	t.calls++
	return int32(sys.EpollCreate())
}

// Epoll is a set that all threads of the model share.
func (t *Thread) Epoll() int32 { return t.s.epoll }

// First tells whether this is the model's first thread.
func (t *Thread) First() bool { return t.index == 0 }

// EpollAdd puts fd into the interest list.
//
//go:noinline
func (t *Thread) EpollAdd(ep, fd int32, mask uint32) {
	site := uint32(0)
	if t.recording() {
		site = sys.CallerSite()
	}
	t.epollCtl(ep, sys.EpollAdd, fd, mask, site)
}

// EpollMod changes what is awaited of fd.
//
//go:noinline
func (t *Thread) EpollMod(ep, fd int32, mask uint32) {
	site := uint32(0)
	if t.recording() {
		site = sys.CallerSite()
	}
	t.epollCtl(ep, sys.EpollMod, fd, mask, site)
}

// Await is EpollMod unless just that is awaited already.
//
//go:noinline
func (t *Thread) Await(ep, fd int32, mask uint32) {
	if t.s.conns[fd].mask == mask {
		return
	}
	site := uint32(0)
	if t.recording() {
		site = sys.CallerSite()
	}
	t.epollCtl(ep, sys.EpollMod, fd, mask, site)
}

// Missing is what a connection with bytes left to be sent waits for:
// sys.EpollOut, or nothing in the interest list while its backend works.
func (t *Thread) Missing(fd int32) uint32 {
	if t.Waits(fd) {
		return 0
	}
	return sys.EpollOut
}

func (t *Thread) epollCtl(ep int32, op int, fd int32, mask uint32, site uint32) {
	on := t.recording()
	if on {
		t.mark(wire.KindSysEnter, wire.OpEpollCtl, fd, 0, site)
	}
	t.s.conns[fd].mask = mask
	t.begin(wire.OpEpollCtl, fd)
	r := sys.EpollCtl(ep, op, fd, mask)
	t.end()
	if on {
		t.mark(wire.KindSysExit, wire.OpEpollCtl, fd, r, site)
	}
}

// EpollLeave takes fd out of the interest list before it is closed. Where
// threads share the list, another may be asking fd just now whether it is
// ready, and then holds it open for as long as it sleeps in epoll_wait(2)
// itself: the client would wait for the end. EPOLL_CTL_DEL waits until
// nobody asks.
//
//go:noinline
func (t *Thread) EpollLeave(ep, fd int32) {
	site := uint32(0)
	if t.recording() {
		site = sys.CallerSite()
	}
	t.epollCtl(ep, sys.EpollDel, fd, 0, site)
}

// EpollWait sleeps until something in the interest list is ready and puts
// that into ready: epoll_wait(2). It answers how many. It sleeps no longer
// than timeoutNS (0 only asks, sys.Forever has no limit), for which it uses
// epoll_pwait2(2), or milliseconds where the kernel is older than 5.11.
//
//go:noinline
func (t *Thread) EpollWait(ep int32, ready []sys.EpollEvent, timeoutNS int64) int {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
	}
	for {
		t.begin(wire.OpEpollWait, ep)
		if on {
			t.mark(wire.KindSysEnter, wire.OpEpollWait, ep, 0, site)
		}
		n := t.epollWait(ep, ready, timeoutNS)
		t.end()
		if t.recording() {
			if !on { // the recording began while this thread was asleep
				site = sys.CallerSite()
			}
			t.mark(wire.KindSysExit, wire.OpEpollWait, ep, n, site)
			for i := 0; i < n; i++ {
				t.mark(wire.KindReady, wire.OpEpollWait, ready[i].Fd, int(ready[i].Events), site)
			}
		}
		if n != sys.EINTR || timeoutNS > 0 {
			return max(n, 0)
		}
	}
}

func (t *Thread) epollWait(ep int32, ready []sys.EpollEvent, timeoutNS int64) int {
	if timeoutNS <= 0 {
		return sys.EpollWait(ep, ready, int(timeoutNS))
	}
	if n := sys.EpollWaitNS(ep, ready, timeoutNS); n != sys.ENOSYS {
		return n
	}
	t.calls++
	return sys.EpollWait(ep, ready, int((timeoutNS+999_999)/1_000_000))
}
