package main

import (
	"syscall/js"

	"iowait/wasm/draw"
	"iowait/wasm/scene"
	"iowait/wasm/stage"
)

// A pane is one canvas on which one model's recording is shown.
type pane struct {
	surface *surface
	box     js.Value // around it
	name    js.Value // above it, where there are several panes
	model   string
	scene   *scene.Scene
	stage   *stage.Stage // made when it is first looked at
	player  *scene.Player
	align   int64 // side by side: the moment that all panes have in common
	top     float64
	hover   *scene.Point
	marks   *scene.Marks
	list    draw.List
	pointer pointer
}

// mostPanes is how many models can be compared at a time.
const mostPanes = 4

// newPane makes the first pane of what the page has, and others like it.
func (f *figure) newPane() *pane {
	p := &pane{}
	if len(f.pool) == 0 {
		canvas := byID("timeline")
		p.box, p.name = canvas.Call("closest", ".pane"), byID("pane-name")
		p.surface = newSurface(canvas)
	} else {
		p.box, p.name = element("div", "pane", ""), element("h3", "pane-name mono", "")
		canvas := element("canvas", "", "")
		canvas.Set("tabIndex", 0)
		canvas.Call("setAttribute", "role", "img")
		canvas.Call("setAttribute", "aria-describedby", "event-text figure-keys")
		p.box.Call("append", p.name, canvas)
		byID("panes").Call("append", p.box)
		p.surface = newSurface(canvas)
	}
	f.gestures(p)
	f.pool = append(f.pool, p)
	return p
}

// arrange gives each of the models a pane, the first one to the first.
func (f *figure) arrange(models []string) {
	var before []pane
	for _, p := range f.panes {
		before = append(before, *p)
	}
	f.panes = f.panes[:0]
	for i, model := range models {
		for i >= len(f.pool) {
			f.newPane()
		}
		p := f.pool[i]
		s := f.scenes[model]
		*p = pane{surface: p.surface, box: p.box, name: p.name, pointer: p.pointer, model: model, scene: s}
		for _, o := range before { // one that was shown goes on where it is
			if o.model == model && o.scene == s {
				p.player, p.stage, p.top = o.player, o.stage, o.top
			}
		}
		if p.player == nil {
			p.player = scene.NewPlayer(s)
			p.player.Slow = chosenSpeed()
		}
		f.panes = append(f.panes, p)
	}
	for i, p := range f.pool {
		p.box.Set("hidden", i >= len(f.panes))
		if p.name.Truthy() {
			p.name.Set("hidden", len(f.panes) < 2)
		}
		p.surface.canvas.Call("setAttribute", "aria-label", f.viewName()+p.model)
	}
	f.pane = f.panes[0]
	f.pane.player.Zoom(1, f.pane.player.T0) // side by side, a window may have been beyond the recording's ends
	f.align()
	f.remark()
}

// align finds the moment that the panes have in common: each one's first
// request in view.
func (f *figure) align() {
	f.race = nil
	for i, p := range f.panes {
		p.align = 0
		if len(f.panes) > 1 {
			if at, ok := p.scene.FirstSent(p.player.T0); ok {
				p.align = at
			} else if i > 0 {
				p.align = p.player.T0
			}
		}
	}
	f.follow()
}

// follow puts the other panes where the one in hand is, on their common
// clock. In a race each has a moment of its own.
func (f *figure) follow() {
	from := f.pane
	for _, p := range f.panes {
		if p == from {
			continue
		}
		by, to := p.align-from.align, p.player
		to.T0, to.T1, to.Slow, to.Playing = from.player.T0+by, from.player.T1+by, from.player.Slow, from.player.Playing
		if f.race == nil {
			to.Now = from.player.Now + by
		}
		to.From, to.To = 0, 0
		if from.player.To > from.player.From {
			to.From, to.To = from.player.From+by, from.player.To+by
		}
	}
}

// view is what a pane shows.
func (f *figure) view(p *pane) *scene.View {
	w, h := p.surface.size()
	v := &scene.View{W: w, H: h, T0: p.player.T0, T1: p.player.T1, Top: p.top, Now: p.player.Now, Veil: f.begun, Hover: p.hover,
		Zero: p.align, From: p.player.From, To: p.player.To, Marks: p.marks, Words: words(), Width: p.surface.width}
	if p == f.pane && f.begun && !p.player.Playing {
		v.Chosen = f.current() + 1
	}
	return v
}

// paint draws a pane.
func (f *figure) paint(p *pane) {
	v := f.view(p)
	if v.W < 10 || v.H < 10 {
		return
	}
	if f.staged {
		p.staging().Draw(&p.list, v)
	} else {
		p.top = p.scene.Scroll(v, p.top)
		v.Top = p.top
		p.scene.Timeline(&p.list, v)
	}
	p.surface.draw(&p.list)
}

func (p *pane) staging() *stage.Stage {
	if p.stage == nil {
		p.stage = stage.New(p.scene)
	}
	return p.stage
}

// hit is what lies under a point of the picture.
func (f *figure) hit(p *pane, at scene.Point) (scene.Hit, bool) {
	if f.staged {
		return p.staging().Hit(f.view(p), at.X, at.Y)
	}
	return p.scene.Hit(f.view(p), at.X, at.Y)
}

// wants is how tall a pane's picture would like to be.
func (f *figure) wants(p *pane) float64 {
	if f.staged {
		w, _ := p.surface.size()
		return p.staging().Height(w)
	}
	return p.scene.Height()
}

// eventOf is the event that a hit is about, -1 for none.
func eventOf(s *scene.Scene, h scene.Hit) int {
	if h.Event >= 0 || h.Lane < 0 || h.Lane >= len(s.Lanes) {
		return h.Event
	}
	return s.EventAt(h.Lane, h.From)
}
