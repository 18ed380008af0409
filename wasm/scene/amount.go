package scene

import "strconv"

// Amount writes a value of what is compared, in a run's unit, with three
// digits.
func Amount(unit string, v float64) string {
	switch unit {
	case "ns":
		return Brief(int64(v))
	case "B/s":
		return threeDigits(v) + "B/s"
	case "B/connection":
		return bytes1024(v)
	}
	return threeDigits(v)
}

// bytes1024 writes a size in powers of 1024.
func bytes1024(v float64) string {
	units := []string{" B", " KiB", " MiB", " GiB"}
	i := 0
	for v >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	digits := 2
	switch {
	case i == 0 || v >= 99.95:
		digits = 0
	case v >= 9.995:
		digits = 1
	}
	return strconv.FormatFloat(v, 'f', digits, 64) + units[i]
}
