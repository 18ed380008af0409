package iofile

import (
	"os"
	"sync/atomic"

	"iowait/server/dataset"
	"iowait/server/sys"
)

// A Job is what one method does in one process: passes over a set of files.
// It says which piece comes next and keeps the books. Its methods are for
// the thread that asks for pieces; what others see of it goes through
// tally.go. All its tables are made before that thread starts.
type Job struct {
	task
	method  Method
	main    func(t *Thread)
	ring    *sys.Ring // nil: never recorded
	cpus    sys.CPUMask
	threads []Thread
	known   []dataset.Known // what each file holds

	dir       int32   // descriptor of the files' directory
	buffers   uintptr // one for each slot
	slotBytes int
	slots     []Chunk
	free      []int32 // slots that are not in use
	nFree     int
	next      int     // the file that the next piece is of
	off       int64   // and where it begins
	begun     bool    // a pass is on, or has been
	ever      int     // passes that are over
	fds       []int32 // of big files while a pass is on
	left      []int64 // bytes of each file that this pass has not seen
	sums      []uint64
	interval  // the interval in hand
	tallies   tallies
	event     *os.File // of tallies

	socket    int32 // where big files go, or -1
	drain     *drain
	sent      int64 // bytes that have gone there
	todo      Queue // of a pool
	finished  Queue
	uring     *sys.Uring
	order     []int32 // slots in the order in which they are sent
	aio       *sys.AIO
	golang    *goJob
	notes     []string
	alignment int
}

// An interval is the time in which the method works.
type interval struct {
	turn     uint32 // a futex's word: one more for each interval
	running  bool
	stop     bool
	whole    bool  // lasts until one pass is over at least
	passes   int   // over since it began
	done     int   // requests done since then
	startNS  int64 // CLOCK_MONOTONIC
	lengthNS int64 // without pauses
	pausedNS int64
}

// over tells that the interval is: no further request is to be made.
func (j *Job) over(nowNS int64) bool {
	if !j.running || j.stop {
		return true
	}
	if j.done == 0 || j.whole && j.passes == 0 {
		return false
	}
	elapsed := nowNS - j.startNS
	return elapsed-j.pausedNS >= j.lengthNS || elapsed >= 2*j.lengthNS
}

// idle tells that no request is under way.
func (j *Job) idle() bool { return j.nFree == len(j.slots) }

// take answers the next piece of the pass in a free slot, or nil when there
// is none. The caller has seen that the interval is not over.
func (j *Job) take(nowNS int64) *Chunk {
	if j.next >= j.files || j.nFree == 0 {
		return nil
	}
	j.nFree--
	c := &j.slots[j.free[j.nFree]]
	c.File, c.Off, c.got, c.sent, c.errno = j.next, j.off, 0, 0, 0
	c.Len, c.askedNS = int(min(j.chunk, j.size-j.off)), nowNS
	c.buf, c.bufLen = j.buffers+uintptr(int(c.slot)*j.slotBytes), c.Len
	if a := j.alignment; a > 0 {
		c.bufLen = (c.Len + a - 1) / a * a
	}
	c.FD = -1
	if !j.small {
		c.FD = j.fds[c.File]
	}
	if j.off += int64(c.Len); j.off >= j.size {
		j.next, j.off = j.next+1, 0
	}
	if j.write {
		dataset.Fill(c.Room(), j.seed, c.File, c.Off)
	}
	return c
}

// work does with the data what the experiment asks for.
func (j *Job) work(c *Chunk) uint64 {
	switch {
	case j.write || j.toSocket:
		return 0
	case j.lines:
		return dataset.Lines(c.Data())
	}
	return dataset.Sum(c.Data(), c.Off)
}

// finish enters a piece in the books and frees its slot. It compares what
// the whole file added up to with what is known of it.
func (j *Job) finish(c *Chunk, worked uint64, nowNS int64) {
	p := &j.tallies.parts[j.tallies.current]
	j.done++
	if j.write {
		p.written += int64(c.got)
	} else {
		p.read += int64(c.got)
		p.written += int64(c.sent)
		j.sent += int64(c.sent)
	}
	if c.errno != 0 {
		p.fail(c.failed, c.errno)
	} else {
		p.served(nowNS - c.askedNS)
		j.sums[c.File] += worked
		j.left[c.File] -= int64(c.Len)
		if j.left[c.File] == 0 {
			p.files++
			if !j.right(c.File) {
				p.fail(failCorrupt, 0)
			}
		}
	}
	j.free[j.nFree] = c.slot
	j.nFree++
	j.sample(nowNS)
}

func (j *Job) right(file int) bool {
	switch {
	case j.write || j.toSocket:
		return true
	case j.lines:
		return j.sums[file] == j.known[file].Lines
	}
	return j.sums[file] == j.known[file].Sum
}

// passed notes that a pass is over, if one was on.
func (j *Job) passed() {
	if j.begun {
		j.passes++
		j.ever++
	}
}

// rewind begins a pass.
func (j *Job) rewind() {
	j.next, j.off, j.begun = 0, 0, true
	for i := range j.left {
		j.left[i], j.sums[i] = j.size, 0
	}
}

// park says that the method sleeps from now on. The caller then waits until
// turn is no longer what it was before.
func (j *Job) park(nowNS int64) {
	j.running = false
	j.tallies.parts[j.tallies.current].endNS = nowNS
	atomic.StoreUint32(&j.tallies.parked, 1)
	sys.Signal(j.tallies.event)
}

// paused notes a part of the interval that does not count.
func (j *Job) paused(ns int64) {
	j.pausedNS += ns
	j.tallies.parts[j.tallies.current].pausedNS += ns
}
