package draw

import (
	"strconv"
	"strings"
)

// SVG draws the list as a picture for pages without WebAssembly and for
// print. Colours are the custom properties of the style sheet, so that the
// picture follows the page's theme; title is its text alternative.
func SVG(l *List, title string) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ` + short(l.W) + ` ` + short(l.H) + `"><title>` + escape(title) + `</title>`)
	clips, open := 0, 0
	for i := range l.Ops {
		o := &l.Ops[i]
		class := ` class="c-` + ColorNames[o.Color]
		x, y, w, h := float64(o.X), float64(o.Y), float64(o.W), float64(o.H)
		switch o.Kind {
		case Rect, Hatch:
			if o.Kind == Hatch {
				class += " hatch"
			}
			b.WriteString(`<rect` + box(x, y, w, h) + class + `"/>`)
		case Frame:
			b.WriteString(`<rect` + box(x, y, w, h) + class + ` stroke"/>`)
		case Line, Dots:
			if o.Kind == Dots {
				class += " dots"
			}
			b.WriteString(`<path d="M` + num(x) + " " + num(y) + "L" + num(x+w) + " " + num(y+h) + `"` + class + ` stroke"/>`)
		case Curve:
			m := num(y + h/2)
			b.WriteString(`<path d="M` + num(x) + " " + num(y) + "C" + num(x) + " " + m + " " + num(x+w) + " " + m + " " + num(x+w) + " " + num(y+h) + `"` + class + ` stroke"/>`)
		case Triangle:
			b.WriteString(`<path d="M` + num(x) + " " + num(y+h) + "L" + num(x+w/2) + " " + num(y) + "L" + num(x+w) + " " + num(y+h) + `z"` + class + `"/>`)
		case Diamond:
			b.WriteString(`<path d="M` + num(x) + " " + num(y+h/2) + "L" + num(x+w/2) + " " + num(y) + "L" + num(x+w) + " " + num(y+h/2) + "L" + num(x+w/2) + " " + num(y+h) + `z"` + class + `"/>`)
		case Disc:
			b.WriteString(`<circle cx="` + num(x+w/2) + `" cy="` + num(y+h/2) + `" r="` + num(w/2) + `"` + class + `"/>`)
		case Text:
			if o.Mono {
				class += " mono"
			}
			b.WriteString(`<text x="` + num(x) + `" y="` + num(y) + `" font-size="` + strconv.Itoa(int(o.Size)) + `" text-anchor="` +
				[...]string{"start", "middle", "end"}[o.Align] + `"` + class + `">` + escape(o.Text) + `</text>`)
		case Clip:
			clips++
			open++
			id := "clip" + strconv.Itoa(clips)
			b.WriteString(`<clipPath id="` + id + `"><rect` + box(x, y, w, h) + `/></clipPath><g clip-path="url(#` + id + `)">`)
		case Unclip:
			open--
			b.WriteString(`</g>`)
		}
	}
	for ; open > 0; open-- {
		b.WriteString(`</g>`)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

func box(x, y, w, h float64) string {
	return ` x="` + num(x) + `" y="` + num(y) + `" width="` + num(w) + `" height="` + num(h) + `"`
}

func num(v float64) string { return short(float32(v)) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }
