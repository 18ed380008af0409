package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"iowait/server/wire"
)

// story makes n messages as they come from an archive: runs queue up, start,
// say things and end, some before they started.
func story(n int, random *rand.Rand) []wire.Message {
	var list []wire.Message
	var queue []string
	current, last := "", 0
	for len(list) < n {
		m := wire.Message{Run: current}
		switch event := random.IntN(20); {
		case event < 2 && len(queue) < 8:
			last++
			m.Type, m.Run = wire.MsgQueued, fmt.Sprint("r", last)
			queue = append(queue, m.Run)
		case event < 3 && len(queue) > 0:
			m.Type, m.Run = wire.MsgFinished, queue[len(queue)-1]
			m.Result = &wire.Run{ID: m.Run, State: wire.Cancelled}
			queue = queue[:len(queue)-1]
		case current == "" && len(queue) > 0:
			m.Type, m.Run = wire.MsgStarted, queue[0]
			m.Started = &wire.Run{ID: m.Run, State: wire.Running}
			current, queue = queue[0], queue[1:]
		case current == "":
			continue
		case event < 4:
			m.Type, m.Result = wire.MsgFinished, &wire.Run{ID: current, State: wire.Done}
			current = ""
		case event < 6:
			m.Type, m.Trial = wire.MsgTrial, &wire.TrialDone{Model: "epoll", Round: event}
		case event < 7:
			m.Type, m.Recording = wire.MsgRecording, &wire.RecordingNotice{Model: "epoll", Events: int64(event)}
		case event < 12:
			m.Type, m.Progress = wire.MsgProgress, &wire.Progress{LeftMS: random.Int64N(1000)}
		default:
			m.Type, m.Sample = wire.MsgSample, &wire.Sample{AtMS: random.Int64N(1000)}
		}
		list = append(list, m)
	}
	return list
}

func text(t *testing.T, v any) string {
	t.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

func TestASnapshotAndTheMessagesAfterItTellAsMuchAsAllMessages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	messages := story(5000, random)
	fresh := forget(wire.Snapshot{Queue: []string{}})
	all := fresh
	for _, m := range messages {
		all = apply(all, m)
	}
	want := text(t, all)
	for range 50 {
		join := random.IntN(len(messages))
		seen := fresh
		for _, m := range messages[:join] {
			seen = apply(seen, m)
		}
		var joiner wire.Snapshot
		if err := json.Unmarshal([]byte(text(t, seen)), &joiner); err != nil {
			t.Fatal(err)
		}
		for _, m := range messages[join:] {
			joiner = apply(joiner, m)
		}
		if got := text(t, joiner); got != want {
			t.Fatalf("joined at %d: got %s, want %s", join, got, want)
		}
	}
}

func TestASnapshotCarriesABoundedNumberOfSamples(t *testing.T) {
	s := forget(wire.Snapshot{})
	early := s
	for i := range 10 * SamplesKept {
		s = apply(s, wire.Message{Type: wire.MsgSample, Sample: &wire.Sample{AtMS: int64(i)}})
		if i == SamplesKept {
			early = s
		}
	}
	if got := len(s.Samples); got != SamplesKept {
		t.Errorf("got %d, want %d", got, SamplesKept)
	}
	if got, want := s.Samples[0].AtMS, int64(9*SamplesKept); got != want {
		t.Errorf("oldest: got %d, want %d", got, want)
	}
	if got := early.Samples[0].AtMS; got != 1 {
		t.Errorf("oldest of an earlier copy: got %d, want it unchanged at 1", got)
	}
}
