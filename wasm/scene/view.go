package scene

import (
	"math"
	"strconv"
)

// A View is what part of a scene is looked at, and how large.
type View struct {
	W, H   float64 // CSS pixels
	T0, T1 int64   // the window of time, T0 < T1
	Top    float64 // pixels scrolled down
	Now    int64   // the play head
	Words  *Words
	Width  func(text string, size int, mono bool) float64 // measures text
}

// Sizes of the timeline, in CSS pixels.
const (
	axisHeight = 26
	laneHeight = 30
	laneGap    = 6
	groupGap   = 22 // above the first lane of a side, for its name
	fontSize   = 12
)

// labelWidth is the room for lane labels.
func (v *View) labelWidth() float64 {
	if v.W < 600 {
		return 92
	}
	return 132
}

// X is where a moment lies.
func (v *View) X(t int64) float64 {
	left := v.labelWidth()
	return left + (v.W-left)*float64(t-v.T0)/float64(v.T1-v.T0)
}

// Time is the moment at x.
func (v *View) Time(x float64) int64 {
	left := v.labelWidth()
	return v.T0 + int64(math.Round((x-left)*float64(v.T1-v.T0)/(v.W-left)))
}

// laneY is the top of lane i, scrolled.
func (s *Scene) laneY(v *View, i int) float64 {
	return axisHeight - v.Top + float64(i)*(laneHeight+laneGap) + float64(s.group(i)+1)*groupGap
}

// group is which heading lane i stands under: the server's threads, the
// client's, those that only keep the processes going.
func (s *Scene) group(i int) int {
	switch l := &s.Lanes[i]; {
	case l.Idle:
		return 2
	case l.Server:
		return 0
	}
	return 1
}

// Height is how tall the whole timeline is, in CSS pixels.
func (s *Scene) Height() float64 {
	return axisHeight + 3*groupGap + float64(len(s.Lanes))*(laneHeight+laneGap) + 8
}

// LaneAt is the lane at y, or -1.
func (s *Scene) LaneAt(v *View, y float64) int {
	for i := range s.Lanes {
		if top := s.laneY(v, i); y >= top && y < top+laneHeight+laneGap {
			return i
		}
	}
	return -1
}

// tick is the step between the labels of the axis: 1, 2 or 5 times a power
// of ten, at least as wide as a label.
func (v *View) tick(labelWidth float64) int64 {
	least := float64(v.T1-v.T0) * labelWidth / (v.W - v.labelWidth())
	step := math.Pow(10, math.Floor(math.Log10(max(least, 1))))
	for _, m := range []float64{1, 2, 5, 10} {
		if step*m >= least {
			return max(int64(step*m), 1)
		}
	}
	return max(int64(step*10), 1)
}

// tickLabel writes a time of the axis as short as its step allows.
func tickLabel(t, step int64) string {
	unit, name := int64(1), " ns"
	switch {
	case step >= 1e9:
		unit, name = 1e9, " s"
	case step >= 1e5:
		unit, name = 1e6, " ms"
	case step >= 1e2:
		unit, name = 1e3, " µs"
	}
	return strconv.FormatFloat(float64(t)/float64(unit), 'f', -1, 64) + name
}
