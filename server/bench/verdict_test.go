package bench

import (
	"strings"
	"testing"

	"iowait/server/wire"
)

// made is a valid result with these rates. The load's and the server's CPUs
// were busy to the given share.
func made(model string, load, server float64, rates ...float64) wire.Result {
	r := wire.Result{Model: model, Status: wire.OK}
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
			[]string{"The trials of a differ too much to compare: from 10 to 22 requests/s, more than 2 times. Run again"}},
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
			got := judge(c.results, cpus)
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
	a := standing{model: "a", rates: []float64{10, 12, 9, 11, 10.5, 9.5, 11.5, 12.5}}
	b := standing{model: "b", rates: []float64{11.5, 9, 12.5, 10, 12, 10.5, 9.5, 11}}
	p := compare(a, b, 1)
	if p.Differ || p.Low == nil || *p.Low > 1 || *p.High < 1 || p.Ratio != 1 {
		t.Errorf("got %+v, want no difference, and an interval around the ratio 1", p)
	}
}

func TestMoreComparisonsAskForMoreEvidence(t *testing.T) {
	a := standing{model: "a", rates: []float64{10, 11, 12, 13, 14, 15}}
	b := standing{model: "b", rates: []float64{6.5, 7.5, 8.5, 9.5, 10.5, 11.5}}
	if !compare(a, b, 1).Differ { // p = 0.015
		t.Error("a single comparison: got no difference, want one")
	}
	if compare(a, b, 8).Differ {
		t.Error("one comparison of eight: got a difference, want none")
	}
}
