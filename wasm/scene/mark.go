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
// is room.
func (s *Scene) drawMarks(l *draw.List, v *View, lane *Lane, y float64) {
	s.marksIn(v, lane, func(first, n int, x, room float64) {
		m := markShape[s.Rec.Events[lane.marks[first]].Kind]
		// a rim keeps the shape apart from what is under it
		l.Add(m.shape, draw.Ground, x-markSize/2-1.5, y-markSize/2-1.5, markSize+3, markSize+3)
		l.Add(m.shape, m.color, x-markSize/2, y-markSize/2, markSize, markSize)
		if n > 2 && room > 28 {
			l.Write(draw.Quiet, x+markSize/2+2, y-1, 9, true, draw.Start, "×"+strconv.Itoa(n))
		}
	})
}

// marksIn calls f for each shape in view: the first of the events that it
// stands for, how many they are, where it lies, and how far the next one is.
func (s *Scene) marksIn(v *View, lane *Lane, f func(first, n int, x, room float64)) {
	events, room := s.Rec.Events, v.nsIn(markRoom)
	after := func(t int64) int { // the first mark later than t
		return sort.Search(len(lane.marks), func(i int) bool { return events[lane.marks[i]].AtNS > t })
	}
	for i := after(v.T0/room*room - 1); i < len(lane.marks); {
		at := events[lane.marks[i]].AtNS
		if at > v.T1 {
			return
		}
		// the grid is fixed to the time, so that groups stay while the window moves
		next := after(max((at/room+1)*room-1, at))
		until := v.W
		if next < len(lane.marks) {
			until = v.X(events[lane.marks[next]].AtNS)
		}
		f(i, next-i, v.X(at), until-v.X(at))
		i = next
	}
}
