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
		if o.Kind == Unclip {
			b.WriteString("\n")
			continue
		}
		b.WriteString(" " + ColorNames[o.Color] + " " + short(o.X) + " " + short(o.Y))
		if o.Kind == Text {
			b.WriteString(" " + strconv.Itoa(int(o.Size)) + " " + [...]string{"start", "middle", "end"}[o.Align] + " " + strconv.Quote(o.Text) + "\n")
			continue
		}
		b.WriteString(" " + short(o.W) + " " + short(o.H) + "\n")
	}
	return b.String()
}

func short(v float32) string {
	s := strconv.FormatFloat(float64(v), 'f', 1, 32)
	return strings.TrimSuffix(s, ".0")
}
