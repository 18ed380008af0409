//go:build browser

package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"iowait/server/wire"
)

// TestBrowserWatch looks at the recordings of one run in every way there is.
func TestBrowserWatch(t *testing.T) {
	url := serveForTest(t)
	var run string
	t.Run("the keyboard alone makes a run and watches it", func(t *testing.T) {
		b := openTab(t, url)
		run = watchesByKeyboard(b)
		b.quiet()
	})
	for _, part := range []struct {
		name string
		test func(b *tab, run string)
	}{
		{"the other view shows the same moment", turnsTheView},
		{"a search finds events and goes through them", searches},
		{"an event leads to its line of code, and the line to its events", readsTheCode},
		{"two models share one clock and one scale", comparesModels},
		{"a selected stretch adds up and is played in a loop", selectsAStretch},
		{"moments worth looking at are found", jumpsToMoments},
		{"a projector's picture is larger", projects},
		{"paper gets light pictures and the events in words", prints},
		{"a window that changes its size is drawn anew", resizes},
		{"every control has a name and can be read", isAccessible},
		{"without the front end there is a still picture", showsStills},
	} {
		t.Run(part.name, func(t *testing.T) {
			if run == "" {
				t.Skip("there is no run to look at")
			}
			b := openTab(t, url)
			part.test(b, run)
			b.quiet()
		})
	}
}

// press types keys, one after another, and waits for each until it is drawn.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(k))
		b.settle()
	}
}

// settle waits for the second frame from now: what was asked for is drawn.
func (b *tab) settle() {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))))`, chromedp.EvalAwaitPromise))
}

// tabTo presses the tabulator until an element has the focus.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	for range 200 {
		b.do(chromedp.KeyEvent(kb.Tab))
		if eval[bool](b, `document.activeElement.matches(`+strconv.Quote(selector)+`)`) {
			return
		}
	}
	b.t.Fatalf("the tabulator never reaches %s", selector)
}

// watch opens a run's page and waits for its figure.
func (b *tab) watch(run, lang string, l look) {
	b.t.Helper()
	b.open("/"+lang+"/runs/"+run, l)
	b.until(`window.iowait.state().events > 0 && window.iowait.state().drawnText.length > 0`)
	b.do(chromedp.Focus(chromedp.CSS("#timeline")))
}

func watchesByKeyboard(b *tab) (run string) {
	b.open("/en/play", desk)
	for _, name := range []string{"duration_ms", "rounds", "record_ms", "warmup_ms"} { // folded away: set as the fields' memory would
		b.set(`[data-param="`+name+`"]`, strconv.Itoa(small[name]))
	}
	b.tabTo("#run-button")
	b.press(kb.Enter)
	run = b.ended()
	b.until(`window.iowait.state().events > 0`)
	b.tabTo("#timeline")
	at := b.state().TimeNS
	b.press(kb.ArrowRight, kb.ArrowRight)
	if now := b.state().TimeNS; now <= at {
		b.t.Errorf("two steps forward: got %v, want later than %v", now, at)
	}
	b.press("v")
	b.until(`window.iowait.state().staged`)
	b.press("?")
	b.until(`document.querySelector('#key-list').open`)
	b.shot("keys-en-" + desk.String())
	b.press(kb.Escape)
	b.until(`!document.querySelector('#key-list').open`)
	return run
}

func turnsTheView(b *tab, run string) {
	for _, l := range []look{desk, night, phone} {
		b.watch(run, "en", l)
		b.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
		before := b.state()
		if before.TimeNS == 0 || before.Staged {
			b.t.Fatalf("got %v at %v, want the timeline somewhere", before.Staged, before.TimeNS)
		}
		timeline := strings.Join(before.DrawnText, "\n")
		b.shot("watch-timeline-en-" + l.String())
		b.click("#view-stage")
		b.settle()
		after := b.state()
		if after.TimeNS != before.TimeNS || !after.Staged || strings.Join(after.DrawnText, "\n") == timeline {
			b.t.Errorf("got staged %v at %v, want another picture of %v", after.Staged, after.TimeNS, before.TimeNS)
		}
		b.fits("the stage at " + l.String())
		b.shot("watch-stage-en-" + l.String())
		b.do(chromedp.Focus(chromedp.CSS("#timeline")))
		b.press("v")
		if again := b.state(); again.TimeNS != before.TimeNS || again.Staged || strings.Join(again.DrawnText, "\n") != timeline {
			b.t.Errorf("back on the timeline: the picture at %v differs from the one at %v", again.TimeNS, before.TimeNS)
		}
	}
}

func searches(b *tab, run string) {
	b.watch(run, "en", desk)
	b.find("read")
	b.until(`window.iowait.state().hits > 0`)
	first := b.state()
	rec := b.recording(run, first.Model)
	want := 0
	for _, e := range rec.Events {
		if e.Op == wire.OpRead {
			want++
		}
	}
	if first.Hits != want {
		b.t.Errorf("got %d hits for read, want %d", first.Hits, want)
	}
	if e := rec.Events[first.Chosen]; e.Op != wire.OpRead {
		b.t.Errorf("got event %+v chosen, want a read", e)
	}
	b.press(kb.Enter)
	if next := b.state(); next.Chosen <= first.Chosen || rec.Events[next.Chosen].Op != wire.OpRead {
		b.t.Errorf("the next hit: got event %d, want a read behind %d", next.Chosen, first.Chosen)
	}
	if got := eval[string](b, `document.querySelector('#find-count').textContent`); !strings.Contains(got, " of ") {
		b.t.Errorf("got count %q, want the rank of all", got)
	}
	b.shot("watch-search-en-" + desk.String())
	b.press(kb.Escape)
	if got := b.state().Hits; got != 0 || !eval[bool](b, `document.activeElement.id === "timeline"`) {
		b.t.Errorf("escape leaves %d hits, or the focus in the box", got)
	}
	b.find("EOWNERDEAD")
	b.until(`document.querySelector('#find-count').textContent === "no hit"`)
}

// find searches, from the keyboard.
func (b *tab) find(text string) {
	b.t.Helper()
	b.press("/")
	if !eval[bool](b, `document.activeElement.id === "find-text"`) {
		b.t.Fatal("the key / does not lead to the search")
	}
	b.set("#find-text", text)
}

func (b *tab) recording(run, model string) *wire.Recording {
	b.t.Helper()
	rec, err := wire.Decode(b.fetch("/api/runs/" + run + "/recording?model=" + model))
	if err != nil {
		b.t.Fatal(err)
	}
	return rec
}

func readsTheCode(b *tab, run string) {
	b.watch(run, "en", desk)
	b.until(`document.querySelector('#code-lines button') !== null`)
	rec := b.recording(run, b.state().Model)
	for range 12 { // events of both sides
		b.press(kb.ArrowRight)
		e := rec.Events[b.state().Chosen]
		if e.Site == 0 {
			continue
		}
		site := rec.Sites[e.Site]
		line := fmt.Sprintf("document.querySelector('#code-lines li:nth-child(%d)')", site.Line)
		b.until(line + ` !== null && ` + line + `.getAttribute('aria-current') === 'true' && document.querySelector('#code-file').selectedOptions[0].textContent.endsWith('/` + site.File + `')`)
		if facts := eval[string](b, `document.querySelector('#event-facts').innerText`); !strings.Contains(facts, site.File+":"+strconv.Itoa(site.Line)) {
			b.t.Errorf("got facts %q, want %s:%d in them", facts, site.File, site.Line)
		}
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#code-lines button').click()`))
	b.settle()
	line := eval[string](b, `document.querySelector('#code-lines li.marked button').dataset.line`)
	s := b.state()
	e := rec.Events[s.Chosen]
	if got := strconv.Itoa(rec.Sites[e.Site].Line); got != line || s.Hits == 0 {
		b.t.Errorf("line %s was clicked: got an event of line %s and %d hits", line, got, s.Hits)
	}
	want := 0
	for _, o := range rec.Events {
		if o.Site != 0 && rec.Sites[o.Site].File == rec.Sites[e.Site].File && rec.Sites[o.Site].Line == rec.Sites[e.Site].Line {
			want++
		}
	}
	if s.Hits != want {
		b.t.Errorf("got %d events marked for the line, want %d", s.Hits, want)
	}
	b.shot("watch-code-en-" + desk.String())
	b.press(kb.Escape)
	box := eval[[]float64](b, `(r => [r.left, r.bottom, r.width])(document.querySelector('#timeline').getBoundingClientRect())`)
	b.do(chromedp.MouseClickXY(box[0]+0.7*box[2], box[1]-33)) // the client's lane stays at the bottom
	b.settle()
	s = b.state()
	client := false
	for _, t := range rec.Threads {
		client = client || t.TID == rec.Events[s.Chosen].TID && t.Proc == "client"
	}
	if !client || s.Hits != 0 {
		b.t.Errorf("a click on the client's lane: got event %+v and %d hits, want one of the client's and none", rec.Events[s.Chosen], s.Hits)
	}
}

func comparesModels(b *tab, run string) {
	for _, l := range []look{desk, night, phone} {
		for _, lang := range []string{"en", "zh"} {
			b.watch(run, lang, l)
			b.press("c")
			b.until(`window.iowait.state().panes.length === 2`)
			b.settle()
			sameScale := func(what string) {
				b.t.Helper()
				p := b.state().Panes
				for _, o := range p[1:] {
					if o.ToNS-o.FromNS != p[0].ToNS-p[0].FromNS || o.FromNS-o.ZeroNS != p[0].FromNS-p[0].ZeroNS {
						b.t.Errorf("%s: got windows %+v, want the same one, from the common moment on", what, p)
					}
				}
			}
			sameScale("at first")
			b.press(kb.ArrowRight, kb.ArrowRight, "w")
			sameScale("after two steps and a zoom")
			if p := b.state().Panes; p[0].TimeNS-p[0].ZeroNS != p[1].TimeNS-p[1].ZeroNS {
				b.t.Errorf("got moments %+v, want the same one on the common clock", p)
			}
			b.shot("watch-compare-" + lang + "-" + l.String())
			b.press("r")
			b.until(`!document.querySelector('#race').hidden`)
			b.settle()
			sameScale("in the race")
			if got := eval[string](b, `document.querySelector('#race').textContent`); !strings.Contains(got, "epoll") || !strings.Contains(got, "s") {
				b.t.Errorf("got %q, want how long each model took", got)
			}
			b.shot("watch-race-" + lang + "-" + l.String())
			b.press("v")
			b.settle()
			b.fits("two stages in " + lang + " at " + l.String())
			b.shot("watch-stages-" + lang + "-" + l.String())
			b.press("v", kb.ArrowRight)
			if !eval[bool](b, `document.querySelector('#race').hidden`) {
				b.t.Error("a step does not return to the common clock")
			}
			at := b.state().TimeNS
			b.press("c")
			b.until(`window.iowait.state().panes.length === 1`)
			if got := b.state().TimeNS; got != at {
				b.t.Errorf("alone again: got moment %v, want still %v", got, at)
			}
		}
	}
}

func selectsAStretch(b *tab, run string) {
	b.watch(run, "en", desk)
	b.press(kb.ArrowRight, "[")
	for range 10 {
		b.press(kb.ArrowRight)
	}
	b.press("]")
	s := b.state()
	if s.SelectToNS != s.TimeNS || s.SelectFromNS >= s.SelectToNS {
		b.t.Fatalf("got %v to %v at %v, want a stretch that ends here", s.SelectFromNS, s.SelectToNS, s.TimeNS)
	}
	if rows := eval[int](b, `document.querySelectorAll('#selection-tables tbody tr').length`); rows < 2 {
		b.t.Errorf("got %d rows of totals, want some", rows)
	}
	b.shot("watch-selection-en-" + desk.String())
	b.press("l", "<", "<", " ")
	b.until(`window.iowait.state().playing && window.iowait.state().looping`)
	b.press(" ")
	b.until(`!window.iowait.state().playing`)
	b.press(kb.Escape)
	if s := b.state(); s.SelectToNS != 0 || s.Looping {
		b.t.Errorf("got %v, looping %v; want nothing selected", s.SelectToNS, s.Looping)
	}
	box := eval[[]float64](b, `(r => [r.left, r.top, r.width, r.height])(document.querySelector('#timeline').getBoundingClientRect())`)
	y := box[1] + box[3]/2
	drag := func(kind input.DispatchMouseEventType, x float64) chromedp.Action[chromedp.Void] {
		return call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1, Modifiers: 8})
	}
	b.do(drag("mousePressed", box[0]+300), drag("mouseMoved", box[0]+400), drag("mouseMoved", box[0]+500), drag("mouseReleased", box[0]+500))
	b.settle()
	if s := b.state(); s.SelectFromNS >= s.SelectToNS {
		b.t.Errorf("shift and a drag selected %v to %v, want a stretch", s.SelectFromNS, s.SelectToNS)
	}
}

func jumpsToMoments(b *tab, run string) {
	b.watch(run, "en", desk)
	for _, key := range []string{"b", "u", "m"} {
		b.press(key)
		s := b.state()
		if s.Chosen < 0 || s.TimeNS < s.FromNS || s.TimeNS > s.ToNS {
			b.t.Errorf("%s: got event %d at %v, window %v to %v", key, s.Chosen, s.TimeNS, s.FromNS, s.ToNS)
		}
		if facts := eval[string](b, `document.querySelector('#event-text').textContent`); facts == "" {
			b.t.Errorf("%s: nothing is said", key)
		}
	}
	b.shot("watch-longest-en-" + desk.String())
}
