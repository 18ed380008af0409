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
	// noisyRatio: a model whose fastest trial is this many times its slowest
	// is too noisy to be compared, unless its range lies clear of the best.
	noisyRatio = 2
	// A trial is generator-bound when the load's CPUs are at least loadFull
	// busy and the server's at most serverFree.
	loadFull, serverFree = 0.95, 0.90
)

// A standing is what a verdict knows of one model whose trials are all valid.
type standing struct {
	model      string
	rates      []float64 // requests/s, by round
	loadBusy   float64   // median share of the load's CPUs in use; 0 when shared
	serverBusy float64
}

func (s standing) median() float64 { return median(s.rates) }
func (s standing) bound() bool     { return s.loadBusy >= loadFull && s.serverBusy <= serverFree }
func (s standing) noisy() bool     { return slices.Max(s.rates) > noisyRatio*slices.Min(s.rates) }

// standings takes from the results those that can be compared, best first,
// and says why the others cannot.
func standings(results []wire.Result, cpus wire.CPUSets) (all []standing, left []string) {
	for _, r := range results {
		if r.Status != wire.OK {
			left = append(left, fmt.Sprintf("%s is %s", r.Model, r.Status))
			continue
		}
		s := standing{model: r.Model}
		var load, server []float64
		for _, t := range r.Trials {
			s.rates = append(s.rates, t.RequestsPS)
			load = append(load, busy(t.Client, cpus.Load))
			server = append(server, busy(t.Server, cpus.Server))
		}
		if !cpus.Shared {
			s.loadBusy, s.serverBusy = median(load), median(server)
		}
		all = append(all, s)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].median() > all[j].median() })
	return all, left
}

// busy is the share of the CPUs' time that was used.
func busy(u wire.Usage, cpus []int) float64 {
	return float64(u.UserNS+u.SystemNS) / float64(max(u.ElapsedNS, 1)) / float64(max(len(cpus), 1))
}

// judge says what a run showed. Models are compared by throughput, the best
// one with each other one.
func judge(results []wire.Result, cpus wire.CPUSets) *wire.Verdict {
	all, left := standings(results, cpus)
	v := &wire.Verdict{}
	if len(all) == 0 {
		v.Kind, v.Text = wire.InvalidRun, "No model has a valid result: "+strings.Join(left, ", ")+"."
		return v
	}
	best := all[0]
	v.Rounds = len(best.rates)
	v.Indicative = v.Rounds < enoughRounds
	for _, s := range all[1:] {
		v.Pairs = append(v.Pairs, compare(best, s, len(all)-1))
	}
	for _, s := range all {
		if s.bound() {
			v.Bound = append(v.Bound, s.model)
		}
	}
	v.Kind = kind(all, v.Pairs)
	v.Text = text(v, all)
	if len(left) > 0 {
		v.Text += " Not compared: " + strings.Join(left, ", ") + "."
	}
	return v
}

func kind(all []standing, pairs []wire.Pair) wire.VerdictKind {
	differ := func(p wire.Pair) bool { return p.Differ }
	clear := !slices.ContainsFunc(pairs, func(p wire.Pair) bool { return !p.Differ })
	switch {
	case slices.ContainsFunc(all, standing.bound):
		return wire.GeneratorBound
	case !clear && slices.ContainsFunc(all, standing.noisy):
		return wire.Noisy
	case len(pairs) == 0 || slices.ContainsFunc(pairs, differ):
		return wire.Ranked
	}
	return wire.NoDifference
}

// compare decides whether a is really faster than b. With enough rounds it
// takes the Mann-Whitney U test at 5 %, divided by the number of
// comparisons, and asks that the interval of the paired ratios (by round)
// exclude 1. With fewer, the ranges must not touch, which is indicative only.
func compare(a, b standing, comparisons int) wire.Pair {
	p := wire.Pair{Better: a.model, Worse: b.model, Ratio: a.median() / b.median()}
	n := min(len(a.rates), len(b.rates))
	apart := slices.Min(a.rates) > slices.Max(b.rates)
	if n < enoughRounds {
		p.Differ = n > 1 && apart
		return p
	}
	ratios := make([]float64, n)
	for i := range ratios {
		ratios[i] = a.rates[i] / b.rates[i]
	}
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = (1 - confidence) / float64(comparisons)
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(values), &thresholds)
	}
	s := benchmath.AssumeNothing.Summary(sample(ratios), confidence)
	c := benchmath.AssumeNothing.Compare(sample(a.rates), sample(b.rates))
	// The interval is that of the median ratio; the ratio of the medians is
	// another number, which may lie just outside.
	low, high := math.Min(s.Lo, p.Ratio), math.Max(s.Hi, p.Ratio)
	p.Low, p.High = &low, &high
	p.Differ = c.P < c.Alpha && low > 1
	return p
}

func number(requestsPS float64) string { return humanize.Comma(int64(math.Round(requestsPS))) }

// and joins words: "a", "a and b", "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// text words a verdict: first what was found and how large it is, then how
// sure that is.
func text(v *wire.Verdict, all []standing) string {
	best := all[0]
	switch v.Kind {
	case wire.GeneratorBound:
		return boundText(all)
	case wire.Noisy:
		s := all[slices.IndexFunc(all, standing.noisy)]
		return fmt.Sprintf("The trials of %s differ too much to compare: from %s to %s requests/s, more than %d times. Run again on a quieter host.",
			s.model, number(slices.Min(s.rates)), number(slices.Max(s.rates)), noisyRatio)
	case wire.NoDifference:
		var names []string
		for _, s := range all {
			names = append(names, fmt.Sprintf("%s (%s requests/s)", s.model, number(s.median())))
		}
		return fmt.Sprintf("No difference in throughput was detected between %s. %s", and(names), certainty(v, v.Pairs))
	}
	if len(all) == 1 {
		return fmt.Sprintf("%s served %s requests/s; with one model there is nothing to compare.", best.model, number(best.median()))
	}
	var ahead, equal []string
	var pairs []wire.Pair
	for _, p := range v.Pairs {
		if p.Differ {
			ahead = append(ahead, fmt.Sprintf("%.2f times as many as %s", p.Ratio, p.Worse))
			pairs = append(pairs, p)
		} else {
			equal = append(equal, p.Worse)
		}
	}
	s := fmt.Sprintf("%s served %s requests/s: %s.", best.model, number(best.median()), and(ahead))
	if len(equal) > 0 {
		s += fmt.Sprintf(" Between %s and %s no difference was detected.", best.model, and(equal))
	}
	return s + " " + certainty(v, pairs)
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
func boundText(all []standing) string {
	var names []string
	for _, s := range all {
		if s.bound() {
			names = append(names, fmt.Sprintf("%s (at least %s requests/s; the load's CPUs were %.0f %% busy, the server's %.0f %%)",
				s.model, number(s.median()), 100*s.loadBusy, 100*s.serverBusy))
		}
	}
	return "The load generator was the limit, not the server, for " + and(names) + ". How the models rank is therefore not known from this run."
}
