package iofile

import (
	"errors"
	"fmt"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Worker is a file method as a child process: it carries out the hub's
// orders, one at a time. There is no load: the method works on its own
// account, and only during DoWarm and DoMeasure.
type Worker struct {
	ring     *sys.Ring // nil: this process will not be recorded
	job      *Job
	recorder *sys.Recorder // nil without a ring
}

// NewWorker makes a worker that records into ring, which may be nil.
func NewWorker(ring *sys.Ring) *Worker { return &Worker{ring: ring} }

// Do carries out one order and answers it; send passes on samples meanwhile.
func (w *Worker) Do(o wire.Order, send func(wire.Reply)) (wire.Reply, error) {
	r := wire.Reply{To: o.Do}
	if o.Do == wire.DoStart {
		return r, w.start(o, &r)
	}
	if w.job == nil {
		return r, fmt.Errorf("order %q: the first order must be %q", o.Do, wire.DoStart)
	}
	var err error
	switch o.Do {
	case wire.DoWarm:
		// Warm means that all has been read once; what is written need not be.
		whole := !w.job.cold && !w.job.write
		_, err = w.job.run(time.Duration(o.MS)*time.Millisecond, whole, nil)
	case wire.DoMeasure:
		r.Interval, err = w.job.run(time.Duration(o.MS)*time.Millisecond, false, func(part *wire.Interval) {
			send(wire.Reply{To: "sample", Interval: part})
		})
	case wire.DoUsage:
		var u wire.Usage
		u, err = w.job.usage()
		r.Usage = &u
	case wire.DoRecord:
		err = w.record()
	case wire.DoRecEnd:
		err = w.endRecording(&r)
	case wire.DoStop:
		err = w.job.end()
	default:
		err = fmt.Errorf("order %q: unknown to the files' side", o.Do)
	}
	return r, err
}

func (w *Worker) start(o wire.Order, r *wire.Reply) error {
	if w.job != nil {
		return errors.New("order start: a method runs already")
	}
	m, ok := Find(o.Model)
	if !ok {
		return fmt.Errorf("order start: method %q is not known", o.Model)
	}
	cpus, err := o.CPUs, error(nil)
	if len(cpus) == 0 {
		if cpus, err = sys.AllowedCPUs(); err != nil {
			return err
		}
	}
	if w.ring != nil {
		w.recorder = sys.NewRecorder(w.ring, cpus)
	}
	if w.job, err = start(m, o, w.ring, cpus); err != nil {
		return err
	}
	r.Notes, r.Has = w.job.notes, w.job.has()
	return nil
}

// record begins the recording and notes who was inside a call already.
func (w *Worker) record() error {
	if w.recorder == nil {
		return errors.New("order record: this worker was started without a ring")
	}
	before := w.job.states()
	if err := w.recorder.Begin(); err != nil {
		return err
	}
	w.job.inside(before, sys.Monotonic())
	return nil
}

func (w *Worker) endRecording(r *wire.Reply) error {
	if w.recorder == nil {
		return errors.New("order recend: this worker was started without a ring")
	}
	events, err := w.recorder.End(r)
	r.Threads = w.job.describe(events)
	return err
}
