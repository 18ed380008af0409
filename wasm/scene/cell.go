package scene

import (
	"slices"

	"iowait/wasm/draw"
)

// Spans at least wide pixels wide are drawn by themselves. Narrower ones
// that follow each other become cells, on a grid that is fixed to the time,
// so that nothing flickers while the window moves.
const (
	wide      = 2.5
	cellWidth = 2.0
)

// drawLane draws the spans of one lane. The cost depends on pixels, not on
// how many spans there are.
func (s *Scene) drawLane(l *draw.List, v *View, lane *Lane, cells *profile, y, h float64) {
	grid, least := v.nsIn(cellWidth), v.nsIn(wide)
	var sums [States]int64 // up to the moment upTo
	upTo := int64(-1)
	at := max(v.T0, 0)
	for i := lane.spanAt(at); i >= 0 && at < min(v.T1, lane.end); {
		span, end := &lane.Spans[i], lane.endOf(i)
		if end-span.At >= least {
			cells.flush(l, v, y, h)
			s.drawSpan(l, v, span, end, y, h)
			at, i = end, i+1
			continue
		}
		to := min((at/grid+1)*grid, lane.end)
		k := lane.spanFrom(i, to)
		if k > i && lane.endOf(k)-lane.Spans[k].At >= least {
			to = lane.Spans[k].At // the next wide one
		}
		if upTo != at { // cells follow each other: each one's end is the next one's begin
			sums = lane.upTo(i, at)
		}
		next := lane.upTo(k, to)
		for state := range sums {
			sums[state] = next[state] - sums[state]
		}
		cells.add(sums, at, to)
		sums, upTo, at, i = next, to, to, k
	}
	cells.flush(l, v, y, h)
}

// A profile is a run of cells: for each, the shares of its time that were
// spent in each state.
type profile struct {
	at    []int64
	cells [][States]float32
	end   int64
}

func (p *profile) add(sums [States]int64, from, to int64) {
	var shares [States]float32
	for state, n := range sums {
		shares[state] = float32(n) / float32(to-from)
	}
	p.at, p.cells, p.end = append(p.at, from), append(p.cells, shares), to
}

// layers stack a cell from the bottom: work first.
var layers = [...]struct {
	color  draw.Color
	own    int // of the states, those that the colour stands for; the others are below it
	states []State
}{ // the tallest is drawn first
	{draw.Block, 1, []State{InCall, Runnable, Polling, InKernel, Running}},
	{draw.Ready, 1, []State{Runnable, Polling, InKernel, Running}},
	{draw.Poll, 1, []State{Polling, InKernel, Running}},
	{draw.Run, 2, []State{InKernel, Running}},
	{draw.Kernel, 1, []State{InKernel}},
}

// flush draws the cells: waiting as a thin line, and above it the time
// spent otherwise as heights.
func (p *profile) flush(l *draw.List, v *View, y, h float64) {
	if len(p.at) == 0 {
		return
	}
	x, x1 := v.X(p.at[0]), v.X(p.end)
	var any [States]bool
	for i := range p.cells {
		for state := range any {
			any[state] = any[state] || p.cells[i][state] > 0
		}
	}
	if any[Blocked] || any[Off] {
		l.Add(draw.Rect, draw.Block, x, y+h/2-waitHeight/2, x1-x, waitHeight)
	}
	for _, layer := range layers {
		if !slices.ContainsFunc(layer.states[:layer.own], func(state State) bool { return any[state] }) {
			continue
		}
		full := h
		if layer.color == draw.Kernel {
			full = h * kernelShare
		}
		if len(p.cells) == 1 { // a plain rectangle takes less to draw
			if tall := full * float64(height(&p.cells[0], layer.states)); tall > 0 {
				l.Add(draw.Rect, layer.color, x, y+h-tall, x1-x, tall)
			}
			continue
		}
		steps := l.Steps(layer.color, y+h)
		for i := range p.cells {
			steps.Add(v.X(p.at[i]), float64(height(&p.cells[i], layer.states))*full)
		}
		steps.End(x1)
	}
	p.drawTextures(l, v, y, h)
	p.at, p.cells = p.at[:0], p.cells[:0]
}

// drawTextures marks stretches in which one state takes most of the time,
// so that they are not told by colour alone.
func (p *profile) drawTextures(l *draw.List, v *View, y, h float64) {
	for _, state := range []State{Polling, Runnable} {
		from := -1
		for i := 0; i <= len(p.cells); i++ {
			most := i < len(p.cells) && p.cells[i][state] > 0.5
			if most && from < 0 {
				from = i
			}
			if !most && from >= 0 {
				end := p.end
				if i < len(p.at) {
					end = p.at[i]
				}
				drawTexture(l, v, state, draw.Ground, v.X(p.at[from]), v.X(end), y+h/2)
				from = -1
			}
		}
	}
}

// drawTexture repeats a state's shape from x to x1, at places that are fixed
// to the time.
func drawTexture(l *draw.List, v *View, state State, color draw.Color, x, x1, middle float64) {
	const size, every = 8.0, 30.0
	shape := draw.Triangle
	if state == Polling {
		shape = draw.Diamond
	}
	step, drawn := v.nsIn(every), false
	for t := v.Time(x) / step * step; ; t += step {
		at := v.X(t) - size/2
		if at+size+2 > x1 {
			break
		}
		if at >= x+2 {
			l.Add(shape, color, at, middle-size/2, size, size)
			drawn = true
		}
	}
	if !drawn && x1-x >= size+3 {
		l.Add(shape, color, (x+x1-size)/2, middle-size/2, size, size)
	}
}
