package pages

import (
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// preselected are the models that a newcomer compares first.
var preselected = []string{"thread-per-conn", "epoll", "epoll-pool", "read", "mmap", "io_uring"}

// rare are the parameters that are folded away; so is the pool where it is
// not the point.
var rare = []string{wire.ParamThinkMS, wire.ParamArrivals, wire.ParamPerConn, wire.ParamStallMS, wire.ParamBuffer, wire.ParamSockBuf,
	wire.ParamRounds, wire.ParamWarmupMS, wire.ParamRecordMS}

func folded(e bench.Experiment, param string) bool {
	return slices.Contains(rare, param) || param == wire.ParamPool && e.ID != "backend" && e.ID != "file-server"
}

// runForm is made from the experiment's parameters and the host's models.
// The front end sends it; until that runs, the button is disabled.
func runForm(w *i18n.Words, e bench.Experiment, known []wire.ModelInfo, full bool) g.Node {
	words, ok := w.Experiments[e.ID]
	if !ok {
		words.Load = e.About
	}
	takes, not := models(e, known)
	var seen, more g.Group
	for _, p := range e.Params {
		field := paramField(w, e, p, full)
		if folded(e, p.Name) {
			more = append(more, field)
		} else {
			seen = append(seen, field)
		}
	}
	return Form(ID("run-form"), Data("experiment", e.ID), Data("unit", e.Unit),
		FieldSet(Class("models"),
			Legend(g.Text(w.ModelsTitle)), P(Class("help"), g.Text(w.ModelsHelp)),
			modelChoices(w, e, takes), notHere(w, e, not),
			fieldError("models"),
		),
		FieldSet(Class("load"),
			Legend(g.Text(w.LoadTitle)), P(Class("help"), g.Text(words.Load)),
			Div(Class("fields"), seen),
			sizes(w, e, full),
			Details(Summary(g.Text(w.More)), Div(Class("fields"), more, variants(w, e))),
			sweepFields(w, e),
		),
		FieldSet(Class("predict"),
			Legend(g.Text(w.PredictTitle)),
			P(Class("help"), g.Text(unitOf(w, e.Unit).Predict)),
			g.If(hasParam(e, wire.ParamRate), P(Class("help"), Data("when", "open"), Hidden(""), g.Text(unitOf(w, bench.UnitP99).Predict))),
			predictions(w, takes),
		),
		Div(Class("actions"),
			P(ID("form-error"), Class("error"), Role("alert"), Hidden("")),
			Button(ID("run-button"), Type("submit"), Disabled(), g.Text(w.RunButton)),
			Button(ID("cancel-button"), Type("button"), Hidden(""), g.Text(w.Cancel)),
		),
	)
}

func hasParam(e bench.Experiment, name string) bool {
	_, ok := e.Param(name)
	return ok
}

// sizes leads to the same form with other defaults.
func sizes(w *i18n.Words, e bench.Experiment, full bool) g.Node {
	path := "/" + w.Lang + "/play?experiment=" + e.ID
	switch {
	case len(e.Full) == 0:
		return nil
	case full:
		return P(Class("help"), A(Href(path), g.Text(w.QuickSize)))
	}
	return P(Class("help"), A(Href(path+"&full=1"), g.Text(w.FullSize)))
}

// paramField is a number with bounds, or a choice among names.
func paramField(w *i18n.Words, e bench.Experiment, p bench.Param, full bool) g.Node {
	words, ok := w.Param(e.ID, p.Name)
	if !ok {
		words = i18n.Param{Label: p.Name, Help: p.About, Unit: p.Unit}
	}
	value := p.Default
	if v, ok := e.Full[p.Name]; ok && full {
		value = v
	}
	id := "param-" + p.Name
	if len(p.Names) > 0 {
		return Div(Class("field"), Label(For(id), g.Text(words.Label)),
			Select(ID(id), Name(p.Name), Data("param", p.Name), Aria("describedby", id+"-help"), paramOptions(w, p, value)),
			P(ID(id+"-help"), Class("help"), g.Text(words.Help)), fieldError(p.Name))
	}
	write := func(v int64) string { return count(v) }
	read := g.Node(nil)
	if p.Unit == "B" {
		write = Bytes
		read = g.El("output", Class("read"), For(id), g.If(value >= 1024, g.Text("= "+Bytes(value))))
	}
	bounds := write(p.Min) + "–" + write(p.Max)
	if words.Unit != "" && p.Unit != "B" {
		bounds += thin + words.Unit
	}
	return Div(Class("field"),
		Div(Class("top"), Label(For(id), g.Text(words.Label)), read),
		Input(Type("number"), ID(id), Name(p.Name), Data("param", p.Name), Required(), Step("1"), g.Attr("inputmode", "numeric"),
			Min(strconv.FormatInt(p.Min, 10)), Max(strconv.FormatInt(p.Max, 10)), Value(strconv.FormatInt(value, 10)),
			Aria("describedby", id+"-help")),
		P(ID(id+"-help"), Class("help"), Span(Class("bounds"), g.Text(bounds)), g.Text(" · "+words.Help)), fieldError(p.Name),
	)
}

func paramOptions(w *i18n.Words, p bench.Param, value int64) g.Node {
	var options g.Group
	for i := range p.Names {
		options = append(options, Option(Value(strconv.Itoa(i)), g.If(int64(i) == value, Selected()), g.Text(paramValue(w, p, int64(i)))))
	}
	return options
}

// fieldError is where the front end says what is wrong with a field.
func fieldError(field string) g.Node {
	return P(ID("error-"+field), Class("field-error"), Hidden(""))
}

// sweepFields let one parameter take several values.
func sweepFields(w *i18n.Words, e bench.Experiment) g.Node {
	var options g.Group
	for _, p := range e.Params {
		if !p.PerRun() {
			options = append(options, Option(Value(p.Name), g.Text(paramLabel(w, e.ID, p.Name))))
		}
	}
	return Div(Class("sweep"),
		H3(g.Text(w.SweepTitle)),
		Div(Class("fields"),
			Div(Class("field"), Label(For("sweep-param"), g.Text(w.SweepParam)),
				Select(ID("sweep-param"), Name("sweep-param"), Option(Value(""), g.Text(w.SweepNone)), options)),
			Div(Class("field values"), Label(For("sweep-values"), g.Text(w.SweepValues)),
				Input(Type("text"), ID("sweep-values"), Name("sweep"), AutoComplete("off"), Placeholder("10, 100, 1000"), Aria("describedby", "sweep-help")))),
		P(ID("sweep-help"), Class("help"), g.Text(w.SweepHelp)), fieldError("sweep"),
	)
}

// variants are models that differ from the others in a parameter.
func variants(w *i18n.Words, e bench.Experiment) g.Node {
	return Div(Class("field variants"), Label(For("variants"), g.Text(w.Variants)),
		Input(Type("text"), ID("variants"), Name("variants"), Class("mono"), AutoComplete("off"), g.Attr("spellcheck", "false"), Placeholder(variantExample(e)), Aria("describedby", "variants-help")),
		P(ID("variants-help"), Class("help"), g.Text(w.VariantsHelp)))
}

// variantExample differs in the first parameter that is worth it.
func variantExample(e bench.Experiment) string {
	for _, name := range []string{wire.ParamPool, wire.ParamChunk, wire.ParamSize} {
		if p, ok := e.Param(name); ok && len(e.Models) > 0 {
			return wire.Name(e.Models[0], wire.Params{name: max(p.Min, min(p.Max, 4096, max(p.Default*2, 10)))})
		}
	}
	return ""
}

// predictions are the answers to the question which model will be ahead; the
// front end repeats the chosen one beside the result.
func predictions(w *i18n.Words, takes []wire.ModelInfo) g.Node {
	choice := func(value, text, class string, checked bool) g.Node {
		return Label(Class("chip"), Input(Type("radio"), Name("predict"), Value(value), g.If(checked, Checked())),
			Span(g.If(class != "", Class(class)), g.Text(text)))
	}
	choices := g.Group{}
	for _, m := range takes {
		if m.OK {
			choices = append(choices, choice(m.ID, m.ID, "mono", false))
		}
	}
	return Div(Class("chips"), choices, choice("same", w.PredictSame, "", false), choice("", w.PredictNone, "", true))
}
