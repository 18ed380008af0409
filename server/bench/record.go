package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"iowait/server/wire"
)

const (
	// ringEvents is the room for events in each process.
	ringEvents = 120_000
	// wantEvents is how many a recording should hold at most in all: more
	// makes it slow to open. The window is cut so that they are not exceeded.
	wantEvents = 100_000
	// untraced is each of the slices just before and just after the recording
	// that tell its cost.
	untraced = 200 * time.Millisecond
)

// record runs one leg in fresh processes and records a window.
func (p *plan) record(ctx context.Context, l *leg) (*wire.Recording, error) {
	ctx, cancel := bounded(ctx, l.params)
	defer cancel()
	t, err := p.begin(ctx, l, ringEvents)
	defer t.end()
	if err != nil {
		return nil, err
	}
	p.phase("record")
	before, server, client, err := t.measure(ctx, untraced, 0, nil)
	if err != nil {
		return nil, err
	}
	r := &wire.Recording{Header: wire.Header{Model: l.name(), Params: l.params}}
	if err := t.both(ctx, wire.DoRecord, nil); err != nil {
		return nil, err
	}
	length := window(ms(l.params, wire.ParamRecordMS), expected(before, server, client))
	reply, err := t.driver().do(ctx, wire.Order{Do: wire.DoMeasure, MS: length.Milliseconds()}, nil)
	if err != nil {
		return nil, t.blame(ctx, err)
	}
	if reply.Interval == nil {
		return nil, errors.New("the load answered without an interval")
	}
	var sides []traced
	err = t.both(ctx, wire.DoRecEnd, func(c *child, reply wire.Reply) {
		side := traced{reply: reply, full: c.ring.Full()}
		side.events, side.dropped = c.ring.Events()
		sides = append(sides, side)
	})
	if err != nil {
		return nil, err
	}
	after, err := t.driver().do(ctx, wire.Order{Do: wire.DoMeasure, MS: untraced.Milliseconds()}, nil)
	if err != nil {
		return nil, t.blame(ctx, err)
	}
	r.CostPct = cost(before, reply.Interval, after.Interval)
	r.StartNS = reply.Interval.StartNS // both sides were recording before, and still are at the end
	merge(r, reply.Interval.EndNS, sides)
	return r, t.stop(ctx)
}

// both gives all sides the same order at the same time, the server first,
// and waits for all.
func (t *pair) both(ctx context.Context, do string, answer func(c *child, r wire.Reply)) error {
	children := t.children()
	slices.Reverse(children)
	for _, c := range children {
		c.tell(wire.Order{Do: do})
	}
	for _, c := range children {
		r, err := c.await(ctx, do, nil)
		if err != nil {
			return err
		}
		if answer != nil {
			answer(c, r)
		}
	}
	return nil
}

// expected is how many events per second to expect: each system call makes
// two, what it found another one, each request two on the client.
func expected(i *wire.Interval, server, client wire.Usage) float64 {
	perS := func(n, ns int64) float64 { return float64(n) / float64(max(ns, 1)) * 1e9 }
	requests := perS(i.Requests, i.EndNS-i.StartNS)
	return 2*perS(server.Syscalls, server.ElapsedNS) + 2*perS(client.Syscalls, client.ElapsedNS) + 6*requests
}

// window shortens the length so that about wantEvents are expected, down to
// a millisecond.
func window(length time.Duration, eventsPerS float64) time.Duration {
	if fit := time.Duration(wantEvents / max(eventsPerS, 1) * 1e9); fit < length {
		length = fit.Truncate(time.Millisecond)
	}
	return max(length, time.Millisecond)
}

// cost is by how many percent fewer requests were answered while recording
// than before and after it. It may be negative by chance. A window of few
// turns of each connection tells nothing.
func cost(before, during, after *wire.Interval) *float64 {
	rate := func(i *wire.Interval) float64 {
		if i == nil || i.EndNS <= i.StartNS {
			return 0
		}
		return float64(i.Requests) / float64(i.EndNS-i.StartNS)
	}
	untraced := (rate(before) + rate(after)) / 2
	if untraced == 0 || rate(during) == 0 || float64(during.EndNS-during.StartNS) < 5*before.MeanNS {
		return nil
	}
	pct := 100 * (1 - rate(during)/untraced)
	return &pct
}

// info describes a recording without its events.
func info(r *wire.Recording, bytes int) wire.RecordingInfo {
	i := wire.RecordingInfo{Events: int64(len(r.Events)), Dropped: r.Dropped, LengthNS: r.LengthNS, Bytes: bytes,
		CostPct: r.CostPct, Switches: r.Switches}
	if r.NoSwitches != "" {
		i.Reason = fmt.Sprintf("no context switches: %s", r.NoSwitches)
	}
	return i
}
