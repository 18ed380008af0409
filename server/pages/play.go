package pages

import (
	"encoding/json"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// PlayProps are the data of Play.
type PlayProps struct {
	Site
	Experiments []bench.Experiment // at least one
	Chosen      string             // id of the experiment offered; the first for ""
	Full        bool               // with the sizes of published figures
	Models      []wire.ModelInfo
	Host        wire.Host
	Last        *wire.Run // the latest result of the experiment; nil for none
}

// Play is the playground: choose, predict, run, watch.
func Play(p PlayProps) g.Node {
	w, e := p.words(), p.Experiments[0]
	for _, other := range p.Experiments {
		if other.ID == p.Chosen {
			e = other
		}
	}
	return page(&p.Site, experimentName(w, e.ID)+" · "+w.Play, hostLine(p.Host), true,
		H1(g.Text(w.PlayTitle)),
		P(Class("lead"), g.Text(w.PlayLead)),
		P(Class("loop"), g.Text(w.PlayLoop)),
		experiments(w, p.Experiments, e.ID),
		purpose(w, e),
		frontEndStatus(w, w.NoScript),
		lastRun(w, p.Lang, p.Last),
		runForm(w, e, p.Models, p.Full),
		Section(ID("progress"), Hidden(""), Aria("label", w.ProgressTitle),
			Progress(ID("progress-bar"), Max("1"), Value("0"), Aria("labelledby", "progress-text")),
			P(ID("progress-text")),
		),
		P(ID("run-status"), Class("status"), Role("status")),
		P(ID("stream-status"), Class("status"), Role("status")),
		live(w),
		Section(ID("result-section"),
			H2(g.Text(w.ResultTitle)),
			P(ID("prediction"), Class("prediction"), Hidden(""),
				g.Text(w.Predicted+" "), B(ID("predicted")), g.Text(" "), Span(g.Text(w.Compare))),
			Div(ID("result"), Aria("live", "polite"), P(Class("empty"), g.Text(w.Empty))),
			P(Class("empty pending"), g.Text(w.Pending)), // seen while #result has no content
		),
		figure(w, "", nil),
	)
}

func experimentName(w *i18n.Words, id string) string {
	if e, ok := w.Experiments[id]; ok {
		return e.Name
	}
	return id
}

// experiments are links, so that choosing one works without scripts.
func experiments(w *i18n.Words, all []bench.Experiment, chosen string) g.Node {
	return Nav(Class("experiments"), Aria("label", w.ExperimentsTitle), Ul(g.Map(all, func(e bench.Experiment) g.Node {
		return Li(A(Href("/"+w.Lang+"/play?experiment="+e.ID), g.If(e.ID == chosen, Aria("current", "page")), g.Text(experimentName(w, e.ID))))
	})))
}

// purpose says what an experiment is for.
func purpose(w *i18n.Words, e bench.Experiment) g.Node {
	words, ok := w.Experiments[e.ID]
	if !ok {
		return Section(Class("purpose"), H2(g.Text(e.ID)), P(g.Text(e.About)))
	}
	return Section(Class("purpose"), Aria("labelledby", "experiment-name"),
		H2(ID("experiment-name"), g.Text(words.Name)),
		Div(H3(g.Text(w.What)), P(g.Text(words.What))),
		Div(H3(g.Text(w.Look)), Ul(g.Map(words.Look, func(text string) g.Node { return Li(g.Text(text)) }))),
	)
}

// live is filled by the front end while a run goes on, which may be one of
// another experiment. It takes the names of units and parameters from here.
func live(w *i18n.Words) g.Node {
	units, params := map[string]string{}, map[string]string{}
	for unit, words := range w.Units {
		units[unit] = words.Name
	}
	for name, words := range w.Params {
		params[name] = words.Label
	}
	return Section(ID("live"), Hidden(""), Data("units", encoded(units)), Data("params", encoded(params)),
		H2(g.Text(w.LiveTitle)),
		Div(Class("live"),
			Div(P(ID("live-title"), Class("help")), Canvas(ID("live-chart"), Role("img"), Aria("label", w.LiveTitle))),
			Table(
				THead(Tr(th(w.ModelName, ""), th(w.Result.Requests, "num"), th(w.Result.P50, "num"), th(w.Result.P99, "num"),
					Th(ID("live-unit"), Scope("col"), Class("num"), Hidden(""), g.Text(w.LastTrial)))),
				TBody(ID("live-body")),
			),
		),
	)
}

// encoded is JSON with its keys in order.
func encoded(names map[string]string) string {
	text, _ := json.Marshal(names) // strings always can be encoded
	return string(text)
}

// frontEndStatus says what keeps the front end from running; without is what
// a page without scripts lacks.
func frontEndStatus(w *i18n.Words, without string) g.Node {
	return g.Group{
		NoScript(P(Class("note"), g.Text(without))),
		Div(ID("wasm-status"), Class("note"), Role("status"), Hidden("")),
		P(ID("version-warning"), Class("error"), Hidden(""), g.Text(w.Outdated)),
	}
}
