package pages

import (
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"
)

// missing stands for a number that does not exist. It is never a zero.
const missing = "–"

// count writes an integer with thin spaces.
func count(n int64) string { return strings.ReplaceAll(humanize.Comma(n), ",", "\u202f") }

// Number writes a value with three significant digits.
func Number(v float64) string {
	if v >= 1000 {
		scale := math.Pow(10, math.Floor(math.Log10(v))-2)
		return count(int64(math.Round(v/scale) * scale))
	}
	if v >= 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', digitsFor(v), 64)
}

// digitsFor is how many decimals make three significant digits below 100.
func digitsFor(v float64) int {
	switch {
	case v >= 10:
		return 1
	case v >= 0.1 || v == 0:
		return 2
	}
	return min(2-int(math.Floor(math.Log10(v))), 6)
}

// Duration writes nanoseconds with three significant digits and a unit.
func Duration(ns float64) string {
	unit, name := 1.0, " ns"
	switch {
	case ns >= 1e9:
		unit, name = 1e9, " s"
	case ns >= 1e6:
		unit, name = 1e6, " ms"
	case ns >= 1e3:
		unit, name = 1e3, " µs"
	}
	return Number(ns/unit) + name
}

// orMissing writes a value that may not exist.
func orMissing[T any](v *T, write func(T) string) string {
	if v == nil {
		return missing
	}
	return write(*v)
}

func bytesText(n int64) string { return humanize.IBytes(uint64(max(n, 0))) }

func th(text string) g.Node { return Th(Scope("col"), g.Text(text)) }

func thNum(text string) g.Node { return Th(Scope("col"), Class("num"), g.Text(text)) }

// td is a cell; on a narrow page its label stands before it.
func td(label string, content ...g.Node) g.Node {
	return Td(Class("num"), Data("label", label), g.Group(content))
}
