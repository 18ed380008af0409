package draw

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
)

// every is a picture with every shape.
func every() *List {
	var l List
	l.Reset(200, 100)
	l.Within(0, 0, 200, 100, func() {
		for k := range Kinds {
			if k != Text && k != Clip && k != Unclip && k != Steps {
				l.Add(k, Run+Color(k)%(Data-Run), float64(k)*10, 1.25, 8, 6)
			}
		}
		l.Round(Round, Run, 1, 60, 30, 20, 4).Faded(12)
		l.Round(Outline, Run, 1, 60, 30, 20, 4).Bold()
		s := l.Steps(Poll, 90)
		s.Add(10, 5)
		s.Add(12, 5) // as high as before: left out
		s.Add(14, 0.5)
		s.End(20)
		l.Steps(Poll, 90).End(20) // flat: left out
		l.Write(Ink, 5, 50, 12, true, Middle, `<read> & "写"`)
		l.Bold()
	})
	return &l
}

func TestADumpIsForPeople(t *testing.T) {
	want := `picture 200 100
clip 0 0 200 100
rect run 0 1.2 8 6
frame run-ink 10 1.2 8 6
line kernel 20 1.2 8 6
dots kernel-ink 30 1.2 8 6
hatch block 40 1.2 8 6
triangle block-ink 50 1.2 8 6
diamond ready 60 1.2 8 6
disc ready-soft 70 1.2 8 6
round kernel 120 1.2 8 6
outline kernel-ink 130 1.2 8 6
ring block 140 1.2 8 6
half block-ink 150 1.2 8 6
dash ready 160 1.2 8 6
curve ready-soft 170 1.2 8 6
dash-curve poll 180 1.2 8 6
round run 1 60 30 20 radius 4 fade 12
outline run 1 60 30 20 radius 4 bold
steps poll 90 10,5 14,0.5 20,0
text ink 5 50 12 mono middle "<read> & \"写\"" bold
unclip
`
	if got := Dump(every()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// unpack reads what canvas.js reads.
func unpack(b []byte) (l List) {
	number := func() uint32 {
		v := binary.LittleEndian.Uint32(b)
		b = b[4:]
		return v
	}
	float := func() float32 { return math.Float32frombits(number()) }
	for len(b) > 0 {
		o := Op{Kind: Kind(b[0]), Color: Color(b[1]), Align: Align(b[2] & 3), Mono: b[2]&4 != 0, Bold: b[2]&8 != 0, Fade: b[2] >> 4, Size: b[3]}
		b = b[4:]
		o.X, o.Y, o.W, o.H = float(), float(), float(), float()
		switch o.Kind {
		case Text:
			n := int(number())
			o.Text, b = string(b[:n]), b[(n+3)/4*4:]
		case Steps:
			for range 2 * number() {
				o.Points = append(o.Points, float())
			}
		}
		l.Ops = append(l.Ops, o)
	}
	return l
}

func TestAPackedPictureIsTheSamePicture(t *testing.T) {
	l := every()
	packed := Pack([]byte{}, l)
	got := unpack(packed)
	got.W, got.H = l.W, l.H
	if g, w := Dump(&got), Dump(l); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	if len(packed)%4 != 0 {
		t.Errorf("got %d bytes, want a multiple of 4", len(packed))
	}
}

func TestAFrameIsPackedWithoutNewMemory(t *testing.T) {
	l := every()
	buf := Pack(nil, l)
	if got := testing.AllocsPerRun(10, func() { buf = Pack(buf[:0], l) }); got != 0 {
		t.Errorf("got %v allocations for a frame, want none", got)
	}
}

func TestAStillIsWellFormedAndNeedsNothingElse(t *testing.T) {
	for name, p := range map[string]*Palette{"page's colours": nil, "own colours": &Dark} {
		t.Run(name, func(t *testing.T) {
			got := SVG(every(), `threads & "calls"`, p)
			d := xml.NewDecoder(strings.NewReader(got))
			elements := map[string]int{}
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%v in\n%s", err, got)
				}
				if e, ok := token.(xml.StartElement); ok {
					elements[e.Name.Local]++
				}
			}
			for element, want := range map[string]int{"title": 1, "text": 1, "circle": 2, "clipPath": 1, "pattern": 1} {
				if elements[element] != want {
					t.Errorf("<%s>: got %d, want %d", element, elements[element], want)
				}
			}
			if forbidden := regexp.MustCompile(`style=|<style|<script|href=`).FindString(got); forbidden != "" {
				t.Errorf("found %s, which the content security policy forbids", forbidden)
			}
			if vars := strings.Contains(got, "var(--"); vars != (p == nil) {
				t.Errorf("custom properties: got %v, want %v", vars, p == nil)
			}
		})
	}
}

var custom = regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{3,8});`)

// declared are the colours that the style sheet declares in the first rule
// with a selector.
func declared(t *testing.T, selector string) map[string]string {
	t.Helper()
	css, err := os.ReadFile("../../assets/iowait.css")
	if err != nil {
		t.Fatal(err)
	}
	_, rule, ok := strings.Cut(string(css), selector+" {")
	if !ok {
		t.Fatalf("the style sheet has no rule for %s", selector)
	}
	rule, _, _ = strings.Cut(rule, "}")
	found := map[string]string{}
	for _, m := range custom.FindAllStringSubmatch(rule, -1) {
		found[m[1]] = m[2]
	}
	return found
}

// The style sheet must repeat the palettes, so that a colour means the same
// on the canvas, in a still and in the page around them.
func TestTheStyleSheetHasTheSameColours(t *testing.T) {
	for selector, palette := range map[string]Palette{":root": Light, ":root:not([data-theme])": Dark, ":root[data-theme=dark]": Dark} {
		found := declared(t, selector)
		for c, want := range palette {
			if got := found[ColorNames[c]]; got != want {
				t.Errorf("%s: --%s: got %q, want %s", selector, ColorNames[c], got, want)
			}
		}
	}
}

// contrast is that of WCAG 2.
func contrast(a, b string) float64 {
	luminance := func(color string) float64 {
		if len(color) == 4 { // #rgb
			color = "#" + strings.Repeat(color[1:2], 2) + strings.Repeat(color[2:3], 2) + strings.Repeat(color[3:4], 2)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			var v float64
			for _, digit := range strings.ToLower(color[1+2*i : 3+2*i]) {
				v = v*16 + float64(strings.IndexRune("0123456789abcdef", digit))
			}
			if v /= 255; v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestWordsStandOutFromWhatTheyStandOn(t *testing.T) {
	pairs := [][2]Color{{Ink, Ground}, {Ink, Band}, {Quiet, Ground}, {RunInk, Run}, {BlockInk, Band}, {BlockInk, Block}, {Poll, PollSoft}, {Ready, ReadySoft}}
	projector := Light
	for c, name := range ColorNames {
		if own := declared(t, ":root[data-theme=projector]")[name]; own != "" {
			projector[c] = own
		}
	}
	for name, p := range map[string]Palette{"light": Light, "dark": Dark, "projector": projector} {
		for _, pair := range pairs {
			least := 4.5
			if pair[0] == Ready || pair[0] == Poll {
				least = 3.3 // always with a shape of their own
			}
			if got := contrast(p[pair[0]], p[pair[1]]); got < least {
				t.Errorf("%s: %s on %s: contrast %.2f, want at least %v", name, ColorNames[pair[0]], ColorNames[pair[1]], got, least)
			}
		}
	}
}
