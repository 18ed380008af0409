// Package archive keeps runs and their recordings, and the queue of runs
// that wait. Everything lives in memory, within bounds: the oldest finished
// runs go first, never the run in hand nor the one that finished last.
//
// Data flows one way: Submit puts a run into the queue, Work takes it out
// and lets it be executed, and whatever happens to it reaches Observe in one
// order, which is the order of the archive's own states.
package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"iowait/server/wire"
)

// Errors of a request about one run.
var (
	ErrNotFound    = errors.New("no such run: it never was, or it was dropped to make room for newer ones")
	ErrEnded       = errors.New("the run has ended already")
	ErrNoRecording = errors.New("the run has none, or not yet")
)

// ErrCancelled is the cause of the context of a run that Cancel ended.
var ErrCancelled = errors.New("cancelled on request")

// A QueueFullError refuses a run.
type QueueFullError struct{ Waiting int }

func (e *QueueFullError) Error() string {
	return fmt.Sprintf("put the run into the queue: it is full, %d runs are waiting", e.Waiting)
}

// Options are an Archive's bounds and surroundings. Now and NewID are
// required.
type Options struct {
	Runs  int   // finished runs kept, at least 1
	Bytes int64 // that finished runs and their recordings may take
	Queue int   // runs that may wait

	Now   func() time.Time
	NewID func() string // unique, fit for a URL

	// Observe learns of everything that happens to runs, as messages
	// without Seq; recording is set with MsgRecording. It is called under
	// the archive's lock: it must not block nor call back. May be nil.
	Observe func(m wire.Message, recording []byte)
}

// An Archive is safe for concurrent use. A wire.Run that it hands out shares
// its slices and maps: they are not to be changed.
type Archive struct {
	o    Options
	wake chan struct{} // holds a token when the queue may have something to take

	mu     sync.Mutex
	runs   map[string]*entry
	queue  []string // ids, next first
	inHand string   // id of the running run, "" when idle
	ended  []string // ids of finished runs, oldest first
	bytes  int64    // of ended runs
}

type entry struct {
	run        wire.Run
	recordings map[string][]byte // by model
	cancel     context.CancelCauseFunc
	bytes      int64 // JSON and recordings, once ended
}

// New makes an empty archive.
func New(o Options) *Archive {
	if o.Observe == nil {
		o.Observe = func(wire.Message, []byte) {}
	}
	return &Archive{o: o, wake: make(chan struct{}, 1), runs: map[string]*entry{}}
}

// Submit puts a run into the queue, of which only what was asked for is set:
// Experiment, Models, Params, Sweep, Seed and Unit, all checked. It answers the
// queued run and how many runs come before it, one in hand included. A full
// queue answers *QueueFullError.
func (a *Archive) Submit(asked wire.Run) (wire.Run, int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.queue) >= a.o.Queue {
		return wire.Run{}, 0, &QueueFullError{Waiting: len(a.queue)}
	}
	before := len(a.queue)
	if a.inHand != "" {
		before++
	}
	run := wire.Run{
		Schema: wire.Schema, ID: a.o.NewID(), Experiment: asked.Experiment, State: wire.Queued,
		CreatedAt: a.stamp(), Models: asked.Models, Params: asked.Params, Sweep: asked.Sweep, Seed: asked.Seed, Unit: asked.Unit, Results: []wire.Result{},
	}
	a.runs[run.ID] = &entry{run: run, recordings: map[string][]byte{}}
	a.queue = append(a.queue, run.ID)
	a.o.Observe(wire.Message{Type: wire.MsgQueued, Run: run.ID}, nil)
	a.nudge()
	return run, before, nil
}

// Cancel takes a run out of the queue, or tells the one in hand to end; its
// end is then reported like any other.
func (a *Archive) Cancel(id string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	e, ok := a.runs[id]
	switch {
	case !ok:
		return ErrNotFound
	case e.run.State.Final():
		return ErrEnded
	case e.run.State == wire.Running:
		e.cancel(ErrCancelled)
		return nil
	}
	a.queue = slices.DeleteFunc(a.queue, func(q string) bool { return q == id })
	run := e.run
	run.State, run.Reason = wire.Cancelled, ErrCancelled.Error()
	a.end(e, run)
	return nil
}

// Run answers the run with this id as it stands now, or ErrNotFound.
func (a *Archive) Run(id string) (wire.Run, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e, ok := a.runs[id]
	if !ok {
		return wire.Run{}, ErrNotFound
	}
	return e.run, nil
}

// Runs lists all runs without their trials: those that wait, last first, the
// one in hand, and those that ended, newest first.
func (a *Archive) Runs() []wire.Run {
	a.mu.Lock()
	defer a.mu.Unlock()
	ids := append([]string{}, a.ended...)
	if a.inHand != "" {
		ids = append(ids, a.inHand)
	}
	ids = append(ids, a.queue...)
	slices.Reverse(ids)
	list := make([]wire.Run, len(ids))
	for i, id := range ids {
		list[i] = Brief(a.runs[id].run)
	}
	return list
}

// Recording answers the encoded recording of one model of a run; the bytes
// are not to be changed.
func (a *Archive) Recording(id, model string) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e, ok := a.runs[id]
	if !ok {
		return nil, ErrNotFound
	}
	data, ok := e.recordings[model]
	if !ok {
		return nil, fmt.Errorf("find the recording of %q in run %s: %w", model, id, ErrNoRecording)
	}
	return data, nil
}

// Brief answers the run without its trials, which are most of its size.
func Brief(run wire.Run) wire.Run {
	results := make([]wire.Result, len(run.Results))
	copy(results, run.Results)
	for i := range results {
		results[i].Trials = []wire.Trial{}
	}
	run.Results = results
	return run
}

// end files a run in its final state, tells of it and makes room.
func (a *Archive) end(e *entry, run wire.Run) {
	run.EndedAt = a.stamp()
	e.run, e.cancel = run, nil
	encoded, _ := json.Marshal(run) // only its length counts
	e.bytes = int64(len(encoded))
	for _, data := range e.recordings {
		e.bytes += int64(len(data))
	}
	a.bytes += e.bytes
	a.ended = append(a.ended, run.ID)
	for len(a.ended) > 1 && (len(a.ended) > a.o.Runs || a.bytes > a.o.Bytes) {
		a.bytes -= a.runs[a.ended[0]].bytes
		delete(a.runs, a.ended[0])
		a.ended = a.ended[1:]
	}
	brief := Brief(run)
	a.o.Observe(wire.Message{Type: wire.MsgFinished, Run: run.ID, Result: &brief}, nil)
}

func (a *Archive) stamp() string { return a.o.Now().UTC().Format(time.RFC3339) }

func (a *Archive) nudge() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}
