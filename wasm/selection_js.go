package main

import (
	"strconv"

	"iowait/wasm/scene"
)

// selectEdge puts one edge of the selected stretch at the play head. The
// other one stays where it is, or at the window's.
func (f *figure) selectEdge(end bool) {
	p := f.pane.player
	from, to := p.From, p.To
	if to <= from {
		from, to = p.T0, p.T1
	}
	if end {
		if to = p.Now; from >= to {
			from = p.T0
		}
	} else if from = p.Now; to <= from {
		to = p.T1
	}
	p.Select(from, to)
}

// loop plays the selected stretch again and again; without one, what is in
// view.
func (f *figure) loop() {
	p := f.pane.player
	if p.To <= p.From {
		p.Select(p.T0, p.T1)
	}
	p.Loop = !p.Loop
}

// totals writes what the threads did in the selected stretch.
func (f *figure) totals() {
	p := f.pane.player
	now := [2]int64{p.From, p.To}
	if now == f.selected {
		return
	}
	f.selected = now
	show("selection", p.To > p.From)
	if p.To <= p.From {
		return
	}
	t := say()
	setText("selection-about", scene.Nanoseconds(p.From-f.pane.align)+" – "+scene.Nanoseconds(p.To-f.pane.align)+" · "+scene.Nanoseconds(p.To-p.From))
	box := byID("selection-tables")
	box.Set("textContent", "")
	for _, pane := range f.panes {
		from, to := max(pane.player.From, 0), min(pane.player.To, pane.scene.End)
		for side, server := range []bool{true, false} {
			totals, threads := pane.scene.Totals(from, to, server)
			if threads == 0 || to <= from {
				continue
			}
			all := (to - from) * int64(threads)
			table, body, foot := element("table", "", ""), element("tbody", "", ""), element("tfoot", "", "")
			table.Call("append", element("caption", "", pane.model+" · "+words().Groups[side]), body, foot)
			row := func(name string, ns int64) any {
				r := element("tr", "", "")
				head := element("th", "", name)
				head.Set("scope", "row")
				r.Call("append", head, element("td", "num", scene.Nanoseconds(ns)),
					element("td", "num", strconv.FormatFloat(100*float64(ns)/float64(all), 'f', 1, 64)+" %"))
				return r
			}
			for _, total := range totals {
				body.Call("append", row(total.Name(words()), total.NS))
			}
			foot.Call("append", row(strconv.Itoa(threads)+t.threadsTimes+scene.Brief(to-from), all))
			box.Call("append", table)
		}
	}
}
