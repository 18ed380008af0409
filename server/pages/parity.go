package pages

import (
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/wire"
)

// parity lists what the models had, those things first in which they are
// not alike. What a sweep varies on purpose is left out.
func parity(w *i18n.Words, run *wire.Run) g.Node {
	lines := slices.DeleteFunc(slices.Clone(run.Parity), func(p wire.Parity) bool { return run.Sweep != nil && p.What == run.Sweep.Param })
	if len(lines) == 0 {
		return nil
	}
	t := &w.Result
	slices.SortStableFunc(lines, func(a, b wire.Parity) int {
		if a.Equal == b.Equal {
			return 0
		} else if b.Equal {
			return -1
		}
		return 1
	})
	var unlike []string
	for _, p := range lines {
		if !p.Equal {
			unlike = append(unlike, parityName(w, run, p.What))
		}
	}
	said := g.If(len(unlike) > 0, Strong(g.Text(" · "+t.UnlikeIn(w.Verdict.List(unlike)))))
	return Details(Class("parity"), Summary(g.Text(t.Parity), said), P(Class("help"), g.Text(t.ParityHelp)),
		Div(Class("wide"), Table(Class("results list"),
			THead(Tr(th(t.ParityWhat, ""), th(t.ParityAlike, ""), th(t.ParityHas, ""))),
			TBody(g.Map(lines, func(p wire.Parity) g.Node {
				alike, class := t.Alike, ""
				if !p.Equal {
					alike, class = t.Unlike, "unlike"
				}
				return Tr(g.If(class != "", Class(class)),
					Th(Scope("row"), g.Text(parityName(w, run, p.What))),
					td(t.ParityAlike, "state", g.Text(alike)),
					td(t.ParityHas, "", parityValues(t, run, p)))
			})))))
}

// parityName is what a line is about: a parameter, or what the workers say
// of themselves.
func parityName(w *i18n.Words, run *wire.Run, what string) string {
	if name, ok := w.Result.Had[what]; ok {
		return name
	}
	return paramLabel(w, run.Experiment, what)
}

// parityValues lists the values, each with the models that had it, in the
// order of the results.
func parityValues(t *i18n.ResultWords, run *wire.Run, p wire.Parity) g.Node {
	var values []string
	had := map[string][]string{}
	for i := range run.Results {
		name := run.Results[i].Name()
		v, ok := p.Values[name]
		if !ok {
			continue
		}
		if had[v] == nil {
			values = append(values, v)
		}
		had[v] = append(had[v], name)
	}
	if len(values) == 1 && p.Equal {
		return g.Group{Span(Class("mono"), g.Text(values[0])), g.Text(" · " + t.All)}
	}
	return Ul(Class("had"), g.Map(values, func(v string) g.Node {
		return Li(Span(Class("mono"), g.Text(v)), g.Text(" · "), Span(Class("mono at"), g.Text(strings.Join(had[v], ", "))))
	}))
}
