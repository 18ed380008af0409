package scene

import (
	"strings"
	"testing"

	"iowait/wasm/draw"
)

func curvesOfTwo() *Curves {
	c := &Curves{Title: "requests/s by connections", Values: []float64{10, 100, 1000}, Labels: []string{"10", "100", "1 000"}, Write: func(v float64) string { return threeDigits(v) }}
	for i, y := range []float64{41_000, 39_500, 12_000} {
		c.Add("epoll", CurvePoint{c.Values[i], y, y * 0.95, y * 1.03})
		c.Add("thread-per-conn", CurvePoint{c.Values[i], y * 0.9, y * 0.8, y * 0.97})
		c.AddCeiling("ceiling", CurvePoint{X: c.Values[i], Y: 45_000})
	}
	return c
}

func TestCurvesHaveRangesNamesAndADottedCeiling(t *testing.T) {
	for name, width := range map[string]float64{"curves.txt": 620, "curves-narrow.txt": 358} {
		c := curvesOfTwo()
		var l draw.List
		c.Draw(&l, &View{W: width, H: c.Height(width), Words: &English, Width: draw.Width})
		golden(t, name, draw.Dump(&l))
	}
}

func TestAPointThatIsAddedAgainIsReplaced(t *testing.T) {
	c := &Curves{}
	c.Add("a", CurvePoint{X: 100, Y: 1})
	c.Add("a", CurvePoint{X: 10, Y: 2})
	c.Add("a", CurvePoint{X: 100, Y: 3})
	if p := c.Curves[0].Points; len(p) != 2 || p[0].X != 10 || p[1].Y != 3 {
		t.Errorf("got %v, want two points by value, the later one at 100", p)
	}
}

func TestAxesAreLogarithmicFromTwoDecadesOn(t *testing.T) {
	for _, test := range []struct {
		name   string
		low, y float64
		log    bool
	}{{"less than two decades", 1000, 99_000, false}, {"two decades", 1000, 100_000, true}} {
		c := &Curves{Write: threeDigits}
		c.Add("a", CurvePoint{1, test.low, test.low, test.low})
		c.Add("a", CurvePoint{2, test.y, test.y, test.y})
		if got := c.yAxis().log; got != test.log {
			t.Errorf("%s: got a logarithmic axis %v, want %v", test.name, got, test.log)
		}
	}
	y := curvesOfTwo().yAxis()
	ticks := yTicks(y)
	if ticks[0] != 0 || ticks[len(ticks)-1] < 45_000 || len(ticks) > 6 {
		t.Errorf("got ticks %v, want some from zero to above the ceiling", ticks)
	}
}

func TestNamesAtTheEndDoNotCoverEachOther(t *testing.T) {
	ends := []curveEnd{{"a", 0, 100}, {"b", 1, 101}, {"c", 2, 99}, {"d", 3, 300}}
	spreadOut(ends, 16, 10, 290)
	for i := 1; i < len(ends); i++ {
		if ends[i].y-ends[i-1].y < 16 {
			t.Errorf("%s at %v and %s at %v are too near", ends[i-1].name, ends[i-1].y, ends[i].name, ends[i].y)
		}
	}
	if ends[3].y > 290 || ends[0].name != "c" {
		t.Errorf("got %v, want the order of the curves, inside the picture", ends)
	}
}

func TestNamedValuesLieAtEqualDistances(t *testing.T) {
	c := &Curves{Values: []float64{0, 1}, Labels: []string{"warm", "cold"}, Named: true, Write: threeDigits}
	c.Add("read", CurvePoint{0, 3e9, 3e9, 3e9})
	c.Add("read", CurvePoint{1, 2e8, 2e8, 2e8})
	var l draw.List
	c.Draw(&l, &View{W: 620, H: c.Height(620), Words: &English, Width: draw.Width})
	if text := draw.Dump(&l); !strings.Contains(text, `"warm"`) || !strings.Contains(text, `"cold"`) {
		t.Errorf("got %s, want both names", text)
	}
}

func TestAmountsHaveTheUnitOfTheRun(t *testing.T) {
	for _, test := range []struct {
		unit  string
		value float64
		want  string
	}{
		{"requests/s", 71_432, "71.4 k"}, {"files/s", 999.7, "1 k"}, {"B/s", 3.21e9, "3.21 GB/s"}, {"ns", 2_100_000, "2.10 ms"},
		{"B/connection", 83_000, "81.1 KiB"}, {"B/connection", 104_857_600, "100 MiB"}, {"B/connection", 512, "512 B"},
	} {
		if got := Amount(test.unit, test.value); got != test.want {
			t.Errorf("%v %s: got %q, want %q", test.value, test.unit, got, test.want)
		}
	}
}
