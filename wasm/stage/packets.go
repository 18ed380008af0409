package stage

import (
	"iowait/wasm/draw"
)

// mostFlying bounds how many packets of a crowd are drawn on their way.
const mostFlying = 80

// A packet is drawn for a request in hand.
type packet struct {
	slot   int
	x, y   float64
	answer bool
	small  bool
}

// drawPackets draws every request that is somewhere.
func (p *picture) drawPackets() {
	for _, k := range p.packets() {
		p.drawPacket(k)
	}
}

// packets are the requests at t, each where it is. Between two places it is
// only while the call that moves it goes on.
func (p *picture) packets() (all []packet) {
	onLane := map[int32]int{}
	waits := 0
	crowded := p.cells.group > 0
	for k := range p.st.slots {
		c := p.st.connAt(k, p.t)
		leg, end := c.legAt(p.t)
		if leg.phase <= idle || crowded && (!p.moves(leg, end) || len(all) >= mostFlying) {
			continue
		}
		socket, thread := p.buffer(k), box{}
		if leg.lane >= 0 {
			thread = p.at[leg.lane]
		}
		pk := packet{slot: k, answer: leg.phase >= answering}
		cx, cy := p.dot(k)
		sx, sy := socket.middle(), socket.y+socket.h/2
		hx, hy := p.hand(k, leg.lane, thread, onLane[leg.lane])
		mx, my := p.hand(k, leg.lane, thread, 0)
		share := 0.0
		if end > leg.at && leg.moves > 0 {
			share = float64(p.t-leg.moves) / float64(max(end-leg.moves, 1))
		}
		switch leg.phase {
		case sending:
			pk.x, pk.y = draw.Along(cx, cy, sx-cx, sy-cy, share)
		case waiting:
			if pk.x, pk.y = sx, sy; share > 0 && thread.w > 0 {
				pk.x, pk.y = p.between(k, mx, my, 1-share)
			}
		case held:
			onLane[leg.lane]++
			pk.x, pk.y = hx, hy
		case backend:
			pk.x, pk.y = p.backend.x+13+float64(waits)*16, p.backend.y+12
			pk.small = true
			if waits++; pk.x > p.backend.right()-100 {
				pk.x = p.backend.x + 13 // there are more of them than have room, in words
			}
		case answering:
			if leg.moves == 0 || p.t < leg.moves {
				onLane[leg.lane]++
				pk.x, pk.y = hx, hy
			} else if share < 0.5 {
				pk.x, pk.y = p.between(k, mx, my, 2*share)
			} else {
				pk.x, pk.y = draw.Along(sx, sy, cx-sx, cy-sy, 2*share-1)
			}
		case back:
			pk.x, pk.y = cx, cy
		}
		all = append(all, pk)
	}
	return all
}

// between is the point at a share of the way from a thread's hand to a
// socket's buffer: along the line of the call, then down into the buffer.
func (p *picture) between(k int, x, y, share float64) (float64, float64) {
	const line = 0.8 // of the way
	socket, top := p.buffer(k), p.cells.cell(k).y
	if share < line {
		return draw.Along(x, y, socket.middle()-x, top-y, share/line)
	}
	return socket.middle(), top + (socket.y+socket.h/2-top)*(share-line)/(1-line)
}

// moves tells whether a request is between two places, or in a thread's
// hand: in a crowd, the others are counted and not drawn.
func (p *picture) moves(l leg, end int64) bool {
	return l.phase == held || l.moves > 0 && p.t >= l.moves && end > 0 && l.phase != back
}

// hand is where a thread holds the n-th of its requests.
func (p *picture) hand(k int, lane int32, thread box, n int) (x, y float64) {
	if p.goroutines.n > 0 && p.goroutines.group == 0 {
		b := p.goroutines.cell(k)
		return b.middle(), b.y + b.h/2
	}
	if thread.w < 18 {
		return thread.middle(), thread.y + thread.h/2
	}
	// at the lower edge, from the middle to both sides
	step := min(26, thread.w/4)
	side := float64((n+1)/2) * step
	if n%2 == 1 {
		side = -side
	}
	if side = max(min(side, thread.w/2-6), -thread.w/2+6); thread.w < largeCard {
		side = max(min(side, thread.w/2), -thread.w/2)
	}
	return thread.middle() + side, thread.bottom() + 3
}

// drawPacket draws one: a request is full, an answer is a frame.
func (p *picture) drawPacket(k packet) {
	w, h := 22.0, 13.0
	if b := p.cells.cell(k.slot); k.small {
		w, h = 12, 10
	} else if p.cells.group > 0 {
		w, h = 7, 6
	} else if b.w < 44 {
		w, h = 14, 10
	}
	p.shape(k.x, k.y, w, h, k.answer)
}

// shape draws a packet around a point.
func (p *picture) shape(x, y, w, h float64, answer bool) {
	l := p.l
	l.Round(draw.Round, draw.Ground, x-w/2-1, y-h/2-1, w+2, h+2, 3)
	if answer {
		l.Round(draw.Round, draw.DataSoft, x-w/2, y-h/2, w, h, 2)
		l.Round(draw.Outline, draw.Data, x-w/2, y-h/2, w, h, 2).Bold()
		return
	}
	l.Round(draw.Round, draw.Data, x-w/2, y-h/2, w, h, 2)
}
