package iofile

import (
	"sync/atomic"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/load"
	"iowait/server/sys"
	"iowait/server/wire"
)

// failure is a way in which a request fails.
type failure int

const (
	failCorrupt failure = iota // the file does not hold what was written
	failShort                  // it ends too soon
	failOpen                   // openat(2) failed
	failRead                   // reading or writing it failed
	failWrite                  // writing to the socket failed
	failMap                    // mmap(2) failed
	failureKinds
)

var failureNames = [failureKinds]string{"corrupt", "short", "open: ", "read: ", "send: ", "mmap: "}

// name is the failure as results count it, e.g. "short" or "open: ENOENT".
func (f failure) name(errno int32) string {
	if f == failCorrupt || f == failShort {
		return failureNames[f]
	}
	return failureNames[f] + sys.ErrnoName(int(errno))
}

// A part is what happened between two samples.
type part struct {
	startNS, endNS int64
	pausedNS       int64
	requests       int64
	files          int64
	latencyNS      int64 // sum
	read, written  int64
	failures       [failureKinds]int64
	errnos         [failureKinds]int32 // the last one of a kind
	histogram      *hdrhistogram.Histogram
}

func (p *part) fail(kind failure, errno int) {
	p.failures[kind]++
	p.errnos[kind] = int32(errno)
}

func (p *part) served(latencyNS int64) {
	p.requests++
	p.latencyNS += latencyNS
	_ = p.histogram.RecordValue(min(max(latencyNS, 0), load.MaxLatencyNS))
}

// tallies hand parts from the method's thread to the control goroutine
// without a lock. The thread counts in one part; when a sample is due and
// the other part has been taken, it goes on in that one.
type tallies struct {
	parts   [2]part
	current int
	nextNS  int64  // when a sample is due
	ready   uint32 // the part that is not current waits to be taken
	parked  uint32 // the method sleeps: both parts are the control's
	event   int32  // event counter: one of these has changed
}

// sample ends the part in hand if a sample is due.
func (j *Job) sample(nowNS int64) {
	t := &j.tallies
	if nowNS < t.nextNS || atomic.LoadUint32(&t.ready) != 0 {
		return
	}
	t.parts[t.current].endNS = nowNS
	t.current ^= 1
	t.parts[t.current].startNS = nowNS
	t.nextNS = nowNS + int64(load.SampleEvery)
	atomic.StoreUint32(&t.ready, 1)
	sys.Signal(t.event)
}

// A total adds parts up.
type total struct {
	part
	errors map[string]int
}

func newTotal() *total {
	return &total{part: part{histogram: hdrhistogram.New(1, load.MaxLatencyNS, 3)}, errors: map[string]int{}}
}

// take adds a part, which is empty afterwards.
func (t *total) take(p *part) {
	if t.startNS == 0 {
		t.startNS = p.startNS
	}
	t.endNS = p.endNS
	t.pausedNS += p.pausedNS
	t.requests += p.requests
	t.files += p.files
	t.latencyNS += p.latencyNS
	t.read += p.read
	t.written += p.written
	for kind, n := range p.failures {
		if n > 0 {
			t.errors[failure(kind).name(p.errnos[kind])] += int(n)
		}
	}
	t.histogram.Merge(p.histogram)
	p.histogram.Reset()
	*p = part{histogram: p.histogram}
}

// add appends what followed.
func (t *total) add(u *total) {
	for kind, n := range u.errors {
		t.errors[kind] += n
	}
	t.take(&u.part)
}

// interval words the total for the hub.
func (t *total) interval() *wire.Interval {
	i := &wire.Interval{StartNS: t.startNS, EndNS: t.endNS, PausedNS: t.pausedNS, Requests: t.requests, Files: t.files,
		BytesRead: t.read, BytesSent: t.written, Errors: t.errors, LatencyNS: load.Percentiles(t.histogram)}
	if t.requests > 0 {
		i.MeanNS = float64(t.latencyNS) / float64(t.requests)
	}
	return i
}
