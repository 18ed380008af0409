package pages

import (
	"net/url"
	"sort"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/wire"
)

// again says how to repeat a run exactly, and offers its numbers and its
// recordings as files.
func again(w *i18n.Words, run *wire.Run) g.Node {
	if run.ID == "" {
		return nil
	}
	t := &w.Result
	file := "iowait-" + run.ID + ".json"
	base := "/api/runs/" + url.PathEscape(run.ID)
	link := func(path, name, text string) g.Node {
		return A(Href(base+path), g.Attr("download", name), g.Text(text))
	}
	return g.Group{
		Details(Class("again"), Summary(g.Text(t.Again)),
			P(g.Text(t.AgainHelp)), Pre(Code(g.Text("iowait run --from "+file))),
			Dl(Class("facts"),
				Div(Dt(g.Text(t.Seed)), Dd(Class("mono"), g.Text(strconv.FormatInt(run.Seed, 10)))),
				Div(Dt(g.Text(t.Scenario)), Dd(Span(Class("mono"), g.Text(run.Scenario)), Small(g.Text(t.ScenarioHelp)))),
			)),
		Details(Class("downloads"), Summary(g.Text(t.Downloads)),
			Ul(Li(link("", file, t.Everything)), Li(link("/csv", "iowait-"+run.ID+".csv", t.Table)), Li(link("/benchstat", "iowait-"+run.ID+".txt", t.ForBenchstat)),
				g.Map(recorded(run), func(name string) g.Node {
					of, plain := "?model="+url.QueryEscape(name), "iowait-"+run.ID+"-"+fileName(name)
					return Li(Span(Class("mono"), g.Text(name)), g.Text(": "), link("/recording"+of, plain+".iowr", t.Recording),
						g.Text(" · "), link("/perfetto"+of, plain+".json", t.ForPerfetto), g.Text(" · "), link("/csv"+of, plain+".csv", "CSV"))
				}))),
	}
}

// recorded names the results that have a recording.
func recorded(run *wire.Run) (names []string) {
	for i := range run.Results {
		if r := &run.Results[i]; r.Recording != nil && r.Recording.Bytes > 0 {
			names = append(names, r.Name())
		}
	}
	return names
}

// fileName keeps what every file system takes.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ':' || r == '=' || r == '/' || r == '\\' {
			return '-'
		}
		return r
	}, name)
}

// prints is the fingerprint of the host that a run was made on.
func prints(w *i18n.Words, h *wire.Host) g.Node {
	return Details(Class("prints"), Summary(g.Text(w.Result.Prints)), hostFacts(w, h))
}

// hostFacts lists all that is known of a host. What is not known is left out.
func hostFacts(w *i18n.Words, h *wire.Host) g.Node {
	t := &w.Result
	fact := func(term string, text ...string) g.Node {
		said := strings.Join(text, "")
		return g.If(said != "", Div(Dt(g.Text(term)), Dd(g.Text(said))))
	}
	system := h.OS + " · Linux " + h.Kernel + " · " + h.Arch
	if h.Virtual != "" {
		system += " · " + h.Virtual
	}
	return g.Group{
		Dl(Class("facts"),
			fact(w.Processor, h.CPU), fact(w.CPUs, strconv.Itoa(h.CPUs)), fact(t.SMT, h.SMT), fact(t.Governor, h.Governor),
			fact(w.RAM, Bytes(h.MemoryBytes)), fact(w.System, system), fact(t.Container, h.Container), fact(w.Clock, h.Clock),
			fact(w.Descriptors, count(int64(h.FDLimit))), fact(w.LoadBefore, strconv.FormatFloat(h.LoadBefore, 'f', 2, 64)),
			fact(t.Filesystem, h.Filesystem), fact(t.BlockDevice, h.Device), fact("Go", h.Go)),
		pairs(t.Limits, h.Limits), pairs(t.Mitigations, h.Mitigations),
	}
}

// pairs lists names and values, in order of name.
func pairs(title string, values map[string]string) g.Node {
	if len(values) == 0 {
		return nil
	}
	var names []string
	for name := range values {
		names = append(names, name)
	}
	sort.Strings(names)
	return g.Group{H3(g.Text(title)), Dl(Class("facts pairs"), Lang("en"), g.Map(names, func(n string) g.Node {
		return Div(Dt(Class("mono"), g.Text(n)), Dd(g.Text(values[n])))
	}))}
}
