package iomodel

import (
	"errors"
	"fmt"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Worker is the server under test as a child process: it carries out the
// hub's orders, one at a time.
type Worker struct {
	ring     *sys.Ring // nil: this process will not be recorded
	server   *Server
	recorder *sys.Recorder // nil without a ring
}

// NewWorker makes a worker that records into ring, which may be nil.
func NewWorker(ring *sys.Ring) *Worker { return &Worker{ring: ring} }

// Do carries out one order and answers it.
func (w *Worker) Do(o wire.Order, _ func(wire.Reply)) (wire.Reply, error) {
	r := wire.Reply{To: o.Do}
	if o.Do == wire.DoStart {
		return r, w.start(o, &r)
	}
	if w.server == nil {
		return r, fmt.Errorf("order %q: the first order must be %q", o.Do, wire.DoStart)
	}
	switch o.Do {
	case wire.DoUsage:
		u, err := w.server.Usage()
		r.Usage = &u
		return r, err
	case wire.DoRecord:
		return r, w.record()
	case wire.DoRecEnd:
		return r, w.endRecording(&r)
	case wire.DoStop:
		return r, nil
	}
	return r, fmt.Errorf("order %q: unknown to the server", o.Do)
}

func (w *Worker) start(o wire.Order, r *wire.Reply) error {
	if w.server != nil {
		return errors.New("order start: the server runs already")
	}
	m, ok := Find(o.Model)
	if !ok {
		return fmt.Errorf("order start: model %q is not known", o.Model)
	}
	if err := pin(m, o); err != nil {
		return err
	}
	if w.ring != nil {
		w.recorder = sys.NewRecorder(w.ring, o.CPUs)
	}
	s, err := Start(m, o, w.ring)
	if err != nil {
		return err
	}
	w.server = s
	r.Addr, r.Notes, r.Has, r.AtOnce = s.Addr(), s.notes, s.has(), s.atOnce()
	return nil
}

// pin puts this process on its CPUs. The threads of a model pin themselves
// (see runMain); what is left of the process, the Go runtime, takes orders
// and answers them elsewhere: among 10,000 runnable threads it would wait for
// seconds.
// A model on the Go runtime has only the model's CPUs.
func pin(m Model, o wire.Order) error {
	cpus := o.Control
	if m.serveGo != nil || len(cpus) == 0 {
		cpus = o.CPUs
	}
	if len(cpus) == 0 {
		return nil
	}
	return sys.PinProcess(cpus)
}

// record begins the recording and notes who was inside a call already.
func (w *Worker) record() error {
	if w.recorder == nil {
		return errors.New("order record: this worker was started without a ring")
	}
	before := w.server.states()
	if err := w.recorder.Begin(); err != nil {
		return err
	}
	w.server.inside(before, sys.Monotonic())
	return nil
}

func (w *Worker) endRecording(r *wire.Reply) error {
	if w.recorder == nil {
		return errors.New("order recend: this worker was started without a ring")
	}
	events, err := w.recorder.End(r)
	r.Threads = w.server.describe(events)
	return err
}

// describe names the threads that appear in events.
func (s *Server) describe(events []wire.Event) []wire.Thread {
	known := map[int32]wire.Thread{}
	for i := range s.threads {
		t := &s.threads[i]
		if t.id == 0 {
			continue
		}
		about := wire.Thread{TID: t.id, Proc: "server", Name: s.model.names[min(i, 1)]}
		if i > 0 && t.Conn > 0 && !t.native.Ended() {
			about.Conn = s.conns[t.Conn].port
		}
		known[t.id] = about
	}
	var threads []wire.Thread
	seen := map[int32]bool{}
	for _, e := range events {
		if seen[e.TID] {
			continue
		}
		seen[e.TID] = true
		about, ok := known[e.TID]
		if !ok {
			about = wire.Thread{TID: e.TID, Proc: "server", Name: "go"}
		}
		threads = append(threads, about)
	}
	return threads
}
