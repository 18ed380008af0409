package main

import (
	"strconv"
	"syscall/js"

	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// figure is where recordings are watched.
type figure struct {
	shelf
	pool   []*pane // that exist; the first one is part of the page
	panes  []*pane // that are shown
	pane   *pane   // of these, the one in hand; nil before there is anything to show
	staged bool    // the stage is shown, not the timeline
	begun  bool    // somebody has moved the play head
	note   string  // what is wrong with the recording shown

	chosen   int   // an event of the pane in hand, -1 for none
	chosenAt int64 // where the play head was when it was chosen

	minimap *surface
	small   draw.List // of the minimap
	code    code
	hits    hits
	race    *race

	frame      js.Func
	asked      bool    // a frame is asked for
	before     float64 // time of the last frame while playing, in ms
	frameMS    float64 // what the last frame took
	frames     int
	provenance string
	spoken     int // event said last
	selected   [2]int64
}

func newFigure() *figure {
	f := &figure{spoken: -1, chosen: -1}
	f.shelf.scenes = map[string]*scene.Scene{}
	if !has(byID("timeline")) {
		return f
	}
	f.newPane()
	f.minimap = newSurface(byID("minimap"))
	f.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.draw(args[0].Float())
		return nil
	})
	redraws = append(redraws, f.refit)
	f.controls()
	f.keys()
	f.moveMinimap()
	f.code.init(f)
	f.finds()
	f.prints()
	f.stock()
	return f
}

// shown tells whether there is a recording on display.
func (f *figure) shown() bool { return f.pane != nil }

func chosenSpeed() int64 {
	if chosen := byID("speed"); has(chosen) {
		if n, err := strconv.ParseInt(chosen.Get("value").String(), 10, 64); err == nil && n > 0 {
			return n
		}
	}
	return 20_000
}

// show shows scenes that are on the shelf; the first one is in hand.
func (f *figure) show(models []string, note string) {
	f.note, f.spoken, f.chosen, f.selected = note, -1, -1, [2]int64{}
	show("figure", true)
	show("stills", false)
	f.model = models[0]
	f.arrange(models)
	if len(models) == 1 {
		f.begun = false
	}
	f.showCompare()
	f.code.about(f.pane.scene)
	f.tabs()
	f.refit()
}

// turn shows the other view of the same moment.
func (f *figure) turn(staged bool) {
	f.staged = staged
	pressed("view-timeline", !staged)
	pressed("view-stage", staged)
	for _, p := range f.panes {
		p.hover = nil
		p.surface.canvas.Call("setAttribute", "aria-label", f.viewName()+p.model)
	}
	byID("panes").Get("classList").Call("toggle", "two-columns", staged && len(f.panes) > 1)
	f.refit()
}

func (f *figure) viewName() string {
	if f.staged {
		return say().stage
	}
	return say().timeline
}

// pressed shows whether a button that stays in is in.
func pressed(id string, in bool) {
	if b := byID(id); has(b) {
		b.Call("setAttribute", "aria-pressed", strconv.FormatBool(in))
	}
}

// refit gives each canvas the height that its picture needs, within bounds,
// and never less than before for the same run: what is below stays in place.
func (f *figure) refit() {
	if f.pane == nil {
		return
	}
	room := window.Get("innerHeight").Float() / f.pane.surface.zoom
	most, least := max(320, 0.62*room), 0.0
	if n := len(f.panes); n > 1 && !f.staged {
		most = max(190, 0.8*room/float64(n))
	} else if f.staged {
		most = max(420, 0.8*room)
	} else {
		for _, s := range f.scenes {
			least = max(least, s.Height())
		}
	}
	for _, p := range f.panes {
		p.surface.height(min(max(f.wants(p), least), most) + 2)
	}
	f.ask()
}

// ask has a frame drawn soon. A page in which nothing moves draws nothing.
func (f *figure) ask() {
	if f.pane != nil && !f.asked {
		f.asked = true
		window.Call("requestAnimationFrame", f.frame)
	}
}

// draw draws one frame; at is its time in ms.
func (f *figure) draw(at float64) {
	f.asked = false
	if f.pane == nil {
		return
	}
	began := now()
	p := f.pane.player
	if p.Playing {
		if f.before > 0 {
			p.Advance(int64((at - f.before) * 1e6))
		}
		f.before = at
	} else {
		f.before = 0
	}
	f.follow()
	for _, shown := range f.panes {
		f.paint(shown)
	}
	f.paintMinimap()
	f.say()
	f.frameMS = now() - began
	f.frames++
	if p.Playing {
		f.ask()
	}
}

func now() float64 { return window.Get("performance").Call("now").Float() }

// act changes the player and has the change drawn. It ends a race.
func (f *figure) act(do func()) {
	if f.pane == nil {
		return
	}
	before, race := f.pane.player.Now, f.race
	do()
	if f.pane == nil {
		return
	}
	moved := f.pane.player.Playing || f.pane.player.Now != before
	if moved && race != nil && race == f.race {
		f.endRace()
	}
	f.begun = f.begun || moved
	f.ask()
}

// choose takes an event of a pane in hand; the play head goes to it unless
// it stays at a moment that somebody pointed at.
func (f *figure) choose(p *pane, event int, stay bool) {
	if event < 0 || event >= len(p.scene.Rec.Events) {
		return
	}
	f.take(p)
	f.act(func() {
		p.player.Pause()
		if !stay {
			p.player.MoveTo(p.scene.Rec.Events[event].AtNS)
		}
		f.begun = true
	})
	f.chosen, f.chosenAt = event, p.player.Now
}

// take makes a pane the one in hand.
func (f *figure) take(p *pane) {
	if f.pane == p {
		return
	}
	p.player.Playing = f.pane.player.Playing
	p.player.Loop = f.pane.player.Loop
	f.pane, f.chosen, f.spoken = p, -1, -1
	f.code.about(p.scene)
}

// current is the event in hand: the one chosen, or else the last one that is
// not after the play head.
func (f *figure) current() int {
	p := f.pane.player
	if f.chosen >= 0 && f.chosenAt == p.Now {
		return f.chosen
	}
	f.chosen = -1
	return p.After(p.Now) - 1
}

// state is what the test hook tells of the figure.
func (f *figure) state() map[string]any {
	s := map[string]any{"playing": false, "timeNS": 0.0, "events": 0, "dropped": 0.0, "run": f.run, "model": f.model,
		"frames": f.frames, "frameMS": f.frameMS, "staged": f.staged, "chosen": -1, "hits": 0, "looping": false}
	lanes, texts, panes := []any{}, []any{}, []any{}
	for _, p := range f.panes {
		panes = append(panes, map[string]any{"model": p.model, "timeNS": float64(p.player.Now), "zeroNS": float64(p.align),
			"fromNS": float64(p.player.T0), "toNS": float64(p.player.T1)})
	}
	if p := f.pane; p != nil {
		s["playing"], s["timeNS"], s["looping"] = p.player.Playing, float64(p.player.Now), p.player.Loop
		s["fromNS"], s["toNS"] = float64(p.player.T0), float64(p.player.T1)
		s["selectFromNS"], s["selectToNS"] = float64(p.player.From), float64(p.player.To)
		s["events"], s["dropped"] = len(p.scene.Rec.Events), float64(p.scene.Rec.Dropped)
		s["chosen"] = f.current()
		if p.marks != nil {
			s["hits"] = len(p.marks.Events)
		}
		for i := range p.scene.Lanes {
			l := &p.scene.Lanes[i]
			lanes = append(lanes, map[string]any{"tid": int(l.TID), "label": l.Label})
		}
		for i := range p.list.Ops {
			if o := &p.list.Ops[i]; o.Kind == draw.Text {
				texts = append(texts, o.Text)
			}
		}
	}
	s["lanes"], s["drawnText"], s["panes"] = lanes, texts, panes
	return s
}
