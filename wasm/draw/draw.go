// Package draw is a display list: what a figure shows, as plain data. The
// list goes to a canvas (Pack), to SVG, or to text for tests and readers.
// It imports only the standard library and knows nothing of browsers.
package draw

// Kind is a shape.
type Kind uint8

// The shapes. Values are part of Pack's format, which canvas.js reads.
const (
	Rect     Kind = iota // filled, X Y W H
	Frame                // outlined, X Y W H
	Line                 // from X Y to X+W Y+H
	Dots                 // a dotted line, likewise
	Hatch                // a rectangle of diagonal lines
	Triangle             // pointing up, in the box X Y W H
	Diamond              // in the box
	Disc                 // in the box
	Text                 // baseline at X Y
	Clip                 // only inside X Y W H is drawn, until Unclip
	Unclip
	Curve // from X Y to X+W Y+H, leaving and arriving vertically
)

var kindNames = [...]string{"rect", "frame", "line", "dots", "hatch", "triangle", "diamond", "disc", "text", "clip", "unclip", "curve"}

// Align says where a text lies relative to its X.
type Align uint8

// The alignments.
const (
	Start Align = iota
	Middle
	End
)

// An Op is one shape. Lengths are CSS pixels.
type Op struct {
	Kind       Kind
	Color      Color
	Align      Align
	Size       uint8 // Text: font size
	Mono       bool  // Text: monospace
	X, Y, W, H float32
	Text       string
}

// A List is a picture of W by H.
type List struct {
	W, H float32
	Ops  []Op
}

// Reset empties the list and keeps its memory.
func (l *List) Reset(w, h float64) {
	l.W, l.H, l.Ops = float32(w), float32(h), l.Ops[:0]
}

// Add appends a shape in a box.
func (l *List) Add(k Kind, c Color, x, y, w, h float64) {
	l.Ops = append(l.Ops, Op{Kind: k, Color: c, X: float32(x), Y: float32(y), W: float32(w), H: float32(h)})
}

// Write appends a text.
func (l *List) Write(c Color, x, y float64, size int, mono bool, align Align, text string) {
	l.Ops = append(l.Ops, Op{Kind: Text, Color: c, Align: align, Size: uint8(size), Mono: mono, X: float32(x), Y: float32(y), Text: text})
}
