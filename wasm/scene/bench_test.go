package scene

import (
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
)

// manyThreads is a recording of about 100,000 events: workers that take
// turns on one CPU.
func manyThreads(workers, events int) *wire.Recording {
	threads := []wire.Thread{{TID: 9000, Proc: "client", Name: "client"}}
	for i := range workers {
		threads = append(threads, wire.Thread{TID: int32(100 + i), Proc: "server", Name: "worker", Conn: int32(40000 + i)})
	}
	s := newScript("kernel", threads...)
	at := int64(0)
	for n := 0; n < events; n += 12 {
		tid, conn := int32(100+n/12%workers), int32(40000+n/12%workers)
		s.at(at).mark(9000, wire.KindSent, conn).enter(9000, wire.OpWrite, conn)
		s.at(at+2000).exit(9000, wire.OpWrite, conn, 100)
		s.at(at+2500).cpu(tid, in)
		s.at(at+3000).exit(tid, wire.OpRead, conn, 100).enter(tid, wire.OpWrite, conn)
		s.at(at+6000).exit(tid, wire.OpWrite, conn, 100).enter(tid, wire.OpRead, conn).enter(9000, wire.OpRead, conn)
		s.at(at+6500).exit(9000, wire.OpRead, conn, 100).mark(9000, wire.KindReceived, conn)
		s.at(at+7000).cpu(tid, out)
		at += 7500
	}
	return s.until(at)
}

// One frame of a recording of 100,000 events: near, all of it, and from what
// it takes to prepare it.
func BenchmarkFrame(b *testing.B) {
	for _, lanes := range []struct {
		name    string
		workers int
	}{{"1 worker", 1}, {"100 workers", 100}} {
		rec := manyThreads(lanes.workers, 100_000)
		s := New(rec)
		for _, view := range []string{"near", "all"} {
			b.Run(lanes.name+"/"+view, func(b *testing.B) {
				p := NewPlayer(s)
				if view == "all" {
					p.Fit()
				}
				v := viewOf(p)
				v.W, v.H = 1400, 560
				var l draw.List
				var packed []byte
				for b.Loop() {
					s.Timeline(&l, v)
					packed = draw.Pack(packed[:0], &l)
				}
				b.ReportMetric(float64(len(packed)), "packed-B")
			})
		}
		b.Run(lanes.name+"/prepare", func(b *testing.B) {
			for b.Loop() {
				New(rec)
			}
		})
	}
}
