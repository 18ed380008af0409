package pages

import (
	"maps"
	"slices"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// A group is the results at one value of a sweep; without a sweep there is
// one, of all results, with no label.
type group struct {
	label   string
	results []*wire.Result
}

func groups(w *i18n.Words, run *wire.Run) (all []group) {
	if run.Sweep == nil {
		all = []group{{}}
		for i := range run.Results {
			all[0].results = append(all[0].results, &run.Results[i])
		}
		return all
	}
	p := paramOf(run, run.Sweep.Param)
	rest := group{}
	for _, v := range run.Sweep.Values {
		all = append(all, group{label: w.Result.Swept(paramLabel(w, run.Experiment, p.Name), paramValue(w, p, v))})
	}
	for i := range run.Results {
		r := &run.Results[i]
		v, ok := r.At[run.Sweep.Param]
		if k := slices.Index(run.Sweep.Values, v); ok && k >= 0 {
			all[k].results = append(all[k].results, r)
		} else {
			rest.results = append(rest.results, r)
		}
	}
	if len(rest.results) > 0 {
		all = append(all, rest)
	}
	return slices.DeleteFunc(all, func(of group) bool { return len(of.results) == 0 })
}

// without is a result's name without the swept parameter.
func without(r *wire.Result, param string) string {
	at := maps.Clone(r.At)
	delete(at, param)
	return wire.Name(r.Model, at)
}

// curves draws what a sweep found: what is compared over the values, and
// below it the slowest hundredth of the requests (or, in an open loop, what
// was answered). Each is drawn twice, for wide and for narrow screens; the
// style sheet shows one.
func curves(w *i18n.Words, run *wire.Run) g.Node {
	if run.Sweep == nil {
		return nil
	}
	unit := unitOf(w, run.Unit)
	label := paramLabel(w, run.Experiment, run.Sweep.Param)
	plots := g.Group{plot(w, run, w.Result.Over(unit.Name, label), func(v float64) string { return Amount(run.Unit, v) },
		func(r *wire.Result) *wire.Spread { return compared(r) }, run.Unit == bench.UnitRequests || run.Unit == "")}
	if run.Unit == bench.UnitP99 {
		plots = append(plots, plot(w, run, w.Result.Over(w.Result.Requests, label), Number, func(r *wire.Result) *wire.Spread { return r.RequestsPS }, true))
	} else {
		plots = append(plots, plot(w, run, w.Result.Over(w.Result.P99, label), Duration, slowest, false))
	}
	return Div(Class("curves"), plots)
}

// slowest is the median and range of the trials' 99th percentiles.
func slowest(r *wire.Result) *wire.Spread {
	var all []float64
	for _, t := range r.Trials {
		if t.Status == wire.OK && t.LatencyNS.P99 > 0 {
			all = append(all, float64(t.LatencyNS.P99))
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	n := len(all)
	return &wire.Spread{Median: (all[(n-1)/2] + all[n/2]) / 2, Low: all[0], High: all[n-1]}
}

// plot is one chart. Where nothing can be drawn, there is none.
func plot(w *i18n.Words, run *wire.Run, title string, write func(float64) string, of func(r *wire.Result) *wire.Spread, ceilings bool) g.Node {
	p := paramOf(run, run.Sweep.Param)
	chart := scene.Curves{Title: title, Write: write}
	for _, v := range run.Sweep.Values {
		chart.Values = append(chart.Values, float64(v))
		chart.Labels = append(chart.Labels, paramValue(w, p, v))
	}
	chart.Named = len(p.Names) > 0
	for i := range run.Results {
		r := &run.Results[i]
		at, ok := r.At[run.Sweep.Param]
		if !ok || compared(r) == nil {
			continue
		}
		name := without(r, run.Sweep.Param)
		if s := of(r); s != nil {
			chart.Add(name, scene.CurvePoint{X: float64(at), Y: s.Median, Low: s.Low, High: s.High})
		}
		if ceilings && r.CeilingPS != nil {
			chart.AddCeiling(w.Result.CeilingX+" "+name, scene.CurvePoint{X: float64(at), Y: *r.CeilingPS})
		}
	}
	if len(chart.Curves) == 0 {
		return nil
	}
	still := func(class string, width float64) g.Node {
		var l draw.List
		chart.Draw(&l, &scene.View{W: width, H: chart.Height(width), Words: sceneWords(w), Width: draw.Width})
		return Div(Class(class), g.Raw(draw.SVG(&l, title, nil))) // our own renderer's
	}
	return Figure(FigCaption(g.Text(title)), still("for-wide", 620), still("for-narrow", 358))
}

// sceneWords are the words of pictures in a page's language.
func sceneWords(w *i18n.Words) *scene.Words {
	if w.Lang == "zh" {
		return &scene.Chinese
	}
	return &scene.English
}
