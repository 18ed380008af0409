package bench

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"iowait/server/host"
	"iowait/server/load"
	"iowait/server/wire"
)

// A pair is the two processes of one trial. A file experiment has no load:
// its server drives itself.
type pair struct {
	server, load *child // load may be nil
	notes        []string
	has          []wire.Has // of both, for the parity sheet
	atOnce       int64      // as in wire.Reply
	empty        wire.Usage // of the server before the first connection
	kernel       int64      // host.KernelMemory then; idle only
}

// A plan is what all trials of a run share.
type plan struct {
	exe        string
	experiment Experiment
	cpus       wire.CPUSets
	seed       int64
	files      *fileSets
	phase      func(string)         // tells where a trial is
	sample     func(*wire.Interval) // passes on live numbers
}

// Limits on the parts of a trial that do not end by themselves. With them a
// trial cannot last longer than limit.
const (
	startLimit = 30 * time.Second // processes and connections
	stopLimit  = 15 * time.Second
	// slowestDisk is what a device reads at least, in bytes/s.
	slowestDisk = 20 << 20
)

func limit(p wire.Params) time.Duration {
	bytes := max(p[wire.ParamFiles], 1) * max(p[wire.ParamFileSize], p[wire.ParamSize])
	return startLimit + ms(p, wire.ParamWarmupMS) + load.WarmLimit(p[wire.ParamConns]) + patience(p) + measured(p) +
		ms(p, wire.ParamStallMS) + 2*ms(p, wire.ParamRecordMS) + stopLimit + 2*time.Duration(bytes/slowestDisk)*time.Second
}

// bounded is a context with the wall limit of one trial.
func bounded(ctx context.Context, p wire.Params) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit(p), fmt.Errorf("took longer than its limit of %v", limit(p)))
}

// begin starts a pair, connects the load and warms up. The pair must be ended.
func (p *plan) begin(ctx context.Context, l *leg, events int) (*pair, error) {
	t := &pair{}
	dir, err := p.files.dir(ctx, l.params, p.phase)
	if err != nil {
		return t, err
	}
	p.phase("start")
	if p.experiment.ID == "idle" {
		if err := settle(ctx); err != nil {
			return t, err
		}
	}
	order := wire.Order{Do: wire.DoStart, Model: l.info.ID, Experiment: p.experiment.ID, Params: l.params, Seed: p.seed, Dir: dir,
		CPUs: p.cpus.Server, Control: p.cpus.Load, Record: events > 0}
	side := "server"
	if p.experiment.Kind == "file" {
		side = "files"
	}
	if t.server, err = start(ctx, p.exe, side, events); err != nil {
		return t, err
	}
	if side == "server" {
		if t.load, err = start(ctx, p.exe, "load", events); err != nil {
			return t, err
		}
		t.load.peer = t.server
	}
	served, err := t.server.do(ctx, order, nil)
	if err != nil {
		return t, err
	}
	t.notes, t.has, t.atOnce = served.Notes, served.Has, served.AtOnce
	if t.empty, err = t.server.usage(ctx); err != nil {
		return t, err
	}
	if p.experiment.ID == "idle" {
		if t.kernel, err = host.KernelMemory(); err != nil {
			return t, err
		}
	}
	if t.load != nil {
		p.phase("connect")
		order.Addr, order.CPUs, order.Control = served.Addr, p.cpus.Load, nil
		loaded, err := t.load.do(ctx, order, nil)
		if err != nil {
			return t, t.blame(ctx, err)
		}
		t.notes, t.has = append(t.notes, loaded.Notes...), append(t.has, loaded.Has...)
	}
	p.phase("warm-up")
	if _, err := t.driver().do(ctx, wire.Order{Do: wire.DoWarm, MS: l.params[wire.ParamWarmupMS]}, nil); err != nil {
		return t, t.blame(ctx, err)
	}
	return t, nil
}

// settle waits until the kernel's memory hardly changes any more, for a
// second at most: what the trial before has used is given back a little
// later, and not at all while a thread keeps its CPU busy.
func settle(ctx context.Context) error {
	const step, steps, little = 100 * time.Millisecond, 10, 64 << 10
	before, err := host.KernelMemory()
	for i := 0; i < steps && err == nil; i++ {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(step):
		}
		now, failed := host.KernelMemory()
		if err = failed; apart(before, now) < little {
			break
		}
		before = now
	}
	return err
}

// driver is the side that measures.
func (t *pair) driver() *child {
	if t.load != nil {
		return t.load
	}
	return t.server
}

// children are those that there are, the driver first.
func (t *pair) children() []*child {
	var all []*child
	for _, c := range []*child{t.load, t.server} {
		if c != nil {
			all = append(all, c)
		}
	}
	return all
}

// blame looks for the cause of what the load reports: a server that crashed
// resets its connections, and the load sees only that.
func (t *pair) blame(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if t.load == nil {
		return err
	}
	if _, gone := t.server.do(ctx, wire.Order{Do: wire.DoUsage}, nil); gone != nil {
		return gone
	}
	return err
}

// end kills what still runs of the pair and waits for it.
func (t *pair) end() {
	for _, c := range t.children() {
		c.end()
	}
}

// usage reads what a process has used so far.
func (c *child) usage(ctx context.Context) (wire.Usage, error) {
	r, err := c.do(ctx, wire.Order{Do: wire.DoUsage}, nil)
	if err != nil {
		return wire.Usage{}, err
	}
	if r.Usage == nil {
		return wire.Usage{}, fmt.Errorf("%s answered without its usage", c.side)
	}
	return *r.Usage, nil
}

// usage reads what both sides have used so far.
func (t *pair) usage(ctx context.Context) (server, client wire.Usage, err error) {
	if server, err = t.server.usage(ctx); err == nil && t.load != nil {
		client, err = t.load.usage(ctx)
	}
	return server, client, err
}

// measure counts for the given time, with what both sides used meanwhile.
// With a stall, the server is stopped for so long from the middle on.
func (t *pair) measure(ctx context.Context, length, stall time.Duration, sample func(*wire.Interval)) (i *wire.Interval, server, client wire.Usage, err error) {
	server0, client0, err := t.usage(ctx)
	if err != nil {
		return nil, server, client, err
	}
	if stall > 0 && t.load != nil {
		defer t.server.stall(length/2, stall)()
	}
	r, err := t.driver().do(ctx, wire.Order{Do: wire.DoMeasure, MS: length.Milliseconds()}, sample)
	if err != nil {
		return nil, server, client, t.blame(ctx, err)
	}
	if r.Interval == nil || r.Interval.EndNS <= r.Interval.StartNS {
		return nil, server, client, errors.New("the load answered without an interval")
	}
	server1, client1, err := t.usage(ctx)
	return r.Interval, during(server0, server1), during(client0, client1), err
}

// stall stops the process once, after the given time and for the given
// length. The function it answers makes sure that it is over.
func (c *child) stall(after, length time.Duration) (over func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		pause := func(d time.Duration) bool {
			select {
			case <-time.After(d):
				return true
			case <-done:
				return false
			}
		}
		if !pause(after) {
			return
		}
		_ = c.cmd.Process.Signal(syscall.SIGSTOP) // fails when it has ended, which is found out elsewhere
		pause(length)
		_ = c.cmd.Process.Signal(syscall.SIGCONT)
	}()
	return func() { close(done); <-ended }
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
	u.Starved -= before.Starved
	u.DeviceRead -= before.DeviceRead
	u.DeviceWrite -= before.DeviceWrite
	u.Submits -= before.Submits
	u.SubmitNS -= before.SubmitNS
	return u
}

// stop lets both sides end by themselves, the load first.
func (t *pair) stop(ctx context.Context) error {
	for _, c := range t.children() {
		if _, err := c.do(ctx, wire.Order{Do: wire.DoStop}, nil); err != nil {
			return err
		}
		if err := c.wait(); err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s process: %s", c.side, crash(c.cmd.ProcessState, &c.stderr))
		}
	}
	return nil
}
