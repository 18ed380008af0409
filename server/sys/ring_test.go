package sys

import (
	"sync/atomic"
	"testing"

	"iowait/server/wire"
)

func TestMarksTellTheTimeOfTheMonotonicClock(t *testing.T) {
	const slackNS = 50_000 // the clocks cannot be read at the same moment
	r, err := NewRing(100)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for recording := range 2 {
		r.Record(true)
		var bounds [][2]int64
		for range 10 {
			before := Monotonic()
			r.Mark(wire.KindSysExit, wire.OpRead, 1, 2, 3, -4, 5)
			bounds = append(bounds, [2]int64{before, Monotonic()})
			for Monotonic() < before+1e6 { // spread over 10 ms
			}
		}
		during, _ := r.Events()
		r.Record(false)
		after, dropped := r.Events()
		if len(during) != 10 || len(after) != 10 || dropped != 0 {
			t.Fatalf("recording %d: got %d events during it, %d after it, %d dropped; want 10, 10, 0", recording, len(during), len(after), dropped)
		}
		for i, b := range bounds {
			for when, e := range map[string]wire.Event{"during": during[i], "after": after[i]} {
				if e.AtNS < b[0]-slackNS || e.AtNS > b[1]+slackNS {
					t.Errorf("event %d, read %s the recording: got time %d, want within %d and %d", i, when, e.AtNS, b[0], b[1])
				}
				e.AtNS = 0
				if want := (wire.Event{TID: 1, Conn: 2, FD: 3, Result: -4, Site: 5, Kind: wire.KindSysExit, Op: wire.OpRead}); e != want {
					t.Errorf("got %+v, want %+v", e, want)
				}
			}
		}
		r.Reset()
		if left, dropped := r.Events(); len(left) != 0 || dropped != 0 {
			t.Errorf("after a reset: got %d events and %d dropped, want none", len(left), dropped)
		}
	}
}

func BenchmarkMark(b *testing.B) {
	const slots = 1 << 17
	r, err := NewRing(slots)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	r.Record(true)
	for i := range b.N {
		if i%slots == 0 {
			atomic.StoreInt64(&r.head.next, 0)
		}
		r.Mark(wire.KindSysEnter, wire.OpRead, 1, 2, 3, 0, 5)
	}
}
