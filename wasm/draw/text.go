package draw

import (
	"strconv"
	"strings"
)

// Dump writes the list for people and golden files, a shape a line, rounded
// to a tenth of a pixel.
func Dump(l *List) string {
	var b strings.Builder
	b.WriteString("picture " + short(l.W) + " " + short(l.H) + "\n")
	for i := range l.Ops {
		o := &l.Ops[i]
		b.WriteString(kindNames[o.Kind])
		switch o.Kind {
		case Unclip:
		case Clip:
			b.WriteString(" " + short(o.X) + " " + short(o.Y) + " " + short(o.W) + " " + short(o.H))
		case Text:
			b.WriteString(" " + ColorNames[o.Color] + " " + short(o.X) + " " + short(o.Y) + " " + strconv.Itoa(int(o.Size)))
			if o.Mono {
				b.WriteString(" mono")
			}
			b.WriteString(" " + aligns[o.Align] + " " + strconv.Quote(o.Text))
		case Steps:
			b.WriteString(" " + ColorNames[o.Color] + " " + short(o.Y))
			for i := 0; i < len(o.Points); i += 2 {
				b.WriteString(" " + short(o.Points[i]) + "," + short(o.Points[i+1]))
			}
		default:
			b.WriteString(" " + ColorNames[o.Color] + " " + short(o.X) + " " + short(o.Y) + " " + short(o.W) + " " + short(o.H))
			if o.Size > 0 {
				b.WriteString(" radius " + strconv.Itoa(int(o.Size)))
			}
		}
		if o.Bold {
			b.WriteString(" bold")
		}
		if o.Fade > 0 {
			b.WriteString(" fade " + strconv.Itoa(int(o.Fade)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// short writes a length to a tenth.
func short(v float32) string {
	s := strconv.FormatFloat(float64(v), 'f', 1, 32)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}
