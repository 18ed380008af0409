package pages

import (
	"sort"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/wire"
)

// ResultFragment is what a run found out: the verdict in words, then the
// numbers, then all trials.
func ResultFragment(lang string, run *wire.Run) g.Node {
	w := i18n.For(lang)
	if run.State != wire.Done && len(run.Results) == 0 {
		return P(Class("note"), g.Text(nameOf(w.States, string(run.State))+": "+run.Reason))
	}
	return g.Group{
		g.If(run.State != wire.Done, P(Class("note"), g.Text(nameOf(w.States, string(run.State))+": "+run.Reason))),
		verdict(w, run),
		P(Class("setup"), g.Text(setup(w, run))),
		resultTable(w, run.Results),
		trials(w, run.Results),
		meanings(w),
	}
}

func verdict(w *i18n.Words, run *wire.Run) g.Node {
	if run.Verdict == nil {
		return nil
	}
	return P(Class("verdict v-"+string(run.Verdict.Kind)), g.Text(VerdictText(w, run)))
}

// enoughRounds is how many rounds an interval takes.
const enoughRounds = "6"

// VerdictText words a verdict in a language, from its numbers alone.
func VerdictText(w *i18n.Words, run *wire.Run) string {
	v, words := run.Verdict, &w.Verdict
	if w.Lang == "en" && v.Text != "" {
		return v.Text
	}
	rate := map[string]string{}
	var valid []string
	for _, r := range run.Results {
		if r.Status == wire.OK && r.RequestsPS != nil {
			rate[r.Model] = Number(r.RequestsPS.Median)
			valid = append(valid, r.Model)
		}
	}
	switch v.Kind {
	case wire.InvalidRun:
		return words.Invalid
	case wire.Noisy:
		return words.Noisy
	case wire.GeneratorBound:
		return words.Bound(list(words, valid))
	case wire.NoDifference:
		return words.None(list(words, valid)) + certainty(words, v, v.Pairs)
	}
	if len(v.Pairs) == 0 {
		if len(valid) == 0 {
			return words.Invalid
		}
		return words.One(valid[0], rate[valid[0]])
	}
	best := v.Pairs[0].Better
	var ahead, equal []string
	var sure []wire.Pair
	for _, p := range v.Pairs {
		if p.Differ {
			ahead = append(ahead, words.Times(ratio(p.Ratio), p.Worse))
			sure = append(sure, p)
		} else {
			equal = append(equal, p.Worse)
		}
	}
	text := words.Best(best, rate[best]) + list(words, ahead) + words.Stop
	if len(equal) > 0 {
		text += words.Same(best, list(words, equal))
	}
	return text + certainty(words, v, sure)
}

func certainty(words *i18n.VerdictWords, v *wire.Verdict, pairs []wire.Pair) string {
	rounds := strconv.Itoa(v.Rounds)
	if v.Indicative {
		return words.Indicative(rounds, enoughRounds)
	}
	var intervals []string
	for _, p := range pairs {
		if p.Low != nil && p.High != nil {
			intervals = append(intervals, words.OneOf(ratio(*p.Low), ratio(*p.High), p.Worse))
		}
	}
	if len(intervals) == 0 {
		return ""
	}
	return words.Interval(rounds, list(words, intervals))
}

func ratio(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

func list(words *i18n.VerdictWords, items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], words.Comma) + words.And + items[len(items)-1]
}

func setup(w *i18n.Words, run *wire.Run) string {
	p := run.Params
	return w.Setup(cpus(run.CPUs.Server), cpus(run.CPUs.Load), count(p["rounds"]), count(p["conns"]), count(p["size"])+" B", run.CPUs.Shared)
}

func cpus(list []int) string {
	var s []string
	for _, c := range list {
		s = append(s, strconv.Itoa(c))
	}
	return strings.Join(s, ", ")
}

func resultTable(w *i18n.Words, results []wire.Result) g.Node {
	return Div(Class("scroll"), Table(Class("results"),
		THead(Tr(th(w.Model), thNum(w.Rate), thNum(w.P50), thNum(w.P99), thNum(w.CPU), thNum(w.Threads), thNum(w.Calls), thNum(w.Switches), thNum(w.Memory))),
		TBody(g.Map(results, func(r wire.Result) g.Node { return resultRow(w, r) })),
	))
}

func resultRow(w *i18n.Words, r wire.Result) g.Node {
	name := Th(Scope("row"), Class("mono"), g.Text(r.Model), errorCounts(w, r.Errors))
	if r.RequestsPS == nil {
		return Tr(Class("s-"+string(r.Status)), name, Td(ColSpan("8"), Class("reason"),
			Strong(g.Text(nameOf(w.Statuses, string(r.Status)))), g.Text(" "+r.Reason),
			g.If(r.Fix != "", g.Group{Br(), g.Text(w.Fix), Code(g.Text(r.Fix))})))
	}
	return Tr(Class("s-"+string(r.Status)), name,
		td(w.Rate, g.Text(Number(r.RequestsPS.Median)), Small(g.Text(" "+Number(r.RequestsPS.Low)+"–"+Number(r.RequestsPS.High))),
			g.If(r.Status != wire.OK, Small(Class("reason"), g.Text(" "+nameOf(w.Statuses, string(r.Status))+": "+r.Reason)))),
		td(w.P50, g.Text(orMissing(r.LatencyNS, func(l wire.Latency) string { return Duration(float64(l.P50)) }))),
		td(w.P99, g.Text(orMissing(r.LatencyNS, func(l wire.Latency) string { return Duration(float64(l.P99)) }))),
		td(w.CPU, g.Text(orMissing(r.CPUPer1000, func(s float64) string { return Duration(s * 1e9) }))),
		td(w.Threads, g.Text(orMissing(r.Threads, func(n int) string { return count(int64(n)) }))),
		td(w.Calls, g.Text(orMissing(r.Syscalls, Number)), uncounted(r)),
		td(w.Switches, g.Text(orMissing(r.Switches, Number))),
		td(w.Memory, g.Text(orMissing(r.RSSPeak, bytesText))),
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
	if len(errors) == 0 {
		return nil
	}
	var kinds []string
	for kind := range errors {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	var texts []string
	for _, kind := range kinds {
		texts = append(texts, kind+" "+count(int64(errors[kind])))
	}
	return Small(Class("errors"), g.Text(w.Errors+": "+strings.Join(texts, ", ")))
}

// trials lists every trial: nothing measured is hidden.
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
	return Details(Summary(g.Text(w.Trials)), Div(Class("scroll"), Table(Class("results"),
		THead(Tr(th(w.Model), thNum(w.Round), thNum(w.Rate), thNum(w.P50), thNum(w.P99), thNum(w.Requests), thNum(w.LeastServed), th(w.Notes))),
		TBody(rows),
	)))
}

func trialRow(w *i18n.Words, model string, t wire.Trial) g.Node {
	name := Th(Scope("row"), Class("mono"), g.Text(model), errorCounts(w, t.Errors))
	if t.Requests == 0 {
		return Tr(Class("s-"+string(t.Status)), name, td(w.Round, g.Text(strconv.Itoa(t.Round))), Td(ColSpan("6"), Class("reason"),
			Strong(g.Text(nameOf(w.Statuses, string(t.Status)))), g.Text(" "+t.Reason)))
	}
	notes := strings.Join(t.Notes, "; ")
	if t.Status != wire.OK {
		notes = nameOf(w.Statuses, string(t.Status)) + ": " + t.Reason + " " + notes
	}
	return Tr(Class("s-"+string(t.Status)), name,
		td(w.Round, g.Text(strconv.Itoa(t.Round))),
		td(w.Rate, g.Text(Number(t.RequestsPS))),
		td(w.P50, g.Text(Duration(float64(t.LatencyNS.P50)))),
		td(w.P99, g.Text(Duration(float64(t.LatencyNS.P99)))),
		td(w.Requests, g.Text(count(t.Requests))),
		td(w.LeastServed, g.Text(count(t.PerConn.Min))),
		Td(Data("label", w.Notes), Class("notes"), g.Text(notes)),
	)
}

func meanings(w *i18n.Words) g.Node {
	item := func(term, key string) g.Node { return g.Group{Dt(g.Text(term)), Dd(g.Text(w.Means[key]))} }
	return Details(Summary(g.Text(w.Reading)), Dl(
		item(w.Rate, "rate"), item(w.P50, "p50"), item(w.P99, "p99"), item(w.CPU, "cpu"), item(w.Threads, "threads"),
		item(w.Calls, "calls"), item(w.Switches, "switches"), item(w.Memory, "memory")))
}
