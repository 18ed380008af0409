package pages

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/wire"
)

// ResultFragment is what a run found out: the verdict in words, then the
// numbers, then every trial. It is part of RunPage and is fetched by the
// playground when a run has ended.
func ResultFragment(lang string, run *wire.Run) g.Node {
	w := i18n.For(lang)
	ended := g.If(run.State != wire.Done, stateNote(w, run))
	if len(run.Results) == 0 {
		return ended
	}
	return g.Group{
		ended,
		verdict(lang, run),
		P(Class("setup"), g.Text(setup(w, run))),
		resultTable(w, run),
		trials(w, run.Results),
		Details(Summary(g.Text(w.MeansTitle)), Dl(g.Map(w.Means, func(m i18n.Meaning) g.Node {
			return Div(Dt(g.Text(m.Term)), Dd(g.Text(m.Text)))
		}))),
	}
}

// stateNote says that a run is not done, and why.
func stateNote(w *i18n.Words, run *wire.Run) g.Node {
	class := "note"
	if run.State == wire.Failed {
		class = "error"
	}
	return P(Class(class), Strong(g.Text(nameOf(w.States, string(run.State)))),
		g.If(run.Reason != "", g.Group{g.Text(": "), Span(Lang("en"), g.Text(run.Reason))}))
}

// setup tells under which conditions the numbers were measured.
func setup(w *i18n.Words, run *wire.Run) string {
	p, words := run.Params, &w.Setup
	parts := []string{words.Apart(cpus(run.CPUs.Server), cpus(run.CPUs.Load))}
	if run.CPUs.Shared {
		parts[0] = words.Shared(cpus(run.CPUs.Server))
	}
	parts = append(parts, words.Rounds(count(p["rounds"]), p["rounds"] == 1), words.Connections(count(p["conns"]), p["conns"] == 1),
		count(p["size"])+thin+"B", words.Closed, words.Measured(Duration(float64(p["duration_ms"])*1e6)))
	return strings.Join(parts, " · ")
}

func cpus(list []int) string {
	var s []string
	for _, c := range list {
		s = append(s, strconv.Itoa(c))
	}
	return strings.Join(s, ", ")
}

// columns is how many the table of results has beside the model's name.
const columns = 9

func resultTable(w *i18n.Words, run *wire.Run) g.Node {
	top := 0.0
	for _, r := range run.Results {
		if r.Status == wire.OK && r.RequestsPS != nil {
			top = max(top, r.RequestsPS.High)
		}
	}
	return Div(Class("wide"), Table(Class("results"),
		THead(Tr(th(w.Model), th(w.Rate, "num"), th(w.Spread, "spread"), th(w.P50, "num"), th(w.P99, "num"), th(w.CPU, "num"),
			th(w.Threads, "num"), th(w.Calls, "num"), th(w.Switches, "num"), th(w.Memory, "num"))),
		TBody(g.Map(run.Results, func(r wire.Result) g.Node {
			if run.State != wire.Done && len(r.Trials) == 0 && r.Status != wire.Unavailable {
				return Tr(Class("s-unavailable"), Th(Scope("row"), Span(Class("mono"), g.Text(r.Model))), Td(ColSpan(strconv.Itoa(columns)), Class("reason"), g.Text(w.NotRun)))
			}
			return resultRow(w, r, top)
		})),
	))
}

// resultRow is one model's numbers; without a valid result it is the reason
// why there are none.
func resultRow(w *i18n.Words, r wire.Result, top float64) g.Node {
	name := Th(Scope("row"), Span(Class("mono"), g.Text(r.Model)), errorCounts(w, r.Errors))
	if r.Status != wire.OK || r.RequestsPS == nil {
		return Tr(Class("s-"+string(r.Status)), name, reasonCell(w, r.Status, r.Reason, r.Fix, columns))
	}
	rate := r.RequestsPS
	return Tr(Class("s-ok"), name,
		td(w.Rate, "num", Strong(g.Text(Number(rate.Median)))),
		td(w.Spread, "spread", spread(rate, top), Small(g.Text(Number(rate.Low)+" – "+Number(rate.High)))),
		td(w.P50, "num", g.Text(orMissing(r.LatencyNS, func(l wire.Latency) string { return Duration(float64(l.P50)) }))),
		td(w.P99, "num", g.Text(orMissing(r.LatencyNS, func(l wire.Latency) string { return Duration(float64(l.P99)) }))),
		td(w.CPU, "num", g.Text(orMissing(r.CPUPer1000, func(s float64) string { return Duration(s * 1e9) }))),
		td(w.Threads, "num", g.Text(orMissing(r.Threads, func(n int) string { return count(int64(n)) }))),
		td(w.Calls, "num", Span(g.Text(orMissing(r.Syscalls, Number)), uncounted(r))),
		td(w.Switches, "num", g.Text(orMissing(r.Switches, Number))),
		td(w.Memory, "num", g.Text(orMissing(r.RSSPeak, Bytes))),
	)
}

// reasonCell stands where numbers would.
func reasonCell(w *i18n.Words, status wire.Status, reason, fix string, span int) g.Node {
	said := g.Group{Strong(g.Text(nameOf(w.Statuses, string(status)) + ": ")), Span(Lang("en"), g.Text(reason)),
		g.If(fix != "", g.Group{Br(), Strong(g.Text(w.Fix)), g.Text(" "), Code(Lang("en"), g.Text(fix))})}
	return Td(ColSpan(strconv.Itoa(span)), Class("reason"), said)
}

// spread draws a median and its range on the scale from zero to top, the
// same for all models of the table.
func spread(s *wire.Spread, top float64) g.Node {
	const width = 100.0
	at := func(v float64) string { return strconv.FormatFloat(width*v/max(top, 1), 'f', 1, 64) }
	line := func(class, x1, y1, x2, y2 string) g.Node {
		return g.El("line", Class(class), g.Attr("x1", x1), g.Attr("y1", y1), g.Attr("x2", x2), g.Attr("y2", y2))
	}
	return g.El("svg", Class("range"), g.Attr("viewBox", "-3 0 106 12"), Aria("hidden", "true"),
		line("scale", "0", "6", at(top), "6"),
		line("reach", at(s.Low), "6", at(s.High), "6"),
		line("reach", at(s.Low), "3", at(s.Low), "9"), line("reach", at(s.High), "3", at(s.High), "9"),
		g.El("circle", g.Attr("cx", at(s.Median)), g.Attr("cy", "6"), g.Attr("r", "2")),
	)
}

// uncounted marks a count of system calls that cannot include all of them.
func uncounted(r wire.Result) g.Node {
	for _, t := range r.Trials {
		if t.Server.Uncounted != "" {
			return Abbr(Title("+ "+t.Server.Uncounted), g.Text("+"))
		}
	}
	return nil
}

func errorCounts(w *i18n.Words, errors map[string]int) g.Node {
	var texts []string
	for kind, n := range errors {
		if n > 0 {
			texts = append(texts, count(int64(n))+" × "+kind)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	sort.Strings(texts)
	return Small(Class("errors"), g.Text(w.Errors+" "+strings.Join(texts, ", ")))
}

// trials lists every trial: nothing that was measured is hidden.
func trials(w *i18n.Words, results []wire.Result) g.Node {
	var rows g.Group
	for _, r := range results {
		for _, t := range r.Trials {
			rows = append(rows, trialRow(w, r.Model, t))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return Details(Class("trials"), Summary(g.Text(w.Trials)), Div(Class("wide"), Table(Class("results"),
		THead(Tr(th(w.Model), th(w.Round, "num"), th(w.Rate, "num"), th(w.P50, "num"), th(w.P99, "num"), th(w.Requests, "num"),
			th(w.LeastServed, "num"), th(w.Notes))),
		TBody(rows),
	)))
}

func trialRow(w *i18n.Words, model string, t wire.Trial) g.Node {
	name := Th(Scope("row"), Span(Class("mono"), g.Text(model)), errorCounts(w, t.Errors))
	round := td(w.Round, "num", g.Text(strconv.Itoa(t.Round)))
	if t.Status != wire.OK {
		return Tr(Class("s-"+string(t.Status)), name, round, reasonCell(w, t.Status, t.Reason, "", 6))
	}
	notes := slices.DeleteFunc(slices.Clone(t.Notes), func(s string) bool { return s == "" })
	return Tr(Class("s-ok"), name, round,
		td(w.Rate, "num", g.Text(Number(t.RequestsPS))),
		td(w.P50, "num", g.Text(Duration(float64(t.LatencyNS.P50)))),
		td(w.P99, "num", g.Text(Duration(float64(t.LatencyNS.P99)))),
		td(w.Requests, "num", g.Text(count(t.Requests))),
		td(w.LeastServed, "num", g.Text(count(t.PerConn.Min))),
		td(w.Notes, "notes", Span(Lang("en"), g.Text(strings.Join(notes, "; ")))),
	)
}
