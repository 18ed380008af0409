package draw

import (
	"strconv"
	"strings"
)

// SVG draws the list as a still picture: for pages without WebAssembly, for
// print, for embedding. With a palette it stands alone; with nil it takes
// its colours from the custom properties of the page around it, and so
// follows the page's theme. title is its text alternative.
func SVG(l *List, title string, palette *Palette) string {
	w := svg{palette: palette}
	w.add(`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 `, short(l.W), ` `, short(l.H), `"><title>`, escape(title), `</title>`)
	w.hatches(l)
	for i := range l.Ops {
		w.shape(&l.Ops[i])
	}
	for ; w.open > 0; w.open-- {
		w.add(`</g>`)
	}
	w.add(`</svg>`)
	return w.b.String()
}

type svg struct {
	b           strings.Builder
	palette     *Palette
	clips, open int
}

func (w *svg) add(parts ...string) {
	for _, p := range parts {
		w.b.WriteString(p)
	}
}

func (w *svg) color(c Color) string {
	if w.palette == nil {
		return "var(--" + ColorNames[c] + ")"
	}
	return w.palette[c]
}

// hatches defines the patterns that the list uses.
func (w *svg) hatches(l *List) {
	var seen [Colors]bool
	for i := range l.Ops {
		if o := &l.Ops[i]; o.Kind == Hatch && !seen[o.Color] {
			seen[o.Color] = true
			w.add(`<pattern id="hatch-`, ColorNames[o.Color], `" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M-1 9L9 -1" stroke="`,
				w.color(o.Color), `" stroke-width="1.2"/></pattern>`)
		}
	}
}

func (w *svg) shape(o *Op) {
	x, y, x1, y1 := short(o.X), short(o.Y), short(o.X+o.W), short(o.Y+o.H)
	mx, my := short(o.X+o.W/2), short(o.Y+o.H/2)
	fill := `" fill="` + w.color(o.Color)
	stroke := `" fill="none" stroke="` + w.color(o.Color)
	if o.Fade > 0 {
		opacity := `" opacity="` + strconv.FormatFloat(1-float64(o.Fade)/16, 'g', 3, 64)
		fill, stroke = fill+opacity, stroke+opacity
	}
	if o.Bold && o.Kind != Text {
		stroke += `" stroke-width="2`
	}
	switch o.Kind {
	case Rect:
		w.add(`<rect`, box(o), fill, `"/>`)
	case Hatch:
		w.add(`<rect`, box(o), `" fill="url(#hatch-`, ColorNames[o.Color], `)"/>`)
	case Frame:
		w.add(`<rect`, box(o), stroke, `"/>`)
	case Line:
		w.add(`<path d="M`, x, ` `, y, `L`, x1, ` `, y1, stroke, `"/>`)
	case Dots:
		w.add(`<path d="M`, x, ` `, y, `L`, x1, ` `, y1, stroke, `" stroke-width="1.5" stroke-dasharray="1.5 4.5"/>`)
	case Triangle:
		w.add(`<path d="M`, x, ` `, y1, `L`, mx, ` `, y, `L`, x1, ` `, y1, `z`, fill, `"/>`)
	case Diamond:
		w.add(`<path d="M`, x, ` `, my, `L`, mx, ` `, y, `L`, x1, ` `, my, `L`, mx, ` `, y1, `z`, fill, `"/>`)
	case Steps:
		w.add(`<path d="M`, short(o.Points[0]), ` `, y)
		for i := 0; i < len(o.Points); i += 2 {
			w.add(`H`, short(o.Points[i]), `V`, short(o.Y-o.Points[i+1]))
		}
		w.add(`z`, fill, `"/>`)
	case Disc:
		w.add(`<circle cx="`, mx, `" cy="`, my, `" r="`, short(o.W/2), fill, `"/>`)
	case Round:
		w.add(`<rect`, box(o), `" rx="`, strconv.Itoa(int(o.Size)), fill, `"/>`)
	case Outline:
		w.add(`<rect`, box(o), `" rx="`, strconv.Itoa(int(o.Size)), stroke, `"/>`)
	case Ring:
		w.add(`<circle cx="`, mx, `" cy="`, my, `" r="`, short(o.W/2), stroke, `"/>`)
	case Half:
		r := short(o.W / 2)
		w.add(`<path d="M`, mx, ` `, y, `A`, r, ` `, r, ` 0 0 0 `, mx, ` `, y1, `z`, fill, `"/>`)
	case Dash:
		w.add(`<path d="M`, x, ` `, y, `L`, x1, ` `, y1, stroke, `" stroke-dasharray="4 4"/>`)
	case Curve, DashCurve:
		if w.add(`<path d="M`, x, ` `, y, `C`, x, ` `, my, ` `, x1, ` `, my, ` `, x1, ` `, y1, stroke); o.Kind == DashCurve {
			w.add(`" stroke-dasharray="4 4`)
		}
		w.add(`"/>`)
	case Text:
		family := "system-ui, sans-serif"
		if o.Mono {
			family = "ui-monospace, monospace"
		}
		weight := ""
		if o.Bold {
			weight = `" font-weight="600`
		}
		w.add(`<text x="`, x, `" y="`, y, `" font-size="`, strconv.Itoa(int(o.Size)), `" font-family="`, family,
			weight, `" text-anchor="`, aligns[o.Align], fill, `">`, escape(o.Text), `</text>`)
	case Clip:
		w.clips++
		w.open++
		id := "clip" + strconv.Itoa(w.clips)
		w.add(`<clipPath id="`, id, `"><rect`, box(o), `"/></clipPath><g clip-path="url(#`, id, `)">`)
	case Unclip:
		if w.open > 0 {
			w.open--
			w.add(`</g>`)
		}
	}
}

// box is a rectangle's place, up to the last quotation mark.
func box(o *Op) string {
	return ` x="` + short(o.X) + `" y="` + short(o.Y) + `" width="` + short(o.W) + `" height="` + short(o.H)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }
