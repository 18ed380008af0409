package main

import (
	"strconv"
	"syscall/js"

	"iowait/wasm/scene"
)

// hits are the events that a search, or a line of code, is about.
type hits struct {
	find  func(s *scene.Scene) []int32 // nil for none
	asked int                          // searches so far: a later one makes an earlier one void
}

// finds connects the search box. It searches while one writes.
func (f *figure) finds() {
	box := byID("find-text")
	on(box, "input", func(js.Value) {
		f.hits.asked++
		asked := f.hits.asked
		after(150, func() {
			if asked == f.hits.asked {
				f.search(box.Get("value").String())
			}
		})
	})
	onWith(box, "keydown", true, func(e js.Value) {
		switch e.Get("key").String() {
		case "Enter":
			e.Call("preventDefault")
			if f.hits.asked++; f.hits.find == nil {
				f.search(box.Get("value").String())
				return
			}
			f.nextHit(!e.Get("shiftKey").Bool())
		case "Escape":
			f.drop()
			if f.pane != nil {
				f.pane.surface.canvas.Call("focus")
			}
		}
	})
	for id, forward := range map[string]bool{"find-next": true, "find-back": false} {
		on(byID(id), "click", func(js.Value) { f.nextHit(forward) })
	}
}

func (f *figure) search(query string) {
	if f.pane == nil {
		return
	}
	f.code.unmark()
	if query == "" {
		f.drop()
		return
	}
	f.seek("", func(s *scene.Scene) []int32 { return s.Find(query) })
}

// seek marks events in all panes, and goes to the first one that is not
// before the play head. A text other than "" stands in the search box then.
func (f *figure) seek(text string, find func(s *scene.Scene) []int32) {
	if text != "" {
		byID("find-text").Set("value", text)
	}
	f.hits.find = find
	f.remark()
	if m := f.pane.marks; m != nil && len(m.Events) > 0 {
		p := f.pane.player
		f.toHit(m.Next(p.After(p.Now-1)-1, true))
	}
	f.countHits()
	f.ask()
}

// remark marks the hits in the panes that there are now.
func (f *figure) remark() {
	for _, p := range f.panes {
		p.marks = nil
		if f.hits.find != nil {
			p.marks = p.scene.Mark(f.hits.find(p.scene))
		}
	}
}

func (f *figure) nextHit(forward bool) {
	if f.pane == nil || f.pane.marks == nil {
		return
	}
	if i := f.pane.marks.Next(f.current(), forward); i >= 0 {
		f.toHit(i)
	}
}

// toHit chooses a hit and brings it into view, in time and in place.
func (f *figure) toHit(i int) {
	f.choose(f.pane, i, false)
	if lane := f.pane.scene.LaneOf(i); lane >= 0 {
		f.reveal(lane)
	}
}

// countHits says which of how many hits is the one in hand.
func (f *figure) countHits() {
	m, t := f.pane.marks, say()
	switch {
	case m == nil:
		setText("find-count", "")
	case len(m.Events) == 0:
		setText("find-count", t.noHit)
	default:
		n, at := len(m.Events), m.Rank(f.current())
		setText("find-count", strconv.Itoa(at)+t.of+scene.Thousands(int64(n))+t.hits)
	}
}

// drop drops hits and selection.
func (f *figure) drop() {
	f.hits.find = nil
	f.hits.asked++
	byID("find-text").Set("value", "")
	f.code.unmark()
	if f.pane == nil {
		return
	}
	f.remark()
	f.pane.player.Select(0, 0)
	f.countHits()
	f.ask()
}
