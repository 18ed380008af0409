package scene

import (
	"sort"

	"iowait/wasm/draw"
)

// curve draws one line; mark is below zero for a ceiling.
func (c *Curves) curve(l *draw.List, k *Curve, mark int, x, y *axis) {
	for i, p := range k.Points {
		px, py := c.place(x, p.X), y.at(p.Y)
		if i > 0 {
			from := k.Points[i-1]
			fx, fy := c.place(x, from.X), y.at(from.Y)
			kind, color := draw.Line, draw.Quiet
			if k.Ceiling {
				kind, color = draw.Dots, draw.Ink
			}
			if max(from.Y, p.Y) <= y.high {
				l.Add(kind, color, fx, fy, px-fx, py-fy)
			}
		}
		if k.Ceiling {
			if len(k.Points) == 1 && p.Y <= y.high {
				l.Add(draw.Dots, draw.Ink, x.from, py, x.to-x.from, 0)
			}
			continue
		}
		top, bottom := y.at(p.High), y.at(p.Low)
		l.Add(draw.Line, draw.Quiet, px, top, 0, bottom-top)
		l.Add(draw.Line, draw.Quiet, px-3, top, 6, 0)
		l.Add(draw.Line, draw.Quiet, px-3, bottom, 6, 0)
	}
	if mark >= 0 {
		for _, p := range k.Points {
			curveMark(l, mark, c.place(x, p.X), y.at(p.Y))
		}
	}
}

// curveMarks are the shapes that tell curves apart: filled first, then open.
var curveMarks = []draw.Kind{draw.Disc, draw.Triangle, draw.Rect, draw.Diamond}

func curveMark(l *draw.List, mark int, x, y float64) {
	kind := curveMarks[mark%len(curveMarks)]
	half := 4.0
	switch kind {
	case draw.Rect:
		half = 3.5
	case draw.Triangle, draw.Diamond:
		half = 5
	}
	l.Add(kind, draw.Ink, x-half, y-half, 2*half, 2*half)
	if mark/len(curveMarks)%2 == 1 {
		inner := half - 1.6
		shift := 0.0
		if kind == draw.Triangle {
			shift = 0.7
		}
		l.Add(kind, draw.Ground, x-inner, y-inner+shift, 2*inner, 2*inner)
	}
}

// A curveEnd is a curve's name beside its last point.
type curveEnd struct {
	name string
	mark int
	y    float64
}

func (e curveEnd) write(l *draw.List, v *View, x, y, width float64) {
	if e.mark >= 0 {
		curveMark(l, e.mark, x+6, y)
	} else {
		l.Add(draw.Dots, draw.Ink, x, y, 14, 0)
	}
	l.Write(draw.Ink, x+20, y+4, fontSize, true, draw.Start, fit(v, e.name, width-20, fontSize, true))
}

// spreadOut moves names apart, in the order of their curves' ends, so that
// none covers another.
func spreadOut(ends []curveEnd, gap, top, bottom float64) {
	sort.SliceStable(ends, func(i, k int) bool { return ends[i].y < ends[k].y })
	for i := range ends {
		ends[i].y = max(ends[i].y, top)
		if i > 0 {
			ends[i].y = max(ends[i].y, ends[i-1].y+gap)
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		limit := bottom
		if i < len(ends)-1 {
			limit = ends[i+1].y - gap
		}
		ends[i].y = min(ends[i].y, limit)
	}
}
