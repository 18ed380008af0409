//go:build browser

package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"iowait/server/wire"
)

// TestBrowserSpeed prints how long large recordings take to open and to draw.
// It decides nothing and takes minutes, so it runs only when it is asked for:
//
//	IOWAIT_SPEED=1 go test -tags browser -count=1 -v -run '^TestBrowserSpeed$' ./server
//
// The recordings are made up: threads that take turns on one CPU. A frame's
// time is from its begin until the canvas has taken all of it.
func TestBrowserSpeed(t *testing.T) {
	if os.Getenv("IOWAIT_SPEED") == "" {
		t.Skip("IOWAIT_SPEED is not set")
	}
	url := serveForTest(t)
	for _, events := range []int{100_000, 1_000_000} {
		for _, lanes := range []int{10, 100, 1000} {
			t.Run(fmt.Sprintf("%d events on %d lanes", events, lanes), func(t *testing.T) {
				b := openTab(t, url)
				b.open("/en/play", desk)
				b.give(wire.Encode(turns(lanes, events)))
				open := eval[float64](b, `(() => { const t = performance.now(), wrong = window.iowait.show("made-up", window.given); if (wrong) throw wrong; return performance.now() - t; })()`)
				b.until(`window.iowait.state().frames > 0`)
				t.Logf("open: %.0f ms", open)
				b.do(chromedp.Focus(chromedp.CSS("#timeline")))
				for _, view := range []string{"near", "all"} {
					if view == "all" {
						b.press("0")
					}
					b.frames(view + ", timeline")
					b.press("v")
					b.frames(view + ", stage")
					b.press("v")
				}
			})
		}
	}
}

// give hands bytes to the page in pieces.
func (b *tab) give(data []byte) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`window.given = new Uint8Array(%d); window.filled = 0; undefined`, len(data))))
	for part := range slices.Chunk(data, 1<<20) {
		b.do(chromedp.Evaluate[chromedp.Void](`(s => { const t = atob(s); for (let i = 0; i < t.length; i++) window.given[window.filled++] = t.charCodeAt(i); })("` + base64.StdEncoding.EncodeToString(part) + `")`))
	}
}

// frames plays for a while and prints what frames took.
func (b *tab) frames(what string) {
	b.t.Helper()
	b.press(" ")
	took, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`new Promise(done => { const all = []; const next = () => { all.push(window.iowait.state().frameMS); if (all.length < 90) requestAnimationFrame(next); else done(all); }; requestAnimationFrame(next); })`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	b.press(" ")
	slices.Sort(took)
	b.t.Logf("%s: median %.1f ms, p95 %.1f ms", what, took[len(took)/2], took[len(took)*95/100])
}

// turns is a recording of threads that answer one request after another.
func turns(lanes, events int) *wire.Recording {
	rec := &wire.Recording{Header: wire.Header{Experiment: "echo", Model: "made-up", Host: "made up", Switches: "kernel", Sites: []wire.Site{{}},
		Threads: []wire.Thread{{TID: 9000, Proc: "client", Name: "client"}}}}
	for i := range lanes - 1 {
		rec.Threads = append(rec.Threads, wire.Thread{TID: int32(10_000 + i), Proc: "server", Name: "worker", Conn: int32(40_000 + i)})
	}
	at := int64(0)
	add := func(after int64, tid int32, kind wire.Kind, op wire.Op, conn, result int32) {
		at += after
		rec.Events = append(rec.Events, wire.Event{AtNS: at, TID: tid, Kind: kind, Op: op, Conn: conn, FD: conn % 1000, Result: result})
	}
	for n := 0; len(rec.Events) < events; n++ {
		tid, conn := int32(10_000+n%(lanes-1)), int32(40_000+n%(lanes-1))
		add(0, 9000, wire.KindSent, wire.OpNone, conn, 0)
		add(0, 9000, wire.KindSysEnter, wire.OpWrite, conn, 0)
		add(2000, 9000, wire.KindSysExit, wire.OpWrite, conn, 100)
		add(500, tid, wire.KindSwitchIn, wire.OpNone, 0, 0)
		add(500, tid, wire.KindSysExit, wire.OpRead, conn, 100)
		add(100, tid, wire.KindSysEnter, wire.OpWrite, conn, 0)
		add(3000, tid, wire.KindSysExit, wire.OpWrite, conn, 100)
		add(0, tid, wire.KindSysEnter, wire.OpRead, conn, 0)
		add(100, 9000, wire.KindSysEnter, wire.OpRead, conn, 0)
		add(500, 9000, wire.KindSysExit, wire.OpRead, conn, 100)
		add(0, 9000, wire.KindReceived, wire.OpNone, conn, 0)
		add(400, tid, wire.KindSwitchOut, wire.OpNone, 0, 0)
		at += 500
	}
	rec.LengthNS, rec.Total = at, int64(len(rec.Events))
	return rec
}
