package pages

import (
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// ResultFragment is what a run found out: the verdict in words, then the
// picture of a sweep, then the numbers, then all that they rest on. It is
// part of RunPage and is fetched by the playground when a run has ended.
func ResultFragment(lang string, run *wire.Run) g.Node {
	w := i18n.For(lang)
	ended := g.If(run.State != wire.Done, stateNote(w, run))
	if len(run.Results) == 0 {
		return ended
	}
	return g.Group{
		ended,
		verdict(lang, run),
		P(Class("setup"), g.Text(setup(w, run))),
		curves(w, run),
		points(lang, run),
		tables(w, run),
		Div(Class("more"),
			trials(w, run),
			parity(w, run),
			prints(w, &run.Host),
			again(w, run),
			Details(Summary(g.Text(w.Result.MeansTitle)), Dl(Class("means"), g.Map(w.Result.Means, func(m i18n.Meaning) g.Node {
				return Div(Dt(g.Text(m.Term)), Dd(g.Text(m.Text)))
			})))),
	}
}

// stateNote says that a run is not done, and why.
func stateNote(w *i18n.Words, run *wire.Run) g.Node {
	class := "note"
	if run.State == wire.Failed {
		class = "error"
	}
	return P(Class(class), Strong(g.Text(nameOf(w.Result.States, string(run.State)))),
		g.If(run.Reason != "", g.Group{g.Text(": "), Span(Lang("en"), g.Text(run.Reason))}))
}

// perRun are the parameters that setup words in its own way.
var perRun = []string{wire.ParamRounds, wire.ParamDurationMS, wire.ParamWarmupMS, wire.ParamRecordMS}

// setup tells under which conditions the numbers were measured: all
// parameters that are seen at once in the form, and those that are not at
// their default.
func setup(w *i18n.Words, run *wire.Run) string {
	words, p := &w.Result.Setup, run.Params
	var parts []string
	switch {
	case run.CPUs.Shared:
		parts = append(parts, words.Shared(cpus(run.CPUs.Server)))
	case len(run.CPUs.Load) == 0:
		parts = append(parts, words.Alone(cpus(run.CPUs.Server)))
	default:
		parts = append(parts, words.Apart(cpus(run.CPUs.Server), cpus(run.CPUs.Load)))
	}
	e, err := bench.Find(run.Experiment)
	for _, param := range e.Params {
		v, ok := p[param.Name]
		swept := run.Sweep != nil && run.Sweep.Param == param.Name
		if !ok || swept || slices.Contains(perRun, param.Name) || v == 0 && param.Names == nil || folded(e, param.Name) && v == param.Default {
			continue
		}
		parts = append(parts, words.Param(paramLabel(w, e.ID, param.Name), paramValue(w, param, v)))
	}
	if err == nil && e.Kind == "socket" {
		loop := words.Closed
		if open(run) {
			loop = words.Open
		}
		parts = append(parts, loop)
	}
	parts = append(parts, words.Rounds(count(p[wire.ParamRounds]), p[wire.ParamRounds] == 1), words.Measured(Duration(float64(p[wire.ParamDurationMS])*1e6)))
	return strings.Join(parts, " · ")
}

func cpus(list []int) string {
	var s []string
	for _, c := range list {
		s = append(s, strconv.Itoa(c))
	}
	return strings.Join(s, ", ")
}
