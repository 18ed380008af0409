// Package bench makes runs: it starts a server under test and a load
// generator as fresh child processes for every trial, interleaves the
// models' trials, checks each against rules that a sound measurement cannot
// break, and says what follows from all of them, in numbers and in words.
//
// It knows models only by their names and what the host says of them; the
// children are the same program, started with the argument "worker".
package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"iowait/server/dataset"
	"iowait/server/host"
	"iowait/server/sys"
	"iowait/server/wire"
)

// An Update tells what happens during a run. Exactly one field is set.
type Update struct {
	Progress  *wire.Progress
	Sample    *wire.Sample
	Trial     *wire.TrialDone
	Recording *Recorded
}

// Recorded is one model's recording.
type Recorded struct {
	Model string // wire.Result.Name
	Info  wire.RecordingInfo
	Data  []byte // as wire.Encode makes it
}

// A Runner makes runs, one at a time.
type Runner struct {
	Exe    string           // the program whose workers are started
	Models []wire.ModelInfo // what this host can run, and why not
	Files  string           // directory for files of file experiments; "": the user's cache directory
}

// progressEvery is how often progress is told within a phase.
const progressEvery = time.Second

// Run makes a run and answers it in a final state; it blocks until then, and
// all children are gone when it returns. Runs on one host do not overlap:
// while another process makes one, this one waits, and says so as progress.
// What goes wrong with one model is that model's result, and the others go
// on. When ctx ends, the run is cancelled and holds what was finished. emit
// is called on this goroutine and must not block.
func (r *Runner) Run(ctx context.Context, id string, req Request, emit func(Update)) *wire.Run {
	run := &wire.Run{Schema: wire.Schema, ID: id, Experiment: req.Experiment, State: wire.Running, CreatedAt: stamp(), StartedAt: stamp(),
		Models: req.Models, Params: req.Params, Sweep: req.Sweep, Results: []wire.Result{}, Parity: []wire.Parity{}}
	defer func() { run.EndedAt = stamp() }()
	fail := func(err error) *wire.Run {
		run.State, run.Reason = wire.Failed, err.Error()
		if ctx.Err() != nil {
			run.State, run.Reason = wire.Cancelled, "stopped before its end"
		}
		return run
	}
	req, err := Check(req, r.Models)
	if err != nil {
		return fail(err)
	}
	req = seeded(req)
	run.Models, run.Params, run.Sweep, run.Seed, run.Scenario = req.Models, req.Params, req.Sweep, req.Seed, scenario(req)
	cpus, err := sys.AllowedCPUs()
	if err != nil {
		return fail(fmt.Errorf("find out which CPUs may be used: %w", err))
	}
	experiment, _ := find(req.Experiment)
	release, err := host.Acquire(ctx, "run "+experiment.ID, func(holder string) {
		emit(Update{Progress: &wire.Progress{Phase: "waiting", Note: holder}})
	})
	if err != nil {
		return fail(err)
	}
	defer release()
	run.StartedAt, run.Host = stamp(), host.Fingerprint()
	run.CPUs = split(cpus, experiment.Kind)
	b := &batch{runner: r, run: run, emit: emit}
	for _, l := range legs(req, r.Models) {
		b.entries = append(b.entries, &entry{leg: l})
	}
	b.measure = measureOf(experiment, req.open())
	run.Unit = b.measure.unit
	b.all(ctx, req, experiment)
	for _, m := range b.entries {
		result := summarize(m.leg, b.measure, m.outcomes)
		result.Recording = m.recording
		run.Results = append(run.Results, result)
	}
	run.Parity = parity(experiment, b.entries)
	if ctx.Err() != nil {
		return fail(ctx.Err())
	}
	run.State, run.Verdict = wire.Done, judge{b.measure, run.CPUs}.run(run)
	return run
}

func stamp() string { return time.Now().UTC().Format(time.RFC3339) }

// A batch is the work of one run.
type batch struct {
	runner  *Runner
	run     *wire.Run
	emit    func(Update)
	entries []*entry
	measure measure
	plan    *plan
	track   *tracker
	told    time.Time // when progress was last told
	fromNS  int64     // when the first sample of the trial in hand began
}

// An entry is what a run has of one leg so far.
type entry struct {
	*leg
	outcomes  []outcome
	recording *wire.RecordingInfo
}

// all makes every trial and recording until ctx ends.
func (b *batch) all(ctx context.Context, req Request, e Experiment) {
	var available []*leg
	byLeg := map[*leg]*entry{}
	for _, m := range b.entries {
		byLeg[m.leg] = m
		if m.info.OK {
			available = append(available, m.leg)
		}
	}
	files := &fileSets{root: b.runner.Files, seed: req.Seed, made: map[fileSet]*dataset.Set{}}
	defer files.close()
	defer func() { b.run.Host.Filesystem, b.run.Host.Device = files.lieOn() }()
	b.plan = &plan{exe: b.runner.Exe, experiment: e, cpus: b.run.CPUs, seed: req.Seed, files: files, phase: b.phase, sample: b.sample}
	steps := schedule(available, int(req.Params[wire.ParamRounds]), req.Seed, recorded(req, available))
	b.track = &tracker{steps: steps, rounds: int(req.Params[wire.ParamRounds]), now: time.Now}
	for i, s := range steps {
		if ctx.Err() != nil {
			return
		}
		m := byLeg[s.leg]
		if !m.info.OK {
			continue // the host refused it in an earlier round
		}
		b.track.begin(i)
		if s.round == 0 {
			b.record(ctx, m)
		} else {
			b.trial(ctx, m, s)
		}
		b.track.end()
	}
}

func (b *batch) trial(ctx context.Context, m *entry, s step) {
	o := b.plan.trial(ctx, s)
	if ctx.Err() != nil {
		return // what became of a cancelled trial says nothing
	}
	m.outcomes = append(m.outcomes, o)
	if o.Status == wire.Unavailable {
		m.info.OK, m.info.Reason, m.info.Fix = false, o.Reason, o.fix
	}
	done := &wire.TrialDone{Model: m.name(), Round: s.round, Status: o.Status, Reason: o.Reason,
		RequestsPS: o.RequestsPS, P50NS: o.LatencyNS.P50, P99NS: o.LatencyNS.P99}
	if o.Status == wire.OK {
		done.Measured = b.measure.of(o.Trial)
	}
	b.emit(Update{Trial: done})
}

func (b *batch) record(ctx context.Context, m *entry) {
	if !slices.ContainsFunc(m.outcomes, func(o outcome) bool { return o.Status != wire.Crashed }) {
		m.recording = &wire.RecordingInfo{Switches: "none", Reason: "not recorded: every trial failed"}
		return
	}
	recording, err := b.plan.record(ctx, m.leg)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			m.recording = &wire.RecordingInfo{Switches: "none", Reason: "not recorded: " + err.Error()}
		}
		return
	}
	h := b.run.Host
	recording.Run, recording.Experiment, recording.RecordedAt = b.run.ID, b.run.Experiment, stamp()
	recording.Host = fmt.Sprintf("%s, Linux %s, %s, %d CPUs", h.CPU, h.Kernel, h.Arch, h.CPUs)
	data := wire.Encode(recording)
	about := info(recording, len(data))
	m.recording = &about
	b.emit(Update{Recording: &Recorded{m.name(), about, data}})
}

func (b *batch) phase(name string) {
	b.track.phase, b.fromNS = name, 0
	b.progress()
}

func (b *batch) progress() {
	b.told = time.Now()
	b.emit(Update{Progress: b.track.progress()})
}

// sample passes on live numbers of the trial in hand.
func (b *batch) sample(i *wire.Interval) {
	if b.fromNS == 0 {
		b.fromNS = i.StartNS
	}
	s := b.track.steps[b.track.at]
	b.emit(Update{Sample: &wire.Sample{Model: s.leg.name(), Round: s.round, AtMS: (i.EndNS - b.fromNS) / 1e6,
		RequestsPS: float64(i.Requests) / float64(max(i.EndNS-i.StartNS, 1)) * 1e9, P50NS: i.LatencyNS.P50, P99NS: i.LatencyNS.P99}})
	if time.Since(b.told) >= progressEvery {
		b.progress()
	}
}
