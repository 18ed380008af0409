package pages

import (
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// A column of a table of results is shown when any result has it.
type column struct {
	head, note string
	class      string
	cell       func(r *wire.Result) g.Node // nil: the result has none
}

func (c *column) th() g.Node {
	return th(c.head, c.class, g.If(c.note != "", Small(g.Text(c.note))))
}

func (c *column) td(r *wire.Result) g.Node {
	label := c.head
	if c.note != "" {
		label += ", " + c.note
	}
	content := c.cell(r)
	if content == nil {
		content = g.Text(missing)
	}
	return td(label, c.class, content)
}

// number is a column of numbers.
func number[T any](head, note string, of func(r *wire.Result) *T, write func(T) string) column {
	return column{head, note, "num", func(r *wire.Result) g.Node {
		if v := of(r); v != nil {
			return g.Text(write(*v))
		}
		return nil
	}}
}

// percentile is a column of one percentile.
func percentile(head, note string, of func(r *wire.Result) *wire.Latency, p func(*wire.Latency) int64) column {
	return number(head, note, of, func(l wire.Latency) string { return Duration(float64(p(&l))) })
}

func median(s *wire.Spread) *float64 {
	if s == nil {
		return nil
	}
	return &s.Median
}

func p50(l *wire.Latency) int64 { return l.P50 }
func p99(l *wire.Latency) int64 { return l.P99 }

// reached are the columns of what was measured: what is compared first.
func reached(w *i18n.Words, run *wire.Run) []column {
	t, unit := &w.Result, unitOf(w, run.Unit)
	top := 0.0
	for i := range run.Results {
		if s := compared(&run.Results[i]); s != nil {
			top = max(top, s.High)
		}
	}
	latency := func(r *wire.Result) *wire.Latency { return r.LatencyNS }
	service := func(r *wire.Result) *wire.Latency { return r.ServiceNS }
	all := []column{
		{unit.Name, "", "num", func(r *wire.Result) g.Node {
			return Strong(g.Text(Amount(run.Unit, compared(r).Median)))
		}},
		{t.Range, "", "spread", func(r *wire.Result) g.Node {
			s := compared(r)
			return g.Group{spread(s, top), Small(g.Text(Amount(run.Unit, s.Low) + " – " + Amount(run.Unit, s.High)))}
		}},
	}
	beside := func(unit, head string, of func(r *wire.Result) *float64, write func(float64) string) {
		if run.Unit != unit && run.Unit != "" {
			all = append(all, number(head, "", of, write))
		}
	}
	beside(bench.UnitBytes, t.Bytes, func(r *wire.Result) *float64 { return median(r.BytesPS) }, func(v float64) string { return Decimal(v) + "/s" })
	beside(bench.UnitFiles, t.Files, func(r *wire.Result) *float64 { return median(r.FilesPS) }, Number)
	beside(bench.UnitRequests, t.Requests, func(r *wire.Result) *float64 { return median(r.RequestsPS) }, Number)
	all = append(all,
		number(t.Offered, "", func(r *wire.Result) *float64 { return r.OfferedPS }, Number),
		number(t.Ceiling, "", func(r *wire.Result) *float64 { return r.CeilingPS }, Number))
	if !open(run) {
		return append(all, percentile(t.P50, "", latency, p50), percentile(t.P99, "", latency, p99))
	}
	all = append(all, percentile(t.Response50, t.FromDue, latency, p50))
	if run.Unit != bench.UnitP99 { // which is the first column then
		all = append(all, percentile(t.Response99, t.FromDue, latency, p99))
	}
	return append(all, percentile(t.Service50, t.FromWrite, service, p50), percentile(t.Service99, t.FromWrite, service, p99),
		percentile(t.Lag99, t.OfGenerator, func(r *wire.Result) *wire.Latency { return r.LagNS }, p99))
}

// open tells that requests came when they were due, answered or not.
func open(run *wire.Run) bool {
	for i := range run.Results {
		if run.Results[i].OfferedPS != nil {
			return true
		}
	}
	return run.Params[wire.ParamRate] > 0
}

// took are the columns of what it cost.
func took(w *i18n.Words, run *wire.Run) []column {
	t := &w.Result
	bytes := func(v float64) string { return Bytes(int64(v)) }
	perConn := func(of func(r *wire.Result) *float64) func(r *wire.Result) *float64 {
		return func(r *wire.Result) *float64 {
			if run.Unit != bench.UnitMemory { // only then it is measured with care
				return nil
			}
			return of(r)
		}
	}
	return []column{
		number(t.CPU, "", func(r *wire.Result) *float64 { return r.CPUPer1000 }, func(s float64) string { return Duration(s * 1e9) }),
		number(t.CPUBusy, "", func(r *wire.Result) *float64 { return r.CPUBusy }, Number),
		number(t.Threads, "", func(r *wire.Result) *int { return r.Threads }, func(n int) string { return count(int64(n)) }),
		number(t.ThreadsConn, "", func(r *wire.Result) *float64 { return r.ThreadsPC }, Number),
		{t.Calls, "", "num", func(r *wire.Result) g.Node {
			if r.Syscalls == nil {
				return nil
			}
			return Span(g.Text(Number(*r.Syscalls)), uncounted(r))
		}},
		number(t.Switches, "", func(r *wire.Result) *float64 { return r.Switches }, Number),
		number(t.Memory, "", func(r *wire.Result) *int64 { return r.RSSPeak }, Bytes),
		number(t.MemoryConn, t.Resident, perConn(func(r *wire.Result) *float64 { return r.MemoryConn }), bytes),
		number(t.KernelConn, t.Estimate, perConn(func(r *wire.Result) *float64 { return r.KernelConn }), bytes),
		percentile(t.Connect99, t.FirstAnswer, func(r *wire.Result) *wire.Latency { return r.ConnectNS }, p99),
		{t.Cache, "", "", func(r *wire.Result) g.Node {
			if r.Cache == "" {
				return nil
			}
			return g.Text(nameOf(t.Caches, r.Cache))
		}},
		number(t.Device, "", func(r *wire.Result) *int64 { return r.DeviceB }, Bytes),
		number(t.Submit, "", func(r *wire.Result) *float64 { return r.SubmitNS }, Duration),
	}
}

// shown drops the columns that no valid result has anything in.
func shown(all []column, results []wire.Result) (some []column) {
	for _, c := range all {
		for i := range results {
			if compared(&results[i]) != nil && c.cell(&results[i]) != nil {
				some = append(some, c)
				break
			}
		}
	}
	return some
}

// tables are what was reached, with each result's reason where it has no
// numbers, and below it what that took.
func tables(w *i18n.Words, run *wire.Run) g.Node {
	first, second := shown(reached(w, run), run.Results), shown(took(w, run), run.Results)
	cost := table(w, run, second, true)
	if len(second) > 0 && run.Sweep != nil {
		cost = Details(Summary(g.Text(w.Result.Took)), cost)
	} else if len(second) > 0 {
		cost = g.Group{H3(g.Text(w.Result.Took)), cost}
	} else {
		cost = nil
	}
	return g.Group{table(w, run, first, false), cost}
}

// table has a row for each result, grouped by the values of a sweep.
func table(w *i18n.Words, run *wire.Run, columns []column, validOnly bool) g.Node {
	heads := g.Group{th(w.ModelName, "")}
	for i := range columns {
		heads = append(heads, columns[i].th())
	}
	return Div(Class("wide"), Table(Class("results"), THead(Tr(heads)), g.Map(groups(w, run), func(of group) g.Node {
		var rows g.Group
		if of.label != "" {
			rows = append(rows, Tr(Class("value"), Th(Scope("rowgroup"), ColSpan(strconv.Itoa(len(columns)+1)), g.Text(of.label))))
		}
		for _, r := range of.results {
			if !validOnly || compared(r) != nil {
				rows = append(rows, row(w, run, r, columns))
			}
		}
		return TBody(rows)
	})))
}

// row is one result's numbers; without a valid one it is the reason why
// there are none.
func row(w *i18n.Words, run *wire.Run, r *wire.Result, columns []column) g.Node {
	span := max(len(columns), 1)
	if run.State != wire.Done && len(r.Trials) == 0 && r.Status != wire.Unavailable {
		return Tr(Class("s-unavailable"), Th(Scope("row"), name(r)), Td(ColSpan(strconv.Itoa(span)), Class("reason"), g.Text(w.Result.NotRun)))
	}
	head := Th(Scope("row"), name(r), errorCounts(w, r.Errors))
	if compared(r) == nil {
		return Tr(Class("s-"+string(r.Status)), head, reasonCell(w, r.Status, r.Reason, r.Fix, span))
	}
	cells := g.Group{head}
	for i := range columns {
		cells = append(cells, columns[i].td(r))
	}
	return Tr(Class("s-ok"), cells)
}

// name is a result's name, what it differs in less loud.
func name(r *wire.Result) g.Node {
	return g.Group{Span(Class("mono"), g.Text(r.Model)), g.If(len(r.At) > 0, Span(Class("mono at"), g.Text(r.Name()[len(r.Model):])))}
}

// reasonCell stands where numbers would.
func reasonCell(w *i18n.Words, status wire.Status, reason, fix string, span int) g.Node {
	said := g.Group{Strong(g.Text(nameOf(w.Result.Statuses, string(status)) + ": ")), Span(Lang("en"), g.Text(reason)),
		g.If(fix != "", g.Group{Br(), Strong(g.Text(w.Fix)), g.Text(" "), Code(Lang("en"), g.Text(fix))})}
	return Td(ColSpan(strconv.Itoa(span)), Class("reason"), said)
}

// spread draws a median and its range on the scale from zero to top, the
// same for all models of the table.
func spread(s *wire.Spread, top float64) g.Node {
	const width = 100.0
	at := func(v float64) string { return strconv.FormatFloat(width*max(v, 0)/max(top, 1e-9), 'f', 1, 64) }
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
func uncounted(r *wire.Result) g.Node {
	for _, t := range r.Trials {
		if t.Server.Uncounted != "" {
			return Abbr(Title("+ "+t.Server.Uncounted), g.Text("+"))
		}
	}
	return nil
}
