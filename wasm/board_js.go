package main

import (
	"sort"
	"strconv"
	"strings"
	"syscall/js"

	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// board is the live table and the chart of the run in hand: throughput over
// time, or, when a parameter takes several values, curves over these.
type board struct {
	unit    string             // what the run compares
	sweep   string             // the parameter that takes several values; "" for none
	curves  scene.Curves       // of a sweep
	reached map[string][]reach // by series: what the trials of each value reached
	series  []scene.Series
	rows    map[string]js.Value
	chart   *surface // nil on pages without one
	list    draw.List
	frame   js.Func
	pending bool // a frame is asked for
}

// reach is what one trial at one value of a sweep reached.
type reach struct{ value, measured float64 }

func (b *board) init() {
	b.clear()
	canvas := byID("live-chart")
	if !has(canvas) {
		return
	}
	b.chart = newSurface(canvas)
	b.frame = js.FuncOf(func(js.Value, []js.Value) any {
		b.pending = false
		b.paint()
		return nil
	})
	redraws = append(redraws, b.draw)
}

func (b *board) clear() {
	b.unit, b.sweep, b.curves, b.reached = "", "", scene.Curves{}, map[string][]reach{}
	b.series, b.rows = nil, map[string]js.Value{}
	if body := byID("live-body"); has(body) {
		body.Set("textContent", "")
	}
	show("live", false)
	show("live-unit", false)
	setText("live-title", "")
}

// about takes what is known of a run at its begin.
func (b *board) about(run js.Value) {
	if !has(run) {
		return
	}
	b.unit = unitOf(run)
	if head := byID("live-unit"); has(head) && b.compares() {
		head.Set("textContent", pageWord("units", b.unit)+say().lastTrial)
		show("live-unit", true)
	}
	sweep := run.Get("sweep")
	if !has(sweep) {
		return
	}
	b.sweep = str(sweep, "param")
	control := byID("param-" + b.sweep)
	b.curves.Named = has(control) && control.Get("options").Truthy() && str(byID("run-form").Get("dataset"), "experiment") == str(run, "experiment")
	list(sweep.Get("values"), func(v js.Value) {
		b.curves.Values = append(b.curves.Values, v.Float())
		label := scene.Thousands(int64(v.Float()))
		if b.curves.Named {
			if o := control.Get("options").Index(int(v.Float())); has(o) {
				label = str(o, "textContent")
			}
		}
		b.curves.Labels = append(b.curves.Labels, label)
	})
	b.curves.Title = pageWord("units", b.unit) + say().over + pageWord("params", b.sweep)
	setText("live-title", b.curves.Title)
	unit := b.unit
	b.curves.Write = func(v float64) string { return scene.Amount(unit, v) }
}

// unitOf is what a run compares. A run that has not begun to measure does
// not say so yet; then the form does, if it is about the same experiment.
func unitOf(run js.Value) string {
	unit, form := str(run, "unit"), byID("run-form")
	if unit == "" && has(form) && str(form.Get("dataset"), "experiment") == str(run, "experiment") {
		if unit = str(form.Get("dataset"), "unit"); num(run.Get("params"), "rate") > 0 {
			unit = "ns"
		}
	}
	return unit
}

// compares tells that the run compares something else than requests/s, which
// the table has in any case.
func (b *board) compares() bool { return b.unit != "" && b.unit != "requests/s" }

// pageWord is a name that the page carries, or the key.
func pageWord(set, key string) string {
	if box := byID("live"); has(box) {
		if text := str(box.Get("dataset"), set); text != "" {
			if w := str(window.Get("JSON").Call("parse", text), key); w != "" {
				return w
			}
		}
	}
	return key
}

// sample takes a live reading.
func (b *board) sample(s js.Value) {
	model, round := str(s, "model"), int(num(s, "round"))
	b.row(model, num(s, "requests_per_s"), num(s, "p50_ns"), num(s, "p99_ns"))
	if b.sweep != "" {
		return
	}
	i := 0
	for i < len(b.series) && b.series[i].Name != model {
		i++
	}
	if i == len(b.series) {
		b.series = append(b.series, scene.Series{Name: model})
	}
	for len(b.series[i].Trials) < round {
		b.series[i].Trials = append(b.series[i].Trials, nil)
	}
	if round > 0 {
		t := &b.series[i].Trials[round-1]
		*t = append(*t, scene.Reading{S: num(s, "at_ms") / 1000, PerSecond: num(s, "requests_per_s")})
	}
}

// trial takes the numbers of a whole trial; those of a failed one are none.
func (b *board) trial(t js.Value) {
	if str(t, "status") != "ok" {
		return
	}
	model, measured := str(t, "model"), num(t, "measured")
	b.row(model, num(t, "requests_per_s"), num(t, "p50_ns"), num(t, "p99_ns"))
	if row, ok := b.rows[model]; ok && b.compares() {
		row.Get("children").Index(4).Set("textContent", scene.Amount(b.unit, measured))
	}
	if b.sweep != "" {
		b.point(model, measured)
		b.draw()
	}
}

// point adds a trial to the curve of its series.
func (b *board) point(model string, measured float64) {
	parts, name, value := strings.Split(model, ":"), "", ""
	for _, p := range parts {
		if v, ok := strings.CutPrefix(p, b.sweep+"="); ok {
			value = v
		} else if name == "" {
			name = p
		} else {
			name += ":" + p
		}
	}
	at, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return
	}
	b.reached[name] = append(b.reached[name], reach{at, measured})
	var all []float64
	for _, r := range b.reached[name] {
		if r.value == at {
			all = append(all, r.measured)
		}
	}
	sort.Slice(all, func(i, k int) bool { return all[i] < all[k] })
	n := len(all)
	b.curves.Add(name, scene.CurvePoint{X: at, Y: (all[(n-1)/2] + all[n/2]) / 2, Low: all[0], High: all[n-1]})
}

// row writes the latest numbers of a model into the table.
func (b *board) row(model string, rate, p50, p99 float64) {
	body := byID("live-body")
	if !has(body) {
		return
	}
	row, ok := b.rows[model]
	if !ok {
		show("live", true)
		row = document.Call("createElement", "tr")
		head := element("th", "mono", model)
		head.Set("scope", "row")
		row.Call("append", head, element("td", "num", ""), element("td", "num", ""), element("td", "num", ""))
		if b.compares() {
			row.Call("append", element("td", "num", ""))
		}
		body.Call("append", row)
		b.rows[model] = row
	}
	cells := row.Get("children")
	cells.Index(1).Set("textContent", perSecond(rate))
	cells.Index(2).Set("textContent", scene.Brief(int64(p50)))
	cells.Index(3).Set("textContent", scene.Brief(int64(p99)))
}

// draw has the chart painted with the next frame.
func (b *board) draw() {
	if b.chart != nil && (b.sweep != "" || len(b.series) > 0) && !b.pending {
		b.pending = true
		window.Call("requestAnimationFrame", b.frame)
	}
}

func (b *board) paint() {
	w, _ := b.chart.size()
	height := scene.ChartHeight(len(b.series))
	if b.sweep != "" {
		height = b.curves.Height(w)
	}
	b.chart.height(height)
	w, h := b.chart.size()
	if w < 10 {
		return
	}
	view := &scene.View{W: w, H: h, Words: words(), Width: b.chart.width}
	switch {
	case b.sweep != "":
		b.curves.Draw(&b.list, view)
	case len(b.series) > 0:
		scene.Chart(&b.list, view, b.series)
	default:
		return
	}
	b.chart.draw(&b.list)
}
