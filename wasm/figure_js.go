package main

import (
	"strconv"
	"syscall/js"

	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// figure plays recordings on the timeline canvas.
type figure struct {
	surface *surface // nil on pages without a timeline
	shelf
	scene  *scene.Scene // the one shown
	player *scene.Player
	top    float64
	hover  *scene.Point
	begun  bool   // somebody has moved the play head
	note   string // what is wrong with the recording shown

	list       draw.List
	frame      js.Func
	asked      bool    // a frame is asked for
	before     float64 // time of the last frame while playing, in ms
	frameMS    float64 // what the last frame took
	frames     int
	provenance string
	spoken     int // event said last
	pointer    pointer
}

func newFigure() *figure {
	f := &figure{spoken: -1}
	canvas := byID("timeline")
	if !has(canvas) {
		return f
	}
	f.surface = newSurface(canvas)
	f.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.draw(args[0].Float())
		return nil
	})
	redraws = append(redraws, f.refit)
	f.controls()
	f.gestures()
	f.stock()
	return f
}

// show begins with a scene.
func (f *figure) show(s *scene.Scene, note string) {
	slow := int64(20_000)
	if f.player != nil {
		slow = f.player.Slow
	} else if chosen := byID("speed"); has(chosen) {
		if n, err := strconv.ParseInt(chosen.Get("value").String(), 10, 64); err == nil && n > 0 {
			slow = n
		}
	}
	f.scene, f.player, f.top, f.note, f.spoken, f.begun, f.hover = s, scene.NewPlayer(s), 0, note, -1, false, nil
	f.player.Slow = slow
	f.surface.canvas.Call("setAttribute", "aria-label", say().timeline+f.model)
	show("figure", true)
	f.refit()
}

// refit gives the canvas the height that the lanes need, within bounds, and
// never less than before for the same run: what is below stays in place.
func (f *figure) refit() {
	if f.scene == nil {
		return
	}
	const least, share = 320.0, 0.62
	want := 0.0
	for _, s := range f.scenes {
		want = max(want, s.Height())
	}
	want = max(want, f.scene.Height())
	want = min(want, max(least, share*window.Get("innerHeight").Float()))
	f.surface.canvas.Get("style").Set("blockSize", strconv.Itoa(int(want+2))+"px")
	f.ask()
}

// ask has a frame drawn soon. A page in which nothing moves draws nothing.
func (f *figure) ask() {
	if f.surface != nil && f.scene != nil && !f.asked {
		f.asked = true
		window.Call("requestAnimationFrame", f.frame)
	}
}

func (f *figure) view() *scene.View {
	w, h := f.surface.size()
	return &scene.View{W: w, H: h, T0: f.player.T0, T1: f.player.T1, Top: f.top, Now: f.player.Now,
		Veil: f.begun, Hover: f.hover, Words: words(), Width: f.surface.width}
}

// draw draws one frame; at is its time in ms.
func (f *figure) draw(at float64) {
	f.asked = false
	if f.scene == nil {
		return
	}
	began := now()
	if f.player.Playing {
		if f.before > 0 {
			f.player.Advance(int64((at - f.before) * 1e6))
		}
		f.before = at
	} else {
		f.before = 0
	}
	v := f.view()
	if v.W < 10 || v.H < 10 {
		return
	}
	f.top = f.scene.Scroll(v, f.top)
	v.Top = f.top
	f.scene.Timeline(&f.list, v)
	f.surface.draw(&f.list)
	f.say()
	f.frameMS = now() - began
	f.frames++
	if f.player.Playing {
		f.ask()
	}
}

func now() float64 { return window.Get("performance").Call("now").Float() }

// say writes what the picture cannot: where it comes from, the moment, and
// the event at the play head in words.
func (f *figure) say() {
	t, p := say(), f.player
	if line := f.origin(); line != f.provenance {
		f.provenance = line
		setText("provenance", line)
	}
	setText("time", scene.Nanoseconds(p.Now))
	if scrub := byID("scrub"); has(scrub) {
		scrub.Set("max", float64(f.scene.End))
		scrub.Set("value", float64(p.Now))
		scrub.Call("setAttribute", "aria-valuetext", scene.Nanoseconds(p.Now))
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
	if i := p.After(p.Now) - 1; !p.Playing && i != f.spoken { // words follow when it rests
		f.spoken = i
		f.narrate(i)
	}
}

// origin is the line that says what the picture is worth.
func (f *figure) origin() string {
	t, h := say(), &f.scene.Rec.Header
	line := t.measuredHere + " · " + h.Host + " · " + h.Model + " · " + t.slowed + scene.Thousands(f.player.Slow) + " · " +
		scene.Thousands(int64(len(f.scene.Rec.Events))) + t.events + scene.Thousands(h.Total) + t.ofEvents + " · " + scene.Thousands(h.Dropped) + t.dropped
	switch {
	case h.CostPct == nil:
	case *h.CostPct < 0.05:
		line += " · " + t.noCost
	default:
		line += " · " + t.cost + strconv.FormatFloat(*h.CostPct, 'f', 1, 64) + " %"
	}
	if h.Switches != "kernel" {
		line += " · " + t.noSwitch + h.NoSwitches
	}
	if f.note != "" {
		line += " · " + f.note
	}
	return line
}

// narrate writes the events around the play head.
func (f *figure) narrate(i int) {
	const around = 4
	events, text := f.scene.Rec.Events, ""
	if i >= 0 {
		text = f.scene.Say(i, words())
	}
	setText("event-text", text)
	list := byID("events")
	if !has(list) {
		return
	}
	list.Set("textContent", "")
	for k := max(i-around, 0); k <= min(i+around, len(events)-1); k++ {
		item := element("li", "", f.scene.Say(k, words()))
		if k == i {
			item.Call("setAttribute", "aria-current", "true")
		}
		list.Call("append", item)
	}
}

// state is what the test hook tells of the figure.
func (f *figure) state() map[string]any {
	s := map[string]any{"playing": false, "timeNS": 0.0, "events": 0, "dropped": 0.0, "run": f.run, "model": f.model,
		"frames": f.frames, "frameMS": f.frameMS}
	lanes, texts := []any{}, []any{}
	if f.scene != nil {
		s["playing"], s["timeNS"] = f.player.Playing, float64(f.player.Now)
		s["fromNS"], s["toNS"] = float64(f.player.T0), float64(f.player.T1)
		s["events"], s["dropped"] = len(f.scene.Rec.Events), float64(f.scene.Rec.Dropped)
		for i := range f.scene.Lanes {
			l := &f.scene.Lanes[i]
			lanes = append(lanes, map[string]any{"tid": int(l.TID), "label": l.Label})
		}
		for i := range f.list.Ops {
			if o := &f.list.Ops[i]; o.Kind == draw.Text {
				texts = append(texts, o.Text)
			}
		}
	}
	s["lanes"], s["drawnText"] = lanes, texts
	return s
}
