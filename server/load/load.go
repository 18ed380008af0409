// Package load puts load on a server under test over many TCP connections:
// it writes requests, reads the whole answers, checks every byte of them,
// and takes times as the client sees them.
//
// In a closed loop each connection writes its next request once it was
// answered, at once or after some thinking. Its latency is service time, from
// just before the write to just after the last read. A server that stalls is
// sent nothing meanwhile, so a closed loop hides most of what a stall costs.
//
// In an open loop requests are due at moments that do not depend on the
// server. One that is due goes out on a free connection or waits for one, and
// its latency is response time: from when it was due, not from when it was
// written. So nothing is left out and nothing is to be corrected afterwards
// (Gil Tene, "How NOT to Measure Latency"). The service time is told too.
// A request that was due in one interval and is answered in a later one
// arrives in the first and is counted, with its latency, in the second; what
// is unanswered at the end of all is told as a number (wire.Interval.Waiting).
//
// One native thread (sys.Thread) per CPU runs an epoll loop over its share
// of the connections and sleeps until there is something to do, since it must
// not burn the CPU that may be the server's too. A control goroutine tells
// the threads what to do and collects what they counted; it never touches
// what a thread is writing.
package load

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

// The largest message, and the largest file that an answer holds, in bytes.
const (
	MaxSize     = 1 << 20
	MaxFileSize = 16 << 20
)

// SampleEvery is the distance of samples within a measured interval.
const SampleEvery = 200 * time.Millisecond

// WarmLimit is how long n connections may go without that one more of them
// is answered for the first time.
func WarmLimit(n int64) time.Duration { return 10*time.Second + time.Duration(n)*time.Millisecond }

// A Worker is the load generator as a child process: it carries out the
// hub's orders, one at a time.
type Worker struct {
	ring     *sys.Ring // nil: this process will not be recorded
	group    *group
	recorder *sys.Recorder // nil without a ring
}

// NewWorker makes a worker that records into ring, which may be nil.
func NewWorker(ring *sys.Ring) *Worker { return &Worker{ring: ring} }

// Do carries out one order and answers it; send passes on samples meanwhile.
// Between DoWarm and DoStop the load goes on, also between orders.
func (w *Worker) Do(o wire.Order, send func(wire.Reply)) (wire.Reply, error) {
	r := wire.Reply{To: o.Do}
	if o.Do == wire.DoStart {
		return r, w.start(o, &r)
	}
	if w.group == nil {
		return r, fmt.Errorf("order %q: the first order must be %q", o.Do, wire.DoStart)
	}
	var err error
	switch o.Do {
	case wire.DoWarm:
		err = w.group.warm(time.Duration(o.MS) * time.Millisecond)
	case wire.DoMeasure:
		r.Interval, err = w.group.measure(time.Duration(o.MS)*time.Millisecond, func(part *wire.Interval) {
			send(wire.Reply{To: "sample", Interval: part})
		})
	case wire.DoUsage:
		var u wire.Usage
		u, err = w.group.usage()
		r.Usage = &u
	case wire.DoRecord:
		err = w.record()
	case wire.DoRecEnd:
		err = w.endRecording(&r)
	case wire.DoStop:
		err = w.group.stop()
	default:
		err = fmt.Errorf("order %q: unknown to the load generator", o.Do)
	}
	return r, err
}

func (w *Worker) start(o wire.Order, r *wire.Reply) error {
	if w.group != nil {
		return errors.New("order start: the load generator runs already")
	}
	plan, err := read(o)
	if err != nil {
		return err
	}
	cpus := o.CPUs
	if len(cpus) == 0 {
		if cpus, err = sys.AllowedCPUs(); err != nil {
			return err
		}
	}
	if err := sys.PinProcess(cpus); err != nil {
		return err
	}
	if w.ring != nil {
		w.recorder = sys.NewRecorder(w.ring, cpus)
	}
	if _, err := sys.RaiseLimit(); err != nil {
		return err
	}
	threads := min(len(cpus), (plan.conns+plan.one-1)/plan.one)
	if w.group, err = newGroup(w.ring, plan, threads); err != nil {
		return err
	}
	r.Notes = []string{fmt.Sprintf("load: %s, client threads: %d", plan.loop(), threads)}
	if w.group.clients[0].timer >= 0 {
		r.Notes = append(r.Notes, "load: sleeps with timerfd_settime(2), as this host has no epoll_pwait2(2)")
	}
	r.Has = []wire.Has{{What: "load", Is: plan.loop()}, {What: "load threads", Is: strconv.Itoa(threads)}}
	return w.group.connect()
}

// record begins the recording and notes who was asleep already.
func (w *Worker) record() error {
	if w.recorder == nil {
		return errors.New("order record: this worker was started without a ring")
	}
	before := w.group.waits()
	if err := w.recorder.Begin(); err != nil {
		return err
	}
	for i, c := range w.group.clients {
		c.inside(before[i])
	}
	return nil
}

func (w *Worker) endRecording(r *wire.Reply) error {
	if w.recorder == nil {
		return errors.New("order recend: this worker was started without a ring")
	}
	events, err := w.recorder.End(r)
	if err != nil {
		return err
	}
	seen := map[int32]bool{}
	for _, e := range events {
		if !seen[e.TID] {
			seen[e.TID] = true
			r.Threads = append(r.Threads, wire.Thread{TID: e.TID, Proc: "client", Name: w.threadName(e.TID)})
		}
	}
	return nil
}

// threadName tells the load's own threads from those of the Go runtime.
func (w *Worker) threadName(tid int32) string {
	if slices.ContainsFunc(w.group.clients, func(c *client) bool { return c.native.ID() == int(tid) }) {
		return "client"
	}
	return "go"
}
