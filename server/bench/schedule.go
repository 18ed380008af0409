package bench

import (
	"time"

	"iowait/server/wire"
)

// A step is one trial to come.
type step struct {
	model string
	round int // from 1; 0: the recording
}

// schedule interleaves the models round by round, so that what changes on
// the host meanwhile meets all alike. Each round begins with another model.
// A model is recorded in a fresh pair of processes after all rounds.
func schedule(models []string, rounds int, record bool) []step {
	var steps []step
	for round := range rounds {
		for i := range models {
			steps = append(steps, step{models[(round+i)%len(models)], round + 1})
		}
	}
	if record {
		for _, m := range models {
			steps = append(steps, step{m, 0})
		}
	}
	return steps
}

// split gives the server and the load disjoint CPU sets that cover all; one
// CPU is shared.
func split(cpus []int) wire.CPUSets {
	if len(cpus) < 2 {
		return wire.CPUSets{Server: cpus, Load: cpus, Shared: true}
	}
	half := len(cpus) / 2
	return wire.CPUSets{Server: cpus[:half], Load: cpus[half:]}
}

// A tracker says where a run is and estimates how long it will go on.
type tracker struct {
	steps  []step
	rounds int
	plan   *plan
	now    func() time.Time

	at      int           // index of the step in hand
	phase   string        // of it
	since   time.Time     // its begin
	extra   time.Duration // what ended steps took besides their parameters, in all
	counted int           // how many steps that is
}

// begin makes step i the one in hand.
func (t *tracker) begin(i int) { t.at, t.since = i, t.now() }

// end learns from how long the step in hand really took.
func (t *tracker) end() {
	t.extra += max(t.now().Sub(t.since)-t.known(t.steps[t.at]), 0)
	t.counted++
}

// known is the part of a step that its parameters fix.
func (t *tracker) known(s step) time.Duration {
	if s.round == 0 {
		return t.plan.ms(wire.ParamWarmupMS) + 2*untraced + t.plan.ms(wire.ParamRecordMS)
	}
	return t.plan.ms(wire.ParamWarmupMS) + t.plan.ms(wire.ParamDurationMS)
}

// overhead is what each step takes besides: starting and connecting.
func (t *tracker) overhead() time.Duration {
	if t.counted == 0 {
		return 150*time.Millisecond + time.Duration(t.plan.params[wire.ParamConns])*50*time.Microsecond
	}
	return t.extra / time.Duration(t.counted)
}

// progress is what viewers are told.
func (t *tracker) progress() *wire.Progress {
	left := max(t.known(t.steps[t.at])+t.overhead()-t.now().Sub(t.since), 0)
	for _, s := range t.steps[t.at+1:] {
		left += t.known(s) + t.overhead()
	}
	s := t.steps[t.at]
	return &wire.Progress{Trial: t.at + 1, Trials: len(t.steps), Model: s.model, Round: s.round, Rounds: t.rounds,
		Phase: t.phase, LeftMS: left.Milliseconds()}
}
