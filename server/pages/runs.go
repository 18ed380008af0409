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

// RunPage is one run: its result, and its recordings to play.
func RunPage(p RunProps) g.Node {
	w, run := p.words(), p.Run
	var recorded []string
	for _, r := range run.Results {
		if r.Recording != nil && r.Recording.Bytes > 0 {
			recorded = append(recorded, r.Model)
		}
	}
	result := ResultFragment(p.Lang, run)
	if !run.State.Final() {
		result = P(Class("empty"), g.Text(nameOf(w.States, string(run.State))+" · "+w.NoResult))
	}
	return page(&p.Site, w.RunTitle+" "+run.ID, true,
		H1(g.Text(w.RunTitle+" "), Span(Class("mono"), g.Text(run.ID))),
		P(Class("lead"), g.Text(run.Experiment+" · "+nameOf(w.States, string(run.State))+" · "), Time(DateTime(run.CreatedAt), g.Text(run.CreatedAt))),
		P(Class("setup"), g.Text(hostLine(run.Host))),
		frontEndStatus(w),
		Section(H2(g.Text(w.ResultTitle)), Div(ID("result"), result)),
		figure(w, run.ID, recorded),
	)
}

// RunsProps are the data of Runs.
type RunsProps struct {
	Site
	Runs []wire.Run
}

// Runs lists the runs that are kept.
func Runs(p RunsProps) g.Node {
	w := p.words()
	if len(p.Runs) == 0 {
		return page(&p.Site, w.RunsTitle, false, H1(g.Text(w.RunsTitle)),
			P(Class("empty"), g.Text(w.RunsEmpty+" "), A(Href("/"+w.Lang+"/play"), g.Text(w.Play))))
	}
	return page(&p.Site, w.RunsTitle, false, H1(g.Text(w.RunsTitle)), Table(
		THead(Tr(th(w.RunTitle), th(w.Experiment), th(w.ModelsTitle), th(w.State), th(w.When))),
		TBody(g.Map(p.Runs, func(r wire.Run) g.Node {
			return Tr(
				Th(Scope("row"), A(Class("mono"), Href("/"+w.Lang+"/runs/"+r.ID), g.Text(r.ID))),
				Td(Data("label", w.Experiment), g.Text(r.Experiment)),
				Td(Data("label", w.ModelsTitle), Class("mono"), g.Text(strings.Join(r.Models, ", "))),
				Td(Data("label", w.State), g.Text(nameOf(w.States, string(r.State)))),
				Td(Data("label", w.When), Time(DateTime(r.CreatedAt), g.Text(r.CreatedAt))),
			)
		}))))
}

// HostProps are the data of HostPage.
type HostProps struct {
	Site
	Host   wire.Host
	Models []wire.ModelInfo
}

// HostPage says what this host is and what it can run, and why not.
func HostPage(p HostProps) g.Node {
	w := p.words()
	return page(&p.Site, w.Host, false,
		H1(g.Text(w.HostTitle)), P(Class("lead"), g.Text(w.HostLead)),
		H2(g.Text(w.Machine)), P(Class("setup"), g.Text(hostLine(p.Host))),
		H2(g.Text(w.ModelsTitle)), Table(
			THead(Tr(th(w.Model), th(w.Status), th(""))),
			TBody(g.Map(p.Models, func(m wire.ModelInfo) g.Node {
				status, class := w.CanRun, "s-ok"
				if !m.OK {
					status, class = w.CannotRun, "s-unavailable"
				}
				return Tr(Class(class), Th(Scope("row"), Class("mono"), g.Text(m.ID)),
					Td(Data("label", w.Status), g.Text(status)),
					Td(g.Text(w.Models[m.ID]), g.If(!m.OK, Span(Class("reason"), Br(), g.Text(m.Reason), Br(), Code(g.Text(m.Fix))))))
			}))))
}

func hostLine(h wire.Host) string {
	parts := []string{h.CPU, count(int64(h.CPUs)) + " CPUs", bytesText(h.MemoryBytes), h.OS, "Linux " + h.Kernel, h.Go}
	if h.Virtual != "" {
		parts = append(parts, h.Virtual)
	}
	return strings.Join(parts, " · ")
}
