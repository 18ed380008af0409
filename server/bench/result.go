package bench

import (
	"fmt"
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/load"
	"iowait/server/wire"
)

// summarize makes a leg's result of its trials. A result is as good as its
// worst trial; its numbers are those of the valid ones.
func summarize(l *leg, m measure, outcomes []outcome) wire.Result {
	r := wire.Result{Model: l.info.ID, At: l.at, Family: l.info.Family, Status: wire.OK, Errors: map[string]int{}, Trials: []wire.Trial{}}
	if !l.info.OK {
		r.Status, r.Reason, r.Fix = wire.Unavailable, l.info.Reason, l.info.Fix
		return r
	}
	var valid []outcome
	for _, o := range outcomes {
		r.Trials = append(r.Trials, o.Trial)
		for kind, n := range o.Errors {
			r.Errors[kind] += n
		}
		if o.Status == wire.OK {
			valid = append(valid, o)
		} else if worse(o.Status, r.Status) {
			r.Status, r.Reason, r.Fix = o.Status, o.Reason, o.fix
		}
	}
	if bad := len(outcomes) - len(valid); bad > 0 && len(outcomes) > 1 {
		r.Reason = fmt.Sprintf("%d of %d trials not valid: %s", bad, len(outcomes), r.Reason)
	}
	if len(outcomes) == 0 {
		r.Status, r.Reason = wire.Crashed, "no trial was made"
	}
	if len(valid) > 0 {
		r.Measured = spread(valid, func(o outcome) float64 { return m.of(o.Trial) })
		numbers(&r, l.params, valid)
	}
	return r
}

// numbers fills in what valid trials measured.
func numbers(r *wire.Result, p wire.Params, valid []outcome) {
	middle := func(of func(outcome) float64) *float64 { return &spread(valid, of).Median }
	r.RequestsPS = spread(valid, func(o outcome) float64 { return o.RequestsPS })
	r.LatencyNS = merged(valid, func(o outcome) *hdrhistogram.Histogram { return o.latency })
	r.ServiceNS = merged(valid, func(o outcome) *hdrhistogram.Histogram { return o.service })
	r.LagNS = longest(valid, func(o outcome) *wire.Latency { return o.LagNS })
	r.ConnectNS = longest(valid, func(o outcome) *wire.Latency { return o.ConnectNS })
	r.CPUBusy = middle(func(o outcome) float64 { return busy(o.Server, nil) })
	if r.RequestsPS.Low > 0 {
		r.CPUPer1000 = middle(func(o outcome) float64 { return perRequest(o.Server.UserNS+o.Server.SystemNS, o) * 1000 / 1e9 })
		r.Switches = middle(func(o outcome) float64 { return perRequest(o.Server.Voluntary+o.Server.Involuntary, o) })
		r.Syscalls = middle(func(o outcome) float64 { return perRequest(o.Server.Syscalls, o) })
	}
	for _, o := range valid {
		r.Threads = largest(r.Threads, o.Server.Threads)
		r.RSSPeak = largest(r.RSSPeak, o.Server.RSSPeak)
	}
	if p[wire.ParamRate] > 0 {
		r.OfferedPS = middle(func(o outcome) float64 { return o.OfferedPS })
	}
	if p[wire.ParamDelayMS] > 0 {
		r.CeilingPS = ptr(ceiling(p, valid[0].atOnce))
	}
	if _, idle := p[wire.ParamActive]; idle {
		r.MemoryConn = middle(func(o outcome) float64 { return o.MemoryConn })
		r.KernelConn = middle(func(o outcome) float64 { return o.KernelConn })
		r.ThreadsPC = middle(func(o outcome) float64 { return o.ThreadsPC })
	}
	if p[wire.ParamConns] == 0 {
		r.BytesPS = spread(valid, func(o outcome) float64 { return o.BytesPS })
		r.FilesPS = spread(valid, func(o outcome) float64 { return o.FilesPS })
	}
	if _, ok := p[wire.ParamCache]; ok {
		r.Cache = valid[0].Cache
		r.DeviceB = ptr(int64(*middle(func(o outcome) float64 { return float64(o.Server.DeviceRead + o.Server.DeviceWrite) })))
	}
	if valid[0].Server.Submits > 0 {
		r.SubmitNS = middle(func(o outcome) float64 { return float64(o.Server.SubmitNS) / float64(max(o.Server.Submits, 1)) })
	}
}

// spread is the median and range of a number over trials.
func spread(outcomes []outcome, of func(outcome) float64) *wire.Spread {
	var values []float64
	for _, o := range outcomes {
		values = append(values, of(o))
	}
	return &wire.Spread{Median: median(values), Low: slices.Min(values), High: slices.Max(values)}
}

// merged reads percentiles from all trials' histograms as one; nil when
// there are none.
func merged(outcomes []outcome, of func(outcome) *hdrhistogram.Histogram) *wire.Latency {
	var all *hdrhistogram.Histogram
	for _, o := range outcomes {
		h := of(o)
		if h == nil {
			return nil
		}
		if all == nil {
			all = hdrhistogram.New(h.LowestTrackableValue(), h.HighestTrackableValue(), int(h.SignificantFigures()))
		}
		all.Merge(h)
	}
	return ptr(load.Percentiles(all))
}

// longest takes each percentile from the trial where it was longest: a bound
// that holds for all, since percentiles cannot be averaged.
func longest(outcomes []outcome, of func(outcome) *wire.Latency) *wire.Latency {
	var all wire.Latency
	for _, o := range outcomes {
		l := of(o)
		if l == nil {
			return nil
		}
		all = wire.Latency{P50: max(all.P50, l.P50), P90: max(all.P90, l.P90), P99: max(all.P99, l.P99), P999: max(all.P999, l.P999), Max: max(all.Max, l.Max)}
	}
	return &all
}

// worse orders statuses: a host's refusal explains more than a failure, and
// a failure more than a broken rule.
func worse(a, b wire.Status) bool {
	order := []wire.Status{wire.OK, wire.Invalid, wire.Crashed, wire.Unavailable}
	return slices.Index(order, a) > slices.Index(order, b)
}

// perRequest is a count as the server's usage has it, per answered request.
// A server goes on between the reading of its usage and the interval, so
// that each is divided by its own time; a file method rests meanwhile.
func perRequest(n int64, o outcome) float64 {
	if o.Files > 0 || o.BytesPS > 0 {
		return float64(n) / float64(o.Requests)
	}
	return float64(n) / float64(max(o.Server.ElapsedNS, 1)) * 1e9 / o.RequestsPS
}

// median does not change its argument, which must not be empty.
func median(values []float64) float64 {
	s := slices.Sorted(slices.Values(values))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

func largest[T int | int64](old *T, v T) *T {
	if old != nil && *old >= v {
		return old
	}
	return &v
}

func ptr[T any](v T) *T { return &v }
