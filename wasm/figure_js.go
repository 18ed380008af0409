package main

import (
	"strconv"
	"syscall/js"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// figure plays recordings on the timeline canvas.
type figure struct {
	surface *surface // nil on pages without a timeline
	run     string
	models  []string
	scenes  map[string]*scene.Scene
	model   string // the one shown
	scene   *scene.Scene
	player  *scene.Player
	top     float64
	note    string // what is wrong with the recording shown

	list    draw.List
	frame   js.Func
	asked   bool    // a frame is asked for
	before  float64 // time of the last frame while playing, in ms
	spoken  int     // event said last
	pointer pointer
}

func newFigure() *figure {
	f := &figure{scenes: map[string]*scene.Scene{}, spoken: -1}
	canvas := byID("timeline")
	if !has(canvas) {
		return f
	}
	f.surface = newSurface(canvas)
	f.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.draw(args[0].Float())
		return nil
	})
	redraws = append(redraws, f.ask)
	f.controls()
	f.gestures()
	if section := byID("figure"); has(section) {
		if id := str(section.Get("dataset"), "run"); id != "" { // the page of one run
			each("#recording-tabs [data-model]", func(e js.Value) { f.models = append(f.models, str(e.Get("dataset"), "model")) })
			models := f.models
			f.models = nil
			for _, m := range models {
				f.announce(id, m)
			}
		}
	}
	return f
}

// clear forgets everything before a new run.
func (f *figure) clear() {
	f.run, f.models, f.scenes, f.model, f.scene, f.player = "", nil, map[string]*scene.Scene{}, "", nil, nil
	f.tabs()
	show("figure", false)
}

// announce says that the run has a recording of this model; the first one is
// fetched and shown.
func (f *figure) announce(run, model string) {
	if f.surface == nil {
		return
	}
	if run != f.run {
		f.clear()
		f.run = run
	}
	for _, m := range f.models {
		if m == model {
			return
		}
	}
	f.models = append(f.models, model)
	f.tabs()
	show("figure", true)
	if f.model == "" {
		f.open(model)
	}
}

// add takes a recording that has come in over the stream.
func (f *figure) add(run, model string, rec *wire.Recording) {
	if f.surface == nil || run != f.run {
		return
	}
	f.scenes[model] = scene.New(rec)
	if f.model == model || f.model == "" {
		f.open(model)
	}
}

// tabs fills the list of models.
func (f *figure) tabs() {
	box := byID("recording-tabs")
	if !has(box) {
		return
	}
	box.Set("textContent", "")
	for _, m := range f.models {
		b := element("button", "tab", m)
		b.Set("type", "button")
		b.Call("setAttribute", "role", "tab")
		b.Call("setAttribute", "aria-selected", strconv.FormatBool(m == f.model))
		b.Get("dataset").Set("model", m)
		on(b, "click", func(js.Value) { f.open(m) })
		box.Call("append", b)
	}
}

// open shows a model's recording and fetches it if it is not here yet.
func (f *figure) open(model string) {
	f.model = model
	f.tabs()
	if s := f.scenes[model]; s != nil {
		f.show(s, "")
		return
	}
	run := f.run
	then(window.Call("fetch", "/api/runs/"+run+"/recording?model="+model), func(response js.Value) {
		if !response.Get("ok").Bool() {
			setText("provenance", say().missing+response.Get("statusText").String())
			return
		}
		then(response.Call("arrayBuffer"), func(buffer js.Value) {
			array := window.Get("Uint8Array").New(buffer)
			b := make([]byte, array.Get("length").Int())
			js.CopyBytesToGo(b, array)
			rec, err := wire.Decode(b)
			if rec == nil {
				setText("provenance", say().damaged+err.Error())
				return
			}
			if run != f.run || f.model != model {
				return
			}
			s := scene.New(rec)
			note := ""
			if err != nil {
				note = say().damaged + err.Error()
			} else {
				f.scenes[model] = s
			}
			f.show(s, note)
		}, nil)
	}, func(reason string) { setText("provenance", say().missing+reason) })
}

// show begins with a scene.
func (f *figure) show(s *scene.Scene, note string) {
	slow := int64(20_000)
	if f.player != nil {
		slow = f.player.Slow
	}
	f.scene, f.player, f.top, f.note, f.spoken = s, scene.NewPlayer(s), 0, note, -1
	f.player.Slow = slow
	f.surface.canvas.Call("setAttribute", "aria-label", say().timeline+f.model)
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
	return &scene.View{W: w, H: h, T0: f.player.T0, T1: f.player.T1, Top: f.top, Now: f.player.Now, Words: words(), Width: f.surface.width}
}

// draw draws one frame; at is its time in ms.
func (f *figure) draw(at float64) {
	f.asked = false
	if f.scene == nil {
		return
	}
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
	f.top = min(max(f.top, 0), max(f.scene.Height()-v.H, 0))
	v.Top = f.top
	f.scene.Timeline(&f.list, v)
	f.surface.draw(&f.list)
	f.say()
	if f.player.Playing {
		f.ask()
	}
}

// say writes what the picture cannot: where it comes from, the moment, and
// the event at the play head in words.
func (f *figure) say() {
	t, p, h := say(), f.player, &f.scene.Rec.Header
	shown := int64(len(f.scene.Rec.Events))
	line := t.measuredHere + " · " + h.Host + " · " + h.Model + " · " + t.slowed + scene.Thousands(p.Slow) + " · " +
		scene.Thousands(shown) + t.events + scene.Thousands(h.Total) + t.ofEvents + " · " + scene.Thousands(h.Dropped) + t.dropped
	if h.CostPct != nil {
		line += " · " + t.cost + strconv.FormatFloat(*h.CostPct, 'f', 1, 64) + " %"
	}
	if h.Switches != "kernel" {
		line += " · " + t.noSwitch + h.NoSwitches
	}
	if f.note != "" {
		line += " · " + f.note
	}
	setText("provenance", line)
	setText("time", scene.Nanoseconds(p.Now))
	if scrub := byID("scrub"); has(scrub) {
		scrub.Set("max", float64(f.scene.End))
		scrub.Set("value", float64(p.Now))
	}
	label := t.play
	if p.Playing {
		label = t.pause
	}
	if b := byID("play"); has(b) {
		b.Call("setAttribute", "aria-label", label)
		b.Call("setAttribute", "aria-pressed", strconv.FormatBool(p.Playing))
		b.Get("classList").Call("toggle", "playing", p.Playing)
	}
	if p.Playing {
		return // words follow when it rests
	}
	i := p.After(p.Now) - 1
	if i == f.spoken {
		return
	}
	f.spoken = i
	f.narrate(i)
}

// narrate writes the events around the play head.
func (f *figure) narrate(i int) {
	const around = 4
	events := f.scene.Rec.Events
	if i >= 0 {
		setText("event-text", f.scene.Say(i, words()))
	} else {
		setText("event-text", "")
	}
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
	s := map[string]any{"playing": false, "timeNS": 0.0, "events": 0, "dropped": 0.0, "run": f.run, "model": f.model}
	lanes, texts := []any{}, []any{}
	if f.scene != nil {
		s["playing"], s["timeNS"] = f.player.Playing, float64(f.player.Now)
		s["fromNS"], s["toNS"] = float64(f.player.T0), float64(f.player.T1)
		s["events"], s["dropped"] = len(f.scene.Rec.Events), float64(f.scene.Rec.Dropped)
		for _, l := range f.scene.Lanes {
			lanes = append(lanes, map[string]any{"tid": int(l.TID), "label": l.Label})
		}
		for _, o := range f.list.Ops {
			if o.Kind == draw.Text {
				texts = append(texts, o.Text)
			}
		}
	}
	s["lanes"], s["drawnText"] = lanes, texts
	return s
}
