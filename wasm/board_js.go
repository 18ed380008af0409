package main

import (
	"strconv"
	"syscall/js"

	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// board is the live table and the chart of the run in hand.
type board struct {
	series  []scene.Series
	rows    map[string]js.Value
	chart   *surface // nil on pages without one
	list    draw.List
	frame   js.Func
	pending bool // a frame is asked for
}

func (b *board) init() {
	b.rows = map[string]js.Value{}
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
	b.series, b.rows = nil, map[string]js.Value{}
	if body := byID("live-body"); has(body) {
		body.Set("textContent", "")
	}
	show("live", false)
}

// sample takes a live reading.
func (b *board) sample(s js.Value) {
	model, round := str(s, "model"), int(num(s, "round"))
	b.row(model, num(s, "requests_per_s"), num(s, "p50_ns"), num(s, "p99_ns"))
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
	if str(t, "status") == "ok" {
		b.row(str(t, "model"), num(t, "requests_per_s"), num(t, "p50_ns"), num(t, "p99_ns"))
	}
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
	if b.chart != nil && len(b.series) > 0 && !b.pending {
		b.pending = true
		window.Call("requestAnimationFrame", b.frame)
	}
}

func (b *board) paint() {
	height := scene.ChartHeight(len(b.series))
	b.chart.canvas.Get("style").Set("blockSize", strconv.Itoa(int(height))+"px")
	w, h := b.chart.size()
	if w < 10 || len(b.series) == 0 {
		return
	}
	scene.Chart(&b.list, &scene.View{W: w, H: h, Words: words(), Width: b.chart.width}, b.series)
	b.chart.draw(&b.list)
}
