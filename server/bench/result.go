package bench

import (
	"fmt"
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/load"
	"iowait/server/wire"
)

// summarize makes a model's result of its trials. A result is as good as its
// worst trial; its numbers are those of the valid ones.
func summarize(m wire.ModelInfo, outcomes []outcome) wire.Result {
	r := wire.Result{Model: m.ID, Family: m.Family, Status: wire.OK, Errors: map[string]int{}, Trials: []wire.Trial{}}
	if !m.OK {
		r.Status, r.Reason, r.Fix = wire.Unavailable, m.Reason, m.Fix
		return r
	}
	var rates, cpu, switches, syscalls []float64
	var latency *hdrhistogram.Histogram
	bad := 0
	for _, o := range outcomes {
		r.Trials = append(r.Trials, o.Trial)
		for kind, n := range o.Errors {
			r.Errors[kind] += n
		}
		if o.Status != wire.OK {
			bad++
			if worse(o.Status, r.Status) {
				r.Status, r.Reason, r.Fix = o.Status, o.Reason, o.fix
			}
			continue
		}
		rates = append(rates, o.RequestsPS)
		u := o.Server
		cpu = append(cpu, perRequest(u.UserNS+u.SystemNS, u, o.RequestsPS)*1000/1e9)
		switches = append(switches, perRequest(u.Voluntary+u.Involuntary, u, o.RequestsPS))
		syscalls = append(syscalls, perRequest(u.Syscalls, u, o.RequestsPS))
		r.Threads = largest(r.Threads, u.Threads)
		r.RSSPeak = largest(r.RSSPeak, u.RSSPeak)
		if latency == nil {
			latency = hdrhistogram.New(o.latency.LowestTrackableValue(), o.latency.HighestTrackableValue(), int(o.latency.SignificantFigures()))
		}
		latency.Merge(o.latency)
	}
	if bad > 0 && len(outcomes) > 1 {
		r.Reason = fmt.Sprintf("%d of %d trials not valid: %s", bad, len(outcomes), r.Reason)
	}
	if len(outcomes) == 0 {
		r.Status, r.Reason = wire.Crashed, "no trial was made"
	}
	if len(rates) > 0 {
		r.RequestsPS = &wire.Spread{Median: median(rates), Low: slices.Min(rates), High: slices.Max(rates)}
		l := load.Percentiles(latency)
		r.LatencyNS = &l
		r.CPUPer1000, r.Switches, r.Syscalls = ptr(median(cpu)), ptr(median(switches)), ptr(median(syscalls))
	}
	return r
}

// worse orders statuses: a host's refusal explains more than a failure, and
// a failure more than a broken rule.
func worse(a, b wire.Status) bool {
	order := []wire.Status{wire.OK, wire.Invalid, wire.Crashed, wire.Unavailable}
	return slices.Index(order, a) > slices.Index(order, b)
}

// perRequest is a count as the server's usage has it, per answered request.
// Usage and requests were read at slightly different times, so that each is
// divided by its own.
func perRequest(n int64, u wire.Usage, requestsPS float64) float64 {
	return float64(n) / float64(max(u.ElapsedNS, 1)) * 1e9 / requestsPS
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
