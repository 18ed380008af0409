package scene

import (
	"testing"

	"iowait/wasm/draw"
)

func TestTheChartBeginsAtZeroOnOneScaleForAll(t *testing.T) {
	series := []Series{
		{Name: "epoll", Trials: [][]Reading{{{0.25, 41_000}, {0.5, 39_000}}, {{0.25, 40_500}}}},
		{Name: "thread-per-conn", Trials: [][]Reading{{{0.25, 9_000}, {0.5, 12_000}}}},
		{Name: "no reading yet"},
	}
	var l draw.List
	Chart(&l, &View{W: 700, H: ChartHeight(len(series)), Words: &English, Width: draw.Width}, series)
	golden(t, "chart.txt", draw.Dump(&l))
}

func TestScalesEndAtRoundNumbers(t *testing.T) {
	for v, want := range map[float64]float64{0: 1, 0.3: 0.5, 1: 1, 1.01: 2, 4_321: 5_000, 51_000: 100_000} {
		if got := ceil(v, 1, 2, 5); got != want {
			t.Errorf("%v: got %v, want %v", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0", 999: "999", 1000: "1 k", 200_000: "200 k", 1.5e6: "1.5 M"} {
		if got := threeDigits(v); got != want {
			t.Errorf("%v: got %q, want %q", v, got, want)
		}
	}
}
