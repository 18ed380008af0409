package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// A backend is a delay: it answers so long after it was asked. All delays
// are equal, so that connections wait in the order in which their backends
// will answer: a list through the table of connections, with 0 for none.
type waiting struct{ first, last int32 }

// ask notes that from now on the connection waits, and no thread with it.
func (t *Thread) ask(fd int32, site uint32) {
	c := &t.s.conns[fd]
	c.talk.waits = true
	c.dueNS = sys.Nanotime() + int64(t.s.service.delay)
	c.before, c.after = t.waiting.last, 0
	if c.before == 0 {
		t.waiting.first = fd
	} else {
		t.s.conns[c.before].after = fd
	}
	t.waiting.last = fd
	if t.recording() {
		t.mark(wire.KindWaitBackend, wire.OpNone, fd, 0, site)
	}
}

// Waits tells that a connection waits for its backend. It is not to be read
// meanwhile.
func (t *Thread) Waits(fd int32) bool { return t.s.conns[fd].talk.waits }

// NextDue is how long this thread may sleep until the first of its
// connections has the answer of its backend, in nanoseconds; sys.Forever
// when none waits.
func (t *Thread) NextDue() int64 {
	if t.waiting.first == 0 {
		return sys.Forever
	}
	return t.untilDue()
}

func (t *Thread) untilDue() int64 {
	return max(t.s.conns[t.waiting.first].dueNS-sys.Nanotime(), 0)
}

// Due is a connection whose backend has answered since, each once, or -1.
// What it is owed can be sent: Flush does.
//
//go:noinline
func (t *Thread) Due() int32 {
	fd := t.waiting.first
	if fd == 0 || t.untilDue() > 0 {
		return -1
	}
	t.forget(fd)
	if t.recording() {
		t.mark(wire.KindBackend, wire.OpNone, fd, 0, sys.CallerSite())
	}
	return fd
}

// forget takes a connection out of the list, if it is in it.
func (t *Thread) forget(fd int32) {
	c := &t.s.conns[fd]
	if !c.talk.waits {
		return
	}
	c.talk.waits = false
	if c.before == 0 {
		t.waiting.first = c.after
	} else {
		t.s.conns[c.before].after = c.after
	}
	if c.after == 0 {
		t.waiting.last = c.before
	} else {
		t.s.conns[c.after].before = c.before
	}
}

// sleep waits for the backend on this thread: clock_nanosleep(2).
func (t *Thread) sleep(fd int32, site uint32) {
	untilNS := sys.Nanotime() + int64(t.s.service.delay)
	for {
		t.enter(wire.OpNanosleep, fd, fd, site)
		r := sys.SleepUntil(untilNS)
		t.exit(wire.OpNanosleep, fd, fd, r, site)
		if r != sys.EINTR {
			return
		}
	}
}
