package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"iowait/server/testbin"
	"iowait/server/wire"
)

func TestMain(m *testing.M) { testbin.Main(m) }

// hostModels asks the real program what it can run here.
func hostModels(t testing.TB) []wire.ModelInfo {
	t.Helper()
	out, err := exec.Command(testbin.Path(), "doctor", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d wire.Doctor
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatal(err)
	}
	return d.Models
}

func runner(t testing.TB) *Runner { return &Runner{Exe: testbin.Path(), Models: hostModels(t)} }

// children lists the worker processes of this process: "server" or "load" by id.
func children(t testing.TB) map[int]string {
	t.Helper()
	found := map[int]string{}
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		ids, _ := os.ReadFile(list) // a thread may end meanwhile
		for _, id := range strings.Fields(string(ids)) {
			args, _ := os.ReadFile("/proc/" + id + "/cmdline")
			if words := strings.Split(string(args), "\x00"); len(words) > 2 && words[1] == "worker" {
				pid, _ := strconv.Atoi(id)
				found[pid] = words[2]
			}
		}
	}
	return found
}

func TestARunOfTwoModels(t *testing.T) {
	request := Request{Experiment: "echo", Models: []string{"epoll", "thread-per-conn"}, Params: wire.Params{wire.ParamConns: 10, wire.ParamDurationMS: 500, wire.ParamRounds: 2, wire.ParamWarmupMS: 50, wire.ParamRecordMS: 20}}
	var progress, samples int
	var trials []wire.TrialDone
	recordings := map[string]*Recorded{}
	run := runner(t).Run(t.Context(), "r1", request, func(u Update) {
		switch {
		case u.Progress != nil && u.Progress.Phase == "waiting": // another package's tests measure
		case u.Progress != nil:
			progress++
			if p := u.Progress; p.Trials != 6 || p.Trial < 1 || p.Trial > 6 || p.LeftMS < 0 {
				t.Errorf("got progress %+v, want trial 1 to 6 of 6", *p)
			}
		case u.Sample != nil:
			samples++
		case u.Trial != nil:
			trials = append(trials, *u.Trial)
		case u.Recording != nil:
			recordings[u.Recording.Model] = u.Recording
		}
	})
	if run.State != wire.Done || run.ID != "r1" || run.Verdict == nil || run.EndedAt == "" {
		t.Fatalf("got %+v, want a run that is done", run)
	}
	if progress == 0 || samples < 4 || len(trials) != 4 {
		t.Errorf("got %d progress messages, %d samples, %d trials; want some, one or more per trial, 4", progress, samples, len(trials))
	}
	for i, r := range run.Results {
		if r.Model != request.Models[i] || r.Status != wire.OK || len(r.Trials) != 2 {
			t.Fatalf("got %s %s (%s) with %d trials, want %s ok with 2", r.Model, r.Status, r.Reason, len(r.Trials), request.Models[i])
		}
		if r.RequestsPS.Median <= 0 || r.LatencyNS.P50 <= 0 || *r.CPUPer1000 <= 0 || *r.Syscalls < 1 || *r.RSSPeak == 0 {
			t.Errorf("got %+v, want all numbers above zero", r)
		}
		checkRecording(t, r, recordings[r.Model])
	}
	if got := *run.Results[1].Threads; got < 11 {
		t.Errorf("got %d threads of thread-per-conn, want one for each of 10 connections and one that accepts", got)
	}
	if left := children(t); len(left) != 0 {
		t.Errorf("got processes %v left over", left)
	}
}

func checkRecording(t *testing.T, r wire.Result, got *Recorded) {
	t.Helper()
	if got == nil || r.Recording == nil {
		t.Fatalf("%s: no recording: %+v", r.Model, r.Recording)
	}
	rec, err := wire.Decode(got.Data)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(rec.Events)) != r.Recording.Events || rec.Total != r.Recording.Events+rec.Dropped || r.Recording.Bytes != len(got.Data) {
		t.Errorf("%s: got %d events of %d, %d bytes; want what the result says: %+v", r.Model, len(rec.Events), rec.Total, len(got.Data), *r.Recording)
	}
	threads := map[int32]wire.Thread{}
	for _, th := range rec.Threads {
		threads[th.TID] = th
	}
	seen := map[string]map[wire.Kind]int{"server": {}, "client": {}}
	last := int64(0)
	for _, e := range rec.Events {
		th, ok := threads[e.TID]
		if !ok {
			t.Fatalf("%s: event %+v is of a thread that the recording does not list", r.Model, e)
		}
		if e.AtNS < last || e.AtNS > rec.LengthNS {
			t.Fatalf("%s: event at %d after %d, want them sorted within %d", r.Model, e.AtNS, last, rec.LengthNS)
		}
		last = e.AtNS
		seen[th.Proc][e.Kind]++
		if int(e.Site) >= len(rec.Sites) {
			t.Fatalf("%s: event %+v names site %d of %d", r.Model, e, e.Site, len(rec.Sites))
		}
	}
	for proc, kinds := range map[string][]wire.Kind{
		"server": {wire.KindSysEnter, wire.KindSysExit}, "client": {wire.KindSent, wire.KindReceived, wire.KindSysEnter}} {
		for _, k := range kinds {
			if seen[proc][k] == 0 {
				t.Errorf("%s: got no %s event of the %s", r.Model, k, proc)
			}
		}
	}
	if rec.Switches == "kernel" && seen["server"][wire.KindSwitchIn] == 0 && r.Model == "thread-per-conn" {
		t.Errorf("%s: got no context switch of the server though the kernel records them", r.Model)
	}
}

func TestACrashedModelIsAFailedTrialAndTheOthersGoOn(t *testing.T) {
	request := Request{Experiment: "echo", Models: []string{"goroutine", "epoll"}, Params: wire.Params{wire.ParamConns: 5, wire.ParamDurationMS: 400, wire.ParamRounds: 1, wire.ParamWarmupMS: 0, wire.ParamRecordMS: 0}}
	killed := false
	run := runner(t).Run(t.Context(), "", request, func(u Update) {
		if u.Sample == nil || u.Sample.Model != "goroutine" || killed {
			return
		}
		for pid, side := range children(t) {
			if side == "server" {
				killed = true
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	})
	if !killed {
		t.Fatal("found no server process to kill")
	}
	r := run.Results[0]
	if r.Status != wire.Crashed || !strings.Contains(r.Reason, "server process: killed by signal 9") || r.RequestsPS != nil {
		t.Errorf("got %s (%s), want failed, killed by signal 9", r.Status, r.Reason)
	}
	if r := run.Results[1]; r.Status != wire.OK {
		t.Errorf("got %s %s (%s), want the other model to go on", r.Model, r.Status, r.Reason)
	}
	if run.State != wire.Done || !strings.Contains(run.Verdict.Text, "goroutine is failed") {
		t.Errorf("got %s, %+v; want a run that is done and says what it left out", run.State, run.Verdict)
	}
}

func TestCancelLeavesNoProcessBehind(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	request := Request{Experiment: "echo", Models: []string{"epoll", "goroutine"}, Params: wire.Params{wire.ParamConns: 5, wire.ParamDurationMS: 60000, wire.ParamRounds: 20}}
	run := runner(t).Run(ctx, "", request, func(u Update) {
		if u.Sample != nil {
			cancel()
		}
	})
	if run.State != wire.Cancelled || run.Verdict != nil {
		t.Errorf("got %s with verdict %+v, want cancelled without", run.State, run.Verdict)
	}
	if left := children(t); len(left) != 0 {
		t.Errorf("got processes %v left over", left)
	}
}

func TestAModelThatTheHostRefusesIsUnavailable(t *testing.T) {
	r := runner(t)
	for i := range r.Models {
		if r.Models[i].ID == "io_uring" {
			r.Models[i].OK, r.Models[i].Reason, r.Models[i].Fix = false, "io_uring_setup: operation not permitted", "sysctl it"
		}
	}
	trials := 0
	run := r.Run(t.Context(), "", Request{Experiment: "echo", Models: []string{"io_uring"}}, func(u Update) { trials++ })
	got := run.Results[0]
	if got.Status != wire.Unavailable || got.Reason == "" || got.Fix != "sysctl it" || got.RequestsPS != nil || trials != 0 {
		t.Errorf("got %+v after %d updates, want unavailable with reason and fix, and no trial", got, trials)
	}
	if run.State != wire.Done || run.Verdict.Kind != wire.InvalidRun {
		t.Errorf("got %s, %+v; want done, invalid", run.State, run.Verdict)
	}
}

func TestARunThatCannotStartIsFailed(t *testing.T) {
	run := runner(t).Run(t.Context(), "", Request{Experiment: "echo", Models: []string{"epoll"}, Params: wire.Params{wire.ParamConns: -1}}, func(Update) {})
	if run.State != wire.Failed || !strings.Contains(run.Reason, "conns: found -1") {
		t.Errorf("got %s (%s), want failed for its conns", run.State, run.Reason)
	}
	gone := &Runner{Exe: filepath.Join(t.TempDir(), "gone"), Models: hostModels(t)}
	run = gone.Run(t.Context(), "", Request{Experiment: "echo", Models: []string{"epoll"}, Params: wire.Params{wire.ParamRounds: 1}}, func(Update) {})
	if r := run.Results[0]; r.Status != wire.Crashed || !strings.Contains(r.Reason, "start the server") {
		t.Errorf("got %s (%s), want failed at starting the server", r.Status, r.Reason)
	}
}

func TestEveryBlockingThreadGetsItsTurn(t *testing.T) {
	request := Request{Experiment: "echo", Models: []string{"thread-per-conn"}, Params: wire.Params{wire.ParamConns: 100, wire.ParamDurationMS: 1000, wire.ParamRounds: 1, wire.ParamRecordMS: 0}}
	run := runner(t).Run(t.Context(), "", request, func(Update) {})
	trial := run.Results[0].Trials[0]
	if trial.Status != wire.OK {
		t.Fatalf("got %s (%s)", trial.Status, trial.Reason)
	}
	if p := trial.PerConn; p.Min < p.Median/5 {
		t.Errorf("got %+v requests per connection, want the least served to get at least a fifth of the median", p)
	}
}

func TestTheChildrenDieWithTheirParent(t *testing.T) {
	cmd := exec.Command(testbin.Path(), "run", "echo", "--models", "epoll", "--conns", "5", "--duration", "1m")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	list := fmt.Sprintf("/proc/%d/task", cmd.Process.Pid)
	var workers []string
	deadline := time.Now().Add(20 * time.Second)
	for len(workers) < 2 && time.Now().Before(deadline) {
		workers = nil
		files, _ := filepath.Glob(list + "/*/children")
		for _, f := range files {
			ids, _ := os.ReadFile(f)
			workers = append(workers, strings.Fields(string(ids))...)
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if len(workers) < 2 {
		t.Fatalf("got workers %v, want two", workers)
	}
	for _, id := range workers {
		for !ended(id) {
			if time.Now().After(deadline) {
				t.Fatalf("worker %s outlived its parent", id)
			}
		}
	}
}

// ended tells whether the process is gone, or dead and not yet reaped.
func ended(id string) bool {
	stat, err := os.ReadFile("/proc/" + id + "/stat")
	if errors.Is(err, os.ErrNotExist) {
		return true
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return rest == "" || rest[0] == 'Z' || rest[0] == 'X'
}

// BenchmarkEcho is each model's throughput, as one run with b.N rounds of a
// quarter of a second measures it.
func BenchmarkEcho(b *testing.B) {
	r := runner(b)
	for _, m := range r.Models {
		b.Run(m.ID, func(b *testing.B) {
			if !m.OK {
				b.Skip(m.Reason)
			}
			params := wire.Params{wire.ParamDurationMS: 250, wire.ParamRounds: 1, wire.ParamRecordMS: 0}
			if m.ID == "iterative" {
				params[wire.ParamConns] = 1 // the second would wait for the first to leave
			}
			var requests, ns int64
			for range b.N {
				run := r.Run(b.Context(), "", Request{Experiment: "echo", Models: []string{m.ID}, Params: params}, func(Update) {})
				t := run.Results[0].Trials[0]
				if t.Status != wire.OK {
					b.Fatal(t.Reason)
				}
				requests, ns = requests+t.Requests, ns+t.ElapsedNS
			}
			b.ReportMetric(float64(requests)/float64(ns)*1e9, "requests/s")
			b.ReportMetric(0, "ns/op") // starting processes is not the subject
		})
	}
}
