package pages

import (
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// PlayProps are the data of Play.
type PlayProps struct {
	Site
	Experiments []bench.Experiment
	Models      []wire.ModelInfo
	Host        wire.Host
}

// Play is the playground: choose, predict, run, watch.
func Play(p PlayProps) g.Node {
	w := p.words()
	return page(&p.Site, w.Play, true,
		H1(g.Text(w.PlayTitle)),
		P(Class("lead"), g.Text(w.PlayLead)),
		P(Class("loop"), g.Text(w.PlayLoop)),
		frontEndStatus(w),
		runForm(w, p.Experiments[0], p.Models),
		Section(ID("progress"), Hidden(""), Aria("label", w.ProgressTitle),
			Progress(ID("progress-bar"), Max("1"), Value("0"), Aria("labelledby", "progress-text")),
			P(ID("progress-text"), Role("status")),
		),
		P(ID("run-status"), Role("status")),
		P(ID("stream-status"), Role("status")),
		Section(ID("live"), Hidden(""),
			H2(g.Text(w.LiveTitle)),
			Canvas(ID("live-chart"), Role("img"), Aria("label", w.LiveTitle+": "+w.Rate)),
			Table(
				THead(Tr(th(w.Model), thNum(w.Rate), thNum(w.P50), thNum(w.P99))),
				TBody(ID("live-body")),
			),
		),
		Section(ID("result-section"),
			H2(g.Text(w.ResultTitle)),
			P(ID("prediction"), Class("prediction"), Hidden(""), g.Text(w.PredictTitle+": "), B(ID("predicted"))),
			Div(ID("result"), Aria("live", "polite"), P(Class("empty"), g.Text(w.Empty))),
		),
		figure(w, "", nil),
	)
}

// frontEndStatus says what keeps the front end from running.
func frontEndStatus(w *i18n.Words) g.Node {
	return g.Group{
		NoScript(P(Class("error"), g.Text(w.NoScript))),
		Div(ID("wasm-status"), Class("note"), Role("status"), Hidden("")),
		P(ID("version-warning"), Class("error"), Hidden(""), g.Text(w.Outdated)),
	}
}

// preselected are the models that a newcomer compares first.
var preselected = map[string]bool{"thread-per-conn": true, "epoll": true}

func runForm(w *i18n.Words, e bench.Experiment, models []wire.ModelInfo) g.Node {
	return Form(ID("run-form"), Data("experiment", e.ID),
		FieldSet(Class("models"),
			Legend(g.Text(w.ModelsTitle)), P(Class("help"), g.Text(w.ModelsHelp)),
			modelChoices(w, models),
		),
		FieldSet(Class("load"),
			Legend(g.Text(w.LoadTitle)),
			g.Map(e.Params, func(p bench.Param) g.Node { return paramField(w, p) }),
		),
		FieldSet(Class("predict"),
			Legend(g.Text(w.PredictTitle)), P(Class("help"), g.Text(w.PredictHelp)),
			predictions(w, models),
		),
		P(ID("form-error"), Class("error"), Role("alert"), Hidden("")),
		Div(Class("actions"),
			Button(ID("run-button"), Type("submit"), Disabled(), g.Text(w.RunButton)),
			Button(ID("cancel-button"), Type("button"), Hidden(""), g.Text(w.Cancel)),
		),
	)
}

// modelChoices lists the models by family; those that this host cannot run
// are greyed and say why.
func modelChoices(w *i18n.Words, models []wire.ModelInfo) g.Node {
	var groups g.Group
	for i := 0; i < len(models); {
		family := models[i].Family
		var choices g.Group
		for ; i < len(models) && models[i].Family == family; i++ {
			choices = append(choices, modelChoice(w, models[i]))
		}
		groups = append(groups, Div(Class("family"), H3(g.Text(nameOf(w.Families, family))), choices))
	}
	return Div(Class("families"), groups)
}

func modelChoice(w *i18n.Words, m wire.ModelInfo) g.Node {
	id := "model-" + m.ID
	return Div(Class("choice"),
		Input(Type("checkbox"), ID(id), Name("model"), Value(m.ID), Aria("describedby", id+"-about"),
			g.If(!m.OK, Disabled()), g.If(m.OK && preselected[m.ID], Checked())),
		Div(
			Label(For(id), Class("mono"), g.Text(m.ID)),
			P(ID(id+"-about"), Class("help"),
				g.Text(w.Models[m.ID]),
				g.If(!m.OK, g.Group{Br(), Strong(g.Text(w.Unavailable)), g.Text(m.Reason)}),
				g.If(!m.OK && m.Fix != "", g.Group{Br(), g.Text(w.Fix), Code(g.Text(m.Fix))}),
			),
		),
	)
}

func paramField(w *i18n.Words, p bench.Param) g.Node {
	words, ok := w.Params[p.Name]
	if !ok {
		words = [2]string{p.Name, p.About}
	}
	id := "param-" + p.Name
	return Div(Class("field"),
		Label(For(id), g.Text(words[0])),
		Input(Type("number"), ID(id), Name(p.Name), Required(), Step("1"), Min(strconv.FormatInt(p.Min, 10)), Max(strconv.FormatInt(p.Max, 10)),
			Value(strconv.FormatInt(p.Default, 10)), Aria("describedby", id+"-help")),
		P(ID(id+"-help"), Class("help"), g.Text(words[1]+" ("+count(p.Min)+" – "+count(p.Max)+")")),
	)
}

func predictions(w *i18n.Words, models []wire.ModelInfo) g.Node {
	choice := func(value, text string, checked bool) g.Node {
		return Label(Input(Type("radio"), Name("predict"), Value(value), g.If(checked, Checked())), Span(g.Text(text)))
	}
	choices := g.Group{choice("", w.PredictNone, true)}
	for _, m := range models {
		if m.OK {
			choices = append(choices, choice(m.ID, m.ID, false))
		}
	}
	return Div(Class("chips"), choices, choice("same", w.PredictSame, false))
}

// figure is the timeline with its controls. On a page of one run it names
// the run and its recordings; on the playground the front end does.
func figure(w *i18n.Words, run string, models []string) g.Node {
	button := func(id, label, face string) g.Node {
		return Button(ID(id), Type("button"), Aria("label", label), Title(label), Span(Aria("hidden", "true"), g.Text(face)))
	}
	return Section(ID("figure"), Data("run", run), g.If(run == "" || len(models) == 0, Hidden("")),
		H2(g.Text(w.FigureTitle)),
		Div(ID("recording-tabs"), Class("tabs"), Role("tablist"), g.Map(models, func(m string) g.Node {
			return Button(Class("tab"), Type("button"), Role("tab"), Data("model", m), g.Text(m))
		})),
		P(ID("provenance"), Class("provenance")),
		Canvas(ID("timeline"), TabIndex("0"), Role("img"), Aria("label", w.FigureTitle), Aria("describedby", "event-text figure-keys")),
		Div(ID("controls"), Class("controls"),
			Div(Class("buttons"),
				button("to-start", w.ToStart, "|◀"), button("step-back", w.StepBack, "◀"), button("play", w.PlayPause, "▶"),
				button("step-forward", w.StepForward, "▶|"), button("to-end", w.ToEnd, "▶▶|"),
			),
			Input(Type("range"), ID("scrub"), Min("0"), Max("1"), Value("0"), Step("any"), Aria("label", w.Scrub)),
			g.El("output", ID("time"), Class("mono")),
			Label(Class("speed"), g.Text(w.Speed+" "), Select(ID("speed"), speeds())),
			Div(Class("buttons"), button("zoom-in", w.ZoomIn, "+"), button("zoom-out", w.ZoomOut, "−"), button("zoom-fit", w.ZoomFit, "↔")),
		),
		Ul(ID("legend"), Class("legend"), g.Map(w.Legend, func(l i18n.LegendWord) g.Node {
			return Li(Class("chip k-"+l.Class), Span(Aria("hidden", "true"), g.Text(l.Shape)), g.Text(" "+l.Text))
		})),
		P(ID("event-text"), Class("mono event"), Aria("live", "polite")),
		Details(Class("events"), Summary(g.Text(w.EventsTitle)), Ol(ID("events"), Class("mono"))),
		Details(Summary(g.Text(w.Reading)), g.Map(w.ReadingText, func(t string) g.Node { return P(g.Text(t)) }), P(ID("figure-keys"), g.Text(w.Keys))),
	)
}

func speeds() g.Node {
	var options g.Group
	for _, n := range []int64{100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 100, 10} {
		options = append(options, Option(Value(strconv.FormatInt(n, 10)), g.If(n == 20_000, Selected()), g.Text("×"+count(n))))
	}
	return options
}

func nameOf(names map[string]string, key string) string {
	if name, ok := names[key]; ok {
		return name
	}
	return key
}
