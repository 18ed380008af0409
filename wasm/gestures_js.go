package main

import (
	"math"
	"syscall/js"

	"iowait/wasm/scene"
)

// pointer remembers the fingers, or the mouse button, that are down.
type pointer struct {
	down  map[int]scene.Point
	moved float64
	from  int64 // where a stretch begins that is being selected
	marks bool  // one is
}

// gestures connects wheel, drag, pinch and tap.
func (f *figure) gestures(p *pane) {
	c := p.surface.canvas
	p.pointer.down = map[int]scene.Point{}
	onWith(c, "wheel", true, func(e js.Value) { f.wheel(p, e) })
	onWith(c, "pointerdown", true, func(e js.Value) {
		at := p.surface.place(e)
		p.pointer.down[e.Get("pointerId").Int()] = at
		p.pointer.moved = 0
		if p.scene != nil {
			f.take(p)
			p.pointer.marks = e.Get("shiftKey").Bool() && !f.staged
			p.pointer.from = f.view(p).Time(at.X)
		}
		try(func() { c.Call("setPointerCapture", e.Get("pointerId")) }) // the finger may be gone already
	})
	onWith(c, "pointermove", true, func(e js.Value) { f.move(p, e) })
	up := func(e js.Value) {
		id, at := e.Get("pointerId").Int(), p.surface.place(e)
		if _, ok := p.pointer.down[id]; ok && p.pointer.moved < 5 && p.scene != nil && e.Get("type").String() == "pointerup" {
			f.tap(p, at)
		}
		delete(p.pointer.down, id)
		p.pointer.marks = false
	}
	onWith(c, "pointerup", true, up)
	onWith(c, "pointercancel", true, up)
	on(c, "pointerleave", func(js.Value) {
		p.hover = nil
		f.code.near(-1)
		f.ask()
	})
}

func (f *figure) wheel(p *pane, e js.Value) {
	if p.scene == nil {
		return
	}
	dx, dy := e.Get("deltaX").Float(), e.Get("deltaY").Float()
	switch {
	case e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool():
		f.take(p)
		at := f.view(p).Time(p.surface.place(e).X)
		f.act(func() { p.player.Zoom(math.Pow(1.002, dy), at) })
	case e.Get("shiftKey").Bool() || math.Abs(dx) > math.Abs(dy):
		if dx == 0 {
			dx = dy
		}
		f.take(p)
		f.act(func() { p.player.Pan(dx / 800) })
	default:
		if f.staged {
			return
		}
		top := p.scene.Scroll(f.view(p), p.top+dy)
		if top == p.top {
			return // nothing to scroll here: the page scrolls
		}
		p.top = top
		f.ask()
	}
	e.Call("preventDefault")
}

// move drags the window, selects, pinches, or points.
func (f *figure) move(p *pane, e js.Value) {
	id, at := e.Get("pointerId").Int(), p.surface.place(e)
	if p.scene == nil {
		return
	}
	before, ok := p.pointer.down[id]
	if !ok {
		f.point(p, at)
		return
	}
	v := f.view(p)
	switch {
	case len(p.pointer.down) == 2:
		f.pinch(p, id, before, at)
	case p.pointer.marks:
		f.act(func() { p.player.Select(p.pointer.from, v.Time(at.X)) })
	default:
		f.act(func() {
			p.player.Pan((before.X - at.X) / max(v.W-v.X(v.T0), 1))
			if !f.staged {
				p.top = p.scene.Scroll(v, p.top+before.Y-at.Y)
			}
			p.hover = nil
		})
	}
	p.pointer.moved += math.Abs(before.X-at.X) + math.Abs(before.Y-at.Y)
	p.pointer.down[id] = at
}

// tap takes the event under the pointer; on the timeline the play head comes
// too.
func (f *figure) tap(p *pane, at scene.Point) {
	f.take(p)
	v := f.view(p)
	f.act(func() {
		p.player.Pause()
		if !f.staged {
			p.player.MoveTo(min(max(v.Time(at.X), v.T0), v.T1))
		}
	})
	if h, ok := f.hit(p, at); ok {
		f.choose(p, eventOf(p.scene, h), h.Event < 0 || f.staged)
	}
	f.point(p, at)
}

// point tells what is under the pointer, and shows its line.
func (f *figure) point(p *pane, at scene.Point) {
	p.hover = &scene.Point{X: at.X, Y: at.Y}
	event := -1
	if p == f.pane {
		if h, ok := f.hit(p, at); ok {
			event = eventOf(p.scene, h)
		}
	}
	f.code.near(event)
	f.ask()
}

// pinch zooms by the change of distance between two fingers, and scrolls the
// lanes by their common way.
func (f *figure) pinch(p *pane, id int, before, now scene.Point) {
	for other, o := range p.pointer.down {
		if other == id {
			continue
		}
		v := f.view(p)
		from, to := math.Abs(before.X-o.X), math.Abs(now.X-o.X)
		f.act(func() {
			if from > 8 && to > 8 {
				p.player.Zoom(from/to, v.Time((now.X+o.X)/2))
			}
			if !f.staged {
				p.top = p.scene.Scroll(v, p.top+(before.Y-now.Y)/2)
			}
		})
	}
}
