package pages

import (
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/server/wire"
)

// HostProps are the data of HostPage.
type HostProps struct {
	Site
	Host   wire.Host
	Models []wire.ModelInfo
}

// HostPage says what this host is and what it can run, and why not the rest.
func HostPage(p HostProps) g.Node {
	w, h := p.words(), p.Host
	fact := func(term, text string) g.Node {
		return g.If(text != "", Div(Dt(g.Text(term)), Dd(g.Text(text))))
	}
	system := h.OS + " · Linux " + h.Kernel + " · " + h.Arch
	if h.Virtual != "" {
		system += " · " + h.Virtual
	}
	return page(&p.Site, w.Host, "", false,
		H1(g.Text(w.HostTitle)), P(Class("lead"), g.Text(w.HostLead)),
		Div(Class("wide"), Table(Class("results list"),
			THead(Tr(th(w.Model), th(w.Status), th(w.About))),
			TBody(g.Map(p.Models, func(m wire.ModelInfo) g.Node {
				status, class := w.CanRun, "s-ok"
				if !m.OK {
					status, class = w.CannotRun, "s-unavailable"
				}
				return Tr(Class(class), Th(Scope("row"), Class("mono"), g.Text(m.ID)),
					td(w.Status, "state", g.Text(status)),
					td(w.About, "", g.Text(w.Models[m.ID]), g.If(!m.OK, P(Class("refusal"), refusal(w, m.Reason, m.Fix)))))
			})))),
		H2(g.Text(w.Machine)),
		Dl(Class("facts"),
			fact(w.Processor, h.CPU), fact(w.CPUs, strconv.Itoa(h.CPUs)), fact(w.RAM, Bytes(h.MemoryBytes)), fact(w.System, system),
			fact(w.Clock, h.Clock), fact(w.Descriptors, count(int64(h.FDLimit))), fact(w.LoadBefore, strconv.FormatFloat(h.LoadBefore, 'f', 2, 64)),
			fact("Go", h.Go),
		),
	)
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
