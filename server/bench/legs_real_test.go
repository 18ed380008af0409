package bench

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"iowait/server/wire"
)

func TestASweepOfModelsThatDiffer(t *testing.T) {
	recordings := map[string]bool{}
	run := runner(t).Run(t.Context(), "", Request{Experiment: "echo", Models: []string{"epoll", "epoll:size=5000", "goroutine"}, Seed: 11,
		Params: wire.Params{wire.ParamDurationMS: 200, wire.ParamRounds: 1, wire.ParamWarmupMS: 0, wire.ParamRecordMS: 5},
		Sweep:  &wire.Sweep{Param: wire.ParamConns, Values: []int64{10, 2}}}, func(u Update) {
		if u.Recording != nil {
			recordings[u.Recording.Model] = true
		}
	})
	if run.State != wire.Done || run.Seed != 11 || run.Scenario == "" || run.Unit != UnitRequests || len(run.Verdict.Points) != 2 {
		t.Fatalf("got %+v (%s), want a run that is done with two points", run, run.Reason)
	}
	var got []string
	for i := range run.Results {
		r := &run.Results[i]
		got = append(got, r.Name())
		if r.Status != wire.OK || r.Measured == nil || r.Measured.Median != r.RequestsPS.Median {
			t.Errorf("%s: got %s (%s), want ok with requests/s measured", r.Name(), r.Status, r.Reason)
		}
	}
	want := []string{"epoll:conns=2", "epoll:conns=2:size=5000", "goroutine:conns=2", "epoll:conns=10", "epoll:conns=10:size=5000", "goroutine:conns=10"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, name := range want[:3] { // the default of conns is not among the values
		if !recordings[name] || len(recordings) != 3 {
			t.Errorf("got recordings of %v, want those of the first value", recordings)
		}
	}
	sizes := slices.IndexFunc(run.Parity, func(p wire.Parity) bool { return p.What == wire.ParamSize })
	if sizes < 0 || run.Parity[sizes].Equal || run.Parity[sizes].Values[want[1]] != "5000 B" || run.Parity[sizes].Values[want[0]] != "100 B" {
		t.Errorf("got parity %+v, want the sizes to be unequal", run.Parity)
	}
}

func TestFileExperimentsAgreeOnTheData(t *testing.T) {
	root := t.TempDir()
	r := runner(t)
	r.Files = root
	for _, c := range []struct {
		experiment string
		params     wire.Params
	}{
		{"file-read", wire.Params{wire.ParamFileSize: 3<<20 + 5, wire.ParamChunk: 4096}},
		{"small-files", wire.Params{wire.ParamFiles: 50, wire.ParamSize: 1000}},
		{"small-files", wire.Params{wire.ParamFiles: 50, wire.ParamSize: 1000, wire.ParamOp: wire.FilesWritten}},
		{"large-files", wire.Params{wire.ParamFileSize: 4 << 20, wire.ParamTo: wire.ToSocket}},
	} {
		t.Run(fmt.Sprint(c.experiment, c.params), func(t *testing.T) {
			experiment, _ := find(c.experiment)
			c.params[wire.ParamDurationMS], c.params[wire.ParamRounds], c.params[wire.ParamWarmupMS], c.params[wire.ParamRecordMS] = 100, 1, 0, 1
			var models []string
			for _, m := range r.Models {
				if m.Kind == "file" && m.OK && m.Not[c.experiment] == "" {
					models = append(models, m.ID)
				}
			}
			run := r.Run(t.Context(), "", Request{Experiment: c.experiment, Models: models, Params: c.params}, func(Update) {})
			if run.State != wire.Done || run.Unit != experiment.Unit || len(models) == 0 {
				t.Fatalf("got %s (%s)", run.State, run.Reason)
			}
			for _, got := range run.Results {
				if got.Status == wire.Unavailable && got.Reason != "" {
					continue // of this directory: the reason is said
				}
				if got.Status != wire.OK || got.Measured.Median <= 0 || got.Cache == "" || got.DeviceB == nil {
					t.Errorf("%s: got %s (%s), cache %q", got.Name(), got.Status, got.Reason, got.Cache)
				}
				if got.Recording == nil || got.Recording.Events == 0 {
					t.Errorf("%s: got recording %+v, want events", got.Name(), got.Recording)
				}
			}
		})
	}
	left, _ := os.ReadDir(root)
	if len(left) > 0 {
		t.Errorf("got %v left in the directory, want nothing", left)
	}
}

func TestRunsOfTwoProcessesDoNotOverlap(t *testing.T) {
	first, second := runner(t), runner(t)
	request := Request{Experiment: "echo", Models: []string{"epoll"}, Params: wire.Params{wire.ParamDurationMS: 300, wire.ParamRounds: 1, wire.ParamRecordMS: 0}}
	begun, ended := make(chan struct{}), make(chan *wire.Run, 1)
	go func() {
		once := false
		ended <- first.Run(t.Context(), "", request, func(u Update) {
			if !once && u.Progress != nil && u.Progress.Phase == "start" {
				once = true
				close(begun)
			}
		})
	}()
	<-begun
	var waited string
	run := second.Run(t.Context(), "", request, func(u Update) {
		if u.Progress != nil && u.Progress.Phase == "waiting" {
			waited = u.Progress.Note
		}
	})
	select {
	case r := <-ended:
		if r.State != wire.Done || run.State != wire.Done {
			t.Errorf("got %s and %s, want both done", r.State, run.State)
		}
	default:
		t.Error("the second run has ended before the first")
	}
	if !strings.Contains(waited, fmt.Sprint(os.Getpid())) || !strings.Contains(waited, "echo") {
		t.Errorf("got %q, want who holds the host, and with what", waited)
	}
}
