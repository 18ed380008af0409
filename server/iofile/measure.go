package iofile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/dataset"
	"iowait/server/load"
	"iowait/server/sys"
	"iowait/server/wire"
)

// run lets the method work for the given time, of which pauses do not
// count, and answers what it did; sample, if not nil, gets each part of it.
// What is in flight at the end is waited for. With whole it works until it
// has been over all files once, at least.
func (j *Job) run(length time.Duration, whole bool, sample func(*wire.Interval)) (*wire.Interval, error) {
	nowNS := sys.Monotonic()
	current := &j.tallies.parts[j.tallies.current]
	current.startNS, j.tallies.nextNS = nowNS, nowNS+int64(load.SampleEvery)
	j.tallies.parked = 0
	j.wake(interval{running: true, whole: whole, startNS: nowNS, lengthNS: int64(length)})
	all := newTotal()
	take := func(p *part) {
		part := newTotal()
		part.take(p)
		if sample != nil {
			sample(part.interval())
		}
		all.add(part)
	}
	for parked := false; !parked; {
		if err := j.wait(); err != nil {
			return nil, err
		}
		parked = atomic.LoadUint32(&j.tallies.parked) != 0
		if atomic.LoadUint32(&j.tallies.ready) != 0 {
			take(&j.tallies.parts[j.tallies.current^1])
			atomic.StoreUint32(&j.tallies.ready, 0)
		}
	}
	take(&j.tallies.parts[j.tallies.current])
	if n := j.wrong(); n > 0 {
		all.errors[failCorrupt.name(0)] += n
	}
	i := all.interval()
	var err error
	i.Histogram, err = all.histogram.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	return i, err
}

// wake begins an interval. The method sleeps, so that the job is ours.
func (j *Job) wake(i interval) {
	if g := j.golang; g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		defer g.awake.Broadcast()
	}
	i.turn = j.turn
	j.interval = i
	atomic.AddUint32(&j.turn, 1)
	sys.FutexWake(&j.turn, 1)
}

// wait sleeps until the method has something to say.
func (j *Job) wait() error {
	var count [8]byte
	_, err := j.event.Read(count[:])
	return err
}

// settle waits until the method sleeps for the first time.
func (j *Job) settle() error {
	for atomic.LoadUint32(&j.tallies.parked) == 0 {
		if err := j.wait(); err != nil {
			return err
		}
	}
	return nil
}

// checked is how many written files are read back after an interval.
const checked = 16

// wrong reads some of the files that have been written and answers how many
// do not hold what they should.
func (j *Job) wrong() (n int) {
	written := j.files
	if j.ever == 0 {
		written = j.next
	}
	if !j.write || written == 0 {
		return 0
	}
	want := make([]byte, j.size)
	for k := range min(checked, written) {
		i := k * written / min(checked, written)
		dataset.Fill(want, j.seed, i, 0)
		if got, err := os.ReadFile(dataset.Path(j.path, i)); err != nil || !bytes.Equal(got, want) {
			n++
		}
	}
	return n
}

// end ends all threads and closes everything. It is an error if the socket
// has not passed on all that was sent.
func (j *Job) end() error {
	j.wake(interval{stop: true})
	if j.golang != nil {
		j.golang.join()
	}
	j.todo.End()
	for i := range j.threads {
		j.threads[i].native.Join()
	}
	if j.method.close != nil {
		j.method.close(j)
	}
	if j.socket >= 0 {
		sys.Close(j.socket)
	}
	var lost error
	if j.drain != nil {
		if took := j.drain.end(); took != j.sent {
			lost = fmt.Errorf("sent %d bytes to the socket, but %d arrived", j.sent, took)
		}
	}
	sys.Close(j.dir)
	return errors.Join(lost, j.event.Close())
}
