package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// A surface is one canvas. It draws a display list with one call into
// canvas.js per frame, and measures text.
type surface struct {
	canvas  js.Value
	painter js.Value // made by canvas.js
	bytes   js.Value // Uint8Array that canvas.js reads
	buf     []byte
	widths  map[textKey]float64
	zoom    float64 // more than 1 in the projector's theme: what a picture's pixel is in CSS pixels
}

type textKey struct {
	text string
	size int
	mono bool
}

func newSurface(canvas js.Value) *surface {
	s := &surface{canvas: canvas, painter: window.Get("iowaitCanvas").Invoke(canvas), widths: map[textKey]float64{}}
	s.theme()
	changed := func(js.Value) {
		s.theme()
		redrawAll()
	}
	on(window.Call("matchMedia", "(prefers-color-scheme: dark)"), "change", changed)
	on(window, "iowait-theme", changed)
	return s
}

// theme takes the palette from the style sheet, which knows the theme.
func (s *surface) theme() {
	root := document.Get("documentElement")
	style := window.Call("getComputedStyle", root)
	colors := make([]any, draw.Colors)
	for i, name := range draw.ColorNames {
		c := style.Call("getPropertyValue", "--"+name).String()
		if c == "" {
			c = draw.Light[i]
		}
		colors[i] = strings.TrimSpace(c)
	}
	s.zoom = 1
	if str(root.Get("dataset"), "theme") == "projector" {
		s.zoom = 1.3
	}
	s.painter.Call("palette", colors)
}

// size is the canvas's size in pixels of the picture; it fits the backing
// store to it.
func (s *surface) size() (w, h float64) {
	box := s.canvas.Call("getBoundingClientRect")
	w, h = box.Get("width").Float(), box.Get("height").Float()
	s.painter.Call("resize", w, h)
	return w / s.zoom, h / s.zoom
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

// place is where a pointer is, in pixels of the picture.
func (s *surface) place(e js.Value) scene.Point {
	box := s.canvas.Call("getBoundingClientRect")
	return scene.Point{X: (e.Get("clientX").Float() - box.Get("left").Float()) / s.zoom, Y: (e.Get("clientY").Float() - box.Get("top").Float()) / s.zoom}
}

// height sets the height of the canvas, given in pixels of the picture.
func (s *surface) height(h float64) {
	s.canvas.Get("style").Set("blockSize", strconv.Itoa(int(h*s.zoom))+"px")
}

func (s *surface) draw(l *draw.List) {
	s.magnify(l)
	s.buf = draw.Pack(s.buf[:0], l)
	if s.bytes.IsUndefined() || s.bytes.Get("length").Int() < len(s.buf) {
		s.bytes = window.Get("Uint8Array").New(max(2*len(s.buf), 1<<16))
	}
	js.CopyBytesToJS(s.bytes, s.buf)
	s.painter.Call("draw", s.bytes, len(s.buf))
}

// magnify turns pixels of the picture into CSS pixels.
func (s *surface) magnify(l *draw.List) {
	if s.zoom == 1 {
		return
	}
	z := float32(s.zoom)
	l.W, l.H = l.W*z, l.H*z
	for i := range l.Ops {
		o := &l.Ops[i]
		o.X, o.Y, o.W, o.H, o.Size = o.X*z, o.Y*z, o.W*z, o.H*z, uint8(float32(o.Size)*z+0.5)
		for k := range o.Points {
			o.Points[k] *= z
		}
	}
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
