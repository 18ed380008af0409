// Package draw is a display list: what a figure shows, as plain data. The
// list goes to a canvas (Pack), to SVG, or to text for tests and readers
// (Dump). It imports only the standard library and knows nothing of browsers.
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
	Steps     // filled down to Y: for each of Points from its X on, as high as its Y says; the last one ends it
	Round     // a filled rectangle with round corners of radius Size
	Outline   // its outline
	Ring      // the outline of a disc in the box
	Half      // the left half of a disc
	Dash      // a dashed line from X Y to X+W Y+H
	Curve     // from X Y to X+W Y+H, upright at both ends: see Along
	DashCurve // likewise, dashed
	Kinds     // how many there are
)

var kindNames = [Kinds]string{"rect", "frame", "line", "dots", "hatch", "triangle", "diamond", "disc", "text", "clip", "unclip", "steps",
	"round", "outline", "ring", "half", "dash", "curve", "dash-curve"}

// Align says where a text lies relative to its X.
type Align uint8

// The alignments.
const (
	Start Align = iota
	Middle
	End
)

var aligns = [...]string{"start", "middle", "end"}

// An Op is one shape. Lengths are CSS pixels.
type Op struct {
	Kind       Kind
	Color      Color
	Align      Align
	Size       uint8 // Text: font size; Round, Outline: radius
	Mono       bool  // Text: monospace
	Bold       bool  // Text: heavier; lines and outlines: two pixels instead of one
	Fade       uint8 // how much shows through, in sixteenths, up to 15; not for Hatch
	X, Y, W, H float32
	Text       string
	Points     []float32 // Steps: X and Y in turn
}

// A List is a picture of W by H.
type List struct {
	W, H   float32
	Ops    []Op
	points []float32
}

// Reset empties the list and keeps its memory.
func (l *List) Reset(w, h float64) {
	l.W, l.H, l.Ops, l.points = float32(w), float32(h), l.Ops[:0], l.points[:0]
}

// Add appends a shape in a box.
func (l *List) Add(k Kind, c Color, x, y, w, h float64) {
	l.Ops = append(l.Ops, Op{Kind: k, Color: c, X: float32(x), Y: float32(y), W: float32(w), H: float32(h)})
}

// Write appends a text.
func (l *List) Write(c Color, x, y float64, size int, mono bool, align Align, text string) {
	l.Ops = append(l.Ops, Op{Kind: Text, Color: c, Align: align, Size: uint8(size), Mono: mono, X: float32(x), Y: float32(y), Text: text})
}

// Round appends a rectangle with round corners: filled for Round, or its
// Outline.
func (l *List) Round(k Kind, c Color, x, y, w, h, radius float64) *List {
	l.Add(k, c, x, y, w, h)
	l.last().Size = uint8(max(min(radius, w/2, h/2), 0))
	return l
}

// last is the shape that was added last, to be given a Fade or to be Bold.
func (l *List) last() *Op { return &l.Ops[len(l.Ops)-1] }

// Faded lets what is behind the shape that was added last through, in
// sixteenths.
func (l *List) Faded(sixteenths uint8) *List {
	l.last().Fade = min(sixteenths, 15)
	return l
}

// Bold makes the shape that was added last heavier.
func (l *List) Bold() *List {
	l.last().Bold = true
	return l
}

// Along is the point of a Curve at a share of its way, from 0 to 1.
func Along(x, y, w, h, share float64) (float64, float64) {
	u := max(min(share, 1), 0)
	return x + w*u*u*(3-2*u), y + h*u*(1.5*(1-u)+u*u)
}

// Within draws what f adds only inside a box.
func (l *List) Within(x, y, w, h float64, f func()) {
	l.Add(Clip, Ground, x, y, w, h)
	f()
	l.Add(Unclip, Ground, 0, 0, 0, 0)
}

// Steps appends an empty profile that stands on bottom; until its End,
// nothing else may be appended.
func (l *List) Steps(c Color, bottom float64) Profile {
	l.Ops = append(l.Ops, Op{Kind: Steps, Color: c, Y: float32(bottom)})
	return Profile{l, len(l.points)}
}

// A Profile is under construction.
type Profile struct {
	l     *List
	first int
}

// Add goes on from x with a height.
func (p Profile) Add(x, height float64) {
	l := p.l
	if n := len(l.points); n > p.first && l.points[n-1] == float32(height) {
		return
	}
	l.points = append(l.points, float32(x), float32(height))
}

// End ends the profile at x; one that is flat is left out.
func (p Profile) End(x float64) {
	l := p.l
	o := &l.Ops[len(l.Ops)-1]
	l.points = append(l.points, float32(x), 0)
	o.Points = l.points[p.first:len(l.points):len(l.points)]
	for i := 1; i < len(o.Points); i += 2 {
		if o.Points[i] > 0 {
			return
		}
	}
	l.points, l.Ops = l.points[:p.first], l.Ops[:len(l.Ops)-1]
}

// Width estimates how wide a text is where no browser can measure it: for
// stills and tests. It errs on the wide side.
func Width(text string, size int, mono bool) float64 {
	em := 0.0
	for _, r := range text {
		switch {
		case r >= 0x2e80: // Chinese
			em++
		case mono:
			em += 0.61
		default:
			em += 0.58
		}
	}
	return em * float64(size)
}
