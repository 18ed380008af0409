package main

import (
	"strconv"
	"syscall/js"

	"iowait/wasm/scene"
)

// say writes what the picture cannot: where it comes from, the moment, and
// the event in hand in words.
func (f *figure) say() {
	t, p := say(), f.pane.player
	if line := f.origin(); line != f.provenance {
		f.provenance = line
		setText("provenance", line)
	}
	setText("time", scene.Nanoseconds(p.Now-f.pane.align))
	if scrub := byID("scrub"); has(scrub) {
		scrub.Set("max", float64(f.pane.scene.End))
		scrub.Set("value", float64(p.Now))
		scrub.Call("setAttribute", "aria-valuetext", scene.Nanoseconds(p.Now-f.pane.align))
	}
	label := t.play
	if p.Playing {
		label = t.pause
	}
	if b := byID("play"); has(b) {
		b.Call("setAttribute", "aria-label", label)
		b.Set("title", label)
		b.Get("classList").Call("toggle", "playing", p.Playing)
	}
	pressed("loop", p.Loop)
	f.totals()
	i := f.current()
	if p.Playing {
		f.code.run(i)
		return
	}
	if i != f.spoken { // words follow when it rests
		f.spoken = i
		f.narrate(i)
		f.code.stand(i)
		f.countHits()
	}
}

// origin is the line that says what the pictures are worth.
func (f *figure) origin() string {
	t := say()
	line := t.measuredHere + " · " + f.pane.scene.Rec.Host + " · " + t.slowed + scene.Thousands(f.pane.player.Slow)
	for _, p := range f.panes {
		h := &p.scene.Rec.Header
		about := scene.Thousands(int64(len(p.scene.Rec.Events))) + t.events + scene.Thousands(h.Total) + t.ofEvents + " · " + scene.Thousands(h.Dropped) + t.dropped
		switch {
		case h.CostPct == nil:
		case *h.CostPct < 0.05:
			about += " · " + t.noCost
		default:
			about += " · " + t.cost + strconv.FormatFloat(*h.CostPct, 'f', 1, 64) + " %"
		}
		if h.Switches != "kernel" {
			about += " · " + t.noSwitch + h.NoSwitches
		}
		if len(f.panes) == 1 {
			line += " · " + h.Model + " · " + about
		} else if p.name.Get("title").String() != about {
			p.name.Set("textContent", p.model)
			p.name.Call("append", element("small", "", about))
			p.name.Set("title", about)
		}
	}
	if len(f.panes) > 1 {
		line += " · " + t.oneClock
	}
	if f.note != "" {
		line += " · " + f.note
	}
	return line
}

// narrate writes the events around the one in hand.
func (f *figure) narrate(i int) {
	const around = 4
	s, text := f.pane.scene, ""
	if i >= 0 {
		text = s.Say(i, words())
	}
	if f.staged {
		if told := f.pane.staging().Say(f.pane.player.Now, chinese()); told != "" {
			text = told + " " + text
		}
	}
	setText("event-text", text)
	f.listEvents(max(i-around, 0), min(i+around+1, len(s.Rec.Events)), i)
}

// listEvents writes a list of events in words; each leads to its moment.
func (f *figure) listEvents(from, to, current int) {
	list := byID("events")
	if !has(list) {
		return
	}
	list.Set("textContent", "")
	for k := from; k < to; k++ {
		item := element("li", "", f.pane.scene.Say(k, words()))
		if k == current {
			item.Call("setAttribute", "aria-current", "true")
		}
		item.Get("dataset").Set("event", k)
		list.Call("append", item)
	}
}

// prints makes the page fit for paper: light, with the events in view told
// in words.
func (f *figure) prints() {
	if list := byID("events"); has(list) {
		on(list, "click", func(e js.Value) {
			if item := e.Get("target").Call("closest", "[data-event]"); has(item) && f.pane != nil {
				if i, err := strconv.Atoi(str(item.Get("dataset"), "event")); err == nil {
					f.choose(f.pane, i, false)
				}
			}
		})
	}
	root, before := document.Get("documentElement"), ""
	theme := func(to string) {
		if to == "" {
			root.Call("removeAttribute", "data-theme")
		} else {
			root.Get("dataset").Set("theme", to)
		}
		for _, p := range f.pool {
			p.surface.theme()
		}
	}
	on(window, "beforeprint", func(js.Value) {
		if f.pane == nil {
			return
		}
		const most = 120
		before = str(root.Get("dataset"), "theme")
		theme("light")
		for _, p := range f.panes {
			f.paint(p)
		}
		p := f.pane.player
		first := p.After(p.T0 - 1)
		f.listEvents(first, min(p.After(p.T1), first+most), f.current())
		each(".events", func(e js.Value) { e.Set("open", true) })
	})
	on(window, "afterprint", func(js.Value) {
		if f.pane == nil {
			return
		}
		theme(before)
		f.spoken = -1
		f.ask()
	})
}
