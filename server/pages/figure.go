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

// figure is where recordings are watched: where the picture comes from stands
// above it, its controls below, the line of code beside it. On the page of
// one run it names the run and the models with a recording; on the playground
// (run "") the front end does. It is hidden until the front end has something
// to draw: without it, no dead picture is shown.
func figure(w *i18n.Words, run string, models []string) g.Node {
	f := &w.Figure
	return Section(ID("figure"), Data("run", run), Hidden(""),
		H2(ID("figure-title"), g.Text(w.FigureTitle)),
		Div(Class("watch-head"),
			Div(ID("recording-tabs"), Class("tabs"), Role("tablist"), Aria("label", w.ModelsTitle), g.Map(models, func(m string) g.Node {
				return Button(Class("tab"), Type("button"), Role("tab"), Data("model", m), g.Text(m))
			})),
			Div(Class("segments"), ID("view-tabs"), Role("group"), Aria("label", f.Views),
				segment("view-timeline", f.Timeline, true), segment("view-stage", f.Stage, false)),
			Button(ID("compare"), Type("button"), Aria("pressed", "false"), g.Text(f.Compare)),
		),
		P(ID("provenance"), Class("provenance"), g.Text(w.Waiting)),
		Div(Class("watch"),
			Div(Class("picture"),
				Div(ID("panes"), Div(Class("pane"),
					H3(ID("pane-name"), Class("pane-name mono"), Hidden("")),
					Canvas(ID("timeline"), TabIndex("0"), Role("img"), Aria("label", w.FigureTitle), Aria("describedby", "event-text figure-keys")),
				)),
				Canvas(ID("minimap"), Role("img"), Aria("label", f.Minimap)),
				P(ID("event-text"), Class("event mono"), Aria("live", "polite")),
				P(ID("race"), Class("race"), Role("status"), Hidden("")),
				controls(w),
				search(f),
			),
			code(f),
		),
		Section(ID("selection"), Hidden(""), Aria("labelledby", "selection-title"),
			H3(ID("selection-title"), g.Text(f.Selection)), P(ID("selection-about"), Class("help")), Div(ID("selection-tables"), Class("totals"))),
		Ul(ID("legend"), Class("legend"), g.Map(w.Legend, func(l i18n.LegendWord) g.Node {
			return Li(Class("k-"+l.Class), Span(Class("shape"), Aria("hidden", "true"), g.Text(l.Shape)), g.Text(" "+l.Text))
		})),
		P(ID("figure-keys"), Class("help keys"), g.Text(w.Keys)),
		Details(Class("events"), Summary(g.Text(w.EventsTitle)), Ol(ID("events"), Class("mono"))),
		Details(Summary(g.Text(w.Reading)), g.Map(w.ReadingText, func(t string) g.Node { return P(g.Text(t)) })),
		keyList(f),
	)
}

// segment is one of several buttons of which one is on.
func segment(id, label string, on bool) g.Node {
	return Button(ID(id), Type("button"), Aria("pressed", strconv.FormatBool(on)), g.Text(label))
}

// iconButton is a button whose face is a sign.
func iconButton(id, label, face string) g.Node {
	return Button(ID(id), Type("button"), Aria("label", label), Title(label), Span(Aria("hidden", "true"), g.Text(face)))
}

func controls(w *i18n.Words) g.Node {
	f := &w.Figure
	return g.Group{
		Div(ID("controls"), Class("controls"),
			Input(Type("range"), ID("scrub"), Min("0"), Max("1"), Value("0"), Step("any"), Aria("label", w.Scrub)),
			g.El("output", ID("time"), Class("mono"), For("scrub")),
			Div(Class("buttons"),
				iconButton("to-start", w.ToStart, "|◂"), iconButton("step-back", w.StepBack, "◂"), iconButton("play", w.PlayPause, "▶"),
				iconButton("step-forward", w.StepForward, "▸"), iconButton("to-end", w.ToEnd, "▸|"),
			),
			Label(Class("speed"), g.Text(w.Speed+" "), Select(ID("speed"), g.Map(slowdowns, func(n int64) g.Node {
				return Option(Value(strconv.FormatInt(n, 10)), g.If(n == slowdown, Selected()), g.Text("×"+count(n)))
			}))),
			Div(Class("buttons zoom"), iconButton("zoom-out", w.ZoomOut, "−"), iconButton("zoom-in", w.ZoomIn, "+"),
				iconButton("zoom-fit", w.ZoomFit, "↔"), iconButton("show-keys", f.KeysTitle, "?")),
		),
		Div(Class("jumps"), Role("group"), Aria("label", f.Jumps),
			textButton("jump-blocked", f.FirstBlocked), textButton("jump-wake", f.FirstWake), textButton("jump-longest", f.LongestWait),
			Span(Class("buttons"), iconButton("select-from", f.SelectFrom, "["), iconButton("select-to", f.SelectTo, "]"),
				Button(ID("loop"), Type("button"), Aria("pressed", "false"), Aria("label", f.Loop), Title(f.Loop), Span(Aria("hidden", "true"), g.Text("↻")))),
			Button(ID("race-button"), Type("button"), Hidden(""), g.Text(f.Race)),
		),
	}
}

func textButton(id, label string) g.Node { return Button(ID(id), Type("button"), g.Text(label)) }

// search finds events by what they are about.
func search(f *i18n.FigureWords) g.Node {
	return Div(Class("find"), Role("search"),
		Label(For("find-text"), g.Text(f.Find)),
		Input(ID("find-text"), Type("search"), Placeholder(f.FindExample), AutoComplete("off"), g.Attr("spellcheck", "false")),
		Span(Class("buttons"), iconButton("find-back", f.FindBack, "◂"), iconButton("find-next", f.FindNext, "▸")),
		g.El("output", ID("find-count"), Class("help"), For("find-text"), Role("status")),
	)
}

// code shows the source that ran, and what is known of the event in hand.
func code(f *i18n.FigureWords) g.Node {
	return Aside(ID("code"), Class("code"), Aria("labelledby", "code-title"),
		Div(Class("code-head"), H3(ID("code-title"), g.Text(f.Code)),
			Label(Class("hidden-label"), For("code-file"), g.Text(f.CodeFile)), Select(ID("code-file"), Class("mono"))),
		Ol(ID("code-lines"), Class("mono"), TabIndex("0"), Aria("labelledby", "code-title"), P(Class("help"), g.Text(f.CodeEmpty))),
		P(ID("code-help"), Class("help"), g.Text(f.CodeHelp)),
		Dl(ID("event-facts"), Class("event-facts")),
	)
}

// keyList is opened by the key "?".
func keyList(f *i18n.FigureWords) g.Node {
	return Dialog(ID("key-list"), Aria("labelledby", "key-list-title"),
		H2(ID("key-list-title"), g.Text(f.KeysTitle)), P(Class("help"), g.Text(f.KeysWhere)),
		Dl(Class("keys-all"), g.Map(f.KeyList, func(k i18n.Meaning) g.Node {
			return Div(Dt(g.El("kbd", g.Text(k.Term))), Dd(g.Text(k.Text)))
		})),
		FormEl(Method("dialog"), Button(ID("key-list-close"), g.Text(f.Close))),
	)
}
