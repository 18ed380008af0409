package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
)

// drawGoroutines draws one for each connection, parked above the threads or
// running on one of them.
func (p *picture) drawGoroutines() {
	if p.goroutines.n == 0 {
		return
	}
	l, g := p.l, &p.goroutines
	parked, known := 0, 0
	for k := range p.st.slots {
		c := p.st.connAt(k, p.t)
		s, ok := c.stayAt(p.t)
		if ok {
			known++
		}
		if ok && isRead(s.op) {
			parked++
		}
		b := g.cell(k)
		x, y := b.middle(), b.y+b.h/2
		if g.group > 0 {
			color := draw.Block
			if leg, _ := c.legAt(p.t); ok && isRead(s.op) && leg.phase == waiting {
				color = draw.DataSoft
			}
			if ok && s.op == wire.OpNone {
				color = draw.Run
			}
			if (k+1)%g.group == 0 || color != draw.Block {
				l.Add(draw.Rect, color, b.x, b.y, b.w, b.h)
			}
			continue
		}
		switch {
		case !ok:
			l.Add(draw.Ring, draw.Quiet, x-11, y-11, 22, 22)
			l.Faded(8)
		case s.op == wire.OpNone:
			if at := p.at[s.lane]; at.w > 0 {
				l.Add(draw.Curve, draw.Run, x, y+11, at.middle()-x, at.y+4-y-11)
				l.Bold()
			}
			l.Add(draw.Disc, draw.Run, x-11, y-11, 22, 22)
		case isRead(s.op):
			l.Add(draw.Disc, draw.Band, x-11, y-11, 22, 22)
			l.Add(draw.Half, draw.Block, x-11, y-11, 22, 22)
			if leg, _ := c.legAt(p.t); leg.phase == waiting { // what it reads is there
				l.Add(draw.Ring, draw.Data, x-11, y-11, 22, 22)
				l.Bold()
			} else {
				l.Add(draw.Ring, draw.BlockInk, x-11, y-11, 22, 22)
				l.Faded(6)
			}
		default:
			if at := p.at[s.lane]; at.w > 0 {
				l.Add(draw.DashCurve, draw.Kernel, x, y+11, at.middle()-x, at.y+4-y-11)
			}
			l.Add(draw.Disc, draw.Band, x-11, y-11, 22, 22)
			l.Add(draw.Ring, draw.Kernel, x-11, y-11, 22, 22)
			l.Bold()
		}
	}
	text := p.w.goroutine + " · " + number(parked) + " / " + number(known) + " " + p.w.inRead
	p.text(draw.Quiet, p.user.x+104, p.user.y+17, p.user.w-120, 11, false, draw.Start, text)
}
