package stage

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

var update = flag.Bool("update", false, "write the golden files anew")

// recordings are those that iowait made, in testdata of this package and of
// scene's. Those here are made anew by
//
//	iowait run echo --models MODEL --conns 4 --duration 200ms --rounds 1 --record-ms 1ms --record FILE
//
// with 3 connections for select, and for pread-pool with the experiment
// file-read.
var recordings = map[string]string{
	"thread-per-conn": "../scene/testdata", "busy-poll": "../scene/testdata", "epoll": "../scene/testdata",
	"io_uring": "../scene/testdata", "goroutine": "../scene/testdata",
	"epoll-pool": "testdata", "sigio": "testdata", "select": "testdata", "completion-pool": "testdata", "pread-pool": "testdata",
}

func content(t testing.TB, model string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(recordings[model], model+".iowr"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// each calls f for every recording.
func each(t *testing.T, f func(t *testing.T, rec *wire.Recording, st *Stage)) {
	for model := range recordings {
		t.Run(model, func(t *testing.T) {
			rec, err := wire.Decode(content(t, model))
			if err != nil {
				t.Fatal(err)
			}
			f(t, rec, New(scene.New(rec)))
		})
	}
}

// moments are times all over a recording: of events, and between them.
func moments(rec *wire.Recording, n int) (all []int64) {
	for i := range n {
		k := i * (len(rec.Events) - 1) / n
		all = append(all, rec.Events[k].AtNS, (rec.Events[k].AtNS+rec.Events[k+1].AtNS)/2)
	}
	return append(all, 0, rec.LengthNS)
}

func viewOf(st *Stage, w float64, now int64) *scene.View {
	return &scene.View{W: w, H: st.Height(w), Now: now, T1: st.s.End, Words: &scene.English, Width: draw.Width}
}

// dump is the picture of a moment as text.
func dump(st *Stage, w float64, now int64) string {
	var l draw.List
	st.Draw(&l, viewOf(st, w, now))
	return draw.Dump(&l)
}
