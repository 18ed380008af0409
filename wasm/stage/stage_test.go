package stage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

func TestStills(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		for _, still := range []struct {
			name    string
			width   float64
			words   *scene.Words
			palette *draw.Palette
		}{{"wide-dark", 1200, &scene.English, &draw.Dark}, {"narrow-zh", 390, &scene.Chinese, &draw.Light}} {
			v := viewOf(st, still.width, rec.Events[len(rec.Events)*2/5].AtNS)
			v.Words = still.words
			var l draw.List
			st.Draw(&l, v)
			got := strings.ReplaceAll(draw.SVG(&l, rec.Model, still.palette), "><", ">\n<") + "\n"
			file := filepath.Join("testdata", rec.Model+"-"+still.name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g, w := strings.Split(got, "\n"), strings.Split(string(content), "\n")
			for i := range min(len(g), len(w)) {
				if g[i] != w[i] {
					t.Fatalf("%s:%d: got %q, want %q; if the picture is meant to change: go test ./wasm/stage -update, and look at it", file, i+1, g[i], w[i])
				}
			}
			if len(g) != len(w) {
				t.Fatalf("%s: got %d lines, want %d", file, len(g), len(w))
			}
		}
	})
}

func TestGoingToAnyMomentAndBackShowsTheSamePicture(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		all := moments(rec, 40)
		first := map[int64]string{}
		for _, at := range all {
			first[at] = dump(st, 1200, at)
		}
		other := New(scene.New(rec))
		for i := len(all) - 1; i >= 0; i-- {
			if got := dump(st, 1200, all[i]); got != first[all[i]] {
				t.Fatalf("at %d ns: the picture differs on the way back", all[i])
			}
			if got := dump(other, 1200, all[i]); got != first[all[i]] {
				t.Fatalf("at %d ns: another stage of the same recording shows something else", all[i])
			}
		}
	})
}

func TestAllIsInsideThePicture(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		for _, w := range []float64{320, 390, 700, 1000, 1440, 2400} {
			for i, at := range moments(rec, 10) {
				var l draw.List
				v := viewOf(st, w, at)
				v.H *= []float64{1, 0.75, 1.4}[i%3]
				st.Draw(&l, v)
				for _, o := range l.Ops {
					x, y := min(o.X, o.X+o.W), min(o.Y, o.Y+o.H)
					if x < -1 || y < -1 || max(o.X, o.X+o.W) > float32(w)+1 || max(o.Y, o.Y+o.H) > float32(v.H)+1 {
						t.Fatalf("width %v, at %d ns: %+v is outside %v by %v", w, at, o, w, v.H)
					}
					if o.Kind != draw.Text {
						continue
					}
					room := draw.Width(o.Text, int(o.Size), o.Mono)
					from := map[draw.Align]float64{draw.Start: 0, draw.Middle: room / 2, draw.End: room}[o.Align]
					if left := float64(o.X) - from; left < -1 || left+room > w+1 {
						t.Fatalf("width %v, at %d ns: the text %q goes from %v to %v", w, at, o.Text, left, left+room)
					}
				}
			}
		}
	})
}

func TestWhatLiesUnderThePointer(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		at := rec.Events[len(rec.Events)/2].AtNS
		v := viewOf(st, 1200, at)
		p := st.picture(v)
		for _, i := range p.threads {
			b := p.at[i]
			h, ok := st.Hit(v, b.middle(), b.y+b.h/2)
			if !ok || h.Lane != int(i) {
				t.Fatalf("thread %d: got %+v, %v", st.s.Lanes[i].TID, h, ok)
			}
			if h.Event >= 0 && (rec.Events[h.Event].AtNS > at || rec.Events[h.Event].TID != st.s.Lanes[i].TID) {
				t.Errorf("thread %d: got event %+v, which is later than %d ns or another thread's", st.s.Lanes[i].TID, rec.Events[h.Event], at)
			}
			if h.From > at || h.To <= at {
				t.Errorf("thread %d: got from %d to %d, want %d between", st.s.Lanes[i].TID, h.From, h.To, at)
			}
			if point := st.At(v, b.middle(), b.y+b.h/2); point == nil {
				t.Errorf("thread %d: At knows nothing where Hit does", st.s.Lanes[i].TID)
			}
		}
		if _, ok := st.Hit(v, 1, 1); ok || st.At(v, 1, 1) != nil {
			t.Error("something lies in the corner, where nothing is drawn")
		}
		v.Hover = &scene.Point{X: p.at[p.threads[0]].middle(), Y: p.at[p.threads[0]].y + 10}
		var l draw.List
		st.Draw(&l, v)
		if name := st.s.Lanes[p.threads[0]].Label; !strings.Contains(draw.Dump(&l), name+" · ") {
			t.Errorf("the tip does not name %s", name)
		}
	})
}
