package bench

import (
	"runtime"
	"testing"

	"iowait/server/wire"
)

// What arithmetic says must come out of real runs. A host that is busy
// elsewhere can only lose by it, so that each gets a few tries.
const tries = 3

// only makes a run of one round and answers its results by name.
func only(t *testing.T, experiment string, models []string, p wire.Params) map[string]wire.Result {
	t.Helper()
	p[wire.ParamRounds], p[wire.ParamRecordMS] = 1, 0
	run := runner(t).Run(t.Context(), "", Request{Experiment: experiment, Models: models, Params: p}, func(Update) {})
	if run.State != wire.Done {
		t.Fatalf("got %s: %s", run.State, run.Reason)
	}
	results := map[string]wire.Result{}
	for _, r := range run.Results {
		if r.Status != wire.OK {
			t.Fatalf("%s: got %s: %s", r.Name(), r.Status, r.Reason)
		}
		results[r.Name()] = r
	}
	return results
}

// within tries until ok is true.
func within(t *testing.T, what string, ok func() (got any, good bool)) {
	t.Helper()
	for i := range tries {
		got, good := ok()
		if good {
			return
		}
		t.Logf("try %d: %s: got %v", i+1, what, got)
	}
	t.Errorf("%s: not in %d tries", what, tries)
}

func TestAPoolOf250AndABackendOf1sMake250RequestsPerSecond(t *testing.T) {
	within(t, "250 requests/s within 2 %", func() (any, bool) {
		r := only(t, "backend", []string{"epoll-pool", "epoll"}, wire.Params{wire.ParamPool: 250, wire.ParamDelayMS: 1000, wire.ParamConns: 500,
			wire.ParamDurationMS: 4000, wire.ParamWarmupMS: 2000})
		pool, loop := r["epoll-pool"], r["epoll"]
		if *pool.CeilingPS != 250 || *loop.CeilingPS != 500 {
			t.Errorf("got ceilings of %v and %v, want 250 and 500", *pool.CeilingPS, *loop.CeilingPS)
		}
		got := []float64{pool.RequestsPS.Median, loop.RequestsPS.Median}
		return got, got[0] > 245 && got[0] < 255 && got[1] > 490 && got[1] < 510
	})
}

func TestAnOpenLoopShowsAStallThatAClosedLoopHides(t *testing.T) {
	// Of 1,000 requests in 5 s, 100 are due while the server stands still for
	// 0.5 s. The ten that waited longest waited for more than 0.45 s.
	within(t, "p99 of about 0.45 s in an open loop only", func() (any, bool) {
		stall := wire.Params{wire.ParamConns: 1, wire.ParamDurationMS: 5000, wire.ParamStallMS: 500}
		closed := only(t, "echo", []string{"epoll"}, stall)["epoll"]
		stall[wire.ParamRate] = 200
		open := only(t, "echo", []string{"epoll"}, stall)["epoll"]
		got := []int64{open.LatencyNS.P99, open.ServiceNS.P99, closed.LatencyNS.P99, open.ServiceNS.Max, closed.LatencyNS.Max}
		return got, got[0] > 430e6 && got[0] < 480e6 && got[1] < 50e6 && got[2] < 50e6 && got[3] > 480e6 && got[4] > 480e6
	})
}

func TestAnIdlePollerBurnsACPUAndAnIdleLoopNone(t *testing.T) {
	within(t, "a whole CPU against less than 2 %", func() (any, bool) {
		r := only(t, "idle", []string{"busy-poll", "epoll"}, wire.Params{wire.ParamConns: 100, wire.ParamActive: 0})
		got := []float64{*r["busy-poll"].CPUBusy, *r["epoll"].CPUBusy}
		// What other programs used, at most all of it was the poller's CPU's.
		others := r["busy-poll"].Trials[0].OtherPct / 100 * float64(runtime.NumCPU())
		return got, got[0] > 0.95-others && got[1] < 0.02
	})
}

func TestABlockingThreadMakesTwoCallsPerRequest(t *testing.T) {
	within(t, "2.0 calls per request", func() (any, bool) {
		r := only(t, "echo", []string{"thread-per-conn"}, wire.Params{wire.ParamConns: 50})
		got := *r["thread-per-conn"].Syscalls
		return got, got > 1.98 && got < 2.02
	})
}
