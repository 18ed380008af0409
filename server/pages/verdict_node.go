package pages

import (
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/wire"
)

// verdict is nothing for a run that was cut short: it draws no conclusion.
func verdict(lang string, run *wire.Run) g.Node {
	if run.Verdict == nil || run.State != wire.Done {
		return nil
	}
	said := Say(lang, run)
	return Div(Class("verdict v-"+string(run.Verdict.Kind)), P(Class("found"), g.Text(said.Found)),
		g.If(said.Sure != "", P(Class("sure"), g.Text(said.Sure))), disturbed(lang, run))
}

// disturbed says what took CPU time away from a run, if bench found it much.
// Known reasons are worded from the trials' medians; others are told as
// they are.
func disturbed(lang string, run *wire.Run) g.Node {
	if len(run.Verdict.Reasons) == 0 {
		return nil
	}
	w := &i18n.For(lang).Verdict
	var steal, other []float64
	for _, r := range run.Results {
		for _, t := range r.Trials {
			if t.Status == wire.OK {
				steal, other = append(steal, t.StealPct), append(other, t.OtherPct)
			}
		}
	}
	middle := func(values []float64) string {
		if len(values) == 0 {
			return missing
		}
		slices.Sort(values)
		n := len(values)
		return Number((values[(n-1)/2] + values[n/2]) / 2)
	}
	said := make([]string, 0, len(run.Verdict.Reasons))
	for _, reason := range run.Verdict.Reasons {
		switch {
		case strings.Contains(reason, "steal time"):
			reason = w.Steal(middle(steal))
		case strings.Contains(reason, "other programs"):
			reason = w.Other(middle(other))
		}
		said = append(said, reason)
	}
	return P(Class("reasons"), g.Text(w.While(w.List(said))))
}

// points tells what was found at each value of a sweep.
func points(lang string, run *wire.Run) g.Node {
	if run.Verdict == nil || run.State != wire.Done || run.Sweep == nil || len(run.Verdict.Points) == 0 {
		return nil
	}
	w := i18n.For(lang)
	p := paramOf(run, run.Sweep.Param)
	return g.Group{H3(g.Text(w.Result.PerValue)), Dl(Class("points"), g.Map(run.Verdict.Points, func(at wire.Point) g.Node {
		var here []*wire.Result
		for i := range run.Results {
			if r := &run.Results[i]; r.At[run.Sweep.Param] == at.Value {
				here = append(here, r)
			}
		}
		said := say(lang, run, &at.Verdict, here, func(r *wire.Result) string { return without(r, run.Sweep.Param) })
		sure := said.Sure
		if at.Verdict.Indicative && run.Verdict.Indicative && at.Verdict.Rounds == run.Verdict.Rounds {
			sure = strings.TrimSpace(strings.ReplaceAll(sure, w.Verdict.Indicative(at.Verdict.Rounds, enoughRounds), "")) // said above, once
		}
		return Div(Class("v-"+string(at.Verdict.Kind)), Dt(g.Text(w.Result.Swept(paramLabel(w, run.Experiment, p.Name), paramValue(w, p, at.Value)))),
			Dd(g.Text(said.Found), g.If(sure != "", Small(g.Text(sure)))))
	}))}
}
