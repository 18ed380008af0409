package iofile

import (
	"sync/atomic"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Thread is one kernel thread of a method. Its methods are what a method
// is written in: pieces to read, and system calls. Each call is counted,
// and marked with the line that made it while a recording is on. Results
// are the call's own, or -errno.
type Thread struct {
	native   sys.Thread
	j        *Job
	id       int32
	calls    uint64
	state    uint64   // calls<<32 | operation it is inside of<<24 | descriptor
	submits  int64    // calls that submit requests
	submitNS int64    // time inside them
	_        [64]byte // keeps the counters of two threads apart
}

// Pass begins a pass over the files: it drops them from the page cache if
// the experiment wants that, and opens big ones. Between the intervals it
// sleeps. It answers false when the process is to end.
//
//go:noinline
func (t *Thread) Pass() bool {
	j, site := t.j, sys.CallerSite() // a recording may begin while this thread sleeps
	j.passed()
	t.closeAll(site)
	if !t.awake() {
		return false
	}
	if j.cold {
		t.dropAll(site)
	}
	j.rewind()
	for i := range j.fds {
		j.fds[i] = int32(t.open(dataName(i), j.method.open|sys.ReadOnly, site))
		if j.fds[i] < 0 {
			j.tallies.parts[j.tallies.current].fail(failOpen, int(j.fds[i]))
		}
	}
	return true
}

// Next is the next piece of the pass to ask for, or nil: when the pass is
// over, when as many are in flight as may be, or when the interval is over
// and pieces are still in flight. With none in flight it sleeps until the
// next interval.
func (t *Thread) Next() *Chunk {
	j := t.j
	nowNS := sys.Nanotime()
	for j.over(nowNS) {
		if !j.idle() || !t.awake() {
			return nil
		}
		nowNS = sys.Nanotime()
	}
	return j.take(nowNS)
}

// submitted counts a call that submits, and the time inside it.
func (t *Thread) submitted(ns int64) {
	atomic.StoreInt64(&t.submits, t.submits+1)
	atomic.StoreInt64(&t.submitNS, t.submitNS+ns)
}

// Idle tells that no piece is in flight.
func (t *Thread) Idle() bool { return t.j.idle() }

// Work adds up the piece's words, or counts its lines, and enters it in the
// books. The piece is not to be used any more.
func (t *Thread) Work(c *Chunk) {
	worked := uint64(0)
	if c.errno == 0 {
		worked = t.j.work(c)
	}
	t.j.finish(c, worked, sys.Nanotime())
}

// awake sleeps until there is an interval in which to work. It answers
// false when the process is to end.
func (t *Thread) awake() bool {
	j := t.j
	for j.over(sys.Nanotime()) {
		if j.stop {
			return false
		}
		turn := atomic.LoadUint32(&j.turn)
		j.park(sys.Nanotime())
		for atomic.LoadUint32(&j.turn) == turn {
			sys.FutexWait(&j.turn, turn)
		}
	}
	return true
}

// dropAll puts the files out of the page cache, which does not count.
func (t *Thread) dropAll(site uint32) {
	j := t.j
	beginNS := sys.Nanotime()
	for i := range j.files {
		fd := j.openRaw(i)
		if fd < 0 {
			continue // whoever reads it will find out
		}
		if j.small || !t.recording() { // thousands of marks would hide the rest
			sys.DropCache(fd)
		} else {
			t.mark(wire.KindSysEnter, wire.OpFadvise, fd, 0, site)
			r := sys.DropCache(fd)
			t.mark(wire.KindSysExit, wire.OpFadvise, fd, r, site)
		}
		sys.Close(fd)
	}
	j.paused(sys.Nanotime() - beginNS)
}

// openRaw opens a file outside the method's account.
func (j *Job) openRaw(i int) int32 {
	name := dataName(i)
	return int32(sys.Open(j.dir, name[:], sys.ReadOnly))
}

func (t *Thread) closeAll(site uint32) {
	for i, fd := range t.j.fds {
		if fd >= 0 {
			t.close(fd, site)
		}
		t.j.fds[i] = -1
	}
}

// dataName is what dataset calls file i, with a zero byte at its end.
func dataName(i int) (name [8]byte) {
	for d := 5; d >= 0; d-- {
		name[d] = byte('0' + i%10)
		i /= 10
	}
	return name
}

// recording tells whether marks are wanted; a method without a ring never does.
func (t *Thread) recording() bool { return t.j.ring != nil && t.j.ring.On() }

// site is the line of the method that made a call, 0 while not recording.
// Every function that asks for it carries //go:noinline, as this one must.
//
//go:noinline
func (t *Thread) site() uint32 {
	if !t.recording() {
		return 0
	}
	return sys.CallersCallerSite()
}

func (t *Thread) mark(kind wire.Kind, op wire.Op, fd int32, result int, site uint32) {
	t.j.ring.Mark(kind, op, t.id, 0, max(fd, 0), result, site)
}

// enter counts a call and says so to whoever looks at this thread.
func (t *Thread) enter(op wire.Op, fd int32, site uint32) {
	t.calls++
	atomic.StoreUint64(&t.state, t.calls<<32|uint64(op)<<24|uint64(fd)&0xffffff)
	if t.recording() {
		t.mark(wire.KindSysEnter, op, fd, 0, site)
	}
}

func (t *Thread) exit(op wire.Op, fd int32, result int, site uint32) {
	atomic.StoreUint64(&t.state, t.calls<<32)
	if t.recording() {
		t.mark(wire.KindSysExit, op, fd, result, site)
	}
}
