package iomodel

import (
	"sync/atomic"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Handoff is the queue between a selector and its workers: a list under a
// lock, and a futex(2) for workers to sleep on while it is empty.
type Handoff struct {
	lock       sys.Mutex
	fds        []int32
	first, len int
	sleepers   int
	puts       uint32 // the futex's word: changes with every Put
}

// Handoff is the server's queue.
func (t *Thread) Handoff() *Handoff { return &t.s.handoff }

// Put appends fd and wakes a worker if one sleeps.
//
//go:noinline
func (h *Handoff) Put(t *Thread, fd int32) {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
	}
	h.lock.Lock()
	h.fds[(h.first+h.len)%len(h.fds)] = fd
	h.len++
	depth := h.len
	atomic.AddUint32(&h.puts, 1)
	wake := h.sleepers > 0
	h.lock.Unlock()
	if on {
		t.mark(wire.KindEnqueue, wire.OpNone, fd, depth, site)
	}
	if wake {
		t.begin(wire.OpFutex, 0)
		if on {
			t.mark(wire.KindSysEnter, wire.OpFutex, 0, 0, site)
		}
		n := sys.FutexWake(&h.puts, 1)
		if on {
			t.mark(wire.KindSysExit, wire.OpFutex, 0, n, site)
		}
		t.end()
	}
}

// Take removes the oldest and sleeps while there is none.
//
//go:noinline
func (h *Handoff) Take(t *Thread) int32 {
	for {
		h.lock.Lock()
		if h.len > 0 {
			fd := h.fds[h.first]
			h.first = (h.first + 1) % len(h.fds)
			h.len--
			depth := h.len
			h.lock.Unlock()
			if t.recording() {
				t.mark(wire.KindDequeue, wire.OpNone, fd, depth, sys.CallerSite())
			}
			return fd
		}
		puts := atomic.LoadUint32(&h.puts)
		h.sleepers++
		h.lock.Unlock()
		on := t.recording()
		t.begin(wire.OpFutex, 0)
		if on {
			t.mark(wire.KindSysEnter, wire.OpFutex, 0, 0, sys.CallerSite())
		}
		r := sys.FutexWait(&h.puts, puts)
		t.end()
		if t.recording() {
			t.mark(wire.KindSysExit, wire.OpFutex, 0, r, sys.CallerSite())
		}
		h.lock.Lock()
		h.sleepers--
		h.lock.Unlock()
	}
}
