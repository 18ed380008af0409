package scene

import (
	"math"
	"slices"
	"sort"

	"iowait/wasm/draw"
)

// Curves is a chart of what several models reached at each value of a
// parameter. Models are told apart by marks and by names, not by colours,
// which have other meanings.
type Curves struct {
	Title  string    // what goes up
	Values []float64 // of the parameter, rising
	Labels []string  // how each is written
	Named  bool      // values are names: they lie at equal distances
	Write  func(float64) string
	Curves []Curve
}

// A Curve is one model's points, or a ceiling: what arithmetic allows.
type Curve struct {
	Name    string
	Ceiling bool
	Points  []CurvePoint
}

// A CurvePoint is a median with its range; a ceiling has none.
type CurvePoint struct{ X, Y, Low, High float64 }

// Add appends a point to the curve of this name.
func (c *Curves) Add(name string, p CurvePoint) { c.add(name, false, p) }

// AddCeiling appends a point without a range to a ceiling.
func (c *Curves) AddCeiling(name string, p CurvePoint) {
	p.Low, p.High = p.Y, p.Y
	c.add(name, true, p)
}

func (c *Curves) add(name string, ceiling bool, p CurvePoint) {
	i := slices.IndexFunc(c.Curves, func(k Curve) bool { return k.Name == name && k.Ceiling == ceiling })
	if i < 0 {
		c.Curves = append(c.Curves, Curve{Name: name, Ceiling: ceiling})
		i = len(c.Curves) - 1
	}
	points := &c.Curves[i].Points
	if k := slices.IndexFunc(*points, func(o CurvePoint) bool { return o.X == p.X }); k >= 0 {
		(*points)[k] = p
		return
	}
	*points = append(*points, p)
	sort.Slice(*points, func(i, k int) bool { return (*points)[i].X < (*points)[k].X })
}

// Sizes, in CSS pixels.
const (
	curvesPlot   = 260 // height of the plot itself
	curvesNames  = 176 // for the names at the right end
	curvesTop    = 14
	curvesBottom = 26
	curvesRow    = 18 // of a name
	wideSpan     = 100
)

// Height is how tall the chart is at this width.
func (c *Curves) Height(width float64) float64 {
	if width < narrow {
		return curvesPlot + curvesTop + curvesBottom + float64(len(c.Curves))*curvesRow
	}
	return max(curvesPlot, float64(len(c.Curves))*curvesRow) + curvesTop + curvesBottom
}

// axis maps values to pixels.
type axis struct {
	log                 bool
	low, high, from, to float64
	step                float64 // between ticks, unless log
}

func (a *axis) at(v float64) float64 {
	low, high := a.low, a.high
	if a.log {
		v, low, high = math.Log10(max(v, low)), math.Log10(low), math.Log10(high)
	}
	if high == low {
		return (a.from + a.to) / 2
	}
	return a.from + (a.to-a.from)*(v-low)/(high-low)
}

// Draw draws the chart. The x axis is logarithmic when the values span two
// decades, and so is the y axis, which otherwise begins at zero.
func (c *Curves) Draw(l *draw.List, v *View) {
	l.Reset(v.W, v.H)
	l.Add(draw.Rect, draw.Ground, 0, 0, v.W, v.H)
	if len(c.Curves) == 0 || len(c.Values) == 0 {
		return
	}
	y := c.yAxis()
	ticks := yTicks(y)
	left := 0.0
	for _, t := range ticks {
		left = max(left, v.Width(c.tick(t), 11, true))
	}
	x := axis{from: left + 24, to: v.W - curvesNames - 16, low: c.Values[0], high: c.Values[len(c.Values)-1]}
	y.from, y.to = v.H-curvesBottom, curvesTop
	if v.W < narrow {
		x.to = v.W - 16
		y.from -= float64(len(c.Curves)) * curvesRow
	}
	x.log = !c.Named && x.low > 0 && x.high >= wideSpan*x.low
	for _, t := range ticks {
		l.Add(draw.Line, draw.Rule, x.from-8, y.at(t), x.to-x.from+16, 0)
		l.Write(draw.Quiet, x.from-14, y.at(t)+4, 11, true, draw.End, c.tick(t))
	}
	c.xTicks(l, v, &x, y.from)
	marks := 0
	var ends []curveEnd
	for i := range c.Curves {
		k := &c.Curves[i]
		mark := -1
		if !k.Ceiling {
			mark = marks
			marks++
		}
		c.curve(l, k, mark, &x, &y)
		ends = append(ends, curveEnd{k.Name, mark, y.at(k.Points[len(k.Points)-1].Y)})
	}
	if v.W < narrow {
		for i, e := range ends {
			at := v.H - float64(len(ends)-i)*curvesRow + 4
			e.write(l, v, 10, at, v.W-20)
		}
		return
	}
	spreadOut(ends, curvesRow-2, curvesTop, v.H-curvesBottom)
	for _, e := range ends {
		e.write(l, v, x.to+16, e.y, curvesNames)
	}
}

// yAxis spans all points; a ceiling that is far off does not count.
func (c *Curves) yAxis() axis {
	low, high, top := math.Inf(1), 0.0, 0.0
	for _, k := range c.Curves {
		for _, p := range k.Points {
			if k.Ceiling {
				top = max(top, p.Y)
				continue
			}
			if p.Low > 0 {
				low = min(low, p.Low)
			}
			high = max(high, p.High)
		}
	}
	if top <= 2*high {
		high = max(high, top)
	}
	if low > 0 && high >= wideSpan*low && !math.IsInf(low, 1) {
		return axis{log: true, low: math.Pow(10, math.Floor(math.Log10(low))), high: math.Pow(10, math.Ceil(math.Log10(high)))}
	}
	step := ceil(high/4, 1, 2, 2.5, 5)
	return axis{high: math.Ceil(high/step-1e-9) * step, step: step}
}

// tick writes a value at the y axis; nothing has no unit.
func (c *Curves) tick(v float64) string {
	if v == 0 {
		return "0"
	}
	return c.Write(v)
}

func yTicks(y axis) (all []float64) {
	if y.log {
		for t := y.low; t <= y.high*1.001; t *= 10 {
			all = append(all, t)
		}
		return all
	}
	for i := 0; float64(i)*y.step <= y.high*1.001; i++ {
		all = append(all, float64(i)*y.step)
	}
	return all
}

// place is where a value lies: its own place, or that of its name.
func (c *Curves) place(x *axis, v float64) float64 {
	if !c.Named {
		return x.at(v)
	}
	even := axis{high: float64(max(len(c.Values)-1, 1)), from: x.from, to: x.to}
	return even.at(float64(max(slices.Index(c.Values, v), 0)))
}

// xTicks marks each value, and writes those that have room.
func (c *Curves) xTicks(l *draw.List, v *View, x *axis, bottom float64) {
	free := math.Inf(-1)
	for i, value := range c.Values {
		at, label := c.place(x, value), ""
		if i < len(c.Labels) {
			label = c.Labels[i]
		}
		l.Add(draw.Line, draw.Quiet, at, bottom, 0, 4)
		half := v.Width(label, 11, true) / 2
		middle := min(max(at, half), v.W-half)
		if middle-half > free {
			l.Write(draw.Quiet, middle, bottom+17, 11, true, draw.Middle, label)
			free = middle + half + 6
		}
	}
}
