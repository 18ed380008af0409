package stage

import (
	"iowait/wasm/draw"
)

// drawRings draws the submission queue and what was taken from the
// completion queue; both lie in memory that user space and kernel share.
func (p *picture) drawRings() {
	if p.subs.w == 0 {
		return
	}
	var subs, done []chip
	inside, unasked := 0, false
	for _, i := range p.st.servers {
		l := &p.st.lanes[i]
		unasked = unasked || l.unasked
		inside += l.inside.at(p.t)
		for _, s := range l.subsAt(p.t) {
			subs = append(subs, chip{text: s.op.String() + " " + fdLabel(s.fd, s.conn), left: true})
		}
		if _, named, ok := l.answerAt(p.t); ok {
			for k := range named {
				done = append(done, chip{text: named[k].op.String() + " " + fdLabel(named[k].fd, named[k].conn), now: p.t < named[k].until})
			}
		}
	}
	taken := len(done)
	for i, k := 0, len(done)-1; i < k; i, k = i+1, k-1 { // the latest is the first to be seen
		done[i], done[k] = done[k], done[i]
	}
	title, note := p.w.submissions, number(len(subs))
	if unasked {
		title, note = title+": "+p.w.unasked, ""
	}
	p.panel(p.subs, draw.Kernel, title, note)
	p.drawChips(p.subs, draw.Kernel, draw.DataSoft, subs)
	p.panel(p.done, draw.Kernel, p.w.completions, number(taken))
	p.drawChips(p.done, draw.Run, draw.Block, done)
	if inside > 0 {
		text := several(p.w.sentences.ring, inside)
		if p.v.Width(text, 11, false) > p.done.middle()-p.subs.middle()-24 {
			text = p.w.inKernel + number(inside)
		}
		p.text(draw.Kernel, (p.subs.x+p.done.right())/2, p.subs.bottom()+15, p.done.middle()-p.subs.middle()-24, 11, false, draw.Middle, text)
	}
	for _, b := range []box{p.subs, p.done} { // which way they go
		x, y, head := b.middle(), b.bottom()+3, b.bottom()+17
		if b == p.done {
			head = y
		}
		p.l.Add(draw.Line, draw.Kernel, x, y, 0, 14)
		p.l.Bold()
		for _, side := range []float64{-5, 5} {
			tip := 5.0
			if b == p.subs {
				tip = -5
			}
			p.l.Add(draw.Line, draw.Kernel, x, head, side, tip)
			p.l.Bold()
		}
	}
}
