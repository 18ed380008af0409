package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"iowait/server/wire"
)

// newTest makes an archive with ids r1, r2, … and a list of what it told.
func newTest(o Options) (*Archive, chan wire.Message) {
	told := make(chan wire.Message, 1000)
	n := 0
	o.NewID = func() string { n++; return fmt.Sprint("r", n) }
	o.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, n, 0, time.UTC) }
	o.Observe = func(m wire.Message, _ []byte) { told <- m }
	return New(o), told
}

func submit(t *testing.T, a *Archive) (wire.Run, int) {
	t.Helper()
	run, before, err := a.Submit(wire.Run{Experiment: "echo", Models: []string{"epoll"}, Params: wire.Params{"conns": 10}})
	if err != nil {
		t.Fatal(err)
	}
	return run, before
}

// await takes what the archive told until a message of this type is there.
func await(t *testing.T, told chan wire.Message, typ wire.MessageType) wire.Message {
	t.Helper()
	for {
		select {
		case m := <-told:
			if m.Type == typ {
				return m
			}
		case <-t.Context().Done():
			t.Fatalf("no message of type %q", typ)
		case <-time.After(30 * time.Second):
			t.Fatalf("no message of type %q within 30 s", typ)
		}
	}
}

// work runs Work until the test ends and waits for it.
func work(t *testing.T, a *Archive, execute Execute) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); a.Work(ctx, execute) }()
	t.Cleanup(func() { cancel(); <-done })
}

func TestRunsAreExecutedOneAtATimeInTheOrderOfTheQueue(t *testing.T) {
	a, told := newTest(Options{Runs: 10, Bytes: 1 << 20, Queue: 8})
	for want := range 3 {
		if _, got := submit(t, a); got != want {
			t.Errorf("runs before it: got %d, want %d", got, want)
		}
	}
	var order []string
	work(t, a, func(_ context.Context, run wire.Run, _ func(wire.Message, []byte)) wire.Run {
		order = append(order, run.ID) // unguarded on purpose: the race detector watches
		run.State = wire.Done
		return run
	})
	for range 3 {
		await(t, told, wire.MsgFinished)
	}
	if want := []string{"r1", "r2", "r3"}; !slices.Equal(order, want) {
		t.Errorf("order: got %v, want %v", order, want)
	}
	if got := a.Runs()[0].ID; got != "r3" {
		t.Errorf("newest run listed first: got %s, want r3", got)
	}
}

func TestAFullQueueRefusesARunAndSaysHowManyWait(t *testing.T) {
	a, _ := newTest(Options{Runs: 10, Bytes: 1 << 20, Queue: 2})
	submit(t, a)
	submit(t, a)
	_, _, err := a.Submit(wire.Run{Experiment: "echo"})
	var full *QueueFullError
	if !errors.As(err, &full) || full.Waiting != 2 {
		t.Errorf("got %v, want a QueueFullError with 2 waiting", err)
	}
}

func TestCancelTakesAWaitingRunOutOfTheQueue(t *testing.T) {
	a, told := newTest(Options{Runs: 10, Bytes: 1 << 20, Queue: 8})
	run, _ := submit(t, a)
	if err := a.Cancel(run.ID); err != nil {
		t.Fatal(err)
	}
	if m := await(t, told, wire.MsgFinished); m.Result.State != wire.Cancelled {
		t.Errorf("told state: got %s, want cancelled", m.Result.State)
	}
	if _, before := submit(t, a); before != 0 {
		t.Errorf("runs before the next one: got %d, want 0", before)
	}
	if err := a.Cancel(run.ID); err != ErrEnded {
		t.Errorf("cancel again: got %v, want ErrEnded", err)
	}
	if err := a.Cancel("nobody"); err != ErrNotFound {
		t.Errorf("cancel an unknown run: got %v, want ErrNotFound", err)
	}
}

func TestCancelEndsTheRunInHandAndTheNextOneFollows(t *testing.T) {
	a, told := newTest(Options{Runs: 10, Bytes: 1 << 20, Queue: 8})
	first, _ := submit(t, a)
	second, _ := submit(t, a)
	work(t, a, func(ctx context.Context, run wire.Run, _ func(wire.Message, []byte)) wire.Run {
		if run.ID == first.ID {
			<-ctx.Done()
			return run // not in a final state: the archive knows why
		}
		run.State = wire.Done
		return run
	})
	if m := await(t, told, wire.MsgStarted); m.Started.ID != first.ID || m.Started.State != wire.Running {
		t.Errorf("started: got %+v, want %s running", m.Started, first.ID)
	}
	if err := a.Cancel(first.ID); err != nil {
		t.Fatal(err)
	}
	m := await(t, told, wire.MsgFinished)
	if m.Run != first.ID || m.Result.State != wire.Cancelled || m.Result.Reason != ErrCancelled.Error() {
		t.Errorf("got %s %s %q, want %s cancelled %q", m.Run, m.Result.State, m.Result.Reason, first.ID, ErrCancelled)
	}
	if m := await(t, told, wire.MsgFinished); m.Run != second.ID || m.Result.State != wire.Done {
		t.Errorf("got %s %s, want %s done", m.Run, m.Result.State, second.ID)
	}
}

func TestARunThatPanicsHasFailedAndTheNextOneFollows(t *testing.T) {
	a, told := newTest(Options{Runs: 10, Bytes: 1 << 20, Queue: 8})
	first, _ := submit(t, a)
	submit(t, a)
	work(t, a, func(_ context.Context, run wire.Run, _ func(wire.Message, []byte)) wire.Run {
		if run.ID == first.ID {
			panic("boom")
		}
		run.State = wire.Done
		return run
	})
	if m := await(t, told, wire.MsgFinished); m.Result.State != wire.Failed {
		t.Errorf("first run: got %s, want failed", m.Result.State)
	}
	if m := await(t, told, wire.MsgFinished); m.Result.State != wire.Done {
		t.Errorf("second run: got %s, want done", m.Result.State)
	}
}

func TestTheOldestRunsMakeRoomForNewerOnes(t *testing.T) {
	recording := make([]byte, 10_000)
	for _, test := range []struct {
		name string
		o    Options
		kept int
	}{
		{"bounded by count", Options{Runs: 3, Bytes: 1 << 30, Queue: 8}, 3},
		{"bounded by bytes", Options{Runs: 100, Bytes: 25_000, Queue: 8}, 2},
		{"the run that ended last stays, however large", Options{Runs: 100, Bytes: 100, Queue: 8}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, told := newTest(test.o)
			work(t, a, func(_ context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
				emit(wire.Message{Type: wire.MsgRecording, Recording: &wire.RecordingNotice{Model: "epoll"}}, recording)
				run.State = wire.Done
				return run
			})
			for range 5 {
				submit(t, a)
				await(t, told, wire.MsgFinished)
			}
			if got := len(a.Runs()); got != test.kept {
				t.Errorf("runs kept: got %d, want %d", got, test.kept)
			}
			if got, err := a.Recording("r5", "epoll"); err != nil || len(got) != len(recording) {
				t.Errorf("newest recording: got %d B, %v; want %d B", len(got), err, len(recording))
			}
			if _, err := a.Run("r1"); err != ErrNotFound {
				t.Errorf("oldest run: got %v, want ErrNotFound", err)
			}
			if _, err := a.Recording("r5", "poll"); !errors.Is(err, ErrNoRecording) {
				t.Errorf("a model without recording: got %v, want ErrNoRecording", err)
			}
		})
	}
}

func TestWhatARunSaysAfterItsEndIsDropped(t *testing.T) {
	a, told := newTest(Options{Runs: 10, Bytes: 1 << 20, Queue: 8})
	var late func(wire.Message, []byte)
	work(t, a, func(_ context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
		late = emit
		run.State = wire.Done
		return run
	})
	submit(t, a)
	await(t, told, wire.MsgFinished)
	late(wire.Message{Type: wire.MsgSample, Sample: &wire.Sample{}}, nil)
	if len(told) != 0 {
		t.Errorf("got %v, want nothing", <-told)
	}
}

func TestBriefLeavesTheTrialsOutAndTheRunAlone(t *testing.T) {
	run := wire.Run{Results: []wire.Result{{Model: "epoll", Trials: make([]wire.Trial, 3)}}}
	brief := Brief(run)
	if got := len(brief.Results[0].Trials); got != 0 {
		t.Errorf("trials in brief: got %d, want 0", got)
	}
	if got := len(run.Results[0].Trials); got != 3 {
		t.Errorf("trials in the run: got %d, want 3", got)
	}
}
