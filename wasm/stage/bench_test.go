package stage

import (
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// crowded is a recording of workers, one per connection, that take turns on
// one CPU.
func crowded(workers, events int) *wire.Recording {
	rec := &wire.Recording{Header: wire.Header{Experiment: "echo", Model: "thread-per-conn", Switches: "kernel",
		Threads: []wire.Thread{{TID: 9, Proc: "client", Name: "client"}}}}
	for i := range workers {
		rec.Threads = append(rec.Threads, wire.Thread{TID: int32(100 + i), Proc: "server", Name: "worker", Conn: int32(20000 + i)})
	}
	at := int64(0)
	add := func(after int64, tid int32, k wire.Kind, op wire.Op, conn, fd, result int32) {
		at += after
		rec.Events = append(rec.Events, wire.Event{AtNS: at, TID: tid, Conn: conn, FD: fd, Result: result, Kind: k, Op: op})
	}
	for n := 0; len(rec.Events) < events; n++ {
		k := int32(n % workers)
		tid, conn, fd := 100+k, 20000+k, 10+k
		add(300, 9, wire.KindSent, 0, conn, 0, 0)
		add(100, 9, wire.KindSysEnter, wire.OpWrite, conn, fd, 0)
		add(900, 9, wire.KindSysExit, wire.OpWrite, conn, fd, 100)
		add(500, tid, wire.KindSwitchIn, 0, 0, 0, 0)
		add(500, tid, wire.KindSysExit, wire.OpRead, conn, fd, 100)
		add(100, tid, wire.KindSysEnter, wire.OpWrite, conn, fd, 0)
		add(1500, tid, wire.KindSysExit, wire.OpWrite, conn, fd, 100)
		add(100, tid, wire.KindSysEnter, wire.OpRead, conn, fd, 0)
		add(400, tid, wire.KindSwitchOut, 0, 0, 0, 0)
		add(200, 9, wire.KindSysEnter, wire.OpRead, conn, fd, 0)
		add(400, 9, wire.KindSysExit, wire.OpRead, conn, fd, 100)
		add(100, 9, wire.KindReceived, 0, conn, 0, 0)
	}
	rec.LengthNS, rec.Total = at+1, int64(len(rec.Events))
	return rec
}

// One frame of 1,000,000 events on 1,000 lanes, and what it takes to prepare
// it; 16 ms is a frame's time.
func BenchmarkFrame(b *testing.B) {
	for _, c := range []struct {
		name            string
		workers, events int
	}{{"8 lanes of 100,000 events", 8, 100_000}, {"40 lanes of 100,000 events", 40, 100_000}, {"1,000 lanes of 1,000,000 events", 1000, 1_000_000}} {
		s := scene.New(crowded(c.workers, c.events))
		st := New(s)
		for size, w := range map[string]float64{"1440": 1440, "390": 390} {
			b.Run(c.name+"/"+size, func(b *testing.B) {
				v := &scene.View{W: w, H: st.Height(w), Words: &scene.English, Width: draw.Width}
				var l draw.List
				var packed []byte
				for i := 0; b.Loop(); i++ {
					v.Now = int64(i) * 7919 * 104_729 % s.End
					st.Draw(&l, v)
					packed = draw.Pack(packed[:0], &l)
				}
				b.ReportMetric(float64(len(packed)), "packed-B")
			})
		}
		b.Run(c.name+"/prepare", func(b *testing.B) {
			for b.Loop() {
				New(s)
			}
		})
	}
}
