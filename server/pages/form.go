package pages

import (
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// preselected are the models that a newcomer compares first.
var preselected = map[string]bool{"thread-per-conn": true, "epoll": true}

// runForm is made from the experiment's parameters and the host's models.
// The front end sends it; until that runs, the button is disabled.
func runForm(w *i18n.Words, e bench.Experiment, models []wire.ModelInfo) g.Node {
	return Form(ID("run-form"), Data("experiment", e.ID),
		FieldSet(Class("models"),
			Legend(g.Text(w.ModelsTitle)), P(Class("help"), g.Text(w.ModelsHelp)),
			modelChoices(w, models),
		),
		FieldSet(Class("load"),
			Legend(g.Text(w.LoadTitle)), P(Class("help"), g.Text(w.LoadHelp)),
			Div(Class("fields"), g.Map(e.Params, func(p bench.Param) g.Node { return paramField(w, p) })),
		),
		FieldSet(Class("predict"),
			Legend(g.Text(w.PredictTitle)), P(Class("help"), g.Text(w.PredictHelp)),
			predictions(w, models),
		),
		Div(Class("actions"),
			P(ID("form-error"), Class("error"), Role("alert"), Hidden("")),
			Button(ID("run-button"), Type("submit"), Disabled(), g.Text(w.RunButton)),
			Button(ID("cancel-button"), Type("button"), Hidden(""), g.Text(w.Cancel)),
		),
	)
}

// modelChoices lists the models by family, in their order.
func modelChoices(w *i18n.Words, models []wire.ModelInfo) g.Node {
	var families g.Group
	for i := 0; i < len(models); {
		family := models[i].Family
		var choices g.Group
		for ; i < len(models) && models[i].Family == family; i++ {
			choices = append(choices, modelChoice(w, models[i]))
		}
		families = append(families, Div(Class("family"), H3(g.Text(nameOf(w.Families, family))), Div(choices)))
	}
	return Div(Class("families"), families)
}

// modelChoice is a box to tick. What this host cannot run is greyed and says
// why, and what to do.
func modelChoice(w *i18n.Words, m wire.ModelInfo) g.Node {
	id := "model-" + m.ID
	return Div(Class("choice"),
		Input(Type("checkbox"), ID(id), Name("model"), Value(m.ID), Aria("describedby", id+"-about"),
			g.If(!m.OK, Disabled()), g.If(m.OK && preselected[m.ID], Checked())),
		Label(For(id), Class("mono"), g.Text(m.ID)),
		Div(ID(id+"-about"), Class("help"),
			P(g.Text(w.Models[m.ID])),
			g.If(!m.OK, P(Class("refusal"), refusal(w, m.Reason, m.Fix))),
		),
	)
}

func paramField(w *i18n.Words, p bench.Param) g.Node {
	words, ok := w.Params[p.Name]
	if !ok {
		words = i18n.Param{Label: p.Name, Help: p.About, Unit: p.Unit}
	}
	id := "param-" + p.Name
	bounds := count(p.Min) + "–" + count(p.Max)
	if words.Unit != "" {
		bounds += thin + words.Unit
	}
	return Div(Class("field"),
		Label(For(id), g.Text(words.Label)),
		Input(Type("number"), ID(id), Name(p.Name), Required(), Step("1"), g.Attr("inputmode", "numeric"),
			Min(strconv.FormatInt(p.Min, 10)), Max(strconv.FormatInt(p.Max, 10)), Value(strconv.FormatInt(p.Default, 10)),
			Aria("describedby", id+"-help")),
		P(ID(id+"-help"), Class("help"), Span(Class("bounds"), g.Text(bounds)), g.Text(" · "+words.Help)),
	)
}

// predictions are the answers to the question which model will be fastest;
// the front end repeats the chosen one beside the result.
func predictions(w *i18n.Words, models []wire.ModelInfo) g.Node {
	choice := func(value, text, class string, checked bool) g.Node {
		return Label(Class("chip"), Input(Type("radio"), Name("predict"), Value(value), g.If(checked, Checked())),
			Span(g.If(class != "", Class(class)), g.Text(text)))
	}
	choices := g.Group{}
	for _, m := range models {
		if m.OK {
			choices = append(choices, choice(m.ID, m.ID, "mono", false))
		}
	}
	return Div(Class("chips"), choices, choice("same", w.PredictSame, "", false), choice("", w.PredictNone, "", true))
}
