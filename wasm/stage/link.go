package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// drawLinks joins threads with what their calls are about.
func (p *picture) drawLinks() {
	for k, i := range p.threads {
		b, crowded := p.card(k)
		if crowded {
			continue
		}
		span := p.st.spanAt(i, p.t)
		if span.Op == wire.OpNone {
			continue
		}
		x, y := b.middle(), cardOf(b).bottom()+3
		to, ok := p.target(i, &span)
		if !ok {
			continue
		}
		dx, dy := to.middle()-x, to.y-y
		switch span.State {
		case scene.InKernel:
			p.l.Add(draw.Curve, draw.Kernel, x, y, dx, dy)
			p.l.Bold()
		case scene.Polling:
			p.l.Add(draw.Curve, draw.Poll, x, y, dx, dy)
			mx, my := draw.Along(x, y, dx, dy, 0.5)
			p.l.Add(draw.Diamond, draw.Poll, mx-7, my-7, 14, 14)
		case scene.Blocked:
			if !p.aligned && len(p.threads) > 4 {
				continue // a tangle says nothing
			}
			p.l.Add(draw.DashCurve, draw.BlockInk, x, y, dx, dy)
			p.l.Faded(8)
		case scene.InCall:
			p.l.Add(draw.DashCurve, draw.BlockInk, x, y, dx, dy)
		}
	}
}

// target is what a thread's call is about: a socket, the ready list, a ring,
// a file.
func (p *picture) target(i int32, span *scene.Span) (box, bool) {
	if k, ok := p.st.slotOf(span.Conn, p.t); ok && p.cells.n > 0 {
		return p.cells.cell(k), true
	}
	switch span.Op {
	case wire.OpEpollWait, wire.OpPoll, wire.OpSelect, wire.OpSigWait:
		b := p.answer
		if p.wide {
			b.w = min(b.w, 120)
		}
		return b, b.w > 0
	case wire.OpRingEnter, wire.OpIoSubmit, wire.OpIoGetevents:
		if p.done.w == 0 || span.Op == wire.OpIoSubmit || span.State == scene.InKernel {
			return p.subs, p.subs.w > 0
		}
		return p.done, true
	}
	if p.cache.w > 0 && isFile(span.Op) {
		return p.tile(i), true
	}
	return box{}, false
}

// slotOf is where a connection is.
func (st *Stage) slotOf(port int32, t int64) (int, bool) {
	c := st.byPort[port]
	if c == nil || port == 0 {
		return 0, false
	}
	return int(c.slot), st.connAt(int(c.slot), t) == c
}
