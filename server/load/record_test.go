package load

import (
	"testing"

	"iowait/server/wire"
)

func TestRecordingTellsOfNewConnections(t *testing.T) {
	load := start(t)
	p := params(4, 16)
	p[wire.ParamPerConn] = 1
	load.do(wire.Order{Do: wire.DoStart, Addr: listen(t, echo), Params: p})
	load.do(wire.Order{Do: wire.DoWarm, MS: 10})
	load.do(wire.Order{Do: wire.DoRecord})
	load.do(wire.Order{Do: wire.DoMeasure, MS: 20})
	load.do(wire.Order{Do: wire.DoRecEnd})
	events, _ := load.ring.Events()

	calls := map[wire.Op]int{}
	sent, received := map[int32]int{}, 0
	for _, e := range events {
		switch e.Kind {
		case wire.KindSysExit:
			calls[e.Op]++
		case wire.KindSent:
			sent[e.Conn]++
		case wire.KindReceived:
			received++
		}
	}
	for port, n := range sent {
		if n != 1 || port == 0 {
			t.Errorf("got %d requests on connection %d, want one on each new port", n, port)
		}
	}
	if received == 0 {
		t.Fatal("got no answer recorded")
	}
	// At either end of the recording each connection may be anywhere in its turn.
	for _, op := range []wire.Op{wire.OpConnect, wire.OpEpollCtl, wire.OpWrite, wire.OpRead, wire.OpClose} {
		if off := calls[op] - received; off > 2*4 || off < -2*4 {
			t.Errorf("got %d calls of %v for %d requests, want one for each", calls[op], op, received)
		}
	}
}

func TestRecordingTellsHowLongARequestWasDue(t *testing.T) {
	load := start(t)
	p := params(1, 16)
	p[wire.ParamRate] = 1_000_000 // far more than one connection can do
	load.do(wire.Order{Do: wire.DoStart, Addr: listen(t, echo), Params: p})
	load.do(wire.Order{Do: wire.DoWarm, MS: 50})
	load.do(wire.Order{Do: wire.DoRecord})
	load.do(wire.Order{Do: wire.DoMeasure, MS: 20})
	load.do(wire.Order{Do: wire.DoRecEnd})
	events, _ := load.ring.Events()
	last, sent := int32(0), 0
	for _, e := range events {
		if e.Kind != wire.KindSent {
			continue
		}
		// Each is answered later than it was due by more than the one before.
		if e.Result < last {
			t.Fatalf("got a request that was due for %d µs after one that was for %d", e.Result, last)
		}
		last = e.Result
		sent++
	}
	if sent == 0 || last == 0 {
		t.Errorf("got %d requests, the last of which was due for %d µs, want some that waited", sent, last)
	}
}
