package main

import (
	"syscall/js"

	"iowait/wasm/draw"
)

// A surface is one canvas. It draws a display list with one call into
// canvas.js per frame, and measures text.
type surface struct {
	canvas  js.Value
	painter js.Value // made by canvas.js
	bytes   js.Value // Uint8Array that canvas.js reads
	buf     []byte
	widths  map[textKey]float64
}

type textKey struct {
	text string
	size int
	mono bool
}

func newSurface(canvas js.Value) *surface {
	s := &surface{canvas: canvas, painter: window.Get("iowaitCanvas").Invoke(canvas), widths: map[textKey]float64{}}
	s.theme()
	on(window.Call("matchMedia", "(prefers-color-scheme: dark)"), "change", func(js.Value) {
		s.theme()
		redrawAll()
	})
	return s
}

// theme hands the palette over.
func (s *surface) theme() {
	p := draw.Light
	if window.Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool() {
		p = draw.Dark
	}
	colors := make([]any, len(p))
	for i, c := range p {
		colors[i] = c
	}
	s.painter.Call("palette", colors)
}

// size is the canvas's size in CSS pixels; it fits the backing store to it.
func (s *surface) size() (w, h float64) {
	box := s.canvas.Call("getBoundingClientRect")
	w, h = box.Get("width").Float(), box.Get("height").Float()
	s.painter.Call("resize", w, h)
	return w, h
}

// width measures a text once and remembers it. In a monospaced text all
// letters but the Chinese ones are as wide as a zero.
func (s *surface) width(text string, size int, mono bool) float64 {
	if cells := monoCells(text); mono && cells > 1 {
		return float64(cells) * s.width("0", size, true)
	}
	k := textKey{text, size, mono}
	if w, ok := s.widths[k]; ok {
		return w
	}
	w := s.painter.Call("measure", text, size, mono).Float()
	if len(s.widths) > 4096 {
		s.widths = map[textKey]float64{}
	}
	s.widths[k] = w
	return w
}

func (s *surface) draw(l *draw.List) {
	s.buf = draw.Pack(s.buf[:0], l)
	if s.bytes.IsUndefined() || s.bytes.Get("length").Int() < len(s.buf) {
		s.bytes = window.Get("Uint8Array").New(max(2*len(s.buf), 1<<16))
	}
	js.CopyBytesToJS(s.bytes, s.buf)
	s.painter.Call("draw", s.bytes, len(s.buf))
}

// monoCells is how many letters a text has, 0 if some may be wider or
// narrower than the others.
func monoCells(text string) (n int) {
	for _, r := range text {
		if r >= 0x2000 {
			return 0
		}
		n++
	}
	return n
}
