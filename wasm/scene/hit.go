package scene

import (
	"sort"
	"strconv"

	"iowait/wasm/draw"
)

// A Hit is what lies under a point, in words.
type Hit struct {
	Lane     int
	From, To int64 // the stretch of time it is about
	Event    int   // index into the recording's events, or -1
	Lines    []string
}

// Hit tells what lies at x and y; ok is false where nothing does.
func (s *Scene) Hit(v *View, x, y float64) (h Hit, ok bool) {
	lane := s.laneAt(v, y)
	if lane < 0 || x < v.left() {
		return h, false
	}
	l, t := &s.Lanes[lane], v.Time(x)
	top, height := s.laneBox(v, lane)
	h = Hit{Lane: lane, From: t, To: t, Event: -1}
	if y < top+markSize/2+2 {
		if s.hitMark(v, &h, x); h.Event >= 0 {
			return h, true
		}
	}
	if y > top+height && l.queue.at(t) > 0 {
		h.Lines = []string{l.Label, v.Words.count(l.queue.at(t), v.Words.Waiting), Nanoseconds(t)}
		return h, true
	}
	i := l.spanAt(t)
	if i < 0 || t >= l.end {
		return h, false
	}
	if least := v.nsIn(wide); l.endOf(i)-l.Spans[i].At < least {
		h.From, h.To = max(t-least, 0), min(t+least, l.end)
		h.Lines = s.shares(v, l, h.From, h.To)
		return h, true
	}
	h.From, h.To = l.Spans[i].At, l.endOf(i)
	h.Lines = s.spanLines(v, l, i)
	return h, true
}

// hitMark looks for a mark near x.
func (s *Scene) hitMark(v *View, h *Hit, x float64) {
	l := &s.Lanes[h.Lane]
	s.marksIn(v, l, func(first, n int, at, _ float64) {
		if h.Event >= 0 || x < at-markSize/2-2 || x > at+markSize/2+2 {
			return
		}
		h.Event = int(l.marks[first])
		h.From = s.Rec.Events[h.Event].AtNS
		h.To = h.From
		const most = 5
		for k := first; k < first+min(n, most); k++ {
			h.Lines = append(h.Lines, s.Say(int(l.marks[k]), v.Words))
		}
		if n > most {
			h.Lines = append(h.Lines, "… "+v.Words.count(n-most, v.Words.More))
		}
	})
}

// spanLines describe one span.
func (s *Scene) spanLines(v *View, l *Lane, i int) []string {
	span, w := &l.Spans[i], v.Words
	what := w.States[span.State]
	if call := span.Op.String(); call != "" {
		switch span.State {
		case Blocked:
			what = w.BlockedIn + call
		case Off:
			what = w.OffIn + call
		case InCall:
			what = w.In + call
		case InKernel:
			what += ": " + call
		case Polling:
			what = call + ": " + what
		case Runnable:
			what += " (" + w.In + call + ")"
		}
	}
	lines := []string{l.Label + " · " + what, Brief(l.endOf(i)-span.At) + " · " + Nanoseconds(span.At) + " – " + Nanoseconds(l.endOf(i))}
	about := ""
	if span.FD > 0 {
		about = "fd " + strconv.Itoa(int(span.FD))
	}
	if span.Conn > 0 {
		about = join(about, w.Conn+strconv.Itoa(int(span.Conn)))
	}
	if about = join(about, s.site(span.Site)); about != "" {
		lines = append(lines, about)
	}
	return lines
}

// shares describe a stretch in which spans are too short to be told apart.
func (s *Scene) shares(v *View, l *Lane, from, to int64) []string {
	sums := l.Totals(from, to)
	var states []State
	for state, n := range sums {
		if n > 0 {
			states = append(states, State(state))
		}
	}
	sort.Slice(states, func(i, k int) bool { return sums[states[i]] > sums[states[k]] })
	lines := []string{l.Label + " · " + Brief(to-from) + " · " + Nanoseconds(from)}
	for _, state := range states {
		lines = append(lines, strconv.Itoa(int(100*sums[state]/(to-from)))+" % "+v.Words.States[state])
	}
	return append(lines, v.Words.ZoomIn)
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

// drawTip draws what is under the pointer beside it.
func (s *Scene) drawTip(l *draw.List, v *View) {
	const line, pad = 16.0, 8.0
	hit, ok := s.Hit(v, v.Hover.X, v.Hover.Y)
	if !ok {
		return
	}
	y, h := s.laneBox(v, hit.Lane)
	if x, x1 := max(v.X(hit.From), v.left()), min(v.X(hit.To), v.W); x1-x >= 1 {
		l.Add(draw.Frame, draw.Ink, x, y-1, x1-x, h+2)
	}
	width := 0.0
	for i, text := range hit.Lines {
		hit.Lines[i] = fit(v, text, v.W-4*pad, fontSize, false)
		width = max(width, v.Width(hit.Lines[i], fontSize, false))
	}
	width += 2 * pad
	height := line*float64(len(hit.Lines)) + pad
	x := min(v.Hover.X+14, v.W-width-4)
	if y += h + 12; y+height > v.H-2 {
		y -= h + 24 + height
	}
	x, y = max(x, 4), max(y, 2)
	l.Add(draw.Rect, draw.Ground, x, y, width, height)
	l.Add(draw.Frame, draw.Quiet, x, y, width, height)
	for i, text := range hit.Lines {
		color := draw.Quiet
		if i == 0 {
			color = draw.Ink
		}
		l.Write(color, x+pad, y+line*float64(i)+fontSize+4, fontSize, false, draw.Start, text)
	}
}
