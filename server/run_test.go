package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"iowait/server/bench"
	"iowait/server/wire"
)

var testModels = []wire.ModelInfo{
	{ID: "epoll", Kind: "socket", OK: true}, {ID: "io_uring", Kind: "socket", Reason: "refused"}, {ID: "read", Kind: "file", OK: true},
	{ID: "thread-pool", Kind: "socket", OK: true, Not: map[string]string{"http": "it is shy"}},
}

func TestRunReadsParametersAsFlags(t *testing.T) {
	r, o, err := parseRun(strings.Fields("echo --models epoll --conns 7 --size 1 --rounds 6 --duration 1.5s --warmup 0 --record-ms 50ms --record x.iow --json"), testModels)
	if err != nil {
		t.Fatal(err)
	}
	want := wire.Params{"conns": 7, "size": 1, "rounds": 6, "duration_ms": 1500, "warmup_ms": 0, "record_ms": 50}
	for name, value := range want {
		if r.Params[name] != value {
			t.Errorf("%s: got %d, want %d", name, r.Params[name], value)
		}
	}
	if len(r.Models) != 1 || r.Models[0] != "epoll" || o != (runOptions{format: "json", record: "x.iow"}) {
		t.Errorf("got models %v, options %+v", r.Models, o)
	}
}

func TestRunComparesTheExperimentsModelsUnlessTold(t *testing.T) {
	known := append([]wire.ModelInfo{{ID: "iterative", Kind: "socket", OK: true}}, testModels...)
	r, _, err := parseRun([]string{"echo"}, known)
	if err != nil || strings.Join(r.Models, ",") != "epoll,io_uring" {
		t.Errorf("got %v, %v, want those of the experiment, also one that is unavailable", r.Models, err)
	}
}

func TestAUsageErrorNamesTheFlagWhatWasFoundAndWhatIsWanted(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                        {"found nothing", "one of echo"},
		"ping":                                    {`found "ping"`, "one of echo"},
		"echo --conns 0":                          {"conns", `"0"`, "an integer from 1 to 10000"},
		"echo --conns many":                       {"conns", `"many"`, "an integer from 1 to 10000"},
		"echo --duration 1":                       {"duration", `"1"`, "a duration in whole milliseconds from 100ms to 1m0s"},
		"echo --duration 150.5ms":                 {"duration", `"150.5ms"`, "whole milliseconds"},
		"echo --models kqueue":                    {"--models", `"kqueue"`, "one of epoll, io_uring"},
		"echo --models read":                      {"--models", `"read"`, "one of epoll, io_uring"},
		"http --models thread-pool":               {"thread-pool", "takes no part in http", "it is shy"},
		"echo --models epoll:rounds=3":            {"--models", `"rounds"`, "may differ between models"},
		"echo --models epoll:conns":               {"--models", `"conns"`, "PARAMETER=VALUE"},
		"echo --models epoll:conns=0":             {"--models", `"0"`, "a value of conns"},
		"echo --conns 1,2 --size 1,2":             {"--conns", "second list", "want one"},
		"echo --rounds 1,2":                       {"rounds", "want one value"},
		"echo --conns 1,1":                        {"sweep", "twice"},
		"echo --conns 1,2 --models epoll:conns=3": {"--models", "which is swept"},
		"echo --arrivals sometimes":               {"arrivals", `"sometimes"`, "one of constant|poisson"},
		"echo --seed -1":                          {"--seed", "-1", "an integer from 1"},
		"echo --hold":                             {"--hold", "exactly one"},
		"--from /does/not/exist":                  {"--from", "no such file"},
		"echo --rounds 30 --duration 60s --conns 1,2,3,4,5,6,7,8,9,10,11,12": {"--duration_ms", "12h"},
		"echo --models epoll,epoll":         {"--models", "twice", "each model once"},
		"echo --csv --json":                 {"json", "besides --csv", "one format"},
		"echo epoll":                        {`"epoll"`, "only flags"},
		"echo --record x --record-ms 0":     {"--record", "at least 1ms"},
		"echo --warmup 99999999999999999h":  {"warmup", "0s to 10s"},
		"echo --size 99999999999999999999":  {"size", "an integer from 1 to 1048576"},
		"echo --rounds 3 --rounds thirteen": {"rounds", `"thirteen"`, "1 to 30"},
	} {
		t.Run(line, func(t *testing.T) {
			_, _, err := parseRun(strings.Fields(line), testModels)
			if exitCode(err) != 2 {
				t.Fatalf("got %v, want a usage error", err)
			}
			for _, part := range want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("got %q, want %q in it", err, part)
				}
			}
		})
	}
}

func TestAListOfValuesMakesASweepAndAModelMayDiffer(t *testing.T) {
	r, _, err := parseRun(strings.Fields("file-read --models read:work=lines:chunk=8KiB,read --file-size 1MiB --chunk 4096,1024,64KiB"), testModels)
	if err == nil || !strings.Contains(err.Error(), "swept") {
		t.Errorf("got %v, want that chunk is swept", err)
	}
	r, _, err = parseRun(strings.Fields("file-read --models read:work=lines,read --file-size 1MiB --chunk 4096,1024,64KiB --cache cold --seed 7"), testModels)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Models, *r.Sweep, r.Params["file_size"], r.Params["cache"], r.Seed); got != "[read:work=1 read] {chunk [1024 4096 65536]} 1048576 1 7" {
		t.Errorf("got %s", got)
	}
}

func TestARunIsRepeatedFromItsOwnJSON(t *testing.T) {
	first, _, err := parseRun(strings.Fields("echo --models epoll,epoll:size=7 --conns 5,10 --seed 99 --rounds 2"), testModels)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(wire.Run{Schema: wire.Schema, Experiment: first.Experiment, Models: first.Models, Params: first.Params, Sweep: first.Sweep, Seed: first.Seed})
	file := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	again, o, err := parseRun([]string{"--from", file, "--json"}, testModels)
	if err != nil || o.format != "json" || !reflect.DeepEqual(again, first) {
		t.Errorf("got %+v %+v %v, want %+v", again, o, err, first)
	}
	for name, text := range map[string]string{"another schema": `{"schema":2}`, "no JSON": "model"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := parseRun([]string{"--from", file}, testModels); exitCode(err) != 2 || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: got %v, want a usage error that names the file", name, err)
		}
	}
}

func TestHelpIsNotAnError(t *testing.T) {
	if _, _, err := parseRun([]string{"echo", "-h"}, testModels); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v, want help", err)
	}
}

func TestEveryParameterHasItsOwnFlag(t *testing.T) {
	for _, e := range bench.Experiments() {
		seen := map[string]bool{"models": true, "json": true, "record": true, "csv": true, "benchstat": true, "hold": true, "full": true,
			"from": true, "seed": true, "files-dir": true}
		for _, p := range e.Params {
			if name := paramFlag(p); seen[name] {
				t.Errorf("%s: flag --%s is taken twice", e.ID, name)
			} else {
				seen[name] = true
			}
		}
	}
}

func TestTheExitStatusTellsWhatBecameOfTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		state    wire.RunState
		statuses []wire.Status
		want     int
	}{
		"all is well":    {wire.Done, []wire.Status{wire.OK, wire.OK}, 0},
		"a failed model": {wire.Done, []wire.Status{wire.OK, wire.Crashed, wire.Unavailable}, 1},
		"an invalid one": {wire.Done, []wire.Status{wire.OK, wire.Invalid}, 3},
		"an unavailable": {wire.Done, []wire.Status{wire.Unavailable}, 3},
		"cancelled":      {wire.Cancelled, []wire.Status{wire.OK}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			run := &wire.Run{State: c.state}
			for _, s := range c.statuses {
				run.Results = append(run.Results, wire.Result{Status: s})
			}
			got := 0
			if err := outcomeOf(run); err != nil {
				got = exitCode(err)
			}
			if got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func TestTheTableShowsReasonsInsteadOfZeros(t *testing.T) {
	cpu, threads, rss, calls, switches := 0.0123, 8, int64(1), 2.0, 0.5
	run := &wire.Run{Experiment: "echo", Unit: "requests/s", Params: wire.Params{"conns": 1000, "size": 100, "duration_ms": 1000, "rounds": 3},
		CPUs: wire.CPUSets{Server: []int{0}, Load: []int{1}},
		Results: []wire.Result{
			{Model: "goroutine", Status: wire.OK, RequestsPS: &wire.Spread{Median: 61234, Low: 60000, High: 70000}, Measured: &wire.Spread{Median: 61234, Low: 60000, High: 70000},
				LatencyNS: &wire.Latency{P50: 414207, P99: 2498559}, CPUPer1000: &cpu, Threads: &threads, RSSPeak: &rss, Syscalls: &calls, Switches: &switches,
				Trials: []wire.Trial{{Server: wire.Usage{Uncounted: "epoll_wait"}}}},
			{Model: "io_uring", Status: wire.Unavailable, Reason: "refused", Fix: "sysctl"},
		},
		Verdict: &wire.Verdict{Kind: wire.Ranked, Text: "It is so."}}
	var out bytes.Buffer
	if err := printRun(&out, run); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"echo, conns 1000, duration 1s, rounds 3", "61,234", "(60,000–70,000)", "414µs", "2.5ms", "0.0123", "≥2.00", "0.50",
		"unavailable: refused; to enable it: sysctl", "ranked: It is so."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant %q in it", out.String(), want)
		}
	}
	if strings.Contains(out.String(), "io_uring   0") {
		t.Errorf("got a zero for what does not exist:\n%s", out.String())
	}
}

func TestProgressNamesTheTrialInHand(t *testing.T) {
	got := progressText(&wire.Progress{Trial: 4, Trials: 12, Model: "epoll", Round: 2, Rounds: 3, Phase: "measure", LeftMS: 9100})
	if want := "trial 4 of 12 · epoll · round 2 of 3 · measure · about 9s left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = progressText(&wire.Progress{Trial: 12, Trials: 12, Model: "epoll", Rounds: 3, Phase: "record"})
	if want := "trial 12 of 12 · epoll · recording · record · about 0s left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRecordingsOfSeveralModelsGetTheirNames(t *testing.T) {
	for _, c := range []struct {
		file   string
		models int
		want   string
	}{{"x.iow", 1, "x.iow"}, {"x.iow", 2, "x-epoll.iow"}, {"dir.d/x", 2, "dir.d/x-epoll"}} {
		if got := recordingFile(c.file, "epoll", c.models); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestDoctorPrintsOneJSONObject(t *testing.T) {
	var out bytes.Buffer
	if err := runDoctor(t.Context(), []string{"--json"}, &out); err != nil {
		t.Fatal(err)
	}
	var d wire.Doctor
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Models) == 0 || len(d.Runtimes) != 2 || d.Host.Kernel == "" {
		t.Errorf("got %+v, want host, models and two runtimes", d)
	}
	for _, m := range d.Models {
		if !m.OK && (m.Reason == "" || m.Fix == "") {
			t.Errorf("got %+v, want reason and fix", m)
		}
	}
	if err := runDoctor(t.Context(), []string{"extra"}, &out); exitCode(err) != 2 {
		t.Errorf("got %v, want a usage error", err)
	}
}

func TestARuntimeThatIsNotThereHasAReason(t *testing.T) {
	got := probeRuntime(t.Context(), "no-such-runtime", "--version")
	if got.OK || !strings.Contains(got.Reason, "no-such-runtime") {
		t.Errorf("got %+v, want the reason", got)
	}
}
