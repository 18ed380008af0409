package scene

import "iowait/wasm/draw"

// drawMarked draws the marked events of a lane: a stroke across it, and a
// triangle below. Those that lie too close share one.
func (s *Scene) drawMarked(l *draw.List, v *View, lane int, y, h float64) {
	if v.Marks == nil {
		return
	}
	const grid = 6.0
	events, room := v.Marks.lanes[lane], v.nsIn(grid)
	for i := s.firstAt(events, v.T0); i < len(events); {
		at := s.Rec.Events[events[i]].AtNS
		if at > v.T1 {
			return
		}
		x := v.X(at)
		l.Add(draw.Line, draw.Ground, x+1, y-2, 0, h+4)
		l.Add(draw.Line, draw.Head, x, y-2, 0, h+4)
		l.Add(draw.Triangle, draw.Head, x-4, y+h+1, 8, 6)
		i = s.firstAt(events, max((at/room+1)*room, at+1))
	}
}

// drawSelected draws the two edges of a selected stretch of time, and how
// long it is.
func (s *Scene) drawSelected(l *draw.List, v *View) {
	if v.To <= v.From || v.To < v.T0 || v.From > v.T1 {
		return
	}
	left := v.left()
	x0, x1 := max(v.X(v.From), left), min(v.X(v.To), v.W)
	label := Brief(v.To - v.From)
	l.Add(draw.Rect, draw.DataSoft, x0, axisHeight-7, max(x1-x0, 1), 7)
	for _, t := range []int64{v.From, v.To} {
		if t >= v.T0 && t <= v.T1 {
			l.Add(draw.Line, draw.Data, v.X(t), axisHeight-10, 0, v.H)
			l.Add(draw.Line, draw.Data, v.X(t)+1, axisHeight-10, 0, v.H)
		}
	}
	w := v.Width(label, fontSize, true)
	x := min(max((x0+x1)/2, left+w/2+4), v.W-w/2-4)
	l.Add(draw.Rect, draw.Ground, x-w/2-4, 2, w+8, 18)
	l.Write(draw.Data, x, 16, fontSize, true, draw.Middle, label)
}

// drawChosen frames the call of the chosen event, or marks its moment.
func (s *Scene) drawChosen(l *draw.List, v *View) {
	if v.Chosen < 1 || v.Chosen > len(s.Rec.Events) {
		return
	}
	e := &s.Rec.Events[v.Chosen-1]
	lane, left := s.lane[e.TID], v.left()
	from, to := e.AtNS, e.AtNS
	if c, ok := s.CallOf(v.Chosen - 1); ok && c.Lane == lane {
		from, to = c.From, c.To
	}
	for _, r := range s.regions(v) {
		l.Within(left, r.y, v.W-left, r.h, func() {
			s.lanesIn(v, r, func(i int, y, h float64) {
				if i != lane {
					return
				}
				x0, x1 := max(v.X(from), left-4), min(v.X(to), v.W+4)
				if x1-x0 < 4 {
					x0, x1 = (x0+x1)/2-2, (x0+x1)/2+2
				}
				l.Add(draw.Frame, draw.Ground, x0-1, y-3, x1-x0+2, h+6)
				l.Add(draw.Frame, draw.Head, x0-2, y-4, x1-x0+4, h+8)
				l.Add(draw.Frame, draw.Head, x0-3, y-5, x1-x0+6, h+10)
			})
		})
	}
}
