package main

import (
	"strconv"
	"syscall/js"

	"iowait/wasm/scene"
)

// controls connects the buttons.
func (f *figure) controls() {
	act := func(id string, do func()) {
		if b := byID(id); has(b) {
			on(b, "click", func(js.Value) { f.act(do) })
		}
	}
	act("play", f.toggle)
	act("step-forward", func() { f.step(true) })
	act("step-back", func() { f.step(false) })
	act("to-start", f.toStart)
	act("to-end", f.toEnd)
	act("zoom-in", func() { f.pane.player.ZoomHere(0.5) })
	act("zoom-out", func() { f.pane.player.ZoomHere(2) })
	act("zoom-fit", func() { f.pane.player.Fit() })
	act("view-timeline", func() { f.turn(false) })
	act("view-stage", func() { f.turn(true) })
	act("compare", f.compare)
	act("race-button", f.begin40)
	act("jump-blocked", func() { f.jump((*scene.Scene).FirstBlocked) })
	act("jump-wake", func() { f.jump((*scene.Scene).FirstWake) })
	act("jump-longest", func() { f.jump((*scene.Scene).LongestWait) })
	act("select-from", func() { f.selectEdge(false) })
	act("select-to", func() { f.selectEdge(true) })
	act("loop", f.loop)
	if b := byID("show-keys"); has(b) {
		on(b, "click", func(js.Value) { showKeys() })
	}
	if scrub := byID("scrub"); has(scrub) {
		on(scrub, "input", func(js.Value) {
			at, err := strconv.ParseFloat(scrub.Get("value").String(), 64)
			if err == nil {
				f.act(func() { f.pane.player.Pause(); f.pane.player.MoveTo(int64(at)) })
			}
		})
	}
	if speed := byID("speed"); has(speed) {
		on(speed, "change", func(js.Value) { f.act(func() { f.pane.player.Slow = chosenSpeed() }) })
	}
}

// keys connects the keyboard: letters wherever in the figure the focus is,
// but not while text is written; keys that buttons and lists have a use for,
// only on the pictures.
func (f *figure) keys() {
	onWith(byID("figure"), "keydown", true, func(e js.Value) {
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || e.Get("isComposing").Bool() {
			return // the browser's own
		}
		target, key := e.Get("target"), e.Get("key").String()
		if has(target.Call("closest", "dialog, input[type=search], textarea, select")) {
			return
		}
		if e.Get("shiftKey").Bool() && len(key) > 1 {
			key = "Shift " + key
		}
		if len(key) > 1 || key == " " {
			if target.Get("tagName").String() != "CANVAS" && key != "Escape" {
				return
			}
		}
		if f.key(key) {
			e.Call("preventDefault")
		}
	})
}

// key acts on a key and answers whether it means something here.
func (f *figure) key(key string) bool {
	if f.pane == nil {
		return false
	}
	p := f.pane.player
	do, ok := map[string]func(){
		" ":                f.toggle,
		"ArrowRight":       func() { f.step(true) },
		"ArrowLeft":        func() { f.step(false) },
		"Home":             f.toStart,
		"End":              f.toEnd,
		"a":                func() { p.Pan(-0.25) },
		"d":                func() { p.Pan(0.25) },
		"Shift ArrowLeft":  func() { p.Pan(-0.25) },
		"Shift ArrowRight": func() { p.Pan(0.25) },
		"w":                func() { p.ZoomHere(0.5) },
		"s":                func() { p.ZoomHere(2) },
		"+":                func() { p.ZoomHere(0.5) },
		"=":                func() { p.ZoomHere(0.5) },
		"-":                func() { p.ZoomHere(2) },
		"0":                func() { p.Fit() },
		"ArrowDown":        func() { f.pane.top += 36 },
		"ArrowUp":          func() { f.pane.top -= 36 },
		"<":                func() { f.faster(-1) },
		">":                func() { f.faster(1) },
		"v":                func() { f.turn(!f.staged) },
		"c":                f.compare,
		"r":                f.begin40,
		"b":                func() { f.jump((*scene.Scene).FirstBlocked) },
		"u":                func() { f.jump((*scene.Scene).FirstWake) },
		"m":                func() { f.jump((*scene.Scene).LongestWait) },
		"[":                func() { f.selectEdge(false) },
		"]":                func() { f.selectEdge(true) },
		"l":                f.loop,
		"/":                func() { byID("find-text").Call("focus") },
		"n":                func() { f.nextHit(true) },
		"N":                func() { f.nextHit(false) },
		"p":                func() { window.Call("iowaitProjector") },
		"?":                showKeys,
		"Escape":           f.drop,
	}[key]
	if ok {
		f.act(do)
	}
	return ok
}

func showKeys() { byID("key-list").Call("showModal") }

// toggle plays or pauses. Who wants less motion gets the next event instead.
func (f *figure) toggle() {
	p := f.pane.player
	if window.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool() {
		f.step(true)
		return
	}
	if !p.Playing && p.Loop && p.To > p.From && (p.Now < p.From || p.Now >= p.To) {
		p.MoveTo(p.From)
	}
	p.Toggle()
}

// step goes to the next moment with an event. In a race the other panes
// return to the common clock.
func (f *figure) step(forward bool) { f.pane.player.Step(forward) }

func (f *figure) toStart() { f.pane.player.Pause(); f.pane.player.MoveTo(0) }
func (f *figure) toEnd()   { f.pane.player.Pause(); f.pane.player.MoveTo(f.pane.scene.End) }

// faster chooses another one of the offered speeds.
func (f *figure) faster(by int) {
	speed := byID("speed")
	i := speed.Get("selectedIndex").Int() + by
	if i >= 0 && i < speed.Get("options").Length() {
		speed.Set("selectedIndex", i)
		f.pane.player.Slow = chosenSpeed()
	}
}

// jump goes to a moment in view that is worth looking at, or else to one in
// the whole recording.
func (f *figure) jump(find func(s *scene.Scene, from, to int64) (scene.Moment, bool)) {
	s, p := f.pane.scene, f.pane.player
	m, ok := find(s, p.T0, p.T1)
	if !ok {
		m, ok = find(s, 0, s.End)
	}
	if !ok {
		setText("event-text", say().noMoment)
		return
	}
	p.Pause()
	p.Frame(m.From, m.To)
	p.MoveTo(m.From)
	f.begun = true
	f.chosen, f.chosenAt, f.spoken = s.EventAt(m.Lane, m.From), m.From, -1
	f.reveal(m.Lane)
}

// reveal scrolls a lane into view.
func (f *figure) reveal(lane int) {
	v := f.view(f.pane)
	if y := f.pane.scene.LaneTop(v, lane); y < 40 || y > v.H-60 {
		f.pane.top = f.pane.scene.Scroll(v, f.pane.top+y-v.H/2)
	}
}
