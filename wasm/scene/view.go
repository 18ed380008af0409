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
	Veil   bool    // what is still to come is dimmed
	Hover  *Point  // of the pointer, nil when it is elsewhere

	Zero     int64  // the moment from which the axis counts
	From, To int64  // a selected stretch of time; none where they are equal
	Chosen   int    // an event, counted from 1; 0 is none
	Marks    *Marks // nil for none

	Words *Words
	Width func(text string, size int, mono bool) float64 // measures text
}

// A Point is a place in the picture, in CSS pixels.
type Point struct{ X, Y float64 }

// Sizes of the timeline, in CSS pixels.
const (
	axisHeight  = 30
	laneHeight  = 22
	queueHeight = 7  // below a lane: what waits in its socket buffers
	lanePitch   = 40 // from lane to lane
	idleHeight  = 10 // of a lane that left no marks
	idlePitch   = 16
	groupGap    = 24 // above the first lane of a group, for its name
	fontSize    = 12
)

// narrow is the width below which labels get less room, in CSS pixels.
const narrow = 600

// left is where the time begins; labels are on its left.
func (v *View) left() float64 {
	if v.W < narrow {
		return 98
	}
	return 132
}

// X is where a moment lies.
func (v *View) X(t int64) float64 {
	return v.left() + (v.W-v.left())*float64(t-v.T0)/float64(v.T1-v.T0)
}

// Time is the moment at x.
func (v *View) Time(x float64) int64 {
	return v.T0 + int64(math.Round((x-v.left())*float64(v.T1-v.T0)/(v.W-v.left())))
}

// nsIn is how long a number of pixels is, at least 1 ns.
func (v *View) nsIn(pixels float64) int64 {
	return max(int64(pixels*float64(v.T1-v.T0)/(v.W-v.left())), 1)
}

// firstOf is the index of a group's first lane.
func (s *Scene) firstOf(group int) (first int) {
	for g := range group {
		first += s.perSide[g]
	}
	return first
}

func (s *Scene) groupHeight(group int) float64 {
	n := s.perSide[group]
	switch {
	case n == 0:
		return 0
	case group == runtimes:
		return groupGap + float64(n)*idlePitch
	}
	return groupGap + float64(n)*lanePitch + 2
}

// Height is how tall the whole timeline is, in CSS pixels.
func (s *Scene) Height() float64 {
	return axisHeight + s.groupHeight(servers) + s.groupHeight(clients) + s.groupHeight(runtimes) + 6
}

// Scroll brings a scroll position into its bounds.
func (s *Scene) Scroll(v *View, top float64) float64 {
	return max(min(top, s.Height()-v.H), 0)
}

// dock is the height of the part at the bottom that does not scroll: where
// not all lanes have room, the client stays in sight, since it is the other
// end of every request.
func (s *Scene) dock(v *View) float64 {
	if s.perSide[clients] > 2 || s.Height() <= v.H || v.H < 220 {
		return 0
	}
	return s.groupHeight(clients)
}

// groupY is the top of a group, scrolled.
func (s *Scene) groupY(v *View, group int) float64 {
	dock := s.dock(v)
	if group == clients && dock > 0 {
		return v.H - dock
	}
	y := axisHeight - v.Top
	for g := range group {
		if g != clients || dock == 0 {
			y += s.groupHeight(g)
		}
	}
	return y
}

// laneBox is the top and the height of lane i, scrolled.
func (s *Scene) laneBox(v *View, i int) (y, h float64) {
	g := s.group(i)
	y = s.groupY(v, g) + groupGap
	k := float64(i - s.firstOf(g))
	if g == runtimes {
		return y + k*idlePitch, idleHeight
	}
	return y + k*lanePitch, laneHeight
}

// A region is a stretch of the picture's height with lanes in it.
type region struct {
	y, h   float64
	groups []int
}

// regions are the part that scrolls and the dock, if there is one.
func (s *Scene) regions(v *View) []region {
	dock := s.dock(v)
	if dock == 0 {
		return []region{{axisHeight, v.H - axisHeight, []int{servers, clients, runtimes}}}
	}
	return []region{{axisHeight, v.H - axisHeight - dock, []int{servers, runtimes}}, {v.H - dock, dock, []int{clients}}}
}

// lanesIn calls f for each lane of a region that can be seen.
func (s *Scene) lanesIn(v *View, r region, f func(i int, y, h float64)) {
	for _, g := range r.groups {
		first := s.firstOf(g)
		pitch := float64(lanePitch)
		if g == runtimes {
			pitch = idlePitch
		}
		top := s.groupY(v, g) + groupGap
		from := max(int((r.y-top)/pitch), 0)
		for i := from; i < s.perSide[g]; i++ {
			y, h := s.laneBox(v, first+i)
			if y > r.y+r.h {
				break
			}
			f(first+i, y, h)
		}
	}
}

// laneAt is the lane at y, or -1.
func (s *Scene) laneAt(v *View, y float64) int {
	found := -1
	for _, r := range s.regions(v) {
		if y < r.y || y >= r.y+r.h {
			continue
		}
		s.lanesIn(v, r, func(i int, top, h float64) {
			if y >= top-4 && y < top+h+queueHeight+3 {
				found = i
			}
		})
	}
	return found
}

// tick is the step between the labels of the axis: 1, 2 or 5 times a power
// of ten, at least as wide as a label.
func (v *View) tick() int64 {
	step := int64(1)
	for {
		for _, m := range []int64{1, 2, 5} {
			wide := v.Width(tickLabel((v.T1-v.Zero)/(step*m)*step*m, step*m), 11, true) + 28
			if float64(step*m)*(v.W-v.left()) >= wide*float64(v.T1-v.T0) {
				return step * m
			}
		}
		if step > 1e17 {
			return step
		}
		step *= 10
	}
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
	sign := ""
	if t < 0 {
		sign, t = "−", -t
	}
	whole, rest := t/unit, t%unit
	label := sign + Thousands(whole)
	if rest != 0 {
		label += strconv.FormatFloat(float64(rest)/float64(unit), 'f', -1, 64)[1:]
	}
	return label + name
}

// LaneTop is where a lane begins, scrolled.
func (s *Scene) LaneTop(v *View, lane int) float64 {
	y, _ := s.laneBox(v, lane)
	return y
}
