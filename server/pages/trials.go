package pages

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// trials lists every trial: nothing that was measured is hidden.
func trials(w *i18n.Words, run *wire.Run) g.Node {
	var rows g.Group
	for i := range run.Results {
		r := &run.Results[i]
		for k := range r.Trials {
			rows = append(rows, trialRow(w, run, r, &r.Trials[k]))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	t, half, slow := &w.Result, w.Result.P50, w.Result.P99
	if open(run) {
		half, slow = t.Response50, t.Response99
	}
	return Details(Class("trials"), Summary(g.Text(t.Trials)), Div(Class("wide"), Table(Class("results"),
		THead(Tr(th(w.ModelName, ""), th(t.Round, "num"), th(unitOf(w, run.Unit).Name, "num"), th(half, "num"), th(slow, "num"), th(t.Answered, "num"),
			th(t.LeastServed, "num"), th(t.Steal, "num"), th(t.OtherCPU, "num"), th(t.Notes, ""))),
		TBody(rows),
	)))
}

func trialRow(w *i18n.Words, run *wire.Run, r *wire.Result, t *wire.Trial) g.Node {
	words := &w.Result
	head := Th(Scope("row"), name(r), errorCounts(w, t.Errors))
	round := td(words.Round, "num", g.Text(strconv.Itoa(t.Round)))
	if t.Status != wire.OK {
		return Tr(Class("s-"+string(t.Status)), head, round, reasonCell(w, t.Status, t.Reason, "", 8))
	}
	notes := slices.DeleteFunc(slices.Clone(t.Notes), func(s string) bool { return s == "" })
	return Tr(Class("s-ok"), head, round,
		td(unitOf(w, run.Unit).Name, "num", g.Text(Amount(run.Unit, ofTrial(run.Unit, t)))),
		td(words.P50, "num", g.Text(Duration(float64(t.LatencyNS.P50)))),
		td(words.P99, "num", g.Text(Duration(float64(t.LatencyNS.P99)))),
		td(words.Answered, "num", g.Text(count(t.Requests))),
		td(words.LeastServed, "num", g.Text(count(t.PerConn.Min))),
		td(words.Steal, "num", g.Text(Number(t.StealPct)+thin+"%")),
		td(words.OtherCPU, "num", g.Text(Number(t.OtherPct)+thin+"%")),
		td(words.Notes, "notes", Span(Lang("en"), g.Text(strings.Join(notes, "; ")))),
	)
}

// ofTrial is what a trial is compared by.
func ofTrial(unit string, t *wire.Trial) float64 {
	switch unit {
	case bench.UnitBytes:
		return t.BytesPS
	case bench.UnitFiles:
		return t.FilesPS
	case bench.UnitP99:
		return float64(t.LatencyNS.P99)
	case bench.UnitMemory:
		return max(t.MemoryConn+t.KernelConn, 0)
	}
	return t.RequestsPS
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
	return Small(Class("errors"), g.Text(w.Result.Errors+" "+strings.Join(texts, ", ")))
}
