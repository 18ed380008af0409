package pages

import (
	"slices"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// models divides those of the experiment's kind into those that take part
// and those that do not. Ids occur in both kinds, with other meanings.
func models(e bench.Experiment, known []wire.ModelInfo) (takes, not []wire.ModelInfo) {
	for _, m := range known {
		switch {
		case m.Kind != e.Kind:
		case m.Not[e.ID] != "":
			not = append(not, m)
		default:
			takes = append(takes, m)
		}
	}
	return takes, not
}

// chosen are the models ticked at first: those that a newcomer compares, or
// else the experiment's own.
func chosen(e bench.Experiment, takes []wire.ModelInfo) map[string]bool {
	first := map[string]bool{}
	for _, id := range preselected {
		offered := slices.ContainsFunc(takes, func(m wire.ModelInfo) bool { return m.ID == id && m.OK })
		if len(first) < 2 && offered && slices.Contains(e.Models, id) {
			first[id] = true
		}
	}
	return first
}

// modelChoices lists the models by family, in their order.
func modelChoices(w *i18n.Words, e bench.Experiment, takes []wire.ModelInfo) g.Node {
	ticked := chosen(e, takes)
	var order []string
	families := map[string]g.Group{}
	for _, m := range takes {
		if families[m.Family] == nil {
			order = append(order, m.Family)
		}
		families[m.Family] = append(families[m.Family], modelChoice(w, m, ticked[m.ID]))
	}
	return Div(Class("families"), g.Map(order, func(family string) g.Node {
		return Div(Class("family"), H3(g.Text(nameOf(w.Families, family))), Div(families[family]))
	}))
}

// modelChoice is a box to tick. What this host cannot run is greyed and says
// why, and what to do.
func modelChoice(w *i18n.Words, m wire.ModelInfo, ticked bool) g.Node {
	id := "model-" + m.ID
	return Div(Class("choice"),
		Input(Type("checkbox"), ID(id), Name("model"), Value(m.ID), Aria("describedby", id+"-about"),
			g.If(!m.OK, Disabled()), g.If(ticked, Checked())),
		Label(For(id), Class("mono"), g.Text(m.ID)),
		Div(ID(id+"-about"), Class("help"),
			P(g.Text(w.Model(m.Kind, m.ID))),
			g.If(!m.OK, P(Class("refusal"), refusal(w, m.Reason, m.Fix))),
		),
	)
}

// notHere lists the models that take no part, and why.
func notHere(w *i18n.Words, e bench.Experiment, not []wire.ModelInfo) g.Node {
	if len(not) == 0 {
		return nil
	}
	return Div(Class("family not-here"), H3(g.Text(w.NotHere)), Dl(g.Map(not, func(m wire.ModelInfo) g.Node {
		return Div(Dt(Class("mono"), g.Text(m.ID)), Dd(Class("help"), Lang("en"), g.Text(m.Not[e.ID])))
	})))
}
