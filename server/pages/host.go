package pages

import (
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// HostProps are the data of HostPage.
type HostProps struct {
	Site
	Host        wire.Host
	Models      []wire.ModelInfo
	Runtimes    []wire.RuntimeInfo
	Experiments []bench.Experiment
}

// HostPage says what this host is and what it can run, and why not the rest.
func HostPage(p HostProps) g.Node {
	w := p.words()
	return page(&p.Site, w.Host, "", false,
		H1(g.Text(w.HostTitle)), P(Class("lead"), g.Text(w.HostLead)),
		hostModels(w, w.SocketModels, "socket", p), hostModels(w, w.FileModels, "file", p),
		g.If(len(p.Runtimes) > 0, g.Group{H2(g.Text(w.Runtimes)), Div(Class("wide"), Table(Class("results list"),
			THead(Tr(th(w.ModelName, ""), th(w.Status, ""), th(w.About, ""))),
			TBody(g.Map(p.Runtimes, func(r wire.RuntimeInfo) g.Node {
				status, class, about := w.CanRun, "s-ok", r.Version
				if !r.OK {
					status, class, about = w.CannotRun, "s-unavailable", r.Reason
				}
				return Tr(Class(class), Th(Scope("row"), Class("mono"), g.Text(r.ID)), td(w.Status, "state", g.Text(status)), td(w.About, "", Span(Lang("en"), g.Text(about))))
			}))))}),
		H2(g.Text(w.Machine)), hostFacts(w, &p.Host),
	)
}

// hostModels is a table of the models of one kind: whether the host can run
// each, and which experiments it takes part in.
func hostModels(w *i18n.Words, title, kind string, p HostProps) g.Node {
	models := slices.DeleteFunc(slices.Clone(p.Models), func(m wire.ModelInfo) bool { return m.Kind != kind })
	experiments := slices.DeleteFunc(slices.Clone(p.Experiments), func(e bench.Experiment) bool { return e.Kind != kind })
	if len(models) == 0 {
		return nil
	}
	var reasons []string // why models take no part, each once
	heads := g.Group{th(w.ModelName, ""), th(w.Status, ""), th(w.About, "")}
	for _, e := range experiments {
		heads = append(heads, th(experimentName(w, e.ID), "part"))
	}
	var rows g.Group
	for _, m := range models {
		status, class := w.CanRun, "s-ok"
		if !m.OK {
			status, class = w.CannotRun, "s-unavailable"
		}
		cells := g.Group{Class(class), Th(Scope("row"), Class("mono"), g.Text(m.ID)), td(w.Status, "state", g.Text(status)),
			td(w.About, "about", g.Text(w.Model(kind, m.ID)), g.If(!m.OK, P(Class("refusal"), refusal(w, m.Reason, m.Fix))))}
		for _, e := range experiments {
			cells = append(cells, td(experimentName(w, e.ID), "part", part(w, kind, m.Not[e.ID], &reasons)))
		}
		rows = append(rows, Tr(cells))
	}
	return g.Group{
		H2(g.Text(title)),
		Div(Class("wide"), Table(Class("results list matrix"), THead(Tr(heads)), TBody(rows))),
		g.If(len(reasons) > 0, g.Group{P(Class("help"), g.Text(w.MatrixHelp)), Ol(Class("reasons"), Lang("en"), g.Map(numbered(reasons), func(r reason) g.Node {
			return Li(ID(r.id(kind)), g.Text(r.text))
		}))}),
	}
}

// part says whether a model takes part in an experiment; if not, a number
// leads to the reason.
func part(w *i18n.Words, kind, not string, reasons *[]string) g.Node {
	if not == "" {
		return g.Text(w.TakesPart)
	}
	i := slices.Index(*reasons, not)
	if i < 0 {
		i = len(*reasons)
		*reasons = append(*reasons, not)
	}
	r := reason{i + 1, not}
	return Span(Class("no"), g.Text("– "), Sup(A(Href("#"+r.id(kind)), Aria("label", w.TakesNoPart+" "+strconv.Itoa(r.number)), g.Text(strconv.Itoa(r.number)))))
}

// A reason is a numbered note below a table.
type reason struct {
	number int
	text   string
}

func (r reason) id(kind string) string { return "why-" + kind + "-" + strconv.Itoa(r.number) }

func numbered(texts []string) (all []reason) {
	for i, t := range texts {
		all = append(all, reason{i + 1, t})
	}
	return all
}

// hostLine is the host in one line.
func hostLine(h wire.Host) string {
	var parts []string
	for _, part := range []string{h.CPU, strconv.Itoa(h.CPUs) + thin + "CPU", Bytes(h.MemoryBytes), h.OS, "Linux " + h.Kernel, h.Virtual, h.Go} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}
