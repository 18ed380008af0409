package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// isFile tells whether a call without a connection is about a file.
func isFile(o wire.Op) bool {
	switch o {
	case wire.OpRead, wire.OpWrite, wire.OpPread, wire.OpPwrite, wire.OpTouch, wire.OpMmap, wire.OpMunmap, wire.OpOpen, wire.OpClose,
		wire.OpFadvise, wire.OpSendfile, wire.OpFtruncate:
		return true
	}
	return false
}

// tile is a thread's place in the page cache: below it.
func (p *picture) tile(i int32) box {
	w := max(min(p.at[i].w, 170), 16)
	x := max(min(p.at[i].middle()-w/2, p.cache.right()-w-6), p.cache.x+6)
	return box{x, p.cache.y + 28, w, max(p.cache.h-38, 12)}
}

// drawFiles draws the page cache, and the device below it of which nothing
// is recorded.
func (p *picture) drawFiles() {
	if p.cache.w == 0 {
		return
	}
	l := p.l
	l.Round(draw.Round, draw.Ground, p.cache.x, p.cache.y, p.cache.w, p.cache.h, 6)
	l.Round(draw.Outline, draw.Kernel, p.cache.x, p.cache.y, p.cache.w, p.cache.h, 6)
	l.Faded(6)
	l.Write(draw.Quiet, p.cache.x+10, p.cache.y+17, 11, true, draw.Start, p.w.cache)
	text := p.w.read + " " + scene.Thousands(p.st.bytes.upTo(p.t)) + " B"
	p.text(draw.Quiet, p.cache.right()-10, p.cache.y+17, p.cache.w-120, 11, true, draw.End, text)
	inside := 0
	for _, i := range p.st.servers {
		inside += p.st.lanes[i].inside.at(p.t)
	}
	const w, gap = 26.0, 8.0
	shown := min(inside, int((p.cache.w-20)/(w+gap)))
	for k := range shown { // operations that the kernel has taken over
		x := p.cache.middle() + (float64(k)-float64(shown)/2)*(w+gap)
		l.Round(draw.Outline, draw.Data, x, p.cache.y+p.cache.h/2-4, w, 18, 4)
	}
	l.Round(draw.Outline, draw.Rule, p.device.x, p.device.y, p.device.w, p.device.h, 6)
	l.Write(draw.Quiet, p.device.x+10, p.device.y+17, 11, true, draw.Start, p.w.device)
	p.text(draw.Quiet, p.device.right()-10, p.device.y+17, p.device.w-90, 11, false, draw.End, p.w.notSeen)
	if len(p.threads) > mostSingle {
		return
	}
	for _, i := range p.threads {
		span := p.st.spanAt(i, p.t)
		if !isFile(span.Op) {
			continue
		}
		b := p.tile(i)
		label := span.Op.String()
		if span.FD > 0 {
			label = "fd " + number(int(span.FD))
		}
		switch span.State {
		case scene.InKernel, scene.Running, scene.InCall:
			l.Round(draw.Round, draw.DataSoft, b.x, b.y, b.w, b.h, 4)
			l.Round(draw.Outline, draw.Data, b.x, b.y, b.w, b.h, 4)
			p.text(draw.Ink, b.middle(), b.y+15, b.w-6, 11, true, draw.Middle, label)
		case scene.Blocked: // for whom it waits is not recorded
			l.Round(draw.Outline, draw.BlockInk, b.x, b.y, b.w, b.h, 4)
			p.text(draw.BlockInk, b.middle(), b.y+b.h/2+4, b.w-6, 11, true, draw.Middle, label)
			l.Add(draw.Dash, draw.BlockInk, b.middle(), b.bottom(), 0, p.device.y-b.bottom())
		}
	}
}

// drawCarries draws the bytes that a call about a file moves, on their way
// between the page cache and the thread while the call goes on, in the
// thread's hand after it.
func (p *picture) drawCarries() {
	if p.cache.w == 0 || len(p.threads) > mostSingle {
		return
	}
	for _, i := range p.threads {
		c, ok := p.st.lanes[i].carryAt(p.t)
		span := p.st.spanAt(i, p.t)
		if !ok || p.at[i].w < 18 || !awake(span.State) || c.op == wire.OpTouch {
			continue
		}
		b := p.tile(i)
		x, y := p.hand(0, i, p.at[i], 0)
		share := 1 - float64(p.t-c.from)/float64(max(c.to-c.from, 1)) // from the cache up
		if c.op == wire.OpWrite || c.op == wire.OpPwrite {
			if share = 1 - share; share > 1 {
				continue // it is in the cache now
			}
		}
		fx, fy := draw.Along(x, y, b.middle()-x, b.y+b.h/2-y, share)
		p.shape(fx, fy, 24, 14, false)
		if share > 0 && share < 1 {
			p.l.Write(draw.Quiet, fx+18, fy+4, 11, true, draw.Start, scene.Thousands(int64(c.n))+" B")
		}
	}
}
