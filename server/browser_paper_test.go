//go:build browser

package main

import (
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func projects(b *tab, run string) {
	b.watch(run, "en", desk)
	small := eval[float64](b, `parseFloat(getComputedStyle(document.body).fontSize)`)
	b.press("p")
	b.until(`document.documentElement.dataset.theme === "projector"`)
	b.settle()
	if large := eval[float64](b, `parseFloat(getComputedStyle(document.body).fontSize)`); large < 1.2*small {
		b.t.Errorf("got type of %v px, want it larger than %v", large, small)
	}
	b.fits("the projector's theme")
	b.shot("watch-projector-en-" + desk.String())
	b.press("v")
	b.settle()
	b.shot("watch-projector-stage-en-" + desk.String())
	b.visit("/en/runs", desk)
	if got := eval[string](b, `document.documentElement.dataset.theme`); got != "projector" {
		b.t.Errorf("on the next page: got theme %q, want it kept", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`))
}

func prints(b *tab, run string) {
	b.watch(run, "en", night)
	b.press(kb.ArrowRight, kb.ArrowRight)
	dark := eval[[]int](b, corner)
	b.do(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("beforeprint"))`))
	if light := eval[[]int](b, corner); light[0] < 200 || dark[0] > 100 {
		b.t.Errorf("got a ground of %v on paper, %v on the screen; want it white on paper", light, dark)
	}
	if got := eval[int](b, `document.querySelectorAll('#events li').length`); got < 20 {
		b.t.Errorf("got %d events in words, want those in view", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("afterprint"))`))
	b.settle()
	if again := eval[[]int](b, corner); again[0] != dark[0] {
		b.t.Errorf("after printing: got a ground of %v, want %v", again, dark)
	}
	b.forget("willReadFrequently") // reading pictures is only for this test
}

// corner is the colour of the picture's corner, where only its ground is.
const corner = `[...document.querySelector('#timeline').getContext('2d').getImageData(3, 3, 1, 1).data]`

func resizes(b *tab, run string) {
	b.watch(run, "zh", desk)
	for _, width := range []int64{1440, 900, 600, 390, 320} {
		b.do(chromedp.EmulateViewport(width, 800))
		b.settle()
		b.settle()
		b.fits(fmt.Sprintf("the figure at %d px", width))
		got := eval[[]float64](b, `(c => [c.width / devicePixelRatio, c.getBoundingClientRect().width])(document.querySelector('#timeline'))`)
		if d := got[0] - got[1]; d > 1 || d < -1 {
			b.t.Errorf("at %d px: the picture is %v px wide, its place %v", width, got[0], got[1])
		}
	}
}

func showsStills(b *tab, run string) {
	b.scripts(false)
	for _, l := range []look{desk, {390, 844, true}} {
		b.visit("/en/runs/"+run, l)
		if got := eval[[]int](b, `[...document.querySelectorAll('#stills img')].map(i => i.complete ? i.naturalWidth : 0)`); len(got) != 2 || got[0] < 300 || got[1] < 300 {
			b.t.Errorf("got pictures %v px wide, want one of each model", got)
		}
		b.fits("stills")
		b.shot("watch-stills-en-" + l.String())
	}
}
