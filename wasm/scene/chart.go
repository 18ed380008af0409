package scene

import (
	"math"
	"strconv"

	"iowait/wasm/draw"
)

// A Series is one model's live throughput: a stroke per trial.
type Series struct {
	Name   string
	Trials [][]Point
}

// A Point is a reading: seconds since the trial's interval began, and
// requests per second.
type Point struct{ S, PerSecond float64 }

// Chart draws throughput over time, from zero, one row per model on one
// common scale.
func Chart(l *draw.List, v *View, series []Series) {
	l.Reset(v.W, v.H)
	l.Add(draw.Rect, draw.Ground, 0, 0, v.W, v.H)
	top, seconds := 0.0, 0.5
	for _, s := range series {
		for _, trial := range s.Trials {
			for _, p := range trial {
				top, seconds = max(top, p.PerSecond), max(seconds, p.S)
			}
		}
	}
	top = niceCeil(top)
	left, right := v.labelWidth(), 64.0
	if v.W < 600 {
		right = 52
	}
	row := v.H / float64(max(len(series), 1))
	for i, s := range series {
		y, h := float64(i)*row+8, row-16
		l.Write(draw.Ink, 10, y+h/2+4, fontSize, true, draw.Start, fit(v, s.Name, left-14, true))
		l.Add(draw.Rect, draw.Band, left, y, v.W-left-right, h)
		l.Write(draw.Quiet, v.W-right+6, y+9, 10, true, draw.Start, short(top))
		l.Write(draw.Quiet, v.W-right+6, y+h, 10, true, draw.Start, "0")
		for k, trial := range s.Trials {
			color := draw.Quiet // earlier rounds
			if k == len(s.Trials)-1 {
				color = draw.Run
			}
			for j := 1; j < len(trial); j++ {
				a, b := trial[j-1], trial[j]
				x := func(p Point) float64 { return left + (v.W-left-right)*p.S/seconds }
				yy := func(p Point) float64 { return y + h - h*p.PerSecond/max(top, 1) }
				l.Add(draw.Line, color, x(a), yy(a), x(b)-x(a), yy(b)-yy(a))
			}
		}
	}
}

// niceCeil is the next 1, 2 or 5 times a power of ten.
func niceCeil(v float64) float64 {
	if v <= 0 {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if v <= m*p {
			return m * p
		}
	}
	return 10 * p
}

// short writes a number with at most three digits and k or M.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'g', 3, 64) + " M"
	case v >= 1e3:
		return strconv.FormatFloat(v/1e3, 'g', 3, 64) + " k"
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
