package scene

import (
	"sort"
	"strconv"

	"iowait/server/wire"
	"iowait/wasm/draw"
)

// markShape gives kinds of events a shape. Calls and switches have none:
// they are where spans begin and end.
var markShape = map[wire.Kind]struct {
	shape draw.Kind
	color draw.Color
}{
	wire.KindSent:     {draw.Disc, draw.Data},
	wire.KindReceived: {draw.Rect, draw.Data},
	wire.KindReady:    {draw.Triangle, draw.Kernel},
	wire.KindSubmit:   {draw.Diamond, draw.Data},
	wire.KindComplete: {draw.Diamond, draw.Kernel},
	wire.KindPark:     {draw.Disc, draw.BlockInk},
	wire.KindUnpark:   {draw.Disc, draw.Run},
	wire.KindEnqueue:  {draw.Triangle, draw.Data},
	wire.KindDequeue:  {draw.Triangle, draw.Run},
}

const (
	markSize = 7.0
	markRoom = 9.0 // events closer than this share one shape
)

// drawMarks draws events on the upper edge of their lane. Where they lie
// too close, one shape stands for all of them, with their number if there
// is room; where there are a great many, the shapes are small.
func (s *Scene) drawMarks(l *draw.List, v *View, lane *Lane, y float64) {
	size := markSize
	if slots := int((v.W - v.left()) / markRoom); s.marksBetween(lane, v.T0, v.T1) > 3*slots {
		size = 4
	}
	s.marksIn(v, lane, func(first, n int, x, room float64) {
		m := markShape[s.Rec.Events[lane.marks[first]].Kind]
		if size == markSize { // a rim keeps the shape apart from what is under it
			l.Add(m.shape, draw.Ground, x-size/2-1.5, y-size/2-1.5, size+3, size+3)
		}
		l.Add(m.shape, m.color, x-size/2, y-size/2, size, size)
		if n > 2 && room > 28 {
			l.Write(draw.Quiet, x+size/2+2, y-1, 9, true, draw.Start, "×"+strconv.Itoa(n))
		}
	})
}

// marksBetween is how many marks a lane has in a stretch of time.
func (s *Scene) marksBetween(lane *Lane, from, to int64) int {
	return s.markAfter(lane, to) - s.markAfter(lane, from)
}

// firstAt is the first of some events, which are in order, not before t.
func (s *Scene) firstAt(events []int32, t int64) int {
	return sort.Search(len(events), func(i int) bool { return s.Rec.Events[events[i]].AtNS >= t })
}

// markAfter is the first of a lane's marks later than t.
func (s *Scene) markAfter(lane *Lane, t int64) int {
	return sort.Search(len(lane.marks), func(i int) bool { return s.Rec.Events[lane.marks[i]].AtNS > t })
}

// marksIn calls f for each shape in view: the first of the events that it
// stands for, how many they are, where it lies, and how far the next one is.
func (s *Scene) marksIn(v *View, lane *Lane, f func(first, n int, x, room float64)) {
	events, room := s.Rec.Events, v.nsIn(markRoom)
	for i := s.markAfter(lane, v.T0/room*room-1); i < len(lane.marks); {
		at := events[lane.marks[i]].AtNS
		if at > v.T1 {
			return
		}
		// the grid is fixed to the time, so that groups stay while the window moves
		next := s.markAfter(lane, max((at/room+1)*room-1, at))
		until := v.W
		if next < len(lane.marks) {
			until = v.X(events[lane.marks[next]].AtNS)
		}
		f(i, next-i, v.X(at), until-v.X(at))
		i = next
	}
}
