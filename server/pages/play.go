package pages

import (
	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// PlayProps are the data of Play.
type PlayProps struct {
	Site
	Experiments []bench.Experiment // the first is offered
	Models      []wire.ModelInfo
	Host        wire.Host
}

// Play is the playground: choose, predict, run, watch.
func Play(p PlayProps) g.Node {
	w := p.words()
	return page(&p.Site, w.Play, hostLine(p.Host), true,
		H1(g.Text(w.PlayTitle)),
		P(Class("lead"), g.Text(w.PlayLead)),
		P(Class("loop"), g.Text(w.PlayLoop)),
		frontEndStatus(w, w.NoScript),
		runForm(w, p.Experiments[0], p.Models),
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

// live is filled by the front end while a run goes on.
func live(w *i18n.Words) g.Node {
	return Section(ID("live"), Hidden(""),
		H2(g.Text(w.LiveTitle)),
		Div(Class("live"),
			Canvas(ID("live-chart"), Role("img"), Aria("label", w.LiveTitle+": "+w.Rate)),
			Table(
				THead(Tr(th(w.Model), th(w.Rate, "num"), th(w.P50, "num"), th(w.P99, "num"))),
				TBody(ID("live-body")),
			),
		),
	)
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
