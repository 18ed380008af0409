package scene

import (
	"strconv"

	"iowait/wasm/draw"
)

// Timeline draws the view into l: a lane per thread, the requests that
// cross them, the axis and the play head.
func (s *Scene) Timeline(l *draw.List, v *View) {
	l.Reset(v.W, v.H)
	left := v.left()
	l.Add(draw.Rect, draw.Ground, 0, 0, v.W, v.H)
	s.drawAxis(l, v)
	regions := s.regions(v)
	for _, r := range regions {
		l.Within(0, r.y, v.W, r.h, func() { s.drawBands(l, v, r) })
	}
	l.Within(left, axisHeight, v.W-left, v.H-axisHeight, func() { s.drawRequests(l, v) })
	var cells profile // one for all lanes, so that a frame allocates it once
	for _, r := range regions {
		l.Within(left, r.y, v.W-left, r.h, func() {
			s.lanesIn(v, r, func(i int, y, h float64) {
				s.drawLane(l, v, &s.Lanes[i], &cells, y, h)
				s.drawQueue(l, v, &s.Lanes[i], y+h+2)
				s.drawMarks(l, v, &s.Lanes[i], y)
				s.drawMarked(l, v, i, y, h)
			})
		})
	}
	if len(regions) > 1 {
		l.Add(draw.Line, draw.Rule, 0, regions[1].y, v.W, 0)
	}
	if v.Veil && v.Now >= v.T0 && v.Now < v.T1 {
		x := v.X(v.Now)
		l.Add(draw.Rect, draw.Veil, x, axisHeight, v.W-x, v.H-axisHeight)
	}
	s.drawSelected(l, v)
	s.drawHead(l, v)
	s.drawChosen(l, v)
	if v.Hover != nil {
		s.drawTip(l, v)
	}
}

func (s *Scene) drawAxis(l *draw.List, v *View) {
	step := v.tick()
	for t := ceilTo(v.T0-v.Zero, step); t < v.T1-v.Zero; t += step {
		x := v.X(t + v.Zero)
		l.Add(draw.Line, draw.Rule, x, axisHeight-4, 0, v.H-axisHeight+4)
		label := tickLabel(t, step)
		if half := v.Width(label, 11, true) / 2; x-half > v.left()-30 && x+half < v.W-4 {
			l.Write(draw.Quiet, x, 16, 11, true, draw.Middle, label)
		}
	}
}

// ceilTo is the first multiple of step that is not below t.
func ceilTo(t, step int64) int64 {
	n := t / step
	if t > n*step {
		n++
	}
	return n * step
}

// drawBands draws what is behind the spans: names and empty lanes.
func (s *Scene) drawBands(l *draw.List, v *View, r region) {
	left := v.left()
	for _, g := range r.groups {
		if s.perSide[g] == 0 {
			continue
		}
		heading := v.Words.Groups[g] + " · " + v.Words.count(s.perSide[g], v.Words.Threads)
		if g == servers && s.Rec.Switches != "kernel" {
			heading += " · " + v.Words.NoSwitches
		}
		l.Write(draw.Quiet, 10, s.groupY(v, g)+15, fontSize, false, draw.Start, fit(v, heading, v.W-20, fontSize, false))
	}
	s.lanesIn(v, r, func(i int, y, h float64) {
		l.Add(draw.Rect, draw.Band, left, y, v.W-left, h)
		lane := &s.Lanes[i]
		size, color := fontSize, draw.Ink
		if lane.Idle {
			color = draw.Quiet
		}
		if lane.Idle || v.W < narrow {
			size = 10
		}
		label, room := lane.Label, left-16
		if v.Width(label, size, true) > room { // what it is called by the kernel matters most
			label = fit(v, strconv.Itoa(int(lane.TID)), room, size, true)
		}
		l.Write(color, 10, y+h/2+float64(size)/3, size, true, draw.Start, label)
	})
}

func (s *Scene) drawHead(l *draw.List, v *View) {
	if v.Now < v.T0 || v.Now > v.T1 {
		return
	}
	x := v.X(v.Now)
	l.Add(draw.Line, draw.Head, x, axisHeight-6, 0, v.H)
	l.Add(draw.Diamond, draw.Head, x-5, axisHeight-11, 10, 10)
	left := v.left()
	l.Within(left, axisHeight, v.W-left, v.H-axisHeight, func() { s.drawPackets(l, v) })
}

// count writes a number of things.
func (w *Words) count(n int, things [2]string) string {
	if n == 1 {
		return "1" + things[0]
	}
	return strconv.Itoa(n) + things[1]
}

// fit shortens a text to the room.
func fit(v *View, text string, room float64, size int, mono bool) string {
	if v.Width(text, size, mono) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && v.Width(string(runes)+"…", size, mono) > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
