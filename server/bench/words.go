package bench

import (
	"fmt"
	"slices"

	"iowait/server/wire"
)

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
