package main

import (
	"math"
	"strconv"
	"syscall/js"

	"iowait/wasm/scene"
)

// controls connects the buttons and keys.
func (f *figure) controls() {
	act := func(id string, do func()) {
		if b := byID(id); has(b) {
			on(b, "click", func(js.Value) { f.act(do) })
		}
	}
	act("play", func() { f.toggle() })
	act("step-forward", func() { f.player.Step(true) })
	act("step-back", func() { f.player.Step(false) })
	act("to-start", func() { f.player.Pause(); f.player.MoveTo(0) })
	act("to-end", func() { f.player.Pause(); f.player.MoveTo(f.scene.End) })
	act("zoom-in", func() { f.player.ZoomHere(0.5) })
	act("zoom-out", func() { f.player.ZoomHere(2) })
	act("zoom-fit", func() { f.player.Fit() })
	if scrub := byID("scrub"); has(scrub) {
		on(scrub, "input", func(js.Value) {
			at, err := strconv.ParseFloat(scrub.Get("value").String(), 64)
			if err == nil {
				f.act(func() { f.player.Pause(); f.player.MoveTo(int64(at)) })
			}
		})
	}
	if speed := byID("speed"); has(speed) {
		on(speed, "change", func(js.Value) {
			slow, err := strconv.ParseInt(speed.Get("value").String(), 10, 64)
			if err == nil && slow > 0 {
				f.act(func() { f.player.Slow = slow })
			}
		})
	}
	onWith(f.surface.canvas, "keydown", true, func(e js.Value) {
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
			return // the browser's own
		}
		if f.key(e.Get("key").String()) {
			e.Call("preventDefault")
		}
	})
}

// act changes the player and has the change drawn.
func (f *figure) act(do func()) {
	if f.scene == nil {
		return
	}
	now := f.player.Now
	do()
	f.begun = f.begun || f.player.Playing || f.player.Now != now
	f.ask()
}

// toggle plays or pauses. Who wants less motion gets the next event instead.
func (f *figure) toggle() {
	if window.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool() {
		f.player.Step(true)
		return
	}
	f.player.Toggle()
}

// key acts on a key and answers whether it means something here.
func (f *figure) key(key string) bool {
	if f.scene == nil {
		return false
	}
	do, ok := map[string]func(){
		" ":          f.toggle,
		"ArrowRight": func() { f.player.Step(true) },
		"ArrowLeft":  func() { f.player.Step(false) },
		"Home":       func() { f.player.Pause(); f.player.MoveTo(0) },
		"End":        func() { f.player.Pause(); f.player.MoveTo(f.scene.End) },
		"a":          func() { f.player.Pan(-0.25) },
		"d":          func() { f.player.Pan(0.25) },
		"w":          func() { f.player.ZoomHere(0.5) },
		"s":          func() { f.player.ZoomHere(2) },
		"+":          func() { f.player.ZoomHere(0.5) },
		"=":          func() { f.player.ZoomHere(0.5) },
		"-":          func() { f.player.ZoomHere(2) },
		"0":          func() { f.player.Fit() },
		"ArrowDown":  func() { f.top += 36 },
		"ArrowUp":    func() { f.top -= 36 },
	}[key]
	if ok {
		f.act(do)
	}
	return ok
}

// pointer remembers the fingers, or the mouse button, that are down.
type pointer struct {
	down  map[int][2]float64
	moved float64
}

// gestures connects wheel, drag, pinch and tap.
func (f *figure) gestures() {
	c := f.surface.canvas
	f.pointer.down = map[int][2]float64{}
	place := func(e js.Value) [2]float64 {
		box := c.Call("getBoundingClientRect")
		return [2]float64{e.Get("clientX").Float() - box.Get("left").Float(), e.Get("clientY").Float() - box.Get("top").Float()}
	}
	onWith(c, "wheel", true, func(e js.Value) {
		if f.scene == nil {
			return
		}
		dx, dy := e.Get("deltaX").Float(), e.Get("deltaY").Float()
		switch {
		case e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool():
			at := f.view().Time(place(e)[0])
			f.act(func() { f.player.Zoom(math.Pow(1.002, dy), at) })
		case e.Get("shiftKey").Bool() || math.Abs(dx) > math.Abs(dy):
			if dx == 0 {
				dx = dy
			}
			f.act(func() { f.player.Pan(dx / 800) })
		default:
			if top := f.scene.Scroll(f.view(), f.top+dy); top != f.top {
				f.top = top
				f.ask()
			} else {
				return // nothing to scroll here: the page scrolls
			}
		}
		e.Call("preventDefault")
	})
	onWith(c, "pointerdown", true, func(e js.Value) {
		f.pointer.down[e.Get("pointerId").Int()] = place(e)
		f.pointer.moved = 0
		try(func() { c.Call("setPointerCapture", e.Get("pointerId")) }) // the finger may be gone already
	})
	onWith(c, "pointermove", true, func(e js.Value) {
		id, now := e.Get("pointerId").Int(), place(e)
		before, ok := f.pointer.down[id]
		if f.scene == nil {
			return
		}
		if !ok {
			f.point(now)
			return
		}
		v := f.view()
		if len(f.pointer.down) == 2 {
			f.pinch(id, before, now)
		} else {
			f.act(func() {
				f.player.Pan((before[0] - now[0]) / max(v.W-v.X(v.T0), 1))
				f.top = f.scene.Scroll(v, f.top+before[1]-now[1])
				f.hover = nil
			})
		}
		f.pointer.moved += math.Abs(before[0]-now[0]) + math.Abs(before[1]-now[1])
		f.pointer.down[id] = now
	})
	up := func(e js.Value) {
		id, now := e.Get("pointerId").Int(), place(e)
		if _, ok := f.pointer.down[id]; ok && f.pointer.moved < 5 && f.scene != nil && e.Get("type").String() == "pointerup" {
			v := f.view()
			f.act(func() { f.player.Pause(); f.player.MoveTo(min(max(v.Time(now[0]), v.T0), v.T1)) })
			f.point(now)
		}
		delete(f.pointer.down, id)
	}
	onWith(c, "pointerup", true, up)
	onWith(c, "pointercancel", true, up)
	on(c, "pointerleave", func(js.Value) {
		f.hover = nil
		f.ask()
	})
}

// point tells what is under the pointer.
func (f *figure) point(at [2]float64) {
	f.hover = &scene.Point{X: at[0], Y: at[1]}
	f.ask()
}

// pinch zooms by the change of distance between two fingers, and scrolls the
// lanes by their common way.
func (f *figure) pinch(id int, before, now [2]float64) {
	for other, p := range f.pointer.down {
		if other == id {
			continue
		}
		v := f.view()
		from, to := math.Abs(before[0]-p[0]), math.Abs(now[0]-p[0])
		f.act(func() {
			if from > 8 && to > 8 {
				f.player.Zoom(from/to, v.Time((now[0]+p[0])/2))
			}
			f.top = f.scene.Scroll(v, f.top+(before[1]-now[1])/2)
		})
	}
}
