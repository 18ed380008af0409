package stage

import (
	"iowait/wasm/draw"
)

// A chip is a small label in a row.
type chip struct {
	text string
	now  bool // being dealt with
	left bool // still to come
}

// drawChips draws as many as fit into the rows of a panel, and the number of
// the others.
func (p *picture) drawChips(b box, color, soft draw.Color, chips []chip) {
	const h, gap, title = 20.0, 5.0, 24.0
	x, y := b.x+8, b.y+title
	for i := range chips {
		c := &chips[i]
		w := p.v.Width(c.text, 11, true) + 14
		lastRow := y+2*h+gap+4 > b.bottom()
		if rest := len(chips) - i; lastRow && x+w > b.right()-8-moreRoom(rest) {
			p.l.Write(draw.Quiet, x, y+14, 11, true, draw.Start, "+"+number(rest))
			return
		}
		if x+w > b.right()-8 {
			x, y = b.x+8, y+h+gap
		}
		switch {
		case c.now:
			p.l.Round(draw.Round, color, x, y, w, h, 4)
			p.l.Write(draw.Ground, x+7, y+14, 11, true, draw.Start, c.text)
		case c.left:
			p.l.Round(draw.Round, soft, x, y, w, h, 4)
			p.l.Round(draw.Outline, color, x, y, w, h, 4)
			p.l.Write(draw.Ink, x+7, y+14, 11, true, draw.Start, c.text)
		default:
			p.l.Round(draw.Outline, draw.Rule, x, y, w, h, 4)
			p.l.Write(draw.Quiet, x+7, y+14, 11, true, draw.Start, c.text)
		}
		x += w + gap
	}
}

// moreRoom is what "+12" needs, when it is needed.
func moreRoom(rest int) float64 {
	if rest > 1 {
		return 30
	}
	return 0
}

// panel is a box with a title.
func (p *picture) panel(b box, color draw.Color, title, note string) {
	p.l.Round(draw.Round, draw.Ground, b.x, b.y, b.w, b.h, 6)
	if p.l.Round(draw.Outline, color, b.x, b.y, b.w, b.h, 6); color != draw.Rule {
		p.l.Faded(4)
	}
	room := b.w - 16
	p.text(draw.Quiet, b.x+8, b.y+15, room, 11, false, draw.Start, title)
	if w := p.v.Width(title, 11, false); note != "" {
		p.text(draw.Ink, b.right()-8, b.y+15, room-w-10, 11, true, draw.End, note)
	}
}

// fdLabel names a descriptor, or its connection where that is all there is.
func fdLabel(fd, conn int32) string {
	switch {
	case fd != 0:
		return "fd " + number(int(fd))
	case conn != 0:
		return ":" + number(int(conn))
	}
	return "·"
}
