package scene

import (
	"math"
	"strconv"

	"iowait/wasm/draw"
)

// A Series is one model's live throughput: a stroke per trial.
type Series struct {
	Name   string
	Trials [][]Reading // the last one is in hand
}

// A Reading is how many requests per second were answered since the reading
// before it, until S seconds after the trial's measured interval began. It
// is a mean over that time, and is drawn as such.
type Reading struct{ S, PerSecond float64 }

// Sizes of the chart, in CSS pixels.
const (
	chartRow  = 48
	chartAxis = 22
)

// ChartHeight is how tall a chart of n series is.
func ChartHeight(n int) float64 { return float64(max(n, 1))*chartRow + chartAxis + 8 }

// Chart draws throughput over time, a row per model, all on one scale that
// begins at zero.
func Chart(l *draw.List, v *View, series []Series) {
	l.Reset(v.W, v.H)
	l.Add(draw.Rect, draw.Ground, 0, 0, v.W, v.H)
	top, seconds := 0.0, 0.0
	for _, s := range series {
		for _, trial := range s.Trials {
			for _, r := range trial {
				top, seconds = max(top, r.PerSecond), max(seconds, r.S)
			}
		}
	}
	top, seconds = ceil(top, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8), ceil(max(seconds, 0.5), 1, 2, 5)
	left, right, bottom := v.left()+8, v.W-54, v.H-chartAxis
	if v.W < narrow {
		right = v.W - 44
	}
	x := func(s float64) float64 { return left + (right-left)*s/seconds }
	for k := range 6 {
		s := seconds * float64(k) / 5
		l.Add(draw.Line, draw.Rule, x(s), 6, 0, bottom-6)
		if k%5 == 0 || v.W >= narrow {
			l.Write(draw.Quiet, x(s), bottom+15, 11, true, draw.Middle, strconv.FormatFloat(s, 'g', 3, 64)+v.Words.Seconds)
		}
	}
	l.Write(draw.Quiet, 10, bottom+15, 11, false, draw.Start, v.Words.PerSecond)
	row := (bottom - 6) / float64(max(len(series), 1))
	for i := range series {
		chartSeries(l, v, &series[i], 6+float64(i)*row+6, row-12, x, right, top)
	}
}

// chartSeries draws one row.
func chartSeries(l *draw.List, v *View, s *Series, y, h float64, x func(float64) float64, right, top float64) {
	left := x(0)
	l.Write(draw.Ink, 10, y+h/2+4, fontSize, true, draw.Start, fit(v, s.Name, left-18, fontSize, true))
	l.Add(draw.Line, draw.Rule, left, y+h, right-left, 0)
	l.Add(draw.Line, draw.Rule, left, y, right-left, 0)
	l.Write(draw.Quiet, right+6, y+8, 10, true, draw.Start, threeDigits(top))
	l.Write(draw.Quiet, right+6, y+h, 10, true, draw.Start, "0")
	for k, trial := range s.Trials {
		now := k == len(s.Trials)-1
		color := draw.Quiet
		if now {
			color = draw.Ink
			area, from := l.Steps(draw.Block, y+h), 0.0
			for _, r := range trial {
				area.Add(x(from), h*r.PerSecond/top)
				from = r.S
			}
			area.End(x(from))
		}
		from := 0.0
		for _, r := range trial {
			level := y + h - h*r.PerSecond/top
			l.Add(draw.Line, color, x(from), level, x(r.S)-x(from), 0)
			if now {
				l.Add(draw.Line, color, x(from), level+1, x(r.S)-x(from), 0)
			}
			from = r.S
		}
	}
}

// ceil is the next of the given digits times a power of ten.
func ceil(v float64, digits ...float64) float64 {
	if v <= 0 {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, d := range digits {
		if v <= d*p {
			return d * p
		}
	}
	return 10 * p
}

// threeDigits writes a number with at most three digits and k, M or G.
func threeDigits(v float64) string {
	switch {
	case v >= 999.5e6:
		return strconv.FormatFloat(v/1e9, 'g', 3, 64) + " G"
	case v >= 999.5e3:
		return strconv.FormatFloat(v/1e6, 'g', 3, 64) + " M"
	case v >= 999.5:
		return strconv.FormatFloat(v/1e3, 'g', 3, 64) + " k"
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
