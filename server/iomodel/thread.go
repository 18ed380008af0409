package iomodel

import (
	"sync/atomic"
	"unsafe"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Thread is one kernel thread of a model. Its methods are the system
// calls that models make: each is counted, and marked with the line that
// made it while a recording is on. EINTR is retried. Results are the
// call's own, or -errno.
type Thread struct {
	native   sys.Thread
	s        *Server
	index    int
	Listener int32
	Conn     int32 // a spawned thread's connection
	id       int32
	calls    uint64
	state    uint64   // calls<<32 | operation it is inside of<<24 | descriptor
	empty    int64    // reads that answered EAGAIN
	waiting  waiting  // its connections that wait for their backends
	_        [64]byte // keeps the counters of two threads apart
}

// Buffer is this thread's own memory for what it reads.
func (t *Thread) Buffer() []byte { return t.s.buffers.at(t.index) }

// Events is room for the answer of a multiplexer.
func (t *Thread) Events() []sys.EpollEvent {
	return t.s.ready[t.index*maxEvents : (t.index+1)*maxEvents]
}

// Spawn starts a thread that serves the connection. Where the host refuses
// another thread, the connection is closed and counted as refused.
func (t *Thread) Spawn(fd int32) {
	slots := t.s.threads[t.s.first:]
	for range slots {
		t.s.next = (t.s.next + 1) % len(slots)
		u := &slots[t.s.next]
		if !u.native.Ended() {
			continue
		}
		u.Conn = fd
		if u.native.Start(runWorker, unsafe.Pointer(u)) >= 0 {
			return
		}
		break
	}
	t.Refuse(fd)
}

// begin counts a call and says so to whoever looks at this thread. They read
// the word atomically; it is written by a plain store, which is one as well
// where it is aligned, and does not make the thread wait for its other stores.
func (t *Thread) begin(op wire.Op, fd int32) {
	t.calls++
	t.state = t.calls<<32 | uint64(op)<<24 | uint64(fd)
}

func (t *Thread) end() { t.state = t.calls << 32 }

// recording tells whether marks are wanted; a model without a ring never does.
func (t *Thread) recording() bool { return t.s.ring != nil && t.s.ring.On() }

func (t *Thread) mark(kind wire.Kind, op wire.Op, fd int32, result int, site uint32) {
	t.s.ring.Mark(kind, op, t.id, t.s.conns[fd].port, fd, result, site)
}

// Read is read(2).
//
//go:noinline
func (t *Thread) Read(fd int32, p []byte) int {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
	}
	for {
		t.begin(wire.OpRead, fd)
		if on {
			t.mark(wire.KindSysEnter, wire.OpRead, fd, 0, site)
		}
		n := sys.Read(fd, p)
		t.end()
		if n == sys.EAGAIN {
			atomic.StoreInt64(&t.empty, t.empty+1)
		}
		if t.recording() {
			if !on { // the recording began while this thread was in the call
				site = sys.CallerSite()
			}
			t.mark(wire.KindSysExit, wire.OpRead, fd, n, site)
		}
		if n != sys.EINTR {
			return n
		}
	}
}

// write is write(2), for Answer and Flush.
func (t *Thread) write(fd int32, p []byte, site uint32) int {
	for {
		t.begin(wire.OpWrite, fd)
		if t.recording() {
			t.mark(wire.KindSysEnter, wire.OpWrite, fd, 0, site)
		}
		n := sys.Write(fd, p)
		t.end()
		if t.recording() {
			t.mark(wire.KindSysExit, wire.OpWrite, fd, n, site)
		}
		if n != sys.EINTR {
			return n
		}
	}
}

// Close is close(2).
//
//go:noinline
func (t *Thread) Close(fd int32) {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		t.mark(wire.KindSysEnter, wire.OpClose, fd, 0, site)
	}
	port := t.s.conns[fd].port
	t.forget(fd)
	t.s.conns[fd] = connState{gen: t.s.conns[fd].gen + 1}
	t.begin(wire.OpClose, fd)
	r := sys.Close(fd)
	t.end()
	if on {
		t.s.ring.Add(wire.Event{AtNS: sys.Nanotime(), TID: t.id, Conn: port, FD: fd,
			Result: int32(r), Site: site, Kind: wire.KindSysExit, Op: wire.OpClose})
	}
}

// Accept is accept4(2); with a non-blocking listener the connection is
// non-blocking too. A connection for which the process has no descriptor
// left (EMFILE) is closed, see admit; where each thread accepts for itself,
// it waits.
//
//go:noinline
func (t *Thread) Accept(listener int32) int32 {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		t.mark(wire.KindSysEnter, wire.OpAccept, listener, 0, site)
	}
	flags := sys.NonBlock
	if t.s.model.blocking {
		flags = 0
	}
	t.begin(wire.OpAccept, listener)
	fd, port := sys.Accept(listener, flags)
	full := fd == sys.EMFILE || fd == sys.ENFILE
	switch {
	case full && t.s.model.holds():
		t.pause(listener)
	case t.s.model.holds(): // it has a thread, so there is no need to refuse it
	case full:
		fd, port = t.admit(listener, flags)
	default:
		fd = t.keepSpare(fd)
	}
	t.end()
	if fd >= 0 {
		t.s.conns[fd].port = port
	}
	if t.recording() {
		if !on { // the recording began while this thread was in the call
			site = sys.CallerSite()
		}
		t.s.ring.Add(wire.Event{AtNS: sys.Nanotime(), TID: t.id, Conn: port, FD: listener,
			Result: int32(fd), Site: site, Kind: wire.KindSysExit, Op: wire.OpAccept})
	}
	return int32(fd)
}

// pause lets a thread of a pool sleep for which there is no descriptor:
// accept4 takes one before it waits, and the others wait with all there are.
func (t *Thread) pause(listener int32) {
	const pauseNS = 10e6
	t.begin(wire.OpNanosleep, listener)
	sys.SleepUntil(sys.Nanotime() + pauseNS)
}

// admit accepts on the spare descriptor, which is given up for it.
func (t *Thread) admit(listener int32, flags int) (fd int, port int32) {
	if spare := atomic.SwapInt32(&t.s.spare, -1); spare >= 0 {
		sys.Close(spare)
	}
	fd, port = sys.Accept(listener, flags)
	return t.keepSpare(fd), port
}

// keepSpare sees to it that there is a spare descriptor after an accept. If
// the new connection has taken the last one, it is closed and counted, so
// that its client is told at once and the accept queue moves on.
func (t *Thread) keepSpare(fd int) int {
	if atomic.LoadInt32(&t.s.spare) >= 0 {
		return fd
	}
	spare := sys.Spare()
	if spare < 0 && fd >= 0 {
		atomic.AddInt64(&t.s.refused, 1)
		sys.Close(int32(fd))
		fd, spare = sys.EMFILE, sys.Spare()
	}
	if spare >= 0 && !atomic.CompareAndSwapInt32(&t.s.spare, -1, spare) {
		sys.Close(spare) // another thread was faster
	}
	return fd
}

// Refuse closes a connection that the model cannot serve, and counts it.
func (t *Thread) Refuse(fd int32) {
	atomic.AddInt64(&t.s.refused, 1)
	t.Close(fd)
}

// Open tells whether fd is a connection or the listener.
func (t *Thread) Open(fd int32) bool { return t.s.conns[fd].port != 0 }
