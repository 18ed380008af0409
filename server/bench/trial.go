package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/load"
	"iowait/server/wire"
)

// A pair is the two processes of one trial.
type pair struct {
	server, load *child
	notes        []string
}

// A plan is what all trials of a run share.
type plan struct {
	exe    string
	cpus   wire.CPUSets
	params wire.Params
	phase  func(string)         // tells where a trial is
	sample func(*wire.Interval) // passes on live numbers
}

// ms is a parameter in milliseconds as a duration.
func (p *plan) ms(name string) time.Duration { return time.Duration(p.params[name]) * time.Millisecond }

// An outcome is a trial with what its result needs besides.
type outcome struct {
	wire.Trial
	latency *hdrhistogram.Histogram // nil unless the trial is OK
	fix     string                  // of an unavailable model
}

// Limits on the parts of a trial that do not end by themselves. With them a
// trial cannot last longer than limit.
const (
	startLimit = 30 * time.Second // processes and connections
	stopLimit  = 15 * time.Second
)

func (p *plan) limit() time.Duration {
	return startLimit + p.ms(wire.ParamWarmupMS) + load.WarmLimit(p.params[wire.ParamConns]) + p.ms(wire.ParamDurationMS) + 2*p.ms(wire.ParamRecordMS) + stopLimit
}

// bounded is a context with the wall limit of one trial.
func (p *plan) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, p.limit(), fmt.Errorf("took longer than its limit of %v", p.limit()))
}

// begin starts a pair, connects the load and warms up. The pair must be ended.
func (p *plan) begin(ctx context.Context, model string, events int) (*pair, error) {
	t := &pair{}
	p.phase("start")
	var err error
	if t.server, err = start(ctx, p.exe, "server", events); err != nil {
		return t, err
	}
	if t.load, err = start(ctx, p.exe, "load", events); err != nil {
		return t, err
	}
	t.load.peer = t.server
	served, err := t.server.do(ctx, wire.Order{Do: wire.DoStart, Model: model, CPUs: p.cpus.Server, Control: p.cpus.Load, Record: events > 0}, nil)
	if err != nil {
		return t, err
	}
	p.phase("connect")
	loaded, err := t.load.do(ctx, wire.Order{Do: wire.DoStart, Addr: served.Addr, Experiment: "echo", Params: p.params, CPUs: p.cpus.Load, Record: events > 0}, nil)
	if err != nil {
		return t, t.blame(ctx, err)
	}
	t.notes = append(served.Notes, loaded.Notes...)
	p.phase("warm-up")
	if _, err := t.load.do(ctx, wire.Order{Do: wire.DoWarm, MS: p.params[wire.ParamWarmupMS]}, nil); err != nil {
		return t, t.blame(ctx, err)
	}
	return t, nil
}

// blame looks for the cause of what the load reports: a server that crashed
// resets its connections, and the load sees only that.
func (t *pair) blame(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, gone := t.server.do(ctx, wire.Order{Do: wire.DoUsage}, nil); gone != nil {
		return gone
	}
	return err
}

// end kills what still runs of the pair and waits for it.
func (t *pair) end() {
	for _, c := range []*child{t.load, t.server} {
		if c != nil {
			c.end()
		}
	}
}

// usage reads what both sides have used so far.
func (t *pair) usage(ctx context.Context) (server, client wire.Usage, err error) {
	for _, side := range []struct {
		child *child
		usage *wire.Usage
	}{{t.server, &server}, {t.load, &client}} {
		r, err := side.child.do(ctx, wire.Order{Do: wire.DoUsage}, nil)
		if err != nil {
			return server, client, err
		}
		if r.Usage == nil {
			return server, client, fmt.Errorf("%s answered without its usage", side.child.side)
		}
		*side.usage = *r.Usage
	}
	return server, client, nil
}

// measure counts for the given time, with what both sides used meanwhile.
func (t *pair) measure(ctx context.Context, length time.Duration, sample func(*wire.Interval)) (i *wire.Interval, server, client wire.Usage, err error) {
	server0, client0, err := t.usage(ctx)
	if err != nil {
		return nil, server, client, err
	}
	r, err := t.load.do(ctx, wire.Order{Do: wire.DoMeasure, MS: length.Milliseconds()}, sample)
	if err != nil {
		return nil, server, client, t.blame(ctx, err)
	}
	if r.Interval == nil || r.Interval.EndNS <= r.Interval.StartNS {
		return nil, server, client, errors.New("load answered without an interval")
	}
	server1, client1, err := t.usage(ctx)
	return r.Interval, during(server0, server1), during(client0, client1), err
}

// during is what was used between two readings.
func during(before, after wire.Usage) wire.Usage {
	u := after
	u.ElapsedNS -= before.ElapsedNS
	u.UserNS -= before.UserNS
	u.SystemNS -= before.SystemNS
	u.Voluntary -= before.Voluntary
	u.Involuntary -= before.Involuntary
	u.Syscalls -= before.Syscalls
	u.Empty -= before.Empty
	u.Refused -= before.Refused
	u.Overflows -= before.Overflows
	return u
}

// stop lets both sides end by themselves, the load first.
func (t *pair) stop(ctx context.Context) error {
	for _, c := range []*child{t.load, t.server} {
		if _, err := c.do(ctx, wire.Order{Do: wire.DoStop}, nil); err != nil {
			return err
		}
		if err := c.wait(); err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s process: %s", c.side, crash(c.cmd.ProcessState, &c.stderr))
		}
	}
	return nil
}

// trial runs one model in a fresh pair of processes. It does not fail: what
// goes wrong is the trial's status and reason.
func (p *plan) trial(ctx context.Context, s step) outcome {
	o := outcome{Trial: wire.Trial{Round: s.round, Status: wire.OK, Errors: map[string]int{}}}
	ctx, cancel := p.bounded(ctx)
	defer cancel()
	t, err := p.begin(ctx, s.model, 0)
	defer t.end()
	o.Notes = t.notes
	if err != nil {
		o.failed(err)
		return o
	}
	p.phase("measure")
	i, server, client, err := t.measure(ctx, p.ms(wire.ParamDurationMS), p.sample)
	if err == nil {
		err = t.stop(ctx)
	}
	if err != nil {
		o.failed(err)
		return o
	}
	o.Server, o.Client = server, client
	o.fill(i, p.params)
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

// fill takes over what was measured and checks it.
func (o *outcome) fill(i *wire.Interval, p wire.Params) {
	o.ElapsedNS = i.EndNS - i.StartNS
	o.Requests, o.BytesRead, o.BytesSent = i.Requests, i.BytesRead, i.BytesSent
	o.RequestsPS = float64(i.Requests) / float64(o.ElapsedNS) * 1e9
	o.MeanNS, o.LatencyNS, o.PerConn = i.MeanNS, i.LatencyNS, i.PerConn
	if i.Errors != nil {
		o.Errors = i.Errors
	}
	h, err := hdrhistogram.Decode(i.Histogram)
	if err != nil {
		o.failed(fmt.Errorf("decode the load's histogram: %w", err))
		return
	}
	if rule := broken(&o.Trial, p, h.TotalCount(), i.AgeNS); rule != "" {
		o.Status, o.Reason = wire.Invalid, rule
		return
	}
	o.latency = h
}
