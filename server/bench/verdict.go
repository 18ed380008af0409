package bench

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/dustin/go-humanize"
	"golang.org/x/perf/benchmath"

	"iowait/server/wire"
)

const (
	// enoughRounds is where a 95 % interval of a median becomes finite.
	enoughRounds = 6
	confidence   = 0.95
	// NoisyRatio: a model whose fastest trial is this many times its slowest
	// is too noisy to be compared, unless its range lies clear of the best.
	NoisyRatio = 2
	// A trial is generator-bound when the load's CPUs are at least loadFull
	// busy and the server's at most serverFree.
	loadFull, serverFree = 0.95, 0.90
	// In an open loop, the generator must not be late itself: its own lag at
	// the 99th percentile spoils a result when it is more than lateNS and
	// more than lateShare of the response time.
	lateNS, lateShare = 1_000_000, 0.2
	// KeptUp is the share of the offered requests that a server must answer
	// for nobody to say that it could not keep up.
	KeptUp = 0.95
	// More of the CPU time than this, in percent, taken by the hypervisor or
	// by other programs disturbs a run.
	muchSteal, muchOther = 5, 10
)

// A standing is what a verdict knows of one leg whose trials are all valid.
type standing struct {
	model      string    // wire.Result.Name
	values     []float64 // of the measure, by round
	loadBusy   float64   // median share of the load's CPUs in use; 0 when shared
	serverBusy float64
	lagging    bool // open loop: the generator was late itself
	behind     bool // open loop: not all that was offered was answered
	offeredPS  float64
	servedPS   float64
	rttNS      int64 // open loop: p99 of the response time
	lagNS      int64 // open loop: p99 of the generator's own lag
}

func (s standing) median() float64 { return median(s.values) }
func (s standing) full() bool      { return s.loadBusy >= loadFull && s.serverBusy <= serverFree }
func (s standing) bound() bool     { return s.lagging || s.full() }
func (s standing) noisy() bool {
	return slices.Max(s.values) > NoisyRatio*slices.Min(s.values)
}

// A judge compares the results of one run, or of one value of its sweep.
type judge struct {
	measure
	cpus wire.CPUSets
}

// standings takes from the results those that can be compared, best first,
// and says why the others cannot.
func (j judge) standings(results []wire.Result) (all []standing, left []string) {
	state := commonCache(results)
	for _, r := range results {
		if r.Status != wire.OK || r.Measured == nil {
			left = append(left, fmt.Sprintf("%s is %s", r.Name(), r.Status))
			continue
		}
		if r.Cache != state {
			left = append(left, fmt.Sprintf("%s had its data %s", r.Name(), from[r.Cache]))
			continue
		}
		s := standing{model: r.Name()}
		var load, server, offered, served []float64
		for _, t := range r.Trials {
			s.values = append(s.values, j.of(t))
			load = append(load, busy(t.Client, j.cpus.Load))
			server = append(server, busy(t.Server, j.cpus.Server))
			offered, served = append(offered, t.OfferedPS), append(served, t.RequestsPS)
		}
		if !j.cpus.Shared && len(j.cpus.Load) > 0 && j.unit != UnitMemory { // memory does not depend on how fast the load is
			s.loadBusy, s.serverBusy = median(load), median(server)
		}
		s.offeredPS, s.servedPS = median(offered), median(served)
		s.behind = s.servedPS < KeptUp*s.offeredPS
		if r.LagNS != nil && s.offeredPS > 0 {
			s.rttNS, s.lagNS = r.LatencyNS.P99, r.LagNS.P99
			s.lagging = s.lagNS > lateNS && float64(s.lagNS) > lateShare*float64(s.rttNS)
		}
		all = append(all, s)
	}
	sort.SliceStable(all, func(a, b int) bool { return j.better(all[a].median(), all[b].median()) })
	return all, left
}

// from words where data came from.
var from = map[string]string{warm: "from the page cache", cold: "from the device", "": "from both the page cache and the device"}

// commonCache is the state of the cache that most valid results had; unlike
// ones are not compared.
func commonCache(results []wire.Result) (state string) {
	counts := map[string]int{}
	for _, r := range results {
		if r.Status == wire.OK && r.Measured != nil {
			if counts[r.Cache]++; counts[r.Cache] > counts[state] {
				state = r.Cache
			}
		}
	}
	return state
}

// busy is the share of the CPUs' time that was used.
func busy(u wire.Usage, cpus []int) float64 {
	return float64(u.UserNS+u.SystemNS) / float64(max(u.ElapsedNS, 1)) / float64(max(len(cpus), 1))
}

// disturbed says what took CPU time away from the run, if it was much.
func disturbed(results []wire.Result) (reasons []string) {
	var steal, other []float64
	for _, r := range results {
		for _, t := range r.Trials {
			if t.Status == wire.OK {
				steal, other = append(steal, t.StealPct), append(other, t.OtherPct)
			}
		}
	}
	if len(steal) == 0 {
		return nil
	}
	if s := median(steal); s > muchSteal {
		reasons = append(reasons, fmt.Sprintf("the hypervisor took %.0f %% of the CPU time (steal time)", s))
	}
	if o := median(other); o > muchOther {
		reasons = append(reasons, fmt.Sprintf("other programs used %.0f %% of the CPU time", o))
	}
	return reasons
}

// run says what a run showed: that of each value, if one was swept.
func (j judge) run(r *wire.Run) *wire.Verdict {
	reasons := disturbed(r.Results)
	if r.Sweep == nil {
		return j.verdict(r.Results, reasons)
	}
	v := &wire.Verdict{Reasons: reasons}
	counts := map[wire.VerdictKind]int{}
	var texts []string
	for _, value := range r.Sweep.Values {
		var here []wire.Result
		for _, result := range r.Results {
			if result.At[r.Sweep.Param] == value {
				here = append(here, result)
			}
		}
		p := wire.Point{Value: value, Verdict: *j.verdict(here, nil)}
		v.Points = append(v.Points, p)
		v.Indicative, v.Rounds = p.Verdict.Indicative, max(v.Rounds, p.Verdict.Rounds)
		counts[p.Verdict.Kind]++
		texts = append(texts, fmt.Sprintf("%s = %d: %s", r.Sweep.Param, value, p.Verdict.Text))
	}
	v.Kind = wire.NoDifference
	for _, k := range []wire.VerdictKind{wire.Ranked, wire.NoDifference, wire.Noisy, wire.GeneratorBound, wire.InvalidRun} {
		if counts[k] > counts[v.Kind] || counts[v.Kind] == 0 {
			v.Kind = k // the most frequent one
		}
	}
	v.Text = strings.Join(texts, "\n")
	return v
}

// verdict compares the best result with each other one.
func (j judge) verdict(results []wire.Result, reasons []string) *wire.Verdict {
	all, left := j.standings(results)
	v := &wire.Verdict{Reasons: reasons}
	if len(all) == 0 {
		v.Kind, v.Text = wire.InvalidRun, "No model has a valid result: "+strings.Join(left, ", ")+"."
		return v
	}
	best := all[0]
	v.Rounds = len(best.values)
	v.Indicative = v.Rounds < enoughRounds
	for _, s := range all[1:] {
		v.Pairs = append(v.Pairs, j.compare(best, s, len(all)-1))
	}
	for _, s := range all {
		if s.bound() {
			v.Bound = append(v.Bound, s.model)
		}
	}
	v.Kind = kind(all, v.Pairs, reasons)
	if j.drowned(all) {
		v.Kind, v.Pairs = wire.Noisy, nil
		v.Reasons = append(v.Reasons, "the kernel's memory, which all programs share, changed by more than the connections took")
	}
	v.Text = j.text(v, all)
	for _, s := range all {
		if s.behind {
			v.Text += fmt.Sprintf(" %s could not keep up: of %s offered requests/s it answered %s.", s.model, number(s.offeredPS), number(s.servedPS))
		}
	}
	if len(left) > 0 {
		v.Text += " Not compared: " + strings.Join(left, ", ") + "."
	}
	if len(reasons) > 0 && v.Kind != wire.Noisy {
		v.Text += " Mind that " + and(reasons) + "."
	}
	return v
}

// drowned tells that memory per connection came out as nothing or less.
func (j judge) drowned(all []standing) bool {
	return j.unit == UnitMemory && slices.ContainsFunc(all, func(s standing) bool { return slices.Min(s.values) <= 0 })
}

func kind(all []standing, pairs []wire.Pair, reasons []string) wire.VerdictKind {
	differ := func(p wire.Pair) bool { return p.Differ }
	clear := !slices.ContainsFunc(pairs, func(p wire.Pair) bool { return !p.Differ })
	switch {
	case slices.ContainsFunc(all, standing.bound):
		return wire.GeneratorBound
	case !clear && (slices.ContainsFunc(all, standing.noisy) || len(reasons) > 0):
		return wire.Noisy
	case len(pairs) == 0 || slices.ContainsFunc(pairs, differ):
		return wire.Ranked
	}
	return wire.NoDifference
}

// compare decides whether a is really better than b. With enough rounds it
// takes the Mann-Whitney U test at 5 %, divided by the number of
// comparisons, and asks that the interval of the paired ratios (by round)
// exclude 1. With fewer, the ranges must not touch, which is indicative only.
func (j judge) compare(a, b standing, comparisons int) wire.Pair {
	p := wire.Pair{Better: a.model, Worse: b.model, Ratio: j.ratio(a.median(), b.median())}
	n := min(len(a.values), len(b.values))
	apart := slices.Min(a.values) > slices.Max(b.values)
	if j.lower {
		apart = slices.Max(a.values) < slices.Min(b.values)
	}
	if n < enoughRounds {
		p.Differ = n > 1 && apart
		return p
	}
	ratios := make([]float64, n)
	for i := range ratios {
		ratios[i] = j.ratio(a.values[i], b.values[i])
	}
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = (1 - confidence) / float64(comparisons)
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(values), &thresholds)
	}
	s := benchmath.AssumeNothing.Summary(sample(ratios), confidence)
	c := benchmath.AssumeNothing.Compare(sample(a.values), sample(b.values))
	// The interval is that of the median ratio; the ratio of the medians is
	// another number, which may lie just outside.
	low, high := math.Min(s.Lo, p.Ratio), math.Max(s.Hi, p.Ratio)
	p.Low, p.High = &low, &high
	p.Differ = c.P < c.Alpha && low > 1
	return p
}

func number(v float64) string { return humanize.Comma(int64(math.Round(v))) }

// and joins words: "a", "a and b", "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// text words a verdict: first what was found and how large it is, then how
// sure that is.
func (j judge) text(v *wire.Verdict, all []standing) string {
	best := all[0]
	switch v.Kind {
	case wire.GeneratorBound:
		return j.boundText(all)
	case wire.Noisy:
		return j.noisyText(v, all)
	case wire.NoDifference:
		var names []string
		for _, s := range all {
			names = append(names, fmt.Sprintf("%s (%s)", s.model, j.figure(s.median())))
		}
		return fmt.Sprintf("No difference in %s was detected between %s. %s", j.what, and(names), certainty(v, v.Pairs))
	}
	found := fmt.Sprintf(j.best, best.model, j.figure(best.median()))
	if len(all) == 1 {
		return found + "; with one model there is nothing to compare."
	}
	var ahead, equal []string
	var pairs []wire.Pair
	for _, p := range v.Pairs {
		if p.Differ {
			ahead = append(ahead, j.compares(p))
			pairs = append(pairs, p)
		} else {
			equal = append(equal, p.Worse)
		}
	}
	s := fmt.Sprintf("%s: %s.", found, and(ahead))
	if len(equal) > 1 {
		s += fmt.Sprintf(" Between %s and each of %s no difference was detected.", best.model, and(equal))
	} else if len(equal) == 1 {
		s += fmt.Sprintf(" Between %s and %s no difference was detected.", best.model, equal[0])
	}
	return s + " " + certainty(v, pairs)
}

func (j judge) noisyText(v *wire.Verdict, all []standing) string {
	if j.drowned(all) {
		return "How much memory a connection takes cannot be told: " + and(v.Reasons) + ". Run again with more connections or on a quieter host."
	}
	if i := slices.IndexFunc(all, standing.noisy); i >= 0 {
		s := all[i]
		text := fmt.Sprintf("The trials of %s differ too much to compare: from %s to %s, more than %d times.",
			s.model, j.figure(slices.Min(s.values)), j.figure(slices.Max(s.values)), NoisyRatio)
		if len(v.Reasons) > 0 {
			text += " Meanwhile " + and(v.Reasons) + "."
		}
		return text + " Run again on a quieter host."
	}
	return "What was measured cannot be told apart from disturbance: " + and(v.Reasons) + ". Run again on a quieter host."
}

// certainty says how far the ratios of these pairs can be trusted.
func certainty(v *wire.Verdict, pairs []wire.Pair) string {
	if v.Indicative {
		rounds := fmt.Sprintf("%d rounds", v.Rounds)
		if v.Rounds == 1 {
			rounds = "1 round"
		}
		return fmt.Sprintf("That is indicative only: %s, and an interval takes %d.", rounds, enoughRounds)
	}
	var intervals []string
	for _, p := range pairs {
		intervals = append(intervals, fmt.Sprintf("%.2f to %.2f for %s", *p.Low, *p.High, p.Worse))
	}
	return fmt.Sprintf("The 95 %% interval of the ratio, over %d rounds, is %s.", v.Rounds, and(intervals))
}

// boundText says that the load was the limit, so that rates are lower bounds.
func (j judge) boundText(all []standing) string {
	var names []string
	for _, s := range all {
		switch {
		case s.full():
			names = append(names, fmt.Sprintf("%s (at least %s requests/s; the load's CPUs were %.0f %% busy, the server's %.0f %%)",
				s.model, number(s.servedPS), 100*s.loadBusy, 100*s.serverBusy))
		case s.lagging:
			names = append(names, fmt.Sprintf("%s (1 %% of the requests were sent at least %s late, of a response time of %s)",
				s.model, RoundTime(float64(s.lagNS)), RoundTime(float64(s.rttNS))))
		}
	}
	return "The load generator was the limit, not the server, for " + and(names) + ". How the models rank is therefore not known from this run."
}
