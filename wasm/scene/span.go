package scene

import (
	"strconv"

	"iowait/server/wire"
	"iowait/wasm/draw"
)

const (
	kernelShare = 0.24 // of a lane's height: the blue edge of a call under way
	dotsRoom    = 24.0 // a wait that is shorter has no room for a pattern of dots
	waitHeight  = 6.0  // waiting is a thin quiet line, work fills the lane
)

// drawSpan draws one span from its begin to end.
func (s *Scene) drawSpan(l *draw.List, v *View, span *Span, end int64, y, h float64) {
	x, x1 := max(v.X(span.At), v.left()-4), min(v.X(end), v.W+4)
	w, middle := x1-x, y+h/2
	switch span.State {
	case Unknown:
		l.Add(draw.Rect, draw.Ground, x, y, w, h)
	case Outside:
		l.Add(draw.Line, draw.Run, x, middle, w, 0)
	case Blocked:
		l.Add(draw.Rect, draw.Block, x, middle-waitHeight/2, w, waitHeight)
		if w >= dotsRoom {
			l.Add(draw.Dots, draw.BlockInk, x, middle, w, 0)
		}
	case Off:
		l.Add(draw.Dots, draw.BlockInk, x, middle, w, 0)
	case InCall:
		l.Add(draw.Rect, draw.Block, x, y+3, w, h-6)
		l.Add(draw.Hatch, draw.BlockInk, x, y+3, w, h-6)
	case Runnable:
		l.Add(draw.Rect, draw.ReadySoft, x, y+2, w, h-4)
	case Polling:
		l.Add(draw.Rect, draw.PollSoft, x, y+2, w, h-4)
	case InKernel:
		edge := h * kernelShare
		if w >= 5 {
			w-- // so that calls can be counted
		}
		l.Add(draw.Rect, draw.Run, x, y, w, h-edge)
		l.Add(draw.Rect, draw.Kernel, x, y+h-edge, w, edge)
	case Running:
		l.Add(draw.Rect, draw.Run, x, y, w, h)
	}
	from, to := x, x // where the words are
	if h >= laneHeight {
		from, to = s.drawSpanText(l, v, span, end, max(x, v.left()), min(x1, v.W), y)
	}
	if ink := spanInk[span.State][0]; span.State == Runnable || span.State == Polling {
		drawTexture(l, v, span.State, ink, x, from, middle)
		drawTexture(l, v, span.State, ink, to, x1, middle)
	}
}

// spanInk is the colour of words on a span, and of the ground under them.
var spanInk = [States][2]draw.Color{
	Running: {draw.RunInk, draw.Run}, InKernel: {draw.RunInk, draw.Run}, Polling: {draw.Poll, draw.PollSoft},
	Runnable: {draw.Ready, draw.ReadySoft}, Blocked: {draw.BlockInk, draw.Band}, Off: {draw.BlockInk, draw.Band}, InCall: {draw.BlockInk, draw.Block},
}

// drawSpanText writes the longest text that fits between x and x1, and
// answers the room that it takes.
func (s *Scene) drawSpanText(l *draw.List, v *View, span *Span, end int64, x, x1, y float64) (float64, float64) {
	const pad = 5
	least := 2.0 * pad
	if span.State == Runnable || span.State == Polling {
		least += 24 // for the shape, which comes first
	}
	if x1-x < least+6 { // no letter has room
		return x, x
	}
	for _, text := range spanTexts(span, end, v.Words) {
		w := v.Width(text, fontSize, true)
		if w+least > x1-x {
			continue
		}
		ink, baseline := spanInk[span.State], y+laneHeight/2+4
		from := (x + x1 - w) / 2
		switch span.State {
		case Running, InKernel:
			baseline--
		default: // the words stand on a ground of their own, so that nothing crosses them
			l.Add(draw.Rect, ink[1], from-pad, y+3, w+2*pad, laneHeight-6)
		}
		l.Write(ink[0], from, baseline, fontSize, true, draw.Start, text)
		return from - pad, from + w + pad
	}
	return x, x
}

// spanTexts are the texts for a span, longest first.
func spanTexts(span *Span, end int64, w *Words) []string {
	call, long := span.Op.String(), " · "+Brief(end-span.At)
	switch span.State {
	case Blocked:
		return []string{w.BlockedIn + call + long, w.BlockedIn + call, call}
	case Off:
		if call != "" {
			return []string{w.OffIn + call + long, w.OffIn + call, call}
		}
		return []string{w.States[Off] + long, w.States[Off]}
	case InCall:
		return []string{w.In + call + long, w.In + call, call}
	case Runnable:
		return []string{w.States[Runnable] + long, w.NoCPU}
	case Running:
		return []string{w.States[Running]}
	case InKernel:
		if span.Op == wire.OpRead || span.Op == wire.OpWrite {
			return []string{callText(span), call, call[:1]}
		}
		return []string{callText(span), call}
	case Polling:
		return []string{callText(span) + " " + w.Empty, w.Empty}
	}
	return nil
}

func callText(span *Span) string {
	if span.FD <= 0 {
		return span.Op.String()
	}
	return span.Op.String() + " fd " + strconv.Itoa(int(span.FD))
}
