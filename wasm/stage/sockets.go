package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// drawSockets draws the connections' socket buffers on the kernel's floor.
func (p *picture) drawSockets() {
	if p.cells.group > 0 {
		p.drawSocketCrowd()
		return
	}
	walking := p.walking()
	pending := p.pending()
	for k := range p.st.slots {
		c, b := p.st.connAt(k, p.t), p.cells.cell(k)
		open := c.from <= p.t && p.t <= c.to
		leg, _ := c.legAt(p.t)
		l := p.l
		fill, edge, bold := draw.Band, draw.Rule, false
		switch {
		case walking:
			edge = draw.Kernel
		case pending[c.port]:
			edge, bold = draw.Ready, true
		case leg.phase == waiting:
			edge = draw.Data
		}
		if !open {
			l.Round(draw.Outline, draw.Rule, b.x, b.y, b.w, b.h, 4).Faded(8)
			continue
		}
		l.Round(draw.Round, fill, b.x, b.y, b.w, b.h, 4)
		if l.Round(draw.Outline, edge, b.x, b.y, b.w, b.h, 4); bold {
			l.Bold()
		}
		size := 11
		if b.w < 30 {
			size = 9
		}
		p.text(draw.Quiet, b.middle(), b.y+15, b.w-2, size, true, draw.Middle, c.label(b.w >= 46))
		slot := p.buffer(k)
		l.Round(draw.Outline, draw.Rule, slot.x, slot.y, slot.w, slot.h, 3)
		if r, ok := c.readAt(p.t); ok && r.empty && leg.phase != waiting { // the last answer was: nothing
			l.Add(draw.Diamond, draw.Poll, slot.middle()-4, slot.y+slot.h/2-4, 8, 8)
			l.Faded(5)
		}
	}
}

// buffer is the place of a socket's receive buffer.
func (p *picture) buffer(k int) box {
	b := p.cells.cell(k)
	if p.cells.group > 0 {
		return b
	}
	h := max(min(b.h-27, 26), 12)
	return box{b.x + 6, b.bottom() - h - 6, b.w - 12, h}
}

// walking tells whether a thread is inside a call in which the kernel walks
// over all descriptors.
func (p *picture) walking() bool {
	for _, i := range p.st.servers {
		if !p.st.has.walks {
			break
		}
		if span := p.st.spanAt(i, p.t); (span.Op == wire.OpPoll || span.Op == wire.OpSelect) && span.State == scene.InKernel {
			return true
		}
	}
	return false
}

// pending are the connections that a thread was told are ready, and has not
// turned to.
func (p *picture) pending() map[int32]bool {
	all := map[int32]bool{}
	if p.st.has.ring {
		return all
	}
	for _, i := range p.st.servers {
		if _, named, ok := p.st.lanes[i].answerAt(p.t); ok {
			for k := range named {
				if p.t < named[k].until {
					all[named[k].conn] = true
				}
			}
		}
	}
	return all
}

// drawSocketCrowd draws a square for each socket, or for a few.
func (p *picture) drawSocketCrowd() {
	g := &p.cells
	some := false
	inBuffers := 0
	for k := range p.st.slots {
		c := p.st.connAt(k, p.t)
		if leg, _ := c.legAt(p.t); leg.phase == waiting {
			some = true
			inBuffers++
		}
		if (k+1)%g.group != 0 && k+1 < len(p.st.slots) {
			continue
		}
		b := g.cell(k)
		if some {
			p.l.Add(draw.Rect, draw.Data, b.x-0.5, b.y-0.5, b.w+1, b.h+1)
		} else {
			p.l.Add(draw.Rect, draw.Block, b.x, b.y, b.w, b.h)
		}
		some = false
	}
	text := p.connections() + " · " + thousands(inBuffers) + " " + p.w.inBuffers
	if g.group > 1 {
		text += " · " + fill(p.w.each, number(g.group))
	}
	p.text(draw.Quiet, g.area.x, g.area.y-4, g.area.w, 11, false, draw.Start, text)
}

// drawClients draws the other process: a dot for each connection.
func (p *picture) drawClients() {
	l, b := p.l, p.clients
	l.Round(draw.Outline, draw.Rule, b.x, b.y, b.w, b.h-1, 8)
	rows := 1
	if p.dots.cols > 0 {
		rows = (p.dots.n + p.dots.cols - 1) / p.dots.cols
	}
	for k := range p.st.slots {
		if p.dots.group > 0 {
			break
		}
		c := p.st.connAt(k, p.t)
		x, y := p.dot(k)
		if rows == 1 { // the wire
			from := p.cells.cell(k).bottom()
			l.Add(draw.Dots, draw.Rule, x, from+2, 0, y-from-9)
		}
		switch leg, _ := c.legAt(p.t); {
		case c.from > p.t || p.t > c.to:
			l.Add(draw.Ring, draw.Rule, x-4, y-4, 8, 8)
		case leg.phase == unknown:
			l.Add(draw.Ring, draw.Quiet, x-5, y-5, 10, 10)
		case leg.phase == idle:
			l.Add(draw.Disc, draw.Rule, x-5, y-5, 10, 10)
		default: // it waits for its answer
			l.Add(draw.Disc, draw.DataSoft, x-5, y-5, 10, 10)
			l.Add(draw.Ring, draw.Data, x-5, y-5, 10, 10)
		}
	}
	if p.dots.group > 0 {
		p.drawClientCrowd()
	}
	if b := p.backend; b.w > 0 {
		l.Round(draw.Outline, draw.BlockInk, b.x, b.y, b.w, b.h, 5)
		text := p.w.backend + " · " + number(p.st.phasesAt(p.t)[backend])
		p.text(draw.Quiet, b.right()-8, b.y+16, 86, 11, false, draw.End, text)
	}
	p.drawLegend()
	text, x, y := p.w.clients, b.x+10, b.bottom()-10
	l.Write(draw.Quiet, x, y, 11, true, draw.Start, text)
	x += p.v.Width(text, 11, true) + 14
	if len(p.st.clients) == 1 {
		i := p.st.clients[0]
		span := p.st.spanAt(i, p.t)
		p.mark(span.State, x, y-9)
		first, _ := p.cardText(&span)
		p.text(look[span.State].ink, x+14, y, b.right()-x-30-p.backend.w-p.legendWidth(), 11, true, draw.Start, p.st.s.Lanes[i].Label+" · "+first)
		return
	}
	for _, i := range p.st.clients {
		if x > b.right()-20-p.backend.w-p.legendWidth() {
			break
		}
		p.mark(p.st.spanAt(i, p.t).State, x, y-9)
		x += 16
	}
}

// mark is a state's shape in ten pixels.
func (p *picture) mark(s scene.State, x, y float64) {
	shape := [...]draw.Kind{draw.Disc, draw.Diamond, draw.Triangle, draw.Half, draw.Ring}[crowdKind(s)]
	if p.l.Add(shape, look[s].fill, x, y, 10, 10); shape == draw.Half {
		p.l.Add(draw.Ring, look[s].fill, x, y, 10, 10)
	}
}

func (p *picture) dot(k int) (x, y float64) {
	b := p.dots.cell(k)
	return b.middle(), b.y + b.h/2
}

// drawClientCrowd draws a square for each client's connection.
func (p *picture) drawClientCrowd() {
	g := &p.dots
	some := false
	for k := range p.st.slots {
		leg, _ := p.st.connAt(k, p.t).legAt(p.t)
		some = some || leg.phase == sending || leg.phase == back
		if (k+1)%g.group != 0 && k+1 < len(p.st.slots) {
			continue
		}
		b, color := g.cell(k), draw.Rule
		if some {
			color = draw.Data
		}
		p.l.Add(draw.Rect, color, b.x, b.y, b.w, b.h)
		some = false
	}
}

// legendWidth is the room of the legend.
func (p *picture) legendWidth() float64 {
	if !p.wide {
		return 0
	}
	return 72 + p.v.Width(p.w.aRequest+p.w.anAnswer, 11, false)
}

// drawLegend says how a request is told from an answer.
func (p *picture) drawLegend() {
	if !p.wide {
		return
	}
	x, y := p.clients.right()-p.legendWidth()-6-p.backend.w, p.clients.bottom()-19
	for _, answer := range []bool{false, true} {
		text := p.w.aRequest
		if answer {
			text = p.w.anAnswer
		}
		p.shape(x+8, y+5, 16, 10, answer)
		p.l.Write(draw.Quiet, x+20, y+9, 11, false, draw.Start, text)
		x += p.v.Width(text, 11, false) + 36
	}
}
