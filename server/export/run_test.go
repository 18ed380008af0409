package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"iowait/server/wire"
)

// exampleRun has a model that ran, one with a broken rule, one that cannot
// run, and a file method at two values.
func exampleRun() *wire.Run {
	ok := wire.Trial{Round: 1, Status: wire.OK, ElapsedNS: 2e9, Requests: 50_000, BytesRead: 5_000_000, RequestsPS: 25_000, MeanNS: 4000,
		LatencyNS: wire.Latency{P50: 3000, P90: 5000, P99: 9000, P999: 20_000, Max: 30_000}, StealPct: 0.5, OtherPct: 1.25,
		Errors: map[string]int{"reset": 2, "EOF": 1},
		Server: wire.Usage{ElapsedNS: 2e9, UserNS: 5e8, SystemNS: 5e8, Threads: 7, RSS: 1 << 20, RSSPeak: 2 << 20, Voluntary: 3, Involuntary: 4, Syscalls: 100_000}}
	second := ok
	second.Round, second.RequestsPS, second.Requests = 2, 30_000, 60_000
	bad := ok
	bad.Status, bad.Reason = wire.Invalid, "=Little's law, broken"
	return &wire.Run{
		ID: "r1", Experiment: "file-read", Scenario: "abc123", Params: wire.Params{wire.ParamConns: 100, wire.ParamThinkMS: 0, wire.ParamRounds: 2, wire.ParamDurationMS: 2000, wire.ParamChunk: 512},
		Host: wire.Host{Arch: "amd64", CPU: "A CPU\n@ 3 GHz", CPUs: 2},
		Results: []wire.Result{
			{Model: "epoll", Family: "multiplexed", Status: wire.OK, Trials: []wire.Trial{ok, second}},
			{Model: "io_uring", At: wire.Params{wire.ParamChunk: 4096}, Status: wire.Invalid, Trials: []wire.Trial{bad}},
			{Model: "odd name/=1", Status: wire.OK, Trials: []wire.Trial{ok}},
			{Model: "linux-aio", Status: wire.Unavailable, Reason: "io_setup: \"not\" permitted"},
		},
	}
}

func TestEachTrialIsALineOfCSV(t *testing.T) {
	var b bytes.Buffer
	if err := RunCSV(&b, exampleRun()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\r\n"); n != 6 {
		t.Errorf("got %d lines that end as RFC 4180 has it, want 6", n)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{
		{"run": "r1", "scenario": "abc123", "model": "epoll", "at": "", "round": "1", "status": "ok", "reason": "", "requests_per_s": "25000",
			"bytes_per_s": "2500000", "files_per_s": "", "latency_p99_ns": "9000", "latency_max_ns": "30000", "service_p99_ns": "", "server_user_ns": "500000000",
			"threads": "7", "rss_peak_bytes": "2097152", "involuntary_switches": "4", "syscalls": "100000", "errors": "3", "steal_percent": "0.5", "other_cpu_percent": "1.25"},
		{"model": "epoll", "round": "2", "requests_per_s": "30000"},
		{"model": "io_uring", "at": ":chunk=4096", "round": "1", "status": "invalid", "reason": "'=Little's law, broken", "requests_per_s": "", "steal_percent": ""},
		{"model": "odd name/=1"},
		{"model": "linux-aio", "round": "", "status": "unavailable", "reason": "io_setup: \"not\" permitted", "requests": "", "syscalls": ""},
	}
	if len(lines) != 1+len(want) || !reflect.DeepEqual(lines[0], runColumns) {
		t.Fatalf("got %d lines, first %v; want %d and the header", len(lines), lines[0], 1+len(want))
	}
	for i, cells := range want {
		for column, value := range cells {
			if got := lines[1+i][slices.Index(runColumns, column)]; got != value {
				t.Errorf("line %d, %s: got %q, want %q", 1+i, column, got, value)
			}
		}
	}
}

func TestTextIsNoFormula(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "'\t=1", "|cmd": "'|cmd", "＝1": "'＝1",
		"epoll": "epoll", "a=b": "a=b", "": "", "\xff=": "�=",
	} {
		table := table{}
		if table.text(text); table.row[0] != want {
			t.Errorf("%q: got %q, want %q", text, table.row[0], want)
		}
	}
}

// readBench reads what benchstat would.
func readBench(t *testing.T, text io.Reader) (results []*benchfmt.Result, units benchfmt.UnitMetadataMap) {
	t.Helper()
	r := benchfmt.NewReader(text, "run")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			results = append(results, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Errorf("got %v", rec)
		}
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return results, r.Units()
}

func TestBenchstatReadsTheValidTrials(t *testing.T) {
	var b bytes.Buffer
	if err := Benchstat(&b, exampleRun()); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + b.String())
	results, units := readBench(t, &b)
	names := []string{"FileRead/model=epoll/chunk=512/conns=100-2", "FileRead/model=epoll/chunk=512/conns=100-2", "FileRead/model=odd_name__1/chunk=512/conns=100-2"}
	if len(results) != len(names) {
		t.Fatalf("got %d results, want %d", len(results), len(names))
	}
	for i, r := range results {
		if got := r.Name.String(); got != names[i] {
			t.Errorf("got name %q, want %q", got, names[i])
		}
	}
	first := results[0]
	for unit, want := range map[string]float64{"sec/op": 40_000e-9, "req/s": 25_000, "p50-sec": 3e-6, "p99-sec": 9e-6, "cpu-sec/op": 20_000e-9, "B/s": 2.5e6} {
		if got, ok := first.Value(unit); !ok || got < want*0.999999 || got > want*1.000001 {
			t.Errorf("%s: got %v (there: %v), want %v", unit, got, ok, want)
		}
	}
	if first.Iters != 50_000 {
		t.Errorf("got %d iterations, want 50000", first.Iters)
	}
	for key, want := range map[string]string{"goos": "linux", "goarch": "amd64", "pkg": "iowait", "cpu": "A CPU @ 3 GHz"} {
		if got := first.GetConfig(key); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	if units.GetBetter("req/s") != 1 || units.GetBetter("p99-sec") != -1 {
		t.Errorf("got %+v, want more requests and less latency to be better", units)
	}
}

func TestARunWithoutResultsIsStillWellFormed(t *testing.T) {
	var b bytes.Buffer
	if err := Benchstat(&b, &wire.Run{}); err != nil {
		t.Fatal(err)
	}
	if results, _ := readBench(t, &b); len(results) != 0 {
		t.Errorf("got %d results, want none", len(results))
	}
	b.Reset()
	if err := RunCSV(&b, &wire.Run{}); err != nil || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("got %q and %v, want the header alone", b.String(), err)
	}
}

func TestEachEventIsALineOfCSV(t *testing.T) {
	r := script(
		wire.Event{AtNS: 100, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 7, Conn: 4, Site: 1},
		wire.Event{AtNS: 350, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 7, Result: -11, Site: 9},
		wire.Event{AtNS: 360, TID: 99, Kind: wire.KindSwitchIn, Result: 0},
		wire.Event{AtNS: 370, TID: 20, Kind: 200, Op: 250, Result: -7})
	var b bytes.Buffer
	if err := EventsCSV(&b, r); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		eventColumns,
		{"100", "10", "server", "loop", "enter", "read", "7", "4", "", "", "epoll.go", "19", r.Sites[1].Func},
		{"350", "10", "server", "loop", "exit", "read", "7", "", "-11", "EAGAIN", "", "", ""},
		{"360", "99", "", "", "switch-in", "", "", "", "0", "", "", "", ""},
		{"370", "20", "client", "client", wire.Kind(200).String(), wire.Op(250).String(), "", "", "-7", "", "", "", ""},
	}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("got  %q\nwant %q", lines, want)
	}
}
