package scene

import (
	"sort"
	"strconv"

	"iowait/server/wire"
	"iowait/wasm/draw"
)

// Timeline draws the view into l: a lane per thread, the requests that
// cross them, the axis and the play head. What lies behind the play head is
// bright, what is still to come is dim.
func (s *Scene) Timeline(l *draw.List, v *View) {
	l.Reset(v.W, v.H)
	left := v.labelWidth()
	l.Add(draw.Rect, draw.Ground, 0, 0, v.W, v.H)
	s.drawAxis(l, v)
	l.Add(draw.Clip, draw.Ground, 0, axisHeight, v.W, v.H-axisHeight)
	for i := range s.Lanes {
		y := s.laneY(v, i)
		if g := s.group(i); i == 0 || g != s.group(i-1) {
			l.Write(draw.Quiet, 10, y-7, fontSize, false, draw.Start, v.Words.Groups[g])
		}
		if y > v.H || y+laneHeight < axisHeight {
			continue
		}
		l.Add(draw.Rect, draw.Band, left, y, v.W-left, laneHeight)
		l.Write(draw.Ink, 10, y+laneHeight/2+4, fontSize, true, draw.Start, fit(v, s.Lanes[i].Label, left-14, true))
	}
	l.Add(draw.Clip, draw.Ground, left, axisHeight, v.W-left, v.H-axisHeight)
	for i := range s.Lanes {
		if y := s.laneY(v, i); y <= v.H && y+laneHeight >= axisHeight {
			s.drawLane(l, v, &s.Lanes[i], y)
		}
	}
	s.drawRequests(l, v)
	for i := range s.Lanes {
		if y := s.laneY(v, i); y <= v.H && y+laneHeight >= axisHeight {
			s.drawMarks(l, v, &s.Lanes[i], y)
		}
	}
	l.Add(draw.Unclip, 0, 0, 0, 0, 0)
	l.Add(draw.Unclip, 0, 0, 0, 0, 0)
	s.drawHead(l, v)
}

func (s *Scene) drawAxis(l *draw.List, v *View) {
	left := v.labelWidth()
	step := v.tick(84)
	for t := (v.T0/step + 1) * step; t < v.T1; t += step {
		x := v.X(t)
		l.Add(draw.Line, draw.Rule, x, axisHeight-4, 0, v.H-axisHeight+4)
		if x > left+24 && x < v.W-34 {
			l.Write(draw.Quiet, x, 16, 11, true, draw.Middle, tickLabel(t, step))
		}
	}
}

func (s *Scene) drawHead(l *draw.List, v *View) {
	if v.Now < v.T0 || v.Now > v.T1 {
		return
	}
	x := v.X(v.Now)
	l.Add(draw.Line, draw.Head, x, axisHeight-8, 0, v.H)
	l.Add(draw.Diamond, draw.Head, x-5, axisHeight-14, 10, 10)
}

// drawLane draws the spans of one lane. A span at least wide pixels wide is
// drawn by itself; narrower ones that follow each other become one cell, in
// which each state has the share of the height that it had of the time. So
// the cost depends on pixels, not on how many spans there are.
func (s *Scene) drawLane(l *draw.List, v *View, lane *Lane, y float64) {
	const wide, cell = 2.5, 2.0
	for i := max(lane.spanAt(v.T0), 0); i < len(lane.Spans); {
		at, end := max(lane.Spans[i].At, v.T0), min(lane.endOf(i), v.T1)
		if at >= v.T1 {
			break
		}
		x, x1 := v.X(at), v.X(end)
		if x1-x >= wide {
			s.drawSpan(l, v, &lane.Spans[i], x, x1, y)
			i++
			continue
		}
		until := max(v.Time(x+cell), at+1)
		k := lane.spanAt(until)
		if k <= i {
			k = i + 1
		} else if v.X(min(lane.endOf(k), v.T1))-v.X(max(lane.Spans[k].At, v.T0)) < wide {
			k++
		}
		to := v.T1
		if k < len(lane.Spans) {
			to = min(lane.Spans[k].At, v.T1)
		}
		drawCell(l, lane.Totals(at, to), x, v.X(to), y)
		i = k
	}
}

// stateColor is the one colour of a state, and the one of words on it.
var stateColor = [States][2]draw.Color{
	Unknown:  {draw.Band, draw.Quiet},
	Running:  {draw.Run, draw.RunInk},
	InKernel: {draw.Kernel, draw.RunInk},
	Polling:  {draw.PollSoft, draw.Poll},
	Runnable: {draw.ReadySoft, draw.Ready},
	Blocked:  {draw.Block, draw.BlockInk},
	Off:      {draw.Block, draw.BlockInk},
	InCall:   {draw.Block, draw.BlockInk},
	Outside:  {draw.Band, draw.Quiet},
}

// cellOrder stacks a cell from the bottom: work first, waiting on top.
var cellOrder = [...]State{Running, InKernel, Polling, Runnable, InCall, Blocked, Off}

func drawCell(l *draw.List, sums [States]int64, x, x1, y float64) {
	total := int64(0)
	for _, n := range sums {
		total += n
	}
	if total == 0 {
		return
	}
	bottom := y + laneHeight
	for _, state := range cellOrder {
		if sums[state] == 0 {
			continue
		}
		h := laneHeight * float64(sums[state]) / float64(total)
		color := stateColor[state][0]
		switch state { // narrow shapes cannot be seen: their full colour can
		case Polling:
			color = draw.Poll
		case Runnable:
			color = draw.Ready
		}
		l.Add(draw.Rect, color, x, bottom-h, max(x1-x, 1), h)
		bottom -= h
	}
}

func (s *Scene) drawSpan(l *draw.List, v *View, span *Span, x, x1, y float64) {
	const kernelTop = 19 // the kernel's share of the colour of a call under way
	const inset = 9      // waiting is a thin quiet line, work fills the lane
	colors := stateColor[span.State]
	w := x1 - x
	middle := y + laneHeight/2
	switch span.State {
	case Unknown, Outside:
		if span.State == Outside {
			l.Add(draw.Line, draw.Run, x, middle, w, 0)
		}
		return
	case Blocked, Off:
		l.Add(draw.Rect, colors[0], x, y+inset, w, laneHeight-2*inset)
		l.Add(draw.Dots, colors[1], x, middle, w, 0)
	case InCall:
		l.Add(draw.Hatch, colors[1], x, y+inset/2, w, laneHeight-inset)
	case Runnable:
		l.Add(draw.Rect, colors[0], x, y+4, w, laneHeight-8)
		for at := x + 1; at+9 <= x1; at += 14 {
			l.Add(draw.Triangle, colors[1], at, middle-4, 9, 8)
		}
	case Polling:
		l.Add(draw.Rect, colors[0], x, y+2, w, laneHeight-4)
		if w >= 9 {
			l.Add(draw.Diamond, colors[1], x+w/2-4, middle-4, 8, 8)
		}
	case InKernel:
		l.Add(draw.Rect, draw.Run, x, y, w, laneHeight)
		l.Add(draw.Rect, draw.Kernel, x, y+kernelTop, w, laneHeight-kernelTop)
	default:
		l.Add(draw.Rect, colors[0], x, y, w, laneHeight)
	}
	if text := s.spanText(v, span, w-8); text != "" {
		if span.State == Blocked || span.State == Off {
			// the words stand on the ground, so that the dots do not cross them
			tw := v.Width(text, fontSize, true)
			from := max(x+6, min(x+w/2-tw/2, v.W-tw-8))
			l.Add(draw.Rect, draw.Band, from-4, middle-9, tw+8, 18)
			l.Write(colors[1], from, middle+4, fontSize, true, draw.Start, text)
		} else if span.State == Running || span.State == InKernel {
			l.Write(draw.RunInk, x+w/2, y+14, fontSize, true, draw.Middle, text)
		}
	}
}

// spanText is the longest text for a span that fits.
func (s *Scene) spanText(v *View, span *Span, room float64) string {
	if room < 14 || span.Op == wire.OpNone && span.State != Off {
		return ""
	}
	call := span.Op.String()
	var texts []string
	switch span.State {
	case Blocked:
		texts = []string{v.Words.Blocked + call, call}
	case Off:
		texts = []string{v.Words.States[Off]}
	case InKernel, Polling:
		if span.FD > 0 {
			texts = append(texts, call+" fd "+strconv.Itoa(int(span.FD)))
		}
		texts = append(texts, call)
		if call != "" {
			texts = append(texts, call[:1])
		}
	}
	for _, t := range texts {
		if v.Width(t, fontSize, true) <= room {
			return t
		}
	}
	return ""
}

// markShape gives each kind of event its shape.
var markShape = map[wire.Kind]struct {
	shape draw.Kind
	color draw.Color
}{
	wire.KindSent:     {draw.Disc, draw.Data},
	wire.KindReceived: {draw.Rect, draw.Data},
	wire.KindReady:    {draw.Triangle, draw.Kernel},
	wire.KindSubmit:   {draw.Diamond, draw.Data},
	wire.KindComplete: {draw.Diamond, draw.Kernel},
	wire.KindPark:     {draw.Disc, draw.Block},
	wire.KindUnpark:   {draw.Disc, draw.Run},
	wire.KindEnqueue:  {draw.Triangle, draw.Data},
	wire.KindDequeue:  {draw.Triangle, draw.Run},
}

// drawMarks draws events on the lower edge of their lane. Where they lie
// closer than room, one shape stands for several and a bar for how many.
func (s *Scene) drawMarks(l *draw.List, v *View, lane *Lane, y float64) {
	const room, size = 8.0, 7.0
	events := s.Rec.Events
	i := sort.Search(len(lane.Marks), func(i int) bool { return events[lane.Marks[i]].AtNS >= v.T0 })
	for i < len(lane.Marks) {
		e := &events[lane.Marks[i]]
		if e.AtNS > v.T1 {
			return
		}
		x := v.X(e.AtNS)
		until := v.Time(x + room)
		n := sort.Search(len(lane.Marks)-i, func(k int) bool { return events[lane.Marks[i+k]].AtNS > until })
		n = max(n, 1)
		m := markShape[e.Kind]
		l.Add(m.shape, m.color, x-size/2, y+laneHeight-size/2, size, size)
		if n > 1 {
			h := min(float64(n), 10)
			l.Add(draw.Rect, m.color, x+size/2, y+laneHeight-h, 2, h)
		}
		i += n
	}
}

// drawRequests draws the way of requests between the lanes while they are
// few enough to be followed: sent to read, written to received.
func (s *Scene) drawRequests(l *draw.List, v *View) {
	const most = 120
	first := sort.Search(len(s.Requests), func(i int) bool { return s.Requests[i].Sent >= v.T0-(v.T1-v.T0) })
	last := sort.Search(len(s.Requests), func(i int) bool { return s.Requests[i].Sent > v.T1 })
	if last-first > most {
		return
	}
	for _, r := range s.Requests[first:last] {
		if r.Server < 0 || r.Received < v.T0 {
			continue
		}
		client, server := s.laneY(v, r.Client), s.laneY(v, r.Server)+laneHeight
		color := draw.DataSoft
		if v.Now >= r.Sent && v.Now <= r.Received {
			color = draw.Data // on its way at the play head
		}
		if r.Read != 0 {
			l.Add(draw.Curve, color, v.X(r.Sent), client, v.X(r.Read)-v.X(r.Sent), server-client)
		}
		if r.Wrote != 0 {
			l.Add(draw.Curve, color, v.X(r.Wrote), server, v.X(r.Received)-v.X(r.Wrote), client-server)
		}
	}
}

// fit shortens a text to the room.
func fit(v *View, text string, room float64, mono bool) string {
	if v.Width(text, fontSize, mono) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && v.Width(string(runes)+"…", fontSize, mono) > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
