package iofile

import (
	"sync/atomic"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Queue takes pieces from one thread to another: a list under a lock, and
// a futex(2) for threads to sleep on while it is empty.
type Queue struct {
	j          *Job
	lock       sys.Mutex
	slots      []int32 // room for every slot there is
	first, len int
	sleepers   int
	ended      bool
	puts       uint32 // the futex's word: changes with every Put
}

// Todo is the queue of pieces for the pool.
func (t *Thread) Todo() *Queue { return &t.j.todo }

// Finished is the queue of pieces that the pool has read or written.
func (t *Thread) Finished() *Queue { return &t.j.finished }

// Small tells that pieces are whole files, to be opened first.
func (t *Thread) Small() bool { return t.j.small }

// Writes tells that files are written.
func (t *Thread) Writes() bool { return t.j.write }

// Put appends a piece and wakes a thread if one sleeps.
//
//go:noinline
func (q *Queue) Put(t *Thread, c *Chunk) {
	site := t.site()
	q.lock.Lock()
	q.slots[(q.first+q.len)%len(q.slots)] = c.slot
	q.len++
	depth := q.len
	atomic.AddUint32(&q.puts, 1)
	wake := q.sleepers > 0
	q.lock.Unlock()
	if t.recording() {
		t.mark(wire.KindEnqueue, wire.OpNone, c.FD, depth, site)
	}
	if wake {
		t.enter(wire.OpFutex, 0, site)
		n := sys.FutexWake(&q.puts, 1)
		t.exit(wire.OpFutex, 0, n, site)
	}
}

// Take removes the oldest piece and sleeps while there is none. It answers
// nil when there will be no more.
//
//go:noinline
func (q *Queue) Take(t *Thread) *Chunk {
	site := sys.CallerSite() // a recording may begin while this thread sleeps
	for {
		q.lock.Lock()
		if q.len > 0 {
			c := &q.j.slots[q.slots[q.first]]
			q.first = (q.first + 1) % len(q.slots)
			q.len--
			depth := q.len
			q.lock.Unlock()
			if t.recording() {
				t.mark(wire.KindDequeue, wire.OpNone, c.FD, depth, site)
			}
			return c
		}
		puts, ended := atomic.LoadUint32(&q.puts), q.ended
		q.sleepers++
		q.lock.Unlock()
		if !ended {
			t.enter(wire.OpFutex, 0, site)
			r := sys.FutexWait(&q.puts, puts)
			t.exit(wire.OpFutex, 0, r, site)
		}
		q.lock.Lock()
		q.sleepers--
		q.lock.Unlock()
		if ended {
			return nil
		}
	}
}

// End makes every Take answer nil once the queue is empty.
func (q *Queue) End() {
	q.lock.Lock()
	q.ended = true
	atomic.AddUint32(&q.puts, 1)
	n := q.sleepers
	q.lock.Unlock()
	sys.FutexWake(&q.puts, n)
}
