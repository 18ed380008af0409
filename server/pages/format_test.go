package pages

import (
	"math"
	"strings"
	"testing"
)

func TestNumbersHaveThreeSignificantDigits(t *testing.T) {
	for _, test := range []struct {
		value float64
		want  string
	}{
		{0, "0"}, {1, "1.00"}, {2.023, "2.02"}, {9.996, "10.0"}, {10, "10.0"}, {99.96, "100"}, {100, "100"}, {999.4, "999"}, {999.6, "1 000"},
		{1234, "1 230"}, {71432, "71 400"}, {99_960, "100 000"}, {1_234_567, "1 230 000"}, {0.0134, "0.0134"}, {0.00099996, "0.00100"}, {0.5, "0.500"},
		{math.NaN(), missing}, {math.Inf(1), missing},
	} {
		if got, want := Number(test.value), strings.ReplaceAll(test.want, " ", thin); got != want {
			t.Errorf("%v: got %q, want %q", test.value, got, want)
		}
	}
}

func TestDurationsHaveAUnitThatFits(t *testing.T) {
	for _, test := range []struct {
		ns   float64
		want string
	}{
		{0, "0 ns"}, {0.25, "0.250 ns"}, {12, "12.0 ns"}, {999, "999 ns"}, {1000, "1.00 µs"}, {56_200, "56.2 µs"}, {999_600, "1.00 ms"}, {1_500_000, "1.50 ms"},
		{999_700_000, "1.00 s"}, {61e9, "61.0 s"},
	} {
		if got, want := Duration(test.ns), strings.ReplaceAll(test.want, " ", thin); got != want {
			t.Errorf("%v ns: got %q, want %q", test.ns, got, want)
		}
	}
}

func TestSizesAreInPowersOf1024(t *testing.T) {
	for _, test := range []struct {
		bytes int64
		want  string
	}{
		{0, "0 B"}, {1023, "1 023 B"}, {1024, "1.00 KiB"}, {6 << 20, "6.00 MiB"}, {25325268992, "23.6 GiB"}, {5 << 50, "5 120 TiB"},
	} {
		if got, want := Bytes(test.bytes), strings.ReplaceAll(test.want, " ", thin); got != want {
			t.Errorf("%d: got %q, want %q", test.bytes, got, want)
		}
	}
}

func TestATimeIsWrittenForReading(t *testing.T) {
	for in, want := range map[string]string{"2026-12-01T02:12:45Z": "2026-12-01 02:12:45", "2026-12-01T03:12:45+01:00": "2026-12-01 02:12:45", "yesterday": "yesterday"} {
		if got := when(in); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
