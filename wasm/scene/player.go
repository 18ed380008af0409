package scene

import "sort"

// A Player moves through a recording. It is a plain value driven by calls;
// it knows no clock.
type Player struct {
	Playing bool
	Slow    int64 // how many times slower than it was, at least 1
	Now     int64 // the play head, from 0 to the scene's End
	T0, T1  int64 // the window of time in view

	From, To int64 // a selected stretch; none where they are equal
	Loop     bool  // playing stays within the selected stretch

	scene *Scene
	rest  int64  // wall time not yet played, in ns
	trail []turn // steps whose way back is not the plain one
}

// A turn is a step that moved the window or began between two events: taken
// back, it restores what was.
type turn struct{ from, to, t0, t1 int64 }

const (
	leastWindow = 2000        // the shortest window of time, in ns
	maxCatchUp  = 250_000_000 // what one Advance plays at most, in ns of wall time: a page that was hidden goes on instead of jumping ahead
	firstView   = 8           // requests to begin with
)

// NewPlayer looks at a few whole requests of a scene, so that single ones
// can be followed: those after the first quarter, since the orders that begin
// a recording disturb its first moments; any, if there are none later.
func NewPlayer(s *Scene) *Player {
	p := &Player{scene: s, Slow: 20_000, T1: s.End}
	received := p.begin(s.End / 4)
	if len(received) < firstView {
		received = p.begin(0)
	}
	if len(received) == 0 {
		return p
	}
	sort.Slice(received, func(i, k int) bool { return received[i] < received[k] })
	p.T1 = max(received[min(firstView, len(received))-1], p.T0+leastWindow)
	p.Now = p.snap(p.T0)
	margin := (p.T1 - p.T0) / 20
	p.T0 = max(p.T0-margin, 0)
	p.T1 = min(p.T1+margin, s.End)
	return p
}

// begin puts the start of the view at the first whole request sent from a
// moment on, and answers when it and all later ones were received.
func (p *Player) begin(from int64) (received []int64) {
	for i := range p.scene.Requests {
		if r := &p.scene.Requests[i]; r.Sent >= from && r.whole() {
			if received = append(received, r.Received); len(received) == 1 {
				p.T0 = r.Sent
			}
		}
	}
	return received
}

// Advance plays wall nanoseconds and answers whether anything has changed.
func (p *Player) Advance(wall int64) bool {
	if !p.Playing || wall <= 0 {
		return false
	}
	p.trail = nil
	p.rest += min(wall, maxCatchUp)
	step := p.rest / p.Slow
	p.rest -= step * p.Slow
	p.Now += step
	switch {
	case p.Loop && p.To > p.From:
		if p.Now >= p.To || p.Now < p.From {
			p.Now = p.From + max(p.Now-p.To, 0)%(p.To-p.From)
		}
	case p.Now >= p.scene.End:
		p.Now, p.Playing = p.scene.End, false
	}
	// the play head stays in view
	if edge := p.T0 + (p.T1-p.T0)*3/4; p.Now > edge {
		p.pan(p.Now - edge)
	}
	p.show()
	return step > 0
}

// show brings the play head into view if it is outside.
func (p *Player) show() {
	if p.Now < p.T0 || p.Now > p.T1 {
		p.pan(p.Now - (p.T1-p.T0)/4 - p.T0)
	}
}

func (p *Player) pan(by int64) {
	window := p.T1 - p.T0
	p.T0 = min(max(p.T0+by, 0), max(p.scene.End-window, 0))
	p.T1 = p.T0 + window
}

// Toggle plays or pauses; at the end it begins again.
func (p *Player) Toggle() {
	if p.Playing {
		p.Pause()
		return
	}
	if p.Now >= p.scene.End {
		p.MoveTo(0)
	}
	p.Playing, p.rest = true, 0
}

// Pause stops at the last event before the play head.
func (p *Player) Pause() {
	if p.Playing {
		p.Playing = false
		p.Now = p.snap(p.Now)
	}
}

// snap is the time of the last event not after t, or 0.
func (p *Player) snap(t int64) int64 {
	if i := p.After(t); i > 0 {
		return p.scene.Rec.Events[i-1].AtNS
	}
	return 0
}

// After is the index of the first event later than t.
func (p *Player) After(t int64) int {
	events := p.scene.Rec.Events
	return sort.Search(len(events), func(i int) bool { return events[i].AtNS > t })
}

// Step goes to the next moment with an event, or back to the one before.
// Forward and back returns to the same moment and the same window.
func (p *Player) Step(forward bool) {
	p.Pause()
	events, from := p.scene.Rec.Events, p.Now
	if n := len(p.trail); n > 0 && p.trail[n-1].to == from && forward == (p.trail[n-1].from > from) {
		back := p.trail[n-1]
		p.trail = p.trail[:n-1]
		p.Now, p.T0, p.T1 = back.from, back.t0, back.t1
		return
	}
	if forward {
		if i := p.After(from); i < len(events) {
			p.Now = events[i].AtNS
		}
	} else if from > 0 {
		p.Now = p.snap(from - 1)
	}
	t0, t1 := p.T0, p.T1
	p.show()
	if p.Now != from && (p.T0 != t0 || p.snap(from) != from) {
		const most = 64
		p.trail = append(p.trail, turn{from, p.Now, t0, t1})
		p.trail = p.trail[max(len(p.trail)-most, 0):]
	}
}

// MoveTo puts the play head at a moment.
func (p *Player) MoveTo(t int64) {
	p.Now, p.rest, p.trail = min(max(t, 0), p.scene.End), 0, nil
	p.show()
}

// Zoom makes the window factor times as long, around a moment that stays
// where it is.
func (p *Player) Zoom(factor float64, around int64) {
	p.trail = nil
	old := p.T1 - p.T0
	window := min(max(int64(float64(old)*factor), min(leastWindow, p.scene.End)), p.scene.End)
	share := float64(around-p.T0) / float64(old)
	p.T0 = around - int64(share*float64(window))
	p.T1 = p.T0 + window
	p.pan(0)
}

// ZoomHere zooms around the play head if it is in view, or else around the
// middle.
func (p *Player) ZoomHere(factor float64) {
	around := p.Now
	if around < p.T0 || around > p.T1 {
		around = (p.T0 + p.T1) / 2
	}
	p.Zoom(factor, around)
}

// Pan moves the window by a share of its length.
func (p *Player) Pan(share float64) {
	p.trail = nil
	p.pan(int64(share * float64(p.T1-p.T0)))
}

// Select marks a stretch of time between two moments in either order; equal
// ones select nothing.
func (p *Player) Select(a, b int64) {
	clamp := func(t int64) int64 { return min(max(t, 0), p.scene.End) }
	p.From, p.To = clamp(min(a, b)), clamp(max(a, b))
	p.Loop = p.Loop && p.To > p.From
}

// Frame shows a stretch of time with some room around it, but not less than
// now when that holds it.
func (p *Player) Frame(from, to int64) {
	p.trail = nil
	window, length := p.T1-p.T0, to-from
	if from >= p.T0 && to <= p.T1 && length > window/20 {
		return
	}
	window = min(max(length*2, min(leastWindow, p.scene.End)), p.scene.End)
	p.T0 = from - (window-length)/2
	p.T1 = p.T0 + window
	p.pan(0)
}

// Fit shows the whole recording.
func (p *Player) Fit() { p.T0, p.T1, p.trail = 0, p.scene.End, nil }
