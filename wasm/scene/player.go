package scene

import "sort"

// A Player moves through a recording. It is a plain value driven by calls;
// it knows no clock.
type Player struct {
	Playing bool
	Slow    int64 // how many times slower than it was, at least 1
	Now     int64 // the play head, from 0 to the scene's End
	T0, T1  int64 // the window of time in view

	scene *Scene
	rest  int64 // wall time not yet played, in ns
}

// leastWindow is the shortest window of time, in ns.
const leastWindow = 2000

// maxCatchUp is how much wall time one Advance plays at most, in ns: after a
// pause of the browser, playing goes on instead of jumping ahead.
const maxCatchUp = 250_000_000

// NewPlayer looks at the first few whole requests of a scene, so that single
// ones can be followed.
func NewPlayer(s *Scene) *Player {
	const requests = 8
	p := &Player{scene: s, Slow: 20_000, T1: s.End}
	var received []int64
	for _, r := range s.Requests {
		if r.Read != 0 && r.Wrote != 0 {
			if received = append(received, r.Received); len(received) == 1 {
				p.T0 = r.Sent
			}
		}
	}
	if len(received) == 0 {
		return p
	}
	sort.Slice(received, func(i, k int) bool { return received[i] < received[k] })
	p.T1 = received[min(requests, len(received))-1]
	p.Now = p.snap(p.T0)
	margin := max((p.T1-p.T0)/20, leastWindow/2)
	p.T0 = max(p.T0-margin, 0)
	p.T1 = min(p.T1+margin, s.End)
	return p
}

// Advance plays wall nanoseconds and answers whether anything has changed.
func (p *Player) Advance(wall int64) bool {
	if !p.Playing || wall <= 0 {
		return false
	}
	p.rest += min(wall, maxCatchUp)
	step := p.rest / p.Slow
	p.rest -= step * p.Slow
	if p.Now += step; p.Now >= p.scene.End {
		p.Now, p.Playing = p.scene.End, false
	}
	p.follow()
	return step > 0
}

// follow keeps the play head in view while it plays.
func (p *Player) follow() {
	window := p.T1 - p.T0
	if edge := p.T0 + window*3/4; p.Now > edge {
		p.pan(p.Now - edge)
	}
	p.show()
}

// show brings the play head into view if it is outside.
func (p *Player) show() {
	window := p.T1 - p.T0
	if p.Now < p.T0 || p.Now > p.T1 {
		p.pan(p.Now - window/4 - p.T0)
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
// Forward and back return to the same moment.
func (p *Player) Step(forward bool) {
	p.Pause()
	events := p.scene.Rec.Events
	p.Now = p.snap(p.Now)
	if forward {
		if i := p.After(p.Now); i < len(events) {
			p.Now = events[i].AtNS
		}
	} else if p.Now > 0 {
		p.Now = p.snap(p.Now - 1)
	}
	p.show()
}

// MoveTo puts the play head at a moment.
func (p *Player) MoveTo(t int64) {
	p.Now, p.rest = min(max(t, 0), p.scene.End), 0
	p.show()
}

// Zoom makes the window factor times as long, around a moment that stays
// where it is.
func (p *Player) Zoom(factor float64, around int64) {
	old := p.T1 - p.T0
	window := min(max(int64(float64(old)*factor), min(leastWindow, p.scene.End)), p.scene.End)
	share := float64(around-p.T0) / float64(old)
	p.T0 = around - int64(share*float64(window))
	p.T1 = p.T0 + window
	p.pan(0)
}

// Pan moves the window by a share of its length.
func (p *Player) Pan(share float64) { p.pan(int64(share * float64(p.T1-p.T0))) }

// Fit shows the whole recording.
func (p *Player) Fit() { p.T0, p.T1 = 0, p.scene.End }
