package iomodel

import (
	"sync/atomic"

	"iowait/server/sys"
	"iowait/server/wire"
)

// overflowed is SignalWait's answer when the signal queue was full, and
// nothing when the time was over before a signal came.
const (
	overflowed = -1
	nothing    = -2
)

// SignalOn has the kernel send this thread a signal whenever something
// happens on fd: F_SETOWN_EX, F_SETSIG and O_ASYNC of fcntl(2).
func (t *Thread) SignalOn(fd int32) {
	t.calls += 3
	if r := sys.SignalOn(fd, t.id); r < 0 {
		sys.Exit("fcntl(F_SETOWN_EX, F_SETSIG, F_SETFL)", r)
	}
}

// SignalWait sleeps until a signal is queued, though no longer than
// timeoutNS, and answers its descriptor, or overflowed, or nothing:
// rt_sigtimedwait(2).
//
//go:noinline
func (t *Thread) SignalWait(timeoutNS int64) int32 {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
	}
	for {
		t.begin(wire.OpSigWait, 0)
		if on {
			t.mark(wire.KindSysEnter, wire.OpSigWait, 0, 0, site)
		}
		fd, r := sys.SignalWait(timeoutNS)
		t.end()
		if t.recording() {
			if !on { // the recording began while this thread was asleep
				site = sys.CallerSite()
			}
			t.mark(wire.KindSysExit, wire.OpSigWait, max(fd, 0), r, site)
			if r >= 0 {
				t.mark(wire.KindSignal, wire.OpSigWait, max(fd, 0), r, site)
			}
		}
		if r >= 0 {
			if fd < 0 {
				atomic.AddInt64(&t.s.overflows, 1)
				return overflowed
			}
			return fd
		}
		if timeoutNS >= 0 {
			return nothing
		}
	}
}
