package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Poll sleeps until an entry of the set is ready: poll(2). It answers how
// many are. It sleeps no longer than timeoutNS: ppoll(2).
//
//go:noinline
func (t *Thread) Poll(set *PollSet, timeoutNS int64) int {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
	}
	for {
		t.begin(wire.OpPoll, 0)
		if on {
			t.mark(wire.KindSysEnter, wire.OpPoll, 0, set.len, site)
		}
		n := sys.Poll(set.fds[:set.len], timeoutNS)
		t.end()
		if t.recording() {
			if !on { // the recording began while this thread was asleep
				site = sys.CallerSite()
			}
			t.mark(wire.KindSysExit, wire.OpPoll, 0, n, site)
			for i := range set.fds[:set.len] {
				if e := &set.fds[i]; e.Revents != 0 {
					t.mark(wire.KindReady, wire.OpPoll, e.Fd, int(e.Revents), site)
				}
			}
		}
		if n != sys.EINTR || timeoutNS > 0 {
			return n
		}
	}
}

// Select sleeps until a descriptor below n that is in one of the sets is
// ready, and leaves the ready ones in them: select(2). It answers how many.
// It sleeps no longer than timeoutNS: pselect(2).
//
//go:noinline
func (t *Thread) Select(n int32, read, write *sys.FDSet, timeoutNS int64) int {
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		t.mark(wire.KindSysEnter, wire.OpSelect, 0, int(n), site)
	}
	t.begin(wire.OpSelect, 0)
	k := sys.Select(n, read, write, timeoutNS)
	t.end()
	if t.recording() {
		if !on { // the recording began while this thread was asleep
			site = sys.CallerSite()
		}
		t.mark(wire.KindSysExit, wire.OpSelect, 0, k, site)
		for fd := int32(0); fd < n; fd++ {
			if read.Has(fd) {
				t.mark(wire.KindReady, wire.OpSelect, fd, sys.PollIn, site)
			}
			if write.Has(fd) {
				t.mark(wire.KindReady, wire.OpSelect, fd, sys.PollOut, site)
			}
		}
	}
	return k
}
