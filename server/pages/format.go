package pages

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// missing stands for a number that does not exist. It is never a zero.
const missing = "–"

// thin separates groups of three digits, and a number from its unit.
const thin = "\u202f"

// count writes an integer with thin spaces.
func count(n int64) string { return strings.ReplaceAll(humanize.Comma(n), ",", thin) }

// round3 rounds to three significant digits and answers how many decimals
// they take.
func round3(v float64) (rounded float64, decimals int) {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v, 0
	}
	for range 2 { // 9.996 becomes 10.0, which has a digit more before the point
		decimals = 2 - int(math.Floor(math.Log10(math.Abs(v))))
		scale := math.Pow(10, math.Abs(float64(decimals)))
		if decimals >= 0 {
			v = math.Round(v*scale) / scale
		} else {
			v = math.Round(v/scale) * scale
		}
	}
	return v, max(decimals, 0)
}

// Number writes a value with three significant digits and thin spaces. What
// is no number is missing.
func Number(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return missing
	}
	v, decimals := round3(v)
	if decimals == 0 {
		return count(int64(v))
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// Duration writes nanoseconds with three significant digits and a unit; what
// is shorter than a nanosecond keeps that unit.
func Duration(ns float64) string {
	ns, _ = round3(ns)
	unit, name := 1.0, "ns"
	switch {
	case ns >= 1e9:
		unit, name = 1e9, "s"
	case ns >= 1e6:
		unit, name = 1e6, "ms"
	case ns >= 1e3:
		unit, name = 1e3, "µs"
	}
	return Number(ns/unit) + thin + name
}

// Bytes writes a size in powers of 1024 with three significant digits.
func Bytes(n int64) string {
	v, unit := float64(n), 0
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	for v >= 1024 && unit < len(units)-1 {
		v, unit = v/1024, unit+1
	}
	if unit == 0 {
		return count(n) + thin + units[0]
	}
	return Number(v) + thin + units[unit]
}

// when writes a time as RFC 3339 has it, for reading. What cannot be read is
// left as it is.
func when(rfc3339 string) string {
	t, err := time.Parse(time.RFC3339, rfc3339)
	if err != nil {
		return rfc3339
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}
