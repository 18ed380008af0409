// Command wasm is the front end: it runs and plays what the server measures.
// Only this package touches the browser; what is drawn is decided in scene.
package main

import "syscall/js"

// redraws are asked to draw when something outside of them has changed.
var redraws []func()

func redrawAll() {
	for _, f := range redraws {
		f()
	}
}

func main() {
	figure := newFigure()
	live := newLive(figure)
	newForm(live)
	on(window, "resize", func(js.Value) { redrawAll() })
	expose(figure, live)
	live.start()
	select {}
}

// expose lets scripts, such as tests, ask what the page shows.
func expose(f *figure, l *live) {
	o := window.Get("Object").New()
	o.Set("state", js.FuncOf(func(js.Value, []js.Value) any {
		s := f.state()
		s["ready"] = true
		s["connected"] = l.open
		s["seqGaps"] = l.gaps
		s["seq"] = l.seq
		return s
	}))
	o.Set("disconnect", js.FuncOf(func(js.Value, []js.Value) any {
		l.disconnect()
		return nil
	}))
	window.Set("iowait", o)
}
