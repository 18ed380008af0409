package bench

import (
	"strings"
	"testing"

	"iowait/server/wire"
)

var byRequests = measureOf(Experiment{Unit: UnitRequests}, false)

// made is a valid result with these rates. The load's and the server's CPUs
// were busy to the given share.
func made(model string, load, server float64, rates ...float64) wire.Result {
	r := wire.Result{Model: model, Status: wire.OK}
	r.Measured = &wire.Spread{}
	for _, rate := range rates {
		r.Trials = append(r.Trials, wire.Trial{Status: wire.OK, RequestsPS: rate,
			Client: wire.Usage{ElapsedNS: 1e9, UserNS: int64(load * 1e9)},
			Server: wire.Usage{ElapsedNS: 1e9, SystemNS: int64(server * 1e9)}})
	}
	return r
}

func TestVerdict(t *testing.T) {
	fast := made("epoll", 0.8, 1, 2000, 2010, 2020, 2030, 2040, 2050)
	slow := made("busy-poll", 0.8, 1, 1000, 1005, 1010, 1015, 1020, 1025)
	same := made("goroutine", 0.8, 1, 2045, 2005, 2035, 2015, 2049, 2025)
	bad := wire.Result{Model: "io_uring", Status: wire.Invalid, Reason: "a rule"}
	gone := wire.Result{Model: "io_uring", Status: wire.Unavailable}
	for name, c := range map[string]struct {
		results    []wire.Result
		shared     bool
		kind       wire.VerdictKind
		indicative bool
		want       []string // parts of the text
	}{
		"a clear difference": {[]wire.Result{slow, fast}, false, wire.Ranked, false,
			[]string{"epoll served 2,025 requests/s: 2.00 times as many as busy-poll.", "95 % interval of the ratio, over 6 rounds, is 2.00 to 2.00 for busy-poll"}},
		"no difference": {[]wire.Result{fast, same}, false, wire.NoDifference, false,
			[]string{"No difference in throughput was detected between goroutine (2,030 requests/s) and epoll (2,025 requests/s)", "95 % interval"}},
		"one differs, one does not": {[]wire.Result{slow, fast, same}, false, wire.Ranked, false,
			[]string{"goroutine served 2,030 requests/s: 2.00 times as many as busy-poll.", "Between goroutine and epoll no difference was detected."}},
		"three rounds apart": {[]wire.Result{made("a", 0, 0, 20, 21, 22), made("b", 0, 0, 10, 11, 12)}, false, wire.Ranked, true,
			[]string{"a served 21 requests/s: 1.91 times as many as b.", "indicative only: 3 rounds, and an interval takes 6"}},
		"three rounds that overlap": {[]wire.Result{made("a", 0, 0, 20, 21, 22), made("b", 0, 0, 10, 11, 20)}, false, wire.NoDifference, true,
			[]string{"No difference in throughput was detected", "indicative only"}},
		"one round shows nothing": {[]wire.Result{made("a", 0, 0, 20), made("b", 0, 0, 10)}, false, wire.NoDifference, true,
			[]string{"indicative only: 1 round,"}},
		"noise that overlaps": {[]wire.Result{made("a", 0, 0, 10, 21, 22), made("b", 0, 0, 10, 11, 12)}, false, wire.Noisy, true,
			[]string{"The trials of a differ too much to compare: from 10 requests/s to 22 requests/s, more than 2 times. Run again"}},
		"noise that does not matter": {[]wire.Result{made("a", 0, 0, 100, 210, 220), made("b", 0, 0, 10, 11, 12)}, false, wire.Ranked, true,
			[]string{"a served 210 requests/s: 19.09 times as many as b."}},
		"the generator is the limit": {[]wire.Result{made("a", 0.99, 0.7, 20, 21, 22), made("b", 0.99, 1, 10, 11, 12)}, false, wire.GeneratorBound, true,
			[]string{"The load generator was the limit, not the server, for a (at least 21 requests/s; the load's CPUs were 99 % busy, the server's 70 %)", "not known"}},
		"both are busy": {[]wire.Result{made("a", 0.99, 0.98, 20, 21, 22), made("b", 0.99, 1, 10, 11, 12)}, false, wire.Ranked, true, nil},
		"a shared CPU tells nothing of a limit": {[]wire.Result{made("a", 0.99, 0.7, 20, 21, 22), made("b", 0.99, 1, 10, 11, 12)}, true,
			wire.Ranked, true, nil},
		"one model": {[]wire.Result{fast}, false, wire.Ranked, false, []string{"epoll served 2,025 requests/s; with one model there is nothing to compare."}},
		"others are left out": {[]wire.Result{fast, bad, slow}, false, wire.Ranked, false,
			[]string{"2.00 times as many as busy-poll", "Not compared: io_uring is invalid."}},
		"nothing is valid": {[]wire.Result{bad, gone}, false, wire.InvalidRun, false,
			[]string{"No model has a valid result: io_uring is invalid, io_uring is unavailable."}},
	} {
		t.Run(name, func(t *testing.T) {
			cpus := wire.CPUSets{Server: []int{0}, Load: []int{1}, Shared: c.shared}
			got := judge{byRequests, cpus}.verdict(c.results, nil)
			if got.Kind != c.kind || got.Indicative != c.indicative {
				t.Errorf("got %s (indicative: %v), want %s (%v)", got.Kind, got.Indicative, c.kind, c.indicative)
			}
			for _, part := range c.want {
				if !strings.Contains(got.Text, part) {
					t.Errorf("got  %q\nwant %q in it", got.Text, part)
				}
			}
		})
	}
}

func TestNoModelIsNamedTheWinnerOfNoise(t *testing.T) {
	// The same eight rates in two orders.
	a := standing{model: "a", values: []float64{10, 12, 9, 11, 10.5, 9.5, 11.5, 12.5}}
	b := standing{model: "b", values: []float64{11.5, 9, 12.5, 10, 12, 10.5, 9.5, 11}}
	p := judge{measure: byRequests}.compare(a, b, 1)
	if p.Differ || p.Low == nil || *p.Low > 1 || *p.High < 1 || p.Ratio != 1 {
		t.Errorf("got %+v, want no difference, and an interval around the ratio 1", p)
	}
}

func TestMoreComparisonsAskForMoreEvidence(t *testing.T) {
	a := standing{model: "a", values: []float64{10, 11, 12, 13, 14, 15}}
	b := standing{model: "b", values: []float64{6.5, 7.5, 8.5, 9.5, 10.5, 11.5}}
	if !(judge{measure: byRequests}).compare(a, b, 1).Differ { // p = 0.015
		t.Error("a single comparison: got no difference, want one")
	}
	if (judge{measure: byRequests}).compare(a, b, 8).Differ {
		t.Error("one comparison of eight: got a difference, want none")
	}
}

func TestLessIsBetterForResponseTimesAndMemory(t *testing.T) {
	p99 := func(model string, ms ...int64) wire.Result {
		r := wire.Result{Model: model, Status: wire.OK, Measured: &wire.Spread{}, LatencyNS: &wire.Latency{P99: ms[0] * 1e6}, LagNS: &wire.Latency{P99: 1e5}}
		for _, v := range ms {
			r.Trials = append(r.Trials, wire.Trial{Status: wire.OK, RequestsPS: 100, OfferedPS: 100, LatencyNS: wire.Latency{P99: v * 1e6}})
		}
		return r
	}
	open := judge{measure: measureOf(Experiment{Unit: UnitRequests}, true)}
	got := open.verdict([]wire.Result{p99("a", 20, 21, 22), p99("b", 10, 11, 12)}, nil)
	want := "With b 99 % of the requests were answered within 11ms: with a it was 1.91 times as long."
	if got.Kind != wire.Ranked || !strings.HasPrefix(got.Text, want) {
		t.Errorf("got  %s: %q\nwant %q", got.Kind, got.Text, want)
	}
	late := p99("a", 20, 21, 22)
	late.LagNS.P99 = 5e6
	if got := open.verdict([]wire.Result{late}, nil); got.Kind != wire.GeneratorBound || !strings.Contains(got.Text, "at least 5ms late, of a response time of 20ms") {
		t.Errorf("a late generator: got %s: %q", got.Kind, got.Text)
	}
	slow := p99("a", 20, 21, 22)
	for i := range slow.Trials {
		slow.Trials[i].OfferedPS = 1000
	}
	if got := open.verdict([]wire.Result{slow}, nil); !strings.Contains(got.Text, "a could not keep up: of 1,000 offered requests/s it answered 100.") {
		t.Errorf("saturation: got %q", got.Text)
	}
	memory := judge{measure: measureOf(Experiment{Unit: UnitMemory}, false)}
	per := func(model string, bytes ...float64) wire.Result {
		r := wire.Result{Model: model, Status: wire.OK, Measured: &wire.Spread{}}
		for _, v := range bytes {
			r.Trials = append(r.Trials, wire.Trial{Status: wire.OK, MemoryConn: v, KernelConn: 1000})
		}
		return r
	}
	got = memory.verdict([]wire.Result{per("a", 9000, 9100, 9200), per("b", 1000, 1010, 1020)}, nil)
	if want := "b takes 2.0 kB per connection: a takes 5.02 times as much."; !strings.HasPrefix(got.Text, want) {
		t.Errorf("got %q, want %q", got.Text, want)
	}
}

func TestMemoryThatDrownsInNoiseIsNotRanked(t *testing.T) {
	per := func(model string, bytes ...float64) wire.Result {
		r := wire.Result{Model: model, Status: wire.OK, Measured: &wire.Spread{}}
		for _, v := range bytes {
			r.Trials = append(r.Trials, wire.Trial{Status: wire.OK, MemoryConn: 500, KernelConn: v})
		}
		return r
	}
	got := judge{measure: measureOf(Experiment{Unit: UnitMemory}, false)}.verdict([]wire.Result{per("a", 9000, 9100, 9200), per("b", 100, -700, 100)}, nil)
	if got.Kind != wire.Noisy || len(got.Pairs) > 0 || !strings.Contains(got.Text, "cannot be told") {
		t.Errorf("got %s %+v: %q, want noisy", got.Kind, got.Pairs, got.Text)
	}
}

func TestDisturbanceIsNamed(t *testing.T) {
	disturb := func(r wire.Result, steal, other float64) wire.Result {
		for i := range r.Trials {
			r.Trials[i].StealPct, r.Trials[i].OtherPct = steal, other
		}
		return r
	}
	run := &wire.Run{Results: []wire.Result{disturb(made("a", 0, 0, 20, 21, 22), 12, 0), disturb(made("b", 0, 0, 10, 11, 20), 12, 30)}}
	got := judge{measure: byRequests}.run(run)
	for _, want := range []string{"cannot be told apart from disturbance", "the hypervisor took 12 % of the CPU time (steal time)", "other programs used 15 %"} {
		if got.Kind != wire.Noisy || !strings.Contains(got.Text, want) {
			t.Errorf("got %s: %q, want noisy with %q", got.Kind, got.Text, want)
		}
	}
	run.Results[1] = disturb(made("b", 0, 0, 1, 1.1, 1.2), 12, 30) // so far apart that it does not matter
	if got := (judge{measure: byRequests}).run(run); got.Kind != wire.Ranked || !strings.Contains(got.Text, "Mind that") || len(got.Reasons) != 2 {
		t.Errorf("got %s: %q, want a ranking that mentions it", got.Kind, got.Text)
	}
}

func TestASweepHasAVerdictForEachValue(t *testing.T) {
	at := func(r wire.Result, v int64) wire.Result { r.At = wire.Params{"conns": v}; return r }
	run := &wire.Run{Sweep: &wire.Sweep{Param: "conns", Values: []int64{1, 10, 100}}, Results: []wire.Result{
		at(made("a", 0, 0, 20, 21, 22), 1), at(made("b", 0, 0, 20, 21, 22), 1),
		at(made("a", 0, 0, 20, 21, 22), 10), at(made("b", 0, 0, 10, 11, 12), 10),
		at(made("a", 0, 0, 10, 11, 12), 100), at(made("b", 0, 0, 20, 21, 22), 100)}}
	got := judge{measure: byRequests}.run(run)
	if len(got.Points) != 3 || got.Kind != wire.Ranked || !got.Indicative || got.Rounds != 3 {
		t.Fatalf("got %+v, want three points, most of them ranked", got)
	}
	for i, want := range []wire.VerdictKind{wire.NoDifference, wire.Ranked, wire.Ranked} {
		if p := got.Points[i]; p.Value != run.Sweep.Values[i] || p.Verdict.Kind != want {
			t.Errorf("value %d: got %s, want %s", p.Value, p.Verdict.Kind, want)
		}
	}
	if p := got.Points[2].Verdict.Pairs[0]; p.Better != "b:conns=100" || p.Worse != "a:conns=100" {
		t.Errorf("got %+v, want b before a at 100", p)
	}
}

func TestUnlikeStatesOfTheCacheAreNotCompared(t *testing.T) {
	of := func(r wire.Result, cache string) wire.Result { r.Cache = cache; return r }
	got := judge{measure: byRequests}.verdict([]wire.Result{of(made("direct", 0, 0, 1, 2, 3), cold), of(made("read", 0, 0, 20, 21, 22), warm),
		of(made("mmap", 0, 0, 10, 11, 12), warm)}, nil)
	if got.Kind != wire.Ranked || len(got.Pairs) != 1 || got.Pairs[0].Worse != "mmap" || !strings.Contains(got.Text, "Not compared: direct had its data from the device.") {
		t.Errorf("got %s %+v: %q", got.Kind, got.Pairs, got.Text)
	}
}
