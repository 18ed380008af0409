package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/host"
	"iowait/server/wire"
)

// An outcome is a trial with what its result needs besides.
type outcome struct {
	wire.Trial
	latency *hdrhistogram.Histogram // nil unless the trial is OK
	service *hdrhistogram.Histogram // nil but in an open loop
	fix     string                  // of an unavailable model
	has     []wire.Has
	atOnce  int64 // as in wire.Reply
}

// trial runs one model in fresh processes. It does not fail: what goes wrong
// is the trial's status and reason.
func (p *plan) trial(ctx context.Context, s step) outcome {
	l := s.leg
	o := outcome{Trial: wire.Trial{Round: s.round, Status: wire.OK, Errors: map[string]int{}}}
	ctx, cancel := bounded(ctx, l.params)
	defer cancel()
	t, err := p.begin(ctx, l, 0)
	defer t.end()
	o.Notes, o.has, o.atOnce = t.notes, t.has, t.atOnce
	if err != nil {
		o.failed(err)
		return o
	}
	p.phase("measure")
	before, err := host.CPUTimes()
	if err != nil {
		o.failed(err)
		return o
	}
	i, server, client, err := t.measure(ctx, measured(l.params), ms(l.params, wire.ParamStallMS), p.sample)
	if err != nil {
		o.failed(err)
		return o
	}
	after, err := host.CPUTimes()
	var kernel int64
	if err == nil && p.experiment.ID == "idle" {
		kernel, err = host.KernelMemory()
	}
	if err == nil {
		err = t.stop(ctx)
	}
	if err != nil {
		o.failed(err)
		return o
	}
	steal, other := host.Between(before, after, server.UserNS+server.SystemNS+client.UserNS+client.SystemNS)
	stealSlack, otherSlack := host.Uncertainty(before, after)
	o.StealPct, o.OtherPct = max(steal-stealSlack, 0), max(other-otherSlack, 0)
	o.Server, o.Client = server, client
	if p.experiment.ID == "idle" {
		o.perConn(t, kernel, l.params[wire.ParamConns])
	}
	o.fill(i, p.experiment, l.params)
	return o
}

// failed files err as the reason why there is nothing to report.
func (o *outcome) failed(err error) {
	o.Status, o.Reason = wire.Crashed, err.Error()
	var r *refusal
	if errors.As(err, &r) && r.Unsupported {
		o.Status, o.Reason, o.fix = wire.Unavailable, r.Reply.Error, r.Fix
	}
}

// perConn takes what connections cost from what was used before the first
// of them and now.
func (o *outcome) perConn(t *pair, kernel, conns int64) {
	o.MemoryConn = float64(o.Server.RSS-t.empty.RSS) / float64(conns)
	o.KernelConn = float64(kernel-t.kernel) / float64(conns)
	o.ThreadsPC = float64(o.Server.Threads-t.empty.Threads) / float64(conns)
}

// fill takes over what was measured and checks it.
func (o *outcome) fill(i *wire.Interval, e Experiment, p wire.Params) {
	o.ElapsedNS = i.EndNS - i.StartNS - i.PausedNS
	o.Requests, o.BytesRead, o.BytesSent, o.Files = i.Requests, i.BytesRead, i.BytesSent, i.Files
	perS := func(n int64) float64 { return float64(n) / float64(max(o.ElapsedNS, 1)) * 1e9 }
	o.RequestsPS, o.OfferedPS = perS(i.Requests), perS(i.Arrived)
	if e.Kind == "file" {
		o.FilesPS, o.BytesPS = perS(i.Files), perS(max(i.BytesRead, i.BytesSent))
	}
	o.MeanNS, o.LatencyNS, o.PerConn = i.MeanNS, i.LatencyNS, i.PerConn
	o.ServiceNS, o.LagNS, o.ConnectNS = i.ServiceNS, i.LagNS, i.ConnectNS
	if i.Errors != nil {
		o.Errors = i.Errors
	}
	h, err := hdrhistogram.Decode(i.Histogram)
	if err == nil && len(i.ServiceHistogram) > 0 {
		o.service, err = hdrhistogram.Decode(i.ServiceHistogram)
	}
	if err != nil {
		o.failed(fmt.Errorf("decode the load's histogram: %w", err))
		return
	}
	if rule := broken(e, &o.Trial, p, i, h.TotalCount(), o.atOnce); rule != "" {
		o.Status, o.Reason = wire.Invalid, rule
		return
	}
	o.latency = h
	o.Cache = cacheState(&o.Trial, p)
}

// patience is what the requests of one turn of all connections may have to
// wait for a backend or think, beyond what the load's warm-up allows anyway.
func patience(p wire.Params) time.Duration {
	n := p[wire.ParamConns]
	if pool := p[wire.ParamPool]; pool > 0 {
		n = (n + pool - 1) / pool
	}
	return min(time.Duration(n)*ms(p, wire.ParamDelayMS), time.Hour) + ms(p, wire.ParamThinkMS)
}
