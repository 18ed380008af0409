package stage

import (
	"strings"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// A picture is one drawing under way.
type picture struct {
	*plan
	st *Stage
	v  *scene.View
	l  *draw.List
	w  *words
	t  int64
	at []box // by lane: where its card is; of no width when it is not shown
}

// Draw draws the moment v.Now into list, v.W by v.H pixels. The same scene,
// size and moment give the same list.
func (st *Stage) Draw(list *draw.List, v *scene.View) {
	list.Reset(v.W, v.H)
	list.Add(draw.Rect, draw.Ground, 0, 0, v.W, v.H)
	p := st.picture(v)
	p.l = list
	p.drawFloors()
	p.drawCaption()
	if p.cells.n > 0 {
		p.drawClients()
		p.drawSockets()
	}
	p.drawFiles()
	p.drawLinks()
	p.drawAnswer()
	p.drawRings()
	p.drawQueues()
	p.drawGoroutines()
	p.drawThreads()
	p.drawPackets()
	p.drawCarries()
	p.drawChosen()
	p.drawTip()
}

// picture lays one moment out.
func (st *Stage) picture(v *scene.View) *picture {
	p := &picture{plan: st.plan(v.W, v.H), st: st, v: v, w: wordsOf(v), t: v.Now, at: make([]box, len(st.lanes))}
	for k, i := range p.threads {
		b, crowded := p.card(k)
		if !crowded {
			b = cardOf(b)
		}
		p.at[i] = b
	}
	return p
}

// Height is the height that the picture wants at a width, in CSS pixels.
func (st *Stage) Height(w float64) float64 {
	p := st.plan(w, 0)
	if len(st.slots) == 0 {
		return p.kernel.bottom() + 10
	}
	return p.clients.bottom()
}

// text writes no more than there is room for.
func (p *picture) text(c draw.Color, x, y, room float64, size int, mono bool, align draw.Align, text string) {
	if text = p.fit(text, room, size, mono); text != "" {
		p.l.Write(c, x, y, size, mono, align, text)
	}
}

// fit shortens a text to the room; where not even three letters fit there is
// none.
func (p *picture) fit(text string, room float64, size int, mono bool) string {
	if p.v.Width(text, size, mono) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 3 {
		runes = runes[:len(runes)-1]
		if cut := string(runes) + "…"; p.v.Width(cut, size, mono) <= room {
			return cut
		}
	}
	return ""
}

// drawFloors draws user space above and the kernel below.
func (p *picture) drawFloors() {
	l := p.l
	l.Round(draw.Round, draw.Band, p.user.x, p.user.y, p.user.w, p.user.h-1, 8).Faded(6)
	l.Round(draw.Round, draw.Kernel, p.kernel.x, p.kernel.y+1, p.kernel.w, p.kernel.h-1, 8).Faded(15)
	l.Round(draw.Outline, draw.Kernel, p.kernel.x, p.kernel.y+1, p.kernel.w, p.kernel.h-1, 8).Faded(11)
	l.Round(draw.Outline, draw.Rule, p.user.x, p.user.y, p.user.w, p.user.h-1, 8)
	l.Write(draw.Quiet, p.user.x+10, p.user.y+17, 11, true, draw.Start, p.w.user)
	if n := len(p.st.slots); n > 0 && (p.wide || !p.st.has.goroutines) {
		p.text(draw.Quiet, p.user.right()-10, p.user.y+17, p.user.w*0.5, 11, false, draw.End,
			several(p.w.threads, len(p.st.servers))+" · "+p.connections())
	}
	y, room := p.kernel.y+18, p.kernel.w*0.6
	if p.subs.w > 0 { // below the rings, which reach into this floor
		y, room = p.subs.bottom()+15, p.kernel.right()-p.done.middle()-20
	}
	l.Write(draw.Kernel, p.kernel.x+10, y, 11, true, draw.Start, p.w.kernel)
	if !p.st.has.files && (p.wide || p.subs.w == 0) {
		p.text(draw.Quiet, p.kernel.right()-10, y, room, 11, false, draw.End, p.tally())
	}
}

// connections counts those that the recording knows of all that there were.
func (p *picture) connections() string {
	n := len(p.st.slots)
	if all := int(p.st.s.Rec.Params[wire.ParamConns]); all > n {
		return fill(p.w.some, thousands(n), thousands(all))
	}
	return several(p.w.connections, n)
}

// tally is what has happened since the recording began.
func (p *picture) tally() string {
	text := thousands(count(p.st.answered, p.t)) + " " + p.w.answered
	if n := count(p.st.empty, p.t); n > 0 {
		text += " · " + thousands(n) + " " + p.w.empty
	}
	return text
}

// drawCaption says in one sentence what there is to see.
func (p *picture) drawCaption() {
	text := p.st.say(p.t, p.w)
	size := 13
	if p.wide {
		p.text(draw.Ink, p.caption.x+2, 20, p.caption.w, size, false, draw.Start, text)
		return
	}
	first, rest := p.cut(text, p.caption.w, size)
	p.text(draw.Ink, p.caption.x, 17, p.caption.w, size, false, draw.Start, first)
	p.text(draw.Quiet, p.caption.x, 35, p.caption.w, size, false, draw.Start, rest)
}

// cut ends a first line where one of the sentence's parts does.
func (p *picture) cut(text string, room float64, size int) (first, rest string) {
	const between = " · "
	parts := strings.Split(text, between)
	for n := len(parts); n > 0; n-- {
		if first = strings.Join(parts[:n], between); n == 1 || p.v.Width(first, size, false) <= room {
			return first, strings.Join(parts[n:], between)
		}
	}
	return text, ""
}
