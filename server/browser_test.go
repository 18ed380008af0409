//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"iowait/server/bench"
	"iowait/server/pages"
	"iowait/server/wire"
)

// TestBrowser drives the real program with a real browser. All parts share
// one server; each has a browser of its own.
func TestBrowser(t *testing.T) {
	url := serveForTest(t)
	for _, part := range []struct {
		name string
		test func(b *tab)
	}{
		{"two models are run and their threads are shown", runsTwoModels},
		{"every page fits every screen in both languages", fitsEveryScreen},
		{"a page whose stream breaks still gets the result", reconnects},
		{"a run is cancelled", cancels},
		{"a wrong parameter is named beside its field", namesTheField},
		{"a page without the front end still tells the result", readsWithoutScripts},
		{"every experiment can be chosen without scripts", choosesWithoutScripts},
		{"methods of file I/O are run and compared by bytes", runsFiles},
		{"a sweep is drawn as curves", sweeps},
		{"a value that is none is named beside the sweep", namesTheSweep},
		{"a run that waits for the host says for whom", waitsForTheHost},
	} {
		t.Run(part.name, func(t *testing.T) {
			b := openTab(t, url)
			part.test(b)
			b.quiet()
		})
	}
}

// small makes a run of two models take a few seconds.
var small = map[string]int{"conns": 8, "duration_ms": 200, "rounds": 3, "warmup_ms": 50, "record_ms": 30}

var twoModels = []string{"thread-per-conn", "epoll"}

// choose ticks exactly these models and sets parameters, as a learner would.
func (b *tab) choose(models []string, params map[string]int) {
	b.t.Helper()
	list, _ := json.Marshal(models)
	for _, id := range eval[[]string](b, `[...document.querySelectorAll('input[name=model]')].filter(e => e.checked !== `+string(list)+`.includes(e.value)).map(e => e.id)`) {
		b.click("#" + id)
	}
	for name, v := range params {
		b.set(`[data-param="`+name+`"]`, strconv.Itoa(v))
	}
}

// set gives a field a value, folded away or not.
func (b *tab) set(selector, value string) {
	b.t.Helper()
	s, _ := json.Marshal(selector)
	v, _ := json.Marshal(value)
	b.do(chromedp.Evaluate[chromedp.Void](`(e => { e.value = ` + string(v) + `; e.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector(` + string(s) + `))`))
}

// ended waits for the result of the run that was started here, and answers
// its id.
func (b *tab) ended() (run string) {
	b.t.Helper()
	b.until(`document.querySelector('#result table') !== null && document.querySelector('#progress').hidden`)
	return eval[string](b, `document.querySelector('#result').dataset.run`)
}

func runsTwoModels(b *tab) {
	b.open("/en/play", desk)
	b.shot("play-empty-en-" + desk.String())
	b.choose(twoModels, small)
	b.click(`input[name=predict][value=epoll]`)
	b.click("#run-button")
	b.until(`document.querySelector('#live-body').children.length === 2 && !document.querySelector('#live').hidden`)
	b.shot("play-live-en-" + desk.String())
	run := b.ended()
	b.tableEqualsTheAPI(run)
	if got := eval[string](b, `document.querySelector('#predicted').textContent`); !strings.Contains(got, "epoll") {
		b.t.Errorf("the prediction beside the result: got %q, want epoll", got)
	}
	for _, model := range twoModels {
		b.click(`#recording-tabs [data-model="` + model + `"]`)
		b.until(`window.iowait.state().model === "` + model + `" && window.iowait.state().events > 0`)
		b.lanesAreTheRecordedThreads(run, model)
		b.shot("play-" + model + "-en-" + desk.String())
	}
	b.controlsMoveThroughTheEvents()
}

// tableEqualsTheAPI compares what is shown with what the API answers,
// through the same formatting.
func (b *tab) tableEqualsTheAPI(id string) {
	b.t.Helper()
	var run wire.Run
	if err := json.Unmarshal(b.fetch("/api/runs/"+id), &run); err != nil {
		b.t.Fatal(err)
	}
	rows := eval[[][]string](b, `[...document.querySelector('#result table').tBodies[0].rows].map(r => [...r.cells].map(c => c.textContent))`)
	if len(rows) != len(run.Results) {
		b.t.Fatalf("got %d rows, want %d", len(rows), len(run.Results))
	}
	for i, r := range run.Results {
		if r.Status != wire.OK { // a busy machine may break an invariant; then that is what must be shown
			if len(rows[i]) != 2 || !strings.Contains(rows[i][1], r.Reason) {
				b.t.Errorf("%s is %s: got row %q, want the reason %q and no number", r.Name(), r.Status, rows[i], r.Reason)
			}
			continue
		}
		want := []string{r.Name(), pages.Amount(run.Unit, r.Measured.Median), pages.Amount(run.Unit, r.Measured.Low) + " – " + pages.Amount(run.Unit, r.Measured.High)}
		if !slices.Equal(rows[i][:3], want) {
			b.t.Errorf("got row %q, want it to begin with %q", rows[i], want)
		}
		latency := []string{pages.Duration(float64(r.LatencyNS.P50)), pages.Duration(float64(r.LatencyNS.P99))}
		if got := rows[i][len(rows[i])-2:]; !slices.Equal(got, latency) {
			b.t.Errorf("%s: got %q at the end of the row, want %q", r.Name(), got, latency)
		}
	}
	if got, want := eval[string](b, `document.querySelector('#result .found').textContent`), pages.Say("en", &run).Found; got != want {
		b.t.Errorf("got verdict %q, want %q", got, want)
	}
}

// A shown is what the page says that it shows.
type shown struct {
	TimeNS, FromNS, ToNS     float64
	SelectFromNS, SelectToNS float64
	Playing, Looping, Staged bool
	Events, Chosen, Hits     int
	Model                    string
	Panes                    []struct {
		Model                        string
		TimeNS, ZeroNS, FromNS, ToNS float64
	}
	Lanes []struct {
		TID   int32
		Label string
	}
	DrawnText []string
}

func (b *tab) state() shown {
	b.t.Helper()
	return eval[shown](b, `window.iowait.state()`)
}

func (b *tab) lanesAreTheRecordedThreads(run, model string) {
	b.t.Helper()
	rec, err := wire.Decode(b.fetch("/api/runs/" + run + "/recording?model=" + model))
	if err != nil {
		b.t.Fatal(err)
	}
	recorded := map[int32]bool{}
	for _, e := range rec.Events {
		recorded[e.TID] = true
	}
	b.until(`window.iowait.state().drawnText.length > 0`)
	s := b.state()
	if len(s.Lanes) == 0 || s.Events != len(rec.Events) {
		b.t.Fatalf("%s: got %d lanes and %d events, want some lanes and %d events", model, len(s.Lanes), s.Events, len(rec.Events))
	}
	for _, l := range s.Lanes {
		if !recorded[l.TID] {
			b.t.Errorf("%s: lane %q has thread %d, which is not in the recording", model, l.Label, l.TID)
		}
	}
	drawn := strings.Join(s.DrawnText, "\n")
	if first := strconv.Itoa(int(s.Lanes[0].TID)); !strings.Contains(drawn, first) {
		b.t.Errorf("%s: the picture does not carry the thread id %s; it says %q", model, first, s.DrawnText)
	}
}

func (b *tab) controlsMoveThroughTheEvents() {
	b.t.Helper()
	step := func(id string) float64 {
		before := strconv.FormatFloat(b.state().TimeNS, 'f', -1, 64)
		b.click("#" + id)
		b.until(`window.iowait.state().timeNS !== ` + before)
		return b.state().TimeNS
	}
	step("step-forward") // now it stands on an event
	on := b.state().TimeNS
	if next := step("step-forward"); next <= on {
		b.t.Errorf("a step forward went from %v to %v", on, next)
	}
	if back := step("step-back"); back != on {
		b.t.Errorf("a step forward and one back went from %v to %v", on, back)
	}
	b.click("#play")
	b.until(fmt.Sprintf(`window.iowait.state().playing && window.iowait.state().timeNS > %v`, on))
	b.click("#play")
	b.until(`!window.iowait.state().playing`)
	before := b.state()
	b.click("#zoom-in")
	b.until(fmt.Sprintf(`window.iowait.state().toNS - window.iowait.state().fromNS < %v`, before.ToNS-before.FromNS))
	b.do(chromedp.Focus(chromedp.CSS("#timeline")), chromedp.KeyEvent("0"))
	b.until(`window.iowait.state().fromNS === 0`)
	if got := eval[string](b, `document.querySelector('#event-text').textContent`); got == "" {
		b.t.Error("the event at the play head is not told in words")
	}
}

// lastRun is a run that has ended, made by an earlier part or now.
func (b *tab) lastRun() string {
	b.t.Helper()
	b.open("/en/play", desk)
	b.choose(twoModels, small)
	b.click("#run-button")
	return b.ended()
}

func fitsEveryScreen(b *tab) {
	run := b.lastRun()
	for _, lang := range []string{"en", "zh"} {
		for _, l := range []look{desk, night, phone, {390, 844, true}} {
			for _, page := range []string{"play", "runs", "host"} {
				b.visit("/"+lang+"/"+page, l)
				b.fits(page + " in " + lang + " at " + l.String())
				b.shot(page + "-" + lang + "-" + l.String())
			}
			for _, e := range bench.Experiments() {
				b.visit("/"+lang+"/play?experiment="+e.ID, l)
				b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('details').forEach(d => d.open = true)`))
				b.fits(e.ID + " in " + lang + " at " + l.String())
				b.shot("play-" + e.ID + "-" + lang + "-" + l.String())
			}
			b.open("/"+lang+"/runs/"+run, l)
			b.until(`window.iowait.state().events > 0 && window.iowait.state().drawnText.length > 0`)
			b.fits("a run in " + lang + " at " + l.String())
			b.shot("run-" + lang + "-" + l.String())
		}
	}
	if got := eval[string](b, `document.querySelector('#result').innerText`); !strings.Contains(got, "请求/秒") {
		b.t.Errorf("the result is not in Chinese: %q", got)
	}
}

func reconnects(b *tab) {
	b.open("/en/play", desk)
	b.choose(twoModels, small)
	b.click("#run-button")
	b.until(`document.querySelector('#live-body tr') !== null`)
	b.do(chromedp.Evaluate[chromedp.Void](`window.iowait.disconnect()`))
	b.until(`!window.iowait.state().connected`)
	b.ended()
	b.until(`window.iowait.state().connected && window.iowait.state().events > 0`)
}

func cancels(b *tab) {
	b.open("/en/play", night)
	b.choose([]string{"epoll"}, map[string]int{"conns": 8, "duration_ms": 60000, "rounds": 3, "warmup_ms": 0, "record_ms": 0})
	b.click("#run-button")
	b.until(`document.querySelector('#live-body tr') !== null`)
	b.click("#cancel-button")
	b.until(`document.querySelector('#progress').hidden && document.querySelector('#run-status').textContent.includes("cancelled")`)
	b.until(`document.querySelector('#result .note') !== null`)
	b.shot("play-cancelled-en-" + night.String())
}

func namesTheField(b *tab) {
	b.open("/en/play", desk)
	b.choose([]string{"epoll"}, map[string]int{"conns": 10001})
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#run-form').noValidate = true`)) // as if the browser did not check
	b.click("#run-button")
	b.until(`!document.querySelector('#form-error').hidden`)
	text := eval[string](b, `document.querySelector('#form-error').textContent`)
	for _, want := range []string{"conns", "10001", "10000"} {
		if !strings.Contains(text, want) {
			b.t.Errorf("got %q, want %q in it", text, want)
		}
	}
	if got := eval[string](b, `document.querySelector('[aria-invalid=true]').name`); got != "conns" {
		b.t.Errorf("got field %q marked, want conns", got)
	}
	if got := eval[string](b, `[...document.querySelectorAll('.field-error')].filter(e => !e.hidden).map(e => e.id + " " + e.textContent).join()`); !strings.Contains(got, "error-conns") || !strings.Contains(got, "10001") {
		b.t.Errorf("got %q beside the fields, want the error beside conns", got)
	}
	b.shot("play-error-en-" + desk.String())
	b.forget("400") // which the browser logs, rightly
}

func readsWithoutScripts(b *tab) {
	run := b.lastRun()
	b.scripts(false)
	b.visit("/zh/runs/"+run, phone)
	b.shot("run-noscript-zh-" + phone.String())
	b.fits("a run without scripts")
	if visible := eval[bool](b, `document.querySelector('#result .found').offsetHeight > 0 && document.querySelector('#figure').offsetHeight === 0 && document.querySelector('noscript').offsetHeight > 0`); !visible {
		b.t.Error("want the verdict and a word about scripts to be seen, and no dead picture")
	}
}
