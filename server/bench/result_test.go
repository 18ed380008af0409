package bench

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/wire"
)

func legOf(m wire.ModelInfo) *leg { return &leg{info: m, params: wire.Params{wire.ParamConns: 10}} }

// valid is an outcome at this rate whose latencies are all the same.
func valid(rate float64, latencyNS int64) outcome {
	h := hdrhistogram.New(1, 60e9, 3)
	_ = h.RecordValues(latencyNS, 100)
	return outcome{Trial: wire.Trial{Status: wire.OK, RequestsPS: rate,
		Server: wire.Usage{ElapsedNS: 2e9, UserNS: 5e8, SystemNS: 15e8, Voluntary: 3000, Involuntary: 1000, Syscalls: 8000,
			Threads: 7, RSSPeak: 1000}}, latency: h}
}

func TestSummaryOfValidTrials(t *testing.T) {
	b := valid(4000, 3e6)
	b.Server.Threads, b.Server.RSSPeak = 9, 900
	r := summarize(legOf(known[0]), byRequests, []outcome{valid(1000, 1e6), b, valid(2000, 1e6)})
	if r.Status != wire.OK || r.Reason != "" || len(r.Trials) != 3 {
		t.Errorf("got status %s (%s) of %d trials, want ok of 3", r.Status, r.Reason, len(r.Trials))
	}
	if want := (wire.Spread{Median: 2000, Low: 1000, High: 4000}); *r.RequestsPS != want {
		t.Errorf("got %+v requests/s, want %+v", *r.RequestsPS, want)
	}
	// Percentiles come of the merged histograms; two thirds of all requests took 1 ms.
	if l := r.LatencyNS; l.P50 < 1e6 || l.P50 > 1.01e6 || l.P90 < 3e6 || l.Max < l.P90 {
		t.Errorf("got latency %+v, want a p50 of 1 ms and a p90 of 3 ms", *l)
	}
	// One CPU-second per second is 1 s, 0.25 s and 0.5 s for 1,000 requests.
	for name, c := range map[string]struct{ got, want float64 }{
		"CPU seconds per 1,000 requests": {*r.CPUPer1000, 0.5},
		"switches per request":           {*r.Switches, 1},
		"system calls per request":       {*r.Syscalls, 2},
		"threads":                        {float64(*r.Threads), 9},
		"resident bytes":                 {float64(*r.RSSPeak), 1000},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: got %v, want %v", name, c.got, c.want)
		}
	}
}

func TestAResultIsAsGoodAsItsWorstTrial(t *testing.T) {
	invalid := outcome{Trial: wire.Trial{Status: wire.Invalid, Reason: "a rule", Errors: map[string]int{"reset": 2}}}
	crashed := outcome{Trial: wire.Trial{Status: wire.Crashed, Reason: "killed"}}
	refused := known[2]
	for name, c := range map[string]struct {
		info     wire.ModelInfo
		outcomes []outcome
		status   wire.Status
		reason   string
		rates    bool
	}{
		"the host refuses the model": {refused, nil, wire.Unavailable, "refused", false},
		"one trial is invalid":       {known[0], []outcome{valid(1, 1), invalid}, wire.Invalid, "1 of 2 trials not valid: a rule", true},
		"one trial failed":           {known[0], []outcome{invalid, crashed, valid(1, 1)}, wire.Crashed, "2 of 3 trials not valid: killed", true},
		"the only trial failed":      {known[0], []outcome{crashed}, wire.Crashed, "killed", false},
		"no trial":                   {known[0], nil, wire.Crashed, "no trial was made", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := summarize(legOf(c.info), byRequests, c.outcomes)
			if r.Status != c.status || r.Reason != c.reason || (r.RequestsPS != nil) != c.rates {
				t.Errorf("got %s, %q, rates %v; want %s, %q, %v", r.Status, r.Reason, r.RequestsPS, c.status, c.reason, c.rates)
			}
		})
	}
}

func TestProgressCountsRecordingsAndLearnsTheOverhead(t *testing.T) {
	now := time.Unix(0, 0)
	p := wire.Params{wire.ParamConns: 1000, wire.ParamWarmupMS: 300, wire.ParamDurationMS: 1000, wire.ParamRecordMS: 100}
	a, b := &leg{info: wire.ModelInfo{ID: "a"}, params: p}, &leg{info: wire.ModelInfo{ID: "b"}, params: p}
	track := &tracker{steps: schedule([]*leg{a, b}, 1, 0, []*leg{a, b}), rounds: 1, now: func() time.Time { return now }}
	track.begin(0)
	track.phase = "start"
	got := *track.progress() // 2 trials of 1.3 s, 2 recordings of 0.8 s, 4 times 0.2 s to start
	want := wire.Progress{Trial: 1, Trials: 4, Model: "a", Round: 1, Rounds: 1, Phase: "start", LeftMS: 5000}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	now = now.Add(2300 * time.Millisecond) // it took one second more than its parts
	if left := track.progress().LeftMS; left != 1300+2*800+3*200 {
		t.Errorf("got %d ms left at the end of an overlong trial, want that of the other three", left)
	}
	track.end()
	track.begin(1)
	if left := track.progress().LeftMS; left != 2300+2*1800 {
		t.Errorf("got %d ms left, want each of three to be expected to take a second more", left)
	}
	track.begin(3)
	track.phase = "record"
	if got := track.progress(); got.Trial != 4 || got.Round != 0 || got.LeftMS != 1800 {
		t.Errorf("got %+v, want the fourth of four, round 0, 1800 ms left", got)
	}
}

func TestTheReasonOfACrashIsTheLineThatTellsMost(t *testing.T) {
	for name, c := range map[string]struct{ stderr, want string }{
		"nothing":                   {"", "ended"},
		"the last line":             {"first\niowait: clone: resource temporarily unavailable\n\n", "ended: iowait: clone: resource temporarily unavailable"},
		"a panic":                   {"panic: oh no\n\ngoroutine 1 [running]:\nmain.main()\n", "ended: panic: oh no"},
		"a panic and a long trace":  {"x\nfatal error: all is lost\n" + strings.Repeat("goroutine\n", 5000), "ended: fatal error: all is lost"},
		"an end after long chatter": {strings.Repeat("chatter\n", 5000) + "the end", "ended: the end"},
	} {
		t.Run(name, func(t *testing.T) {
			var e ends
			for line := range strings.Lines(c.stderr) {
				_, _ = e.Write([]byte(line))
			}
			if got := crash(nil, &e); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if n := len(e.first) + len(e.last); n > 3*endBytes {
				t.Errorf("got %d bytes kept, want at most %d", n, 3*endBytes)
			}
		})
	}
}
