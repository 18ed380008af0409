package stage

import (
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// At is the middle of what lies under a point: of a thread, or of a
// connection's socket or client. It is nil where nothing does. Hit says in
// words what it is.
func (st *Stage) At(v *scene.View, x, y float64) *scene.Point {
	p := st.picture(v)
	if _, b, ok := p.hit(x, y); ok {
		return &scene.Point{X: b.middle(), Y: b.y + b.h/2}
	}
	return nil
}

// Hit tells what lies under a point, as the timeline's does: a thread with
// what it does and since when, or a connection with where its request is.
// Event is the last one about it until now. Lane is -1 for a connection that
// no known thread serves.
func (st *Stage) Hit(v *scene.View, x, y float64) (scene.Hit, bool) {
	h, _, ok := st.picture(v).hit(x, y)
	return h, ok
}

func (p *picture) hit(x, y float64) (h scene.Hit, b box, ok bool) {
	for k, i := range p.threads {
		if b, _ = p.card(k); b.has(x, y) {
			return p.hitThread(i), b, true
		}
	}
	for k := 0; k < p.cells.n; k++ {
		if b = p.cells.cell(k); b.has(x, y) {
			return p.hitConn(k), b, true
		}
		dx, dy := p.dot(k)
		if b = (box{dx - 9, dy - 9, 18, 18}); p.dots.group == 0 && b.has(x, y) {
			return p.hitConn(k), b, true
		}
		if p.goroutines.n > 0 {
			if b = p.goroutines.cell(k); b.has(x, y) {
				return p.hitConn(k), b, true
			}
		}
	}
	if p.clients.has(x, y) && len(p.st.clients) > 0 && y > p.clients.bottom()-30 {
		return p.hitThread(p.st.clients[0]), box{p.clients.x, p.clients.bottom() - 28, p.clients.w, 26}, true
	}
	return h, box{}, false
}

// last is the last event of a list until now, or -1.
func (p *picture) last(events []int32) int {
	all := p.st.s.Rec.Events
	if i := atTime(len(events), func(i int) int64 { return all[events[i]].AtNS }, p.t); i >= 0 {
		return int(events[i])
	}
	return -1
}

func (p *picture) hitThread(i int32) scene.Hit {
	lane := &p.st.s.Lanes[i]
	k := atTime(len(lane.Spans), func(k int) int64 { return lane.Spans[k].At }, p.t)
	h := scene.Hit{Lane: int(i), Event: p.last(p.st.lanes[i].events), From: p.t, To: p.t}
	span := scene.Span{}
	if k >= 0 {
		span = lane.Spans[k]
		h.From, h.To = span.At, p.st.s.End
		if k+1 < len(lane.Spans) {
			h.To = lane.Spans[k+1].At
		}
	}
	first, second := p.cardText(&span)
	if second != "" {
		first += " · " + second
	}
	h.Lines = []string{lane.Label + " · " + first}
	if k >= 0 {
		h.Lines = append(h.Lines, scene.Brief(h.To-h.From)+" · "+scene.Nanoseconds(h.From)+" – "+scene.Nanoseconds(h.To))
	}
	if h.Event >= 0 && p.v.Words != nil {
		h.Lines = append(h.Lines, p.st.s.Say(h.Event, p.v.Words))
	}
	return h
}

func (p *picture) hitConn(k int) scene.Hit {
	c := p.st.connAt(k, p.t)
	leg, end := c.legAt(p.t)
	h := scene.Hit{Lane: int(leg.lane), Event: p.last(c.events), From: leg.at, To: end}
	if end == 0 {
		h.To = p.t
	}
	h.Lines = []string{c.label(true) + " · :" + number(int(c.port)) + " · " + p.w.phases[leg.phase]}
	if end > 0 {
		h.Lines = append(h.Lines, scene.Brief(end-leg.at)+" · "+scene.Nanoseconds(leg.at)+" – "+scene.Nanoseconds(end))
	}
	if h.Event >= 0 && p.v.Words != nil {
		h.Lines = append(h.Lines, p.st.s.Say(h.Event, p.v.Words))
	}
	return h
}

// drawChosen marks whom the chosen event is about: its thread and its
// connection.
func (p *picture) drawChosen() {
	i := p.v.Chosen - 1
	if i < 0 || i >= len(p.st.s.Rec.Events) {
		return
	}
	e := &p.st.s.Rec.Events[i]
	mark := func(b box) {
		p.l.Round(draw.Outline, draw.Head, b.x-2, b.y-2, b.w+4, b.h+4, 8)
	}
	if lane, ok := p.st.lane[e.TID]; ok && p.at[lane].w > 0 {
		b := p.at[lane]
		if awake(p.st.spanAt(lane, p.t).State) && b.w > mediumCard/2 {
			b.y -= 4
		}
		mark(b)
	}
	if k, ok := p.st.slotOf(e.Conn, p.t); ok && k < p.cells.n {
		mark(p.cells.cell(k))
	}
}

// drawTip marks what is under the pointer and says what it is.
func (p *picture) drawTip() {
	const line, inset, size = 16.0, 8.0, 12
	if p.v.Hover == nil {
		return
	}
	hit, b, ok := p.hit(p.v.Hover.X, p.v.Hover.Y)
	if !ok {
		return
	}
	l := p.l
	l.Round(draw.Outline, draw.Ink, b.x-1, b.y-1, b.w+2, b.h+2, 5)
	width := 0.0
	for i, text := range hit.Lines {
		hit.Lines[i] = p.fit(text, p.v.W-4*inset, size, false)
		width = max(width, p.v.Width(hit.Lines[i], size, false))
	}
	width += 2 * inset
	height := line*float64(len(hit.Lines)) + inset
	x, y := max(min(p.v.Hover.X+14, p.v.W-width-4), 4), p.v.Hover.Y+18
	if y+height > p.v.H-2 {
		y = max(p.v.Hover.Y-height-10, 2)
	}
	l.Round(draw.Round, draw.Ground, x, y, width, height, 5)
	l.Round(draw.Outline, draw.Quiet, x, y, width, height, 5)
	for i, text := range hit.Lines {
		color := draw.Quiet
		if i == 0 {
			color = draw.Ink
		}
		l.Write(color, x+inset, y+line*float64(i)+size+4, size, false, draw.Start, text)
	}
}
