package bench

import (
	"time"

	"iowait/server/wire"
)

// A step is one trial to come.
type step struct {
	leg   *leg
	round int // from 1; 0: the recording
}

// schedule interleaves the legs round by round, so that what changes on the
// host meanwhile meets all alike. Each round begins with another leg; the
// seed says which comes first. Those to be recorded are so in fresh
// processes after all rounds.
func schedule(legs []*leg, rounds int, seed int64, record []*leg) []step {
	var steps []step
	for round := range rounds {
		for i := range legs {
			first := (int64(round) + seed) % int64(len(legs))
			steps = append(steps, step{legs[(first+int64(i))%int64(len(legs))], round + 1})
		}
	}
	for _, l := range record {
		steps = append(steps, step{l, 0})
	}
	return steps
}

// recorded picks the legs to be recorded: all, or, of a sweep, those of one
// value: the parameter's default where that is among them, else the first.
func recorded(r Request, all []*leg) []*leg {
	if r.Params[wire.ParamRecordMS] == 0 {
		return nil
	}
	if r.Sweep == nil {
		return all
	}
	value := r.Sweep.Values[0]
	for _, v := range r.Sweep.Values {
		if v == r.Params[r.Sweep.Param] {
			value = v
		}
	}
	var some []*leg
	for _, l := range all {
		if l.value == value {
			some = append(some, l)
		}
	}
	return some
}

// split gives the server and the load disjoint CPU sets that cover all; one
// CPU is shared. File experiments have no load.
func split(cpus []int, kind string) wire.CPUSets {
	if kind == "file" {
		return wire.CPUSets{Server: cpus, Load: []int{}}
	}
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
	t.extra += max(t.now().Sub(t.since)-fixed(t.steps[t.at]), 0)
	t.counted++
}

// fixed is the part of a step that its parameters fix.
func fixed(s step) time.Duration {
	p := s.leg.params
	warm := max(ms(p, wire.ParamWarmupMS), cycle(p))
	if s.round == 0 {
		return warm + 2*untraced + ms(p, wire.ParamRecordMS)
	}
	return warm + measured(p)
}

// cycle is how long a connection of a closed loop takes for a request at least.
func cycle(p wire.Params) time.Duration {
	if p[wire.ParamRate] > 0 {
		return 0
	}
	return ms(p, wire.ParamThinkMS) + ms(p, wire.ParamDelayMS)
}

// measured is how long a trial is measured. Where threads of a pool wait for
// a backend they answer in step, once per delay, so that only whole delays
// hold a true count: the duration is rounded up to that.
func measured(p wire.Params) time.Duration {
	d := ms(p, wire.ParamDurationMS)
	if delay := ms(p, wire.ParamDelayMS); delay > 0 {
		d = (d + delay - 1) / delay * delay
	}
	return d
}

// overhead is what each step takes besides: starting and connecting.
func (t *tracker) overhead(s step) time.Duration {
	if t.counted == 0 {
		return 150*time.Millisecond + time.Duration(s.leg.params[wire.ParamConns])*50*time.Microsecond
	}
	return t.extra / time.Duration(t.counted)
}

// progress is what viewers are told.
func (t *tracker) progress() *wire.Progress {
	s := t.steps[t.at]
	left := max(fixed(s)+t.overhead(s)-t.now().Sub(t.since), 0)
	for _, s := range t.steps[t.at+1:] {
		left += fixed(s) + t.overhead(s)
	}
	return &wire.Progress{Trial: t.at + 1, Trials: len(t.steps), Model: s.leg.name(), Round: s.round, Rounds: t.rounds,
		Phase: t.phase, LeftMS: left.Milliseconds()}
}
