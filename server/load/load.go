// Package load puts load on a server under test: a closed loop over many TCP
// connections, each of which writes a request, reads the whole answer,
// checks it, and writes the next one at once. What it measures as latency is
// therefore service time, from just before the write to just after the last
// read, as the client sees it.
//
// One native thread (sys.Thread) per CPU runs an epoll loop over its share
// of the connections. A control goroutine tells the threads what to do and
// collects what they counted; it never touches what a thread is writing.
package load

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

// MaxSize is the largest request in bytes.
const MaxSize = 1 << 20

// SampleEvery is the distance of samples within a measured interval.
const SampleEvery = 200 * time.Millisecond

// WarmLimit is how long n connections may take to be answered for the first
// time, after the warm-up's least duration.
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
	to, err := netip.ParseAddrPort(o.Addr)
	conns, size := int(o.Params[wire.ParamConns]), int(o.Params[wire.ParamSize])
	switch {
	case w.group != nil:
		return errors.New("order start: the load generator runs already")
	case err != nil:
		return fmt.Errorf("order start: addr: found %q, want an address such as 127.0.0.1:80", o.Addr)
	case !to.Addr().Is4() || !to.Addr().IsLoopback():
		return fmt.Errorf("order start: addr: found %q, want an IPv4 loopback address", o.Addr)
	case conns < 1:
		return fmt.Errorf("order start: conns: found %d, want at least 1", conns)
	case size < 1 || size > MaxSize:
		return fmt.Errorf("order start: size: found %d, want 1 to %d", size, MaxSize)
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
	fds, err := connect(to, conns)
	if err != nil {
		return err
	}
	w.group, err = newGroup(w.ring, fds, size, min(len(cpus), conns))
	r.Notes = []string{fmt.Sprintf("load: closed loop, client threads: %d", min(len(cpus), conns))}
	return err
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
