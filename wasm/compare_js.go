package main

import (
	"slices"
	"strconv"

	"iowait/wasm/scene"
)

// compare shows models side by side, or the one in hand alone again.
func (f *figure) compare() {
	if len(f.panes) > 1 {
		f.show([]string{f.pane.model}, "")
		return
	}
	models := []string{f.pane.model}
	for _, m := range f.models {
		if len(models) < mostPanes && m != f.pane.model {
			models = append(models, m)
		}
	}
	f.together(models)
}

// together shows several models, once all their recordings are here.
func (f *figure) together(models []string) {
	run := f.run
	for _, m := range models {
		if f.scenes[m] != nil {
			continue
		}
		setText("provenance", say().fetching)
		f.provenance = ""
		f.load(m, func(err error) {
			if run != f.run {
				return
			}
			if err != nil { // then without it
				models = slices.DeleteFunc(slices.Clone(models), func(o string) bool { return o == m })
				f.models = slices.DeleteFunc(f.models, func(o string) bool { return o == m })
			}
			f.together(models)
		})
		return
	}
	if len(models) == 0 {
		return
	}
	begun := f.begun
	f.show(models, "")
	f.begun = begun
}

// toggleModel adds a model to those side by side, or takes it away.
func (f *figure) toggleModel(model string) {
	var models []string
	for _, p := range f.panes {
		models = append(models, p.model)
	}
	if i := slices.Index(models, model); i >= 0 {
		if len(models) > 2 {
			f.together(slices.Delete(models, i, i+1))
		}
		return
	}
	f.together(append(models[:min(len(models), mostPanes-1)], model))
}

// showCompare shows what can be done with the models that there are.
func (f *figure) showCompare() {
	show("compare", len(f.models) > 1)
	pressed("compare", len(f.panes) > 1)
	show("race-button", len(f.panes) > 1)
	byID("panes").Get("classList").Call("toggle", "two-columns", f.staged && len(f.panes) > 1)
	if len(f.panes) < 2 {
		f.endRace()
	}
}

// A race is when each of the models had answered the same number of requests.
type race struct{ requests int }

// begin40 puts each pane where its model had answered 40 requests since the
// moment that all have in common; fewer, where a recording has not as many.
func (f *figure) begin40() {
	if len(f.panes) < 2 {
		return
	}
	n, longest, line := 40, int64(0), ""
	for _, p := range f.panes {
		_, got := p.scene.Answered(p.align, n)
		n = min(n, got)
	}
	if n == 0 {
		setText("race", say().noRace)
		show("race", true)
		return
	}
	f.pane.player.Pause()
	for _, p := range f.panes {
		at, _ := p.scene.Answered(p.align, n)
		p.player.Now = at
		longest = max(longest, at-p.align)
		line += " · " + p.model + " " + scene.Brief(at-p.align)
	}
	p := f.pane
	p.player.Frame(p.align, p.align+longest)
	if p.player.T0 > p.align || p.player.T1 < p.align+longest {
		p.player.T0, p.player.T1 = p.align, p.align+longest
	}
	f.race, f.begun, f.chosen = &race{n}, true, -1
	setText("race", strconv.Itoa(n)+say().answered+line)
	show("race", true)
}

// endRace returns to the common clock.
func (f *figure) endRace() {
	f.race = nil
	show("race", false)
}
