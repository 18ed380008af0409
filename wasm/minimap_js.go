package main

import (
	"syscall/js"

	"iowait/wasm/scene"
)

func (f *figure) paintMinimap() {
	w, h := f.minimap.size()
	if w < 10 || h < 10 {
		return
	}
	p := f.pane
	f.pane.scene.Minimap(&f.small, &scene.View{W: w, H: h, T0: p.player.T0, T1: p.player.T1, Now: p.player.Now, From: p.player.From, To: p.player.To,
		Marks: p.marks, Words: words(), Width: f.minimap.width})
	f.minimap.draw(&f.small)
}

// moveMinimap drags the window over the whole recording.
func (f *figure) moveMinimap() {
	c, held := f.minimap.canvas, false
	move := func(e js.Value) {
		if f.pane == nil {
			return
		}
		w, _ := f.minimap.size()
		at := f.pane.scene.MinimapTime(f.minimap.place(e).X, w)
		f.act(func() {
			p := f.pane.player
			p.Pan(float64(at-(p.T0+p.T1)/2) / float64(p.T1-p.T0))
		})
	}
	on(c, "pointerdown", func(e js.Value) {
		held = true
		try(func() { c.Call("setPointerCapture", e.Get("pointerId")) })
		move(e)
	})
	on(c, "pointermove", func(e js.Value) {
		if held {
			move(e)
		}
	})
	release := func(js.Value) { held = false }
	on(c, "pointerup", release)
	on(c, "pointercancel", release)
}
