package scene

import (
	"math"

	"iowait/wasm/draw"
)

// mostLines bounds how many requests are drawn as lines: more cannot be
// followed, and what waits in the buffers still tells of them.
const mostLines = 160

// mostHeads bounds how many of them get an arrowhead.
const mostHeads = 60

// drawRequests draws each message's way between two lanes: from the moment
// its writer begins to the moment it lies in the reader's socket buffer.
func (s *Scene) drawRequests(l *draw.List, v *View) {
	first, last := s.between(v.T0, v.T1)
	if last-first > mostLines {
		return
	}
	for _, now := range []bool{false, true} { // those under way are drawn above the others
		color := draw.DataSoft
		if now {
			color = draw.Data
		}
		for i := first; i < last; i++ {
			r := &s.Requests[i]
			if r.Server < 0 || (r.Sent <= v.Now && v.Now < r.Received) != now {
				continue
			}
			heads := now || last-first <= mostHeads
			s.drawWay(l, v, color, r.Client, r.Server, r.Sent, r.Arrived, heads)
			s.drawStay(l, v, color, r.Client, r.Server, r.Arrived, r.Read)
			if r.whole() {
				s.drawWay(l, v, color, r.Server, r.Client, r.Wrote, r.Back, heads)
				s.drawStay(l, v, color, r.Server, r.Client, r.Back, r.Received)
			}
		}
	}
}

// drawWay draws one message's way: an arrow from the moment its writer begins
// to the one from which it can be read.
func (s *Scene) drawWay(l *draw.List, v *View, color draw.Color, from, to int, t0, t1 int64, head bool) {
	if t1 < v.T0 || t0 > v.T1 {
		return
	}
	y0, y1 := s.ends(v, from, to)
	x0, x1 := v.X(t0), v.X(t1)
	l.Add(draw.Line, color, x0, y0, x1-x0, y1-y0)
	l.Add(draw.Disc, color, x0-2.5, y0-2.5, 5, 5)
	length := math.Hypot(x1-x0, y1-y0)
	if !head || length < 12 {
		return
	}
	const long, half = 8, 3.5
	dx, dy := (x1-x0)/length, (y1-y0)/length
	for _, side := range []float64{-half, half} {
		l.Add(draw.Line, color, x1, y1, -dx*long-dy*side, -dy*long+dx*side)
	}
}

// drawStay draws how long a message lay in its reader's socket buffer until
// it was read, where that can be seen.
func (s *Scene) drawStay(l *draw.List, v *View, color draw.Color, from, to int, arrived, read int64) {
	x0, x1 := v.X(arrived), v.X(read)
	if arrived == 0 || read <= arrived || x1-x0 < 3 || x1 < v.left() || x0 > v.W {
		return
	}
	_, y := s.ends(v, from, to)
	l.Add(draw.Line, color, x0, y, x1-x0, 0)
	l.Add(draw.Line, color, x1, y-4, 0, 8)
}

// ends are the heights at which a message leaves one lane and reaches the
// other: the edge of the writer's, the buffer of the reader's. A lane that
// is scrolled away is beyond the edge of its region.
func (s *Scene) ends(v *View, from, to int) (y0, y1 float64) {
	edge := v.H - s.dock(v) + 1
	y0, h0 := s.laneBox(v, from)
	y1, h1 := s.laneBox(v, to)
	if s.dock(v) > 0 {
		if s.group(from) != clients {
			y0 = min(y0, edge-h0)
		}
		if s.group(to) != clients {
			y1 = min(y1, edge-h1-2-queueHeight)
		}
	}
	if y0 < y1 {
		return y0 + h0, y1 + h1 + 2
	}
	return y0, y1 + h1 + 2 + queueHeight
}

// drawPackets draws the messages that are under way at the play head.
func (s *Scene) drawPackets(l *draw.List, v *View) {
	const size = 9.0
	first, last := s.between(v.Now, v.Now)
	if last-first > mostLines {
		return
	}
	x := v.X(v.Now)
	for i := first; i < last; i++ {
		r := &s.Requests[i]
		from, to, t0, t1, read := r.Client, r.Server, r.Sent, r.Arrived, r.Read
		if r.whole() && v.Now >= r.Wrote {
			from, to, t0, t1, read = r.Server, r.Client, r.Wrote, r.Back, r.Received
		}
		if r.Server < 0 || v.Now < t0 || v.Now >= read {
			continue
		}
		y0, y1 := s.ends(v, from, to)
		share := min(float64(v.Now-t0)/max(float64(t1-t0), 1), 1)
		l.Add(draw.Disc, draw.Data, x-size/2, y0+(y1-y0)*share-size/2, size, size)
	}
}

// drawQueue draws below a lane how many messages wait in its socket
// buffers, on one scale for all lanes of a side.
func (s *Scene) drawQueue(l *draw.List, v *View, lane *Lane, y float64) {
	q, most := &lane.queue, s.most[side(lane.Server)]
	if len(q.in) == 0 || most == 0 {
		return
	}
	grid := v.nsIn(cellWidth)
	steps := l.Steps(draw.Data, y+queueHeight)
	at := max(v.T0, 0)
	i, k := upTo(q.in, at), upTo(q.out, at) // come and gone by then
	for at < v.T1 {
		n, to := float64(i-k), q.nextOf(i, k, v.T1)
		short := to-at < grid
		if short {
			to = (at/grid + 1) * grid
		}
		nextI, nextK := upFrom(q.in, i, to), upFrom(q.out, k, to)
		if short {
			n = float64(q.area(nextI, nextK, to)-q.area(i, k, at)) / float64(to-at)
		}
		steps.Add(v.X(at), n/float64(most)*queueHeight)
		at, i, k = to, nextI, nextK
	}
	steps.End(v.X(min(at, v.T1)))
}
