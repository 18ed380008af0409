package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// look is how a state is drawn: its colour, and the colour of its words.
var look = [scene.States]struct{ fill, ink draw.Color }{
	scene.Unknown: {draw.Quiet, draw.Quiet}, scene.Running: {draw.Run, draw.Run}, scene.InKernel: {draw.Run, draw.Run},
	scene.Polling: {draw.Poll, draw.Poll}, scene.Runnable: {draw.Ready, draw.Ready}, scene.Blocked: {draw.BlockInk, draw.BlockInk},
	scene.Off: {draw.BlockInk, draw.BlockInk}, scene.InCall: {draw.BlockInk, draw.BlockInk}, scene.Outside: {draw.Quiet, draw.Quiet},
}

func awake(s scene.State) bool {
	return s == scene.Running || s == scene.InKernel || s == scene.Polling || s == scene.Runnable
}

// drawThreads draws each thread, or a crowd of them.
func (p *picture) drawThreads() {
	for k, i := range p.threads {
		if b, crowded := p.card(k); !crowded {
			p.drawCard(i, b)
		}
	}
	from := 0
	for g := range p.cards {
		n := p.split
		if g == 1 {
			n = len(p.threads) - p.split
		}
		if p.cards[g].group > 0 {
			p.drawCrowd(&p.cards[g], p.threads[from:from+n])
		}
		from += n
	}
}

// cardOf is a thread's card in its place, while it sleeps.
func cardOf(b box) box {
	const most = 112
	if h := b.h - 8; h <= most {
		return box{b.x, b.y + 6, b.w, h}
	}
	return box{b.x, b.y + (b.h-most)/2, b.w, most}
}

// drawCard draws one thread: a figure that lies while it sleeps and stands
// while it may run, with its name and the call it is in.
func (p *picture) drawCard(i int32, b box) {
	span := p.st.spanAt(i, p.t)
	look, up := look[span.State], awake(span.State)
	words := look.ink
	if up { // on the tinted card ink is read better; figure and edge have the colour
		words = draw.Ink
	}
	l := p.l
	card := cardOf(b)
	if up { // it gets up
		card.y -= 4
		l.Round(draw.Round, draw.Ground, card.x, card.y, card.w, card.h, 7)
		l.Round(draw.Round, look.fill, card.x, card.y, card.w, card.h, 7).Faded(13)
		l.Round(draw.Outline, look.fill, card.x, card.y, card.w, card.h, 7).Bold()
	} else {
		l.Round(draw.Round, draw.Band, card.x, card.y, card.w, card.h, 7)
		l.Round(draw.Outline, draw.Rule, card.x, card.y, card.w, card.h, 7)
	}
	name := p.st.names[i] + " " + number(int(p.st.s.Lanes[i].TID))
	first, second := p.cardText(&span)
	ink := draw.Ink
	if !up {
		ink = draw.Quiet
	}
	size := 1.0
	switch {
	case b.w >= largeCard:
		if card.h > 74 {
			size = 1.4
		}
		y := card.y + card.h/2
		p.figure(span.State, card.x+34, y+16*size, size)
		room := card.w - 80
		if p.v.Width(name, 14, true) > room {
			name = p.st.names[i]
		}
		l.Write(ink, card.x+72, y-8, 14, true, draw.Start, p.fit(name, room, 14, true))
		if up {
			l.Bold()
		}
		if span.State == scene.Runnable && p.v.Width(first, 12, true) > room {
			first = p.w.short
		}
		p.text(words, card.x+72, y+10, room, 12, true, draw.Start, first)
		p.text(words, card.x+72, y+26, room, 12, true, draw.Start, second)
	case b.w >= mediumCard:
		foot := card.y + card.h - 38
		if card.h > 96 {
			size = 1.3
		}
		p.figure(span.State, card.middle(), foot, size)
		short := number(int(p.st.s.Lanes[i].TID))
		if p.v.Width(name, 11, true) <= card.w-6 {
			short = name
		}
		p.text(ink, card.middle(), foot+17, card.w-4, 11, true, draw.Middle, short)
		p.text(words, card.middle(), foot+31, card.w-4, 11, true, draw.Middle, p.shortText(&span, card.w-4))
	default:
		foot := card.y + card.h - 20
		if card.w >= 32 && card.h > 66 { // room for its number
			foot -= 12
			p.text(ink, card.middle(), foot+14, card.w-2, 10, true, draw.Middle, number(int(p.st.s.Lanes[i].TID)))
		}
		wide := 42.0
		if up || span.State == scene.Unknown || span.State == scene.InCall || span.State == scene.Outside {
			wide = 24 // it stands
		}
		p.figure(span.State, card.middle(), foot, min(card.w/wide, card.h/56, 1.2))
		p.text(words, card.middle(), card.y+card.h-7, card.w-2, 9, true, draw.Middle, p.shortText(&span, card.w-2))
	}
}

// figure draws a thread itself, standing on y or lying there. Each state has
// its own shape beside its colour.
func (p *picture) figure(state scene.State, x, y, size float64) {
	l, look := p.l, look[state]
	round := func(k draw.Kind, c draw.Color, dx, dy, w, h, r float64) *draw.List {
		return l.Round(k, c, x+dx*size, y+dy*size, w*size, h*size, r*size)
	}
	add := func(k draw.Kind, c draw.Color, dx, dy, w, h float64) {
		l.Add(k, c, x+dx*size, y+dy*size, w*size, h*size)
	}
	switch state {
	case scene.Blocked, scene.Off: // it lies
		round(draw.Round, look.fill, -6, -10, 23, 9, 4).Faded(6)
		add(draw.Half, look.fill, -18, -11, 10, 10)
		add(draw.Ring, look.fill, -18, -11, 10, 10)
		add(draw.Line, look.fill, -20, 1, 40, 0)
		l.Faded(8)
	case scene.Unknown, scene.InCall, scene.Outside:
		add(draw.Ring, look.fill, -6, -32, 12, 12)
		round(draw.Outline, look.fill, -8, -18, 16, 18, 5)
	default:
		add(draw.Disc, look.fill, -6, -32, 12, 12)
		round(draw.Round, look.fill, -8, -18, 16, 18, 5)
		switch state {
		case scene.InKernel: // its feet are in the kernel
			add(draw.Rect, draw.Kernel, -8, -5, 16, 5)
		case scene.Polling:
			add(draw.Diamond, draw.Ground, -5, -15, 10, 10)
		case scene.Runnable:
			add(draw.Triangle, draw.Ground, -5, -14, 10, 9)
		}
	}
}

// cardText are the two lines of a large card.
func (p *picture) cardText(span *scene.Span) (first, second string) {
	call := p.callText(span)
	switch span.State {
	case scene.Running:
		return p.w.running, ""
	case scene.InKernel:
		return p.w.inCall + call, ""
	case scene.Polling:
		return call, "EAGAIN: " + p.w.nothing
	case scene.Runnable:
		return p.w.noCPU, call
	case scene.Blocked:
		return p.w.asleep + span.Op.String(), p.about(span)
	case scene.Off:
		return p.w.off, call
	case scene.InCall:
		return p.w.inCall + call, ""
	case scene.Outside:
		return p.w.outside, ""
	}
	return p.w.notKnown, ""
}

// shortText is the one line of a small card.
func (p *picture) shortText(span *scene.Span, room float64) string {
	text := ""
	switch span.State {
	case scene.Running:
		text = p.w.running
	case scene.Polling:
		text = "EAGAIN"
	case scene.Runnable:
		text = p.w.noCPU
	case scene.Unknown:
		text = "?"
	default:
		text = span.Op.String()
	}
	if p.v.Width(text, 9, true) > room {
		switch span.State {
		case scene.Runnable:
			if p.v.Width(p.w.short, 9, true) <= room {
				return p.w.short
			}
			return ""
		case scene.Running, scene.Polling:
			return ""
		}
	}
	return text
}

// callText is a call with what it is about.
func (p *picture) callText(span *scene.Span) string {
	switch span.Op {
	case wire.OpNone:
		return ""
	case wire.OpTouch:
		return p.w.touch
	}
	if span.FD > 0 {
		return span.Op.String() + "(" + number(int(span.FD)) + ")"
	}
	return span.Op.String()
}

func (p *picture) about(span *scene.Span) string {
	if span.FD > 0 && span.Conn != 0 {
		return "fd " + number(int(span.FD))
	}
	return ""
}

// kinds of states in a crowd.
const (
	runs = iota
	finds
	waits
	sleeps
	hides
)

func crowdKind(s scene.State) int {
	switch s {
	case scene.Running, scene.InKernel:
		return runs
	case scene.Polling:
		return finds
	case scene.Runnable:
		return waits
	case scene.Blocked, scene.Off:
		return sleeps
	}
	return hides
}

// drawCrowd draws a square for each thread, or for a few, in the colour of
// the one that is most awake, and counts them.
func (p *picture) drawCrowd(g *grid, threads []int32) {
	colors := [...]draw.Color{draw.Run, draw.Poll, draw.Ready, draw.Block, draw.Rule}
	var counts [5]int
	most := hides
	for k, i := range threads {
		kind := crowdKind(p.st.spanAt(i, p.t).State)
		counts[kind]++
		if most = min(most, kind); (k+1)%g.group != 0 && k+1 < len(threads) {
			continue
		}
		b := g.cell(k)
		switch most {
		case sleeps, hides:
			p.l.Add(draw.Rect, colors[most], b.x, b.y, b.w, b.h)
		default: // who is up stands out in size too
			p.l.Add(draw.Rect, colors[most], b.x-1, b.y-2, b.w+2, b.h+4)
		}
		most = hides
	}
	x, y := g.area.x, g.area.bottom()+15
	shapes := [...]draw.Kind{draw.Disc, draw.Diamond, draw.Triangle, draw.Half, draw.Ring}
	inks := [...]draw.Color{draw.Run, draw.Poll, draw.Ready, draw.BlockInk, draw.Quiet}
	for kind, n := range counts {
		if n == 0 {
			continue
		}
		text := thousands(n) + " " + p.w.states[kind]
		if width := p.v.Width(text, 11, false); x > g.area.x && x+14+width > g.area.right() {
			break
		}
		p.l.Add(shapes[kind], inks[kind], x, y-9, 9, 9)
		p.l.Write(draw.Quiet, x+14, y, 11, false, draw.Start, text)
		x += p.v.Width(text, 11, false) + 30
	}
}
