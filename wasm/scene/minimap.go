package scene

import "iowait/wasm/draw"

// buckets is how many parts of a recording the minimap tells apart.
const buckets = 512

// MinimapHeight is how tall the minimap is, in CSS pixels.
const MinimapHeight = 40.0

// overview is what the threads did in each part of a recording: prepared
// once, so that drawing it costs the same for any number of events.
type overview struct {
	shares [buckets][States]float32 // of the time of all threads together
	step   int64
}

// survey prepares the overview.
func (s *Scene) survey() {
	o := &s.overview
	o.step = max((s.End+buckets-1)/buckets, 1)
	lanes := 0
	for i := range s.Lanes {
		l := &s.Lanes[i]
		if l.Idle {
			continue
		}
		lanes++
		for k := range l.Spans {
			state, end := l.Spans[k].State, l.endOf(k)
			for at := l.Spans[k].At; at < end; {
				b := at / o.step
				to := min((b+1)*o.step, end)
				if b < buckets {
					o.shares[b][state] += float32(to - at)
				}
				at = to
			}
		}
	}
	for b := range o.shares {
		for state := range o.shares[b] {
			o.shares[b][state] /= float32(o.step) * float32(max(lanes, 1))
		}
	}
}

// Minimap draws the whole recording, and on it the window in view, the play
// head, a selected stretch and the marked events.
func (s *Scene) Minimap(l *draw.List, v *View) {
	l.Reset(v.W, v.H)
	l.Add(draw.Rect, draw.Band, 0, 0, v.W, v.H)
	x := func(t int64) float64 { return v.W * float64(t) / float64(s.End) }
	top, base := 5.0, v.H-3
	most := float32(0)
	for b := range s.overview.shares {
		most = max(most, height(&s.overview.shares[b], layers[1].states))
	}
	for _, layer := range layers[1:] {
		if layer.color == draw.Kernel || most == 0 {
			continue
		}
		steps := l.Steps(layer.color, base)
		for b := range s.overview.shares {
			steps.Add(x(min(int64(b)*s.overview.step, s.End)), float64(height(&s.overview.shares[b], layer.states)/most)*(base-top))
		}
		steps.End(v.W)
	}
	if v.Marks != nil {
		for b, marked := range v.Marks.where {
			if marked {
				l.Add(draw.Triangle, draw.Head, x(int64(b)*s.overview.step)-1, v.H-6, 5, 6)
			}
		}
	}
	if v.To > v.From {
		l.Add(draw.Rect, draw.Data, x(v.From), 0, max(x(v.To)-x(v.From), 2), 3)
	}
	x0, x1 := max(x(v.T0), 0), min(x(v.T1), v.W)
	if x1-x0 < 6 { // a window too short to be seen is drawn as one that can be
		middle := min(max((x0+x1)/2, 3), v.W-3)
		x0, x1 = middle-3, middle+3
	}
	if x0 > 0 {
		l.Add(draw.Rect, draw.Veil, 0, 0, x0, v.H)
	}
	if x1 < v.W {
		l.Add(draw.Rect, draw.Veil, x1, 0, v.W-x1, v.H)
	}
	l.Add(draw.Frame, draw.Head, x0, 0, x1-x0, v.H)
	l.Add(draw.Line, draw.Head, x(v.Now), 0, 0, v.H)
}

func height(shares *[States]float32, states []State) (sum float32) {
	for _, state := range states {
		sum += shares[state]
	}
	return sum
}

// MinimapTime is the moment at x on a minimap that is w wide.
func (s *Scene) MinimapTime(x, w float64) int64 {
	return int64(min(max(x/w, 0), 1) * float64(s.End))
}
