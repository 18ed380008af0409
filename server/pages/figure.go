package pages

import (
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
)

// slowdowns are the factors by which a recording can be slowed down.
var slowdowns = []int64{100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 100, 10}

// slowdown is chosen at first: a microsecond takes 20 ms.
const slowdown = 20_000

// figure is the timeline: where it comes from above, its controls below. On
// the page of one run it names the run and the models with a recording; on
// the playground (run "") the front end does. It is hidden until the front
// end has something to draw: without it, no dead picture is shown.
func figure(w *i18n.Words, run string, models []string) g.Node {
	return Section(ID("figure"), Data("run", run), Hidden(""),
		H2(g.Text(w.FigureTitle)),
		Div(ID("recording-tabs"), Class("tabs"), Role("tablist"), Aria("label", w.ModelsTitle), g.Map(models, func(m string) g.Node {
			return Button(Class("tab"), Type("button"), Role("tab"), Data("model", m), g.Text(m))
		})),
		P(ID("provenance"), Class("provenance"), g.Text(w.Waiting)),
		Canvas(ID("timeline"), TabIndex("0"), Role("img"), Aria("label", w.FigureTitle), Aria("describedby", "event-text figure-keys")),
		P(ID("event-text"), Class("event mono"), Aria("live", "polite")),
		controls(w),
		Ul(ID("legend"), Class("legend"), g.Map(w.Legend, func(l i18n.LegendWord) g.Node {
			return Li(Class("k-"+l.Class), Span(Class("shape"), Aria("hidden", "true"), g.Text(l.Shape)), g.Text(" "+l.Text))
		})),
		P(ID("figure-keys"), Class("help keys"), g.Text(w.Keys)),
		Details(Class("events"), Summary(g.Text(w.EventsTitle)), Ol(ID("events"), Class("mono"))),
		Details(Summary(g.Text(w.Reading)), g.Map(w.ReadingText, func(t string) g.Node { return P(g.Text(t)) })),
	)
}

func controls(w *i18n.Words) g.Node {
	button := func(id, label, face string) g.Node {
		return Button(ID(id), Type("button"), Aria("label", label), Title(label), Span(Aria("hidden", "true"), g.Text(face)))
	}
	return Div(ID("controls"), Class("controls"),
		Input(Type("range"), ID("scrub"), Min("0"), Max("1"), Value("0"), Step("any"), Aria("label", w.Scrub)),
		g.El("output", ID("time"), Class("mono"), For("scrub")),
		Div(Class("buttons"),
			button("to-start", w.ToStart, "|◂"), button("step-back", w.StepBack, "◂"), button("play", w.PlayPause, "▶"),
			button("step-forward", w.StepForward, "▸"), button("to-end", w.ToEnd, "▸|"),
		),
		Label(Class("speed"), g.Text(w.Speed+" "), Select(ID("speed"), g.Map(slowdowns, func(n int64) g.Node {
			return Option(Value(strconv.FormatInt(n, 10)), g.If(n == slowdown, Selected()), g.Text("×"+count(n)))
		}))),
		Div(Class("buttons zoom"), button("zoom-out", w.ZoomOut, "−"), button("zoom-in", w.ZoomIn, "+"), button("zoom-fit", w.ZoomFit, "↔")),
	)
}
