package iomodel

import (
	"cmp"

	"iowait/server/sys"
)

// completion-pool: an interface of completions ("read, and call me when it
// is done") over a pool of threads that wait for readiness and do the
// reading themselves. Java's asynchronous channels work like this on
// Linux; libuv does the same for files. Nothing is asynchronous below the
// interface: a handler that waits for a backend, or reads a file, holds
// its thread.
var completionPool = Model{
	ID: "completion-pool", Family: "asynchronous", Probe: always,
	pool:     func(cpus, wanted int) int { return cmp.Or(wanted, 2*cpus) },
	main:     completeForOthers,
	names:    [2]string{"pool", "pool"},
	blocksIn: "epoll_wait(2)",
}

// completeForOthers waits with all others of the pool on one epoll set.
// Who is woken does the operation and then calls its handler.
func completeForOthers(t *Thread) {
	ready, ep := t.Events()[:1], t.Epoll()
	if t.First() {
		t.EpollAdd(ep, t.Listener, onceIn)
	}
	for {
		if t.EpollWait(ep, ready, sys.Forever) < 1 { // sleeps here
			continue
		}
		switch fd := ready[0].Fd; {
		case fd == t.Listener:
			onAccept(t, ep, t.Accept(fd))
		case t.Unsent(fd) > 0:
			onWrite(t, ep, fd, t.Flush(fd))
		default:
			onRead(t, ep, fd, t.Read(fd, t.Buffer()))
		}
	}
}

func onAccept(t *Thread, ep, fd int32) {
	if fd >= 0 {
		t.EpollAdd(ep, fd, onceIn) // read, then onRead
	}
	t.EpollMod(ep, t.Listener, onceIn) // accept, then onAccept
}

func onRead(t *Thread, ep, fd int32, n int) {
	switch {
	case n > 0:
		onWrite(t, ep, fd, t.Answer(fd, t.Buffer()[:n]))
	case n == sys.EAGAIN:
		t.EpollMod(ep, fd, onceIn)
	default:
		t.EpollLeave(ep, fd) // others may be asking it
		t.Close(fd)
	}
}

func onWrite(t *Thread, ep, fd int32, left int) {
	switch {
	case left < 0:
		t.EpollLeave(ep, fd) // others may be asking it
		t.Close(fd)
	case left > 0: // write the rest, then onWrite
		t.EpollMod(ep, fd, sys.EpollOut|sys.EpollOneShot)
	default: // read, then onRead
		t.EpollMod(ep, fd, onceIn)
	}
}
