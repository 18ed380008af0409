package pages

import "iowait/server/wire"

// otherRuns are runs of the other experiments, each with something that
// testRun has not.
func otherRuns() map[string]*wire.Run {
	return map[string]*wire.Run{
		"a sweep": sweepRun(), "files": fileRun(), "an open loop": openRun(), "idle connections": idleRun(), "noise": noisyRun(),
	}
}

// sweepRun compares three models at four values; one has a ceiling, and one
// is not valid at one value.
func sweepRun() *wire.Run {
	run := testRun()
	run.Experiment, run.Models = "backend", []string{"epoll-pool", "epoll", "io_uring"}
	run.Sweep = &wire.Sweep{Param: "pool", Values: []int64{10, 50, 200, 1000}}
	run.Params = wire.Params{"conns": 500, "size": 100, "delay_ms": 100, "pool": 50, "rate": 0, "duration_ms": 2000, "rounds": 3}
	run.Results, run.Parity = nil, nil
	v := &wire.Verdict{Kind: wire.Ranked, Indicative: true, Rounds: 3}
	for i, n := range run.Sweep.Values {
		at := wire.Params{"pool": n}
		ceiling := float64(min(n, 500)) * 10
		pooled, free := measured("epoll-pool", ceiling*0.97, ceiling*0.95, ceiling*0.99), measured("epoll", 4890, 4700, 4950)
		pooled.CeilingPS, free.CeilingPS = &ceiling, ptr(5000.0)
		for _, r := range []*wire.Result{&pooled, &free} {
			r.At = at
			r.Trials[0].LatencyNS.P99 = 105_000_000
		}
		pooled.Trials[0].LatencyNS.P99 = int64(500/min(n, 500)) * 101_000_000
		refused := wire.Result{Model: "io_uring", At: at, Status: wire.Unavailable, Reason: "switched off", Fix: "sysctl kernel.io_uring_disabled=0"}
		if i == 3 {
			free = wire.Result{Model: "epoll", At: at, Status: wire.Invalid, Reason: "a rule was broken", Trials: []wire.Trial{{Round: 1, Status: wire.Invalid, Reason: "a rule was broken"}}}
			v.Points = append(v.Points, wire.Point{Value: n, Verdict: wire.Verdict{Kind: wire.Ranked, Indicative: true, Rounds: 3}})
		} else {
			v.Points = append(v.Points, wire.Point{Value: n, Verdict: wire.Verdict{Kind: wire.Ranked, Indicative: true, Rounds: 3,
				Pairs: []wire.Pair{{Better: free.Name(), Worse: pooled.Name(), Ratio: free.Measured.Median / pooled.Measured.Median, Differ: true}}}})
		}
		run.Results = append(run.Results, pooled, free, refused)
	}
	run.Verdict = v
	return run
}

// fileRun compares methods, one of them with two chunk sizes.
func fileRun() *wire.Run {
	run := testRun()
	run.Experiment, run.Unit, run.CPUs = "file-read", "B/s", wire.CPUSets{Server: []int{0, 1}}
	run.Models = []string{"read", "read:chunk=4096", "mmap"}
	run.Params = wire.Params{"file_size": 100 << 20, "chunk": 64 << 10, "depth": 8, "pool": 0, "cache": wire.CacheCold, "work": wire.WorkSum, "duration_ms": 1000, "rounds": 6}
	run.Results, run.Parity = nil, nil
	for i, of := range []float64{3.21e9, 1.02e9, 2.87e9} {
		r := measured([]string{"read", "read", "mmap"}[i], of/65536, of/65536, of/65536)
		r.Measured = &wire.Spread{Median: of, Low: of * 0.96, High: of * 1.03}
		r.BytesPS, r.FilesPS = r.Measured, &wire.Spread{Median: of / (100 << 20), Low: 1, High: 40}
		r.Cache, r.DeviceB, r.CPUBusy = "cold", ptr(int64(3<<30)), ptr(0.82)
		if i == 1 {
			r.At = wire.Params{"chunk": 4096}
		}
		if i == 2 {
			r.SubmitNS = ptr(12_345.0)
		}
		r.Trials[0].BytesPS = of
		run.Results = append(run.Results, r)
	}
	run.Verdict = &wire.Verdict{Kind: wire.Ranked, Rounds: 6, Pairs: []wire.Pair{
		{Better: "read", Worse: "mmap", Ratio: 1.12, Low: ptr(0.98), High: ptr(1.21)},
		{Better: "read", Worse: "read:chunk=4096", Ratio: 3.15, Low: ptr(3.01), High: ptr(3.3), Differ: true}}}
	return run
}

// openRun is an open loop in which one model cannot keep up.
func openRun() *wire.Run {
	run := testRun()
	run.Unit, run.Params["rate"] = "ns", 40_000
	run.Results = run.Results[:2]
	for i := range run.Results {
		r := &run.Results[i]
		p99 := []float64{48e6, 2.1e6}[i]
		r.Measured = &wire.Spread{Median: p99, Low: p99 * 0.9, High: p99 * 1.2}
		r.OfferedPS, r.RequestsPS = ptr(40_000.0), &wire.Spread{Median: []float64{31_000, 40_000}[i], Low: 30_000, High: 40_000}
		r.ServiceNS, r.LagNS = &wire.Latency{P50: 300_000, P99: 900_000}, &wire.Latency{P50: 4_000, P99: 60_000}
	}
	run.Verdict = &wire.Verdict{Kind: wire.Ranked, Rounds: 6, Pairs: []wire.Pair{{Better: "epoll", Worse: "thread-per-conn", Ratio: 22.9, Low: ptr(20.1), High: ptr(25.3), Differ: true}}}
	return run
}

// idleRun compares memory: less is better.
func idleRun() *wire.Run {
	run := testRun()
	run.Experiment, run.Unit = "idle", "B/connection"
	run.Params = wire.Params{"conns": 1000, "active": 100, "size": 100, "pool": 0, "duration_ms": 1000, "rounds": 6}
	run.Results = run.Results[:2]
	for i := range run.Results {
		r := &run.Results[i]
		per := []float64{83_000, 9_100}[i]
		r.Measured = &wire.Spread{Median: per, Low: per * 0.97, High: per * 1.05}
		r.MemoryConn, r.KernelConn, r.ThreadsPC, r.CPUBusy = ptr(per*0.7), ptr(per*0.3), ptr([]float64{1, 0.001}[i]), ptr(0.04)
		r.ConnectNS = &wire.Latency{P50: 90_000, P99: 400_000}
	}
	run.Verdict = &wire.Verdict{Kind: wire.Ranked, Rounds: 6, Pairs: []wire.Pair{{Better: "epoll", Worse: "thread-per-conn", Ratio: 9.12, Low: ptr(8.8), High: ptr(9.6), Differ: true}}}
	return run
}

// noisyRun was disturbed by others.
func noisyRun() *wire.Run {
	run := testRun()
	run.Results = run.Results[:2]
	for i := range run.Results {
		run.Results[i].Trials[0].StealPct, run.Results[i].Trials[0].OtherPct = 12.3, 31
	}
	run.Verdict = &wire.Verdict{Kind: wire.Noisy, Rounds: 6, Reasons: []string{"the hypervisor took 12 % of the CPU time (steal time)", "other programs used 31 % of the CPU time", "a reason without words"},
		Pairs: []wire.Pair{{Better: "epoll", Worse: "thread-per-conn", Ratio: 1.874}}}
	return run
}
