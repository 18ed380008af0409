package archive

import (
	"context"
	"fmt"
	"runtime/debug"

	"iowait/server/wire"
)

// Execute makes one run and answers it in its final state. It calls emit
// with what happens meanwhile (MsgProgress, MsgSample, MsgTrial, and
// MsgRecording with the encoded recording); emit does not block. When ctx
// ends, Execute stops the run, leaves nothing behind and answers what it has.
type Execute func(ctx context.Context, run wire.Run, emit func(m wire.Message, recording []byte)) wire.Run

// Work takes runs out of the queue, one at a time, and executes them until
// ctx ends; the run in hand is then cancelled and waited for. A run whose
// execution panics has failed; Work goes on with the next.
func (a *Archive) Work(ctx context.Context, execute Execute) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.wake:
		}
		for ctx.Err() == nil {
			e, runCtx, ok := a.take(ctx)
			if !ok {
				break
			}
			emit := func(m wire.Message, recording []byte) { a.note(e, m, recording) }
			run := guard(execute, runCtx, e.run, emit)
			a.finish(e, runCtx, run)
		}
	}
}

// take makes the next queued run the one in hand.
func (a *Archive) take(ctx context.Context) (*entry, context.Context, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.queue) == 0 {
		return nil, nil, false
	}
	e := a.runs[a.queue[0]]
	a.queue, a.inHand = a.queue[1:], a.queue[0]
	runCtx, cancel := context.WithCancelCause(ctx)
	e.cancel = cancel
	e.run.State, e.run.StartedAt = wire.Running, a.stamp()
	started := e.run
	a.o.Observe(wire.Message{Type: wire.MsgStarted, Run: started.ID, Started: &started}, nil)
	return e, runCtx, true
}

// note files and passes on one message about the run in hand.
func (a *Archive) note(e *entry, m wire.Message, recording []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e.run.State != wire.Running {
		return
	}
	m.Run = e.run.ID
	if m.Recording != nil {
		e.recordings[m.Recording.Model] = recording
	}
	a.o.Observe(m, recording)
}

// finish files the executed run under what the archive knows of it.
func (a *Archive) finish(e *entry, runCtx context.Context, run wire.Run) {
	a.mu.Lock()
	defer a.mu.Unlock()
	known := e.run
	run.Schema, run.ID, run.Experiment = known.Schema, known.ID, known.Experiment
	run.Models, run.Params, run.Sweep = known.Models, known.Params, known.Sweep
	run.CreatedAt, run.StartedAt = known.CreatedAt, known.StartedAt
	if run.Results == nil {
		run.Results = []wire.Result{}
	}
	if !run.State.Final() {
		run.State = wire.Failed
		if runCtx.Err() != nil {
			run.State = wire.Cancelled
		}
	}
	if run.State == wire.Cancelled {
		run.Reason = "the server stopped"
		if context.Cause(runCtx) == ErrCancelled {
			run.Reason = ErrCancelled.Error()
		}
	}
	e.cancel(nil)
	a.inHand = ""
	a.end(e, run)
}

// guard turns a panic of execute into a failed run.
func guard(execute Execute, ctx context.Context, run wire.Run, emit func(wire.Message, []byte)) (ended wire.Run) {
	defer func() {
		if p := recover(); p != nil {
			ended = run
			ended.State = wire.Failed
			ended.Reason = fmt.Sprintf("the server's own code panicked: %v", p)
			debug.PrintStack()
		}
	}()
	return execute(ctx, run, emit)
}
