package stage

import (
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// look draws a recording at many moments and sizes, and asks about points.
func lookAll(rec *wire.Recording) {
	if rec == nil {
		return
	}
	st := New(scene.New(rec))
	times := []int64{-1, 0, st.s.End / 2, st.s.End, st.s.End + 1}
	for i := 0; i < len(rec.Events); i += len(rec.Events)/8 + 1 {
		times = append(times, rec.Events[i].AtNS)
	}
	var l draw.List
	for _, w := range []float64{0, 60, 390, 1440} {
		v := &scene.View{W: w, H: st.Height(w), Words: &scene.English, Width: draw.Width, Hover: &scene.Point{X: w / 2, Y: 100}}
		for _, v.Now = range times {
			st.Draw(&l, v)
			st.Hit(v, w/3, v.H-60)
			st.Say(v.Now, v.Now%2 == 0)
		}
	}
}

func TestATruncatedRecordingIsDrawnAsFarAsItGoes(t *testing.T) {
	for model := range recordings {
		t.Run(model, func(t *testing.T) {
			all := content(t, model)
			for i := range 12 {
				rec, _ := wire.Decode(all[:len(all)*i/12])
				lookAll(rec)
			}
		})
	}
}

func TestEventsThatAreMissingOrOddAreDrawnAllTheSame(t *testing.T) {
	for model := range recordings {
		t.Run(model, func(t *testing.T) {
			for _, every := range []int{2, 3, 7} {
				rec, err := wire.Decode(content(t, model))
				if err != nil {
					t.Fatal(err)
				}
				kept := rec.Events[:0]
				for i, e := range rec.Events {
					if i%every == 0 {
						continue
					}
					switch i % 101 {
					case 1:
						e.Kind = wire.Kind(i % 40)
					case 2:
						e.Op = wire.Op(i % 60)
					case 3:
						e.Conn, e.FD = int32(i), int32(-i)
					case 4:
						e.Result = int32(i * 7919)
					case 5:
						e.TID = int32(i % 3)
					}
					kept = append(kept, e)
				}
				rec.Events = kept
				lookAll(rec)
			}
		})
	}
}

func FuzzDraw(f *testing.F) {
	for model := range recordings {
		f.Add(content(f, model))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		rec, _ := wire.Decode(b)
		if rec != nil && len(rec.Events) > 20_000 {
			return
		}
		lookAll(rec)
	})
}
