package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
)

// drawAnswer draws what the last answer of each thread names.
func (p *picture) drawAnswer() {
	if p.answer.w == 0 {
		return
	}
	b := p.answer
	var all []named
	var op wire.Op
	asked := 0
	for _, i := range p.st.servers {
		if _, named, ok := p.st.lanes[i].answerAt(p.t); ok {
			all = append(all, named...)
		}
		if span := p.st.spanAt(i, p.t); multi(span.Op) && span.Op != wire.OpRingEnter {
			if op == wire.OpNone {
				op, asked = span.Op, p.st.lanes[i].asked(p.t)
			}
		}
	}
	title := p.w.ready
	switch {
	case p.st.has.signals:
		title = p.w.signals
	case p.walking():
		title = op.String() + ": " + p.w.walks
		if asked > 0 {
			title += " (" + number(asked) + ")"
		}
	}
	note := ""
	color := draw.Rule
	if n := leftOf(all, p.t); len(all) > 0 {
		note = number(n) + " / " + number(len(all))
		color = draw.Ready
	}
	if p.walking() {
		color = draw.Kernel
	}
	p.panel(b, color, title, note)
	chips := make([]chip, len(all))
	last := -1
	for i := range all {
		chips[i] = chip{text: fdLabel(all[i].fd, all[i].conn), left: p.t < all[i].until}
		if p.st.has.signals {
			chips[i].text = "SIG " + number(int(all[i].result)) + " · " + chips[i].text
		}
		if !chips[i].left && (last < 0 || all[i].until >= all[last].until) {
			last = i
		}
	}
	if last >= 0 {
		chips[last].now = true
	}
	if len(chips) > 12 { // those still to be served first, where not all fit
		var order []chip
		if last >= 0 {
			order = append(order, chips[last])
		}
		for _, c := range chips {
			if c.left {
				order = append(order, c)
			}
		}
		chips = order
	}
	if len(all) == 0 {
		p.text(draw.Quiet, b.x+8, b.y+38, b.w-16, 11, false, draw.Start, p.w.none)
	}
	p.drawSet(b, all)
	b.h -= 24
	p.drawChips(b, draw.Ready, draw.ReadySoft, chips)
}

// drawSet draws a square for each connection at the foot of the ready list:
// those that the answer names stand out, and all of them while the kernel
// walks over all.
func (p *picture) drawSet(b box, all []named) {
	if p.st.has.signals || p.cells.group > 0 || b.h < 60 {
		return
	}
	names := map[int32]bool{}
	for i := range all {
		names[all[i].conn] = true
	}
	title := p.w.interest
	if p.st.has.walks {
		title = p.w.set
	}
	var set []int // known to be in it: some answer has named it
	for k := range p.st.slots {
		if p.st.connAt(k, p.t).named {
			set = append(set, k)
		}
	}
	title += " " + number(len(set))
	p.l.Write(draw.Quiet, b.x+8, b.bottom()-9, 10, false, draw.Start, title)
	from := b.x + 16 + p.v.Width(title, 10, false)
	pitch := min((b.right()-8-from)/float64(max(len(set), 1)), 14)
	walking := p.walking()
	for n, k := range set {
		x, y, size := from+float64(n)*pitch, b.bottom()-18, max(pitch-3, 2)
		color := draw.Block
		switch {
		case walking:
			color = draw.Kernel
		case names[p.st.connAt(k, p.t).port]:
			color = draw.Ready
		}
		p.l.Add(draw.Rect, color, x, y, size, 10)
	}
}
