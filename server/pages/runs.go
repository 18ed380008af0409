package pages

import (
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/server/wire"
)

// RunProps are the data of RunPage.
type RunProps struct {
	Site
	Run *wire.Run
}

// RunPage is one run: its result, and its recordings to play. Without
// WebAssembly the result is all there.
func RunPage(p RunProps) g.Node {
	w, run := p.words(), p.Run
	result := ResultFragment(p.Lang, run)
	if !run.State.Final() {
		result = P(Class("empty"), g.Text(w.NoResult))
	}
	return page(&p.Site, w.RunTitle+" "+run.ID, "", true,
		H1(g.Text(w.RunTitle+" "), Span(Class("mono"), g.Text(run.ID))),
		P(Class("lead"), g.Text(experimentName(w, run.Experiment)+" · "+nameOf(w.Result.States, string(run.State))+" · "),
			Time(DateTime(run.CreatedAt), g.Text(when(run.CreatedAt)+" UTC"))),
		P(Class("setup"), g.Text(hostLine(run.Host))),
		frontEndStatus(w, w.NoPicture),
		Section(H2(g.Text(w.ResultTitle)), Div(ID("result"), Data("run", run.ID), result)),
		figure(w, run.ID, recorded(run)),
		stills(w, run),
	)
}

// RunsProps are the data of Runs.
type RunsProps struct {
	Site
	Runs []wire.Run
}

// Runs lists the runs that are kept, in the order given.
func Runs(p RunsProps) g.Node {
	w := p.words()
	if len(p.Runs) == 0 {
		return page(&p.Site, w.RunsTitle, "", false, H1(g.Text(w.RunsTitle)), P(Class("empty"), g.Text(w.RunsEmpty)),
			P(A(Class("button"), Href("/"+w.Lang+"/play"), g.Text(w.ErrorHome))))
	}
	return page(&p.Site, w.RunsTitle, "", false, H1(g.Text(w.RunsTitle)), Div(Class("wide"), Table(Class("results list"),
		THead(Tr(th(w.ColRun, ""), th(w.Experiment, ""), th(w.ColModels, ""), th(w.State, ""), th(w.ColResult, ""), th(w.When, ""))),
		TBody(g.Map(p.Runs, func(r wire.Run) g.Node {
			return Tr(
				Th(Scope("row"), A(Class("mono"), Href("/"+w.Lang+"/runs/"+r.ID), g.Text(r.ID))),
				td(w.Experiment, "", g.Text(experimentName(w, r.Experiment))),
				td(w.ColModels, "mono", g.Text(strings.Join(r.Models, ", "))),
				td(w.State, "", g.Text(nameOf(w.Result.States, string(r.State)))),
				td(w.ColResult, "found", g.Text(found(p.Lang, &r))),
				td(w.When, "", Time(DateTime(r.CreatedAt), g.Text(when(r.CreatedAt)))),
			)
		})))))
}

// found is a run's verdict in one sentence.
func found(lang string, r *wire.Run) string {
	if r.Verdict == nil || r.State != wire.Done {
		return missing
	}
	return Say(lang, r).Found
}
