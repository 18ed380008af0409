//go:build browser

package main

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/chromedp"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/host"
	"iowait/server/wire"
)

func choosesWithoutScripts(b *tab) {
	b.scripts(false)
	b.visit("/zh/play", phone)
	links := eval[[]string](b, `[...document.querySelectorAll('.experiments a')].map(a => a.getAttribute('href'))`)
	if len(links) != len(bench.Experiments()) {
		b.t.Fatalf("got links %q, want one for each experiment", links)
	}
	for i, e := range bench.Experiments() {
		b.visit(links[i], phone)
		if got, want := eval[string](b, `document.querySelector('#experiment-name').textContent`), i18n.For("zh").Experiments[e.ID].Name; got != want {
			b.t.Errorf("got %q, want %q", got, want)
		}
	}
	b.visit(eval[string](b, `document.querySelector('.language').getAttribute('href')`), phone)
	all := bench.Experiments()
	if got, want := eval[string](b, `document.querySelector('#run-form').dataset.experiment`), all[len(all)-1].ID; got != want {
		b.t.Errorf("in the other language: got experiment %q, want still %q", got, want)
	}
}

func runsFiles(b *tab) {
	b.open("/en/play?experiment=file-read", desk)
	b.choose([]string{"read", "mmap"}, map[string]int{"file_size": 8 << 20, "duration_ms": 200, "rounds": 3, "warmup_ms": 50, "record_ms": 30})
	if got := eval[string](b, `document.querySelector('output[for=param-file_size]').textContent`); !strings.Contains(got, "8.00 MiB") {
		b.t.Errorf("a size in words: got %q, want 8.00 MiB", got)
	}
	b.set("#variants", "read:chunk=4096")
	b.click("#run-button")
	run := b.ended()
	b.tableEqualsTheAPI(run)
	b.shot("play-files-en-" + desk.String())
	if got := eval[string](b, `document.querySelector('#result').innerText`); !strings.Contains(got, "read:chunk=4096") || !strings.Contains(got, "B/s") {
		b.t.Errorf("got %q, want the variant's name and bytes per second", got)
	}
}

func sweeps(b *tab) {
	b.open("/en/play?experiment=echo", desk)
	b.choose(twoModels, map[string]int{"duration_ms": 200, "rounds": 2, "warmup_ms": 50, "record_ms": 0})
	b.set("#sweep-param", "conns")
	b.set("#sweep-values", "2, 20，200")
	b.click("#run-button")
	b.until(`document.querySelector('#live-body').children.length > 2`)
	b.shot("play-sweep-live-en-" + desk.String())
	id := b.ended()
	var run wire.Run
	if err := json.Unmarshal(b.fetch("/api/runs/"+id), &run); err != nil {
		b.t.Fatal(err)
	}
	if run.Sweep == nil || run.Sweep.Param != "conns" || len(run.Sweep.Values) != 3 {
		b.t.Fatalf("got sweep %+v, want three values of conns", run.Sweep)
	}
	if got := eval[int](b, `document.querySelectorAll('#result .curves svg').length`); got != 4 { // two charts, each for wide and narrow screens
		b.t.Errorf("got %d pictures, want 4", got)
	}
	if got := eval[int](b, `document.querySelectorAll('#result .points > div').length`); got != 3 {
		b.t.Errorf("got %d verdicts, want one for each value", got)
	}
	b.shot("play-sweep-en-" + desk.String())
	for _, l := range []look{desk, night, phone, {390, 844, true}} {
		for _, lang := range []string{"en", "zh"} {
			b.visit("/"+lang+"/runs/"+id, l)
			b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('details').forEach(d => d.open = true)`))
			b.fits("a sweep in " + lang + " at " + l.String())
			b.shot("run-sweep-" + lang + "-" + l.String())
		}
	}
}

func namesTheSweep(b *tab) {
	b.open("/zh/play?experiment=file-read", phone)
	b.set("#sweep-param", "chunk")
	b.set("#sweep-values", "4096, many")
	b.click("#run-button")
	b.until(`!document.querySelector('#error-sweep').hidden`)
	if got := eval[string](b, `document.querySelector('#error-sweep').textContent`); !strings.Contains(got, "many") || !strings.Contains(got, "512") {
		b.t.Errorf("got %q, want what was found and the bounds", got)
	}
	b.set("#sweep-values", "4096, 1")
	b.click("#run-button")
	b.until(`document.querySelector('#error-sweep').textContent.includes("1；")`)
	b.fits("an error beside the sweep")
	b.shot("play-sweep-error-zh-" + phone.String())
	b.forget("400") // which the browser logs, rightly
}

func waitsForTheHost(b *tab) {
	release, err := host.Acquire(b.ctx, "a test of the pages", func(string) {})
	if err != nil {
		b.t.Fatal(err)
	}
	b.open("/en/play", desk)
	b.choose(twoModels, small)
	b.click("#run-button")
	b.until(`document.querySelector('#progress-text').textContent.includes("a test of the pages")`)
	b.shot("play-waiting-en-" + desk.String())
	release()
	b.ended()
}
