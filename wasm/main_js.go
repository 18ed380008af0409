// Command wasm is the front end: it runs and plays what the server measures.
// Only this package touches the browser; what is drawn is decided in scene.
package main

import (
	"syscall/js"

	"iowait/server/wire"
)

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
func expose(figure *figure, l *live) {
	o := window.Get("Object").New()
	o.Set("state", js.FuncOf(func(js.Value, []js.Value) any {
		s := figure.state()
		s["ready"] = true
		s["connected"] = l.open
		s["seqGaps"] = l.gaps
		s["seq"] = l.seq
		return s
	}))
	o.Set("show", js.FuncOf(func(_ js.Value, args []js.Value) any { // of a recording that no run made
		rec, err := wire.Decode(bytesOf(args[1]))
		if err != nil {
			return err.Error()
		}
		figure.announce("none", args[0].String())
		figure.model = args[0].String()
		figure.add("none", args[0].String(), rec)
		return ""
	}))
	o.Set("disconnect", js.FuncOf(func(js.Value, []js.Value) any {
		l.disconnect()
		return nil
	}))
	window.Set("iowait", o)
}
