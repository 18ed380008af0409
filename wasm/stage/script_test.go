package stage

import (
	"strings"
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// script is a recording of one request that waits for a backend, 100 ns from
// mark to mark: client thread 1, server thread 2, connection 7.
func script() *wire.Recording {
	rec := &wire.Recording{Header: wire.Header{Experiment: "backend", Model: "epoll", Switches: "none", LengthNS: 2000,
		Threads: []wire.Thread{{TID: 1, Proc: "client", Name: "client"}, {TID: 2, Proc: "server", Name: "loop"}}}}
	for i, e := range []wire.Event{
		{TID: 1, Kind: wire.KindSent, Conn: 7},
		{TID: 1, Kind: wire.KindSysEnter, Op: wire.OpWrite, Conn: 7, FD: 3},
		{TID: 1, Kind: wire.KindSysExit, Op: wire.OpWrite, Conn: 7, FD: 3, Result: 100},
		{TID: 2, Kind: wire.KindSysExit, Op: wire.OpEpollWait, FD: 4, Result: 1},
		{TID: 2, Kind: wire.KindReady, Op: wire.OpEpollWait, Conn: 7, FD: 5, Result: 1},
		{TID: 2, Kind: wire.KindSysEnter, Op: wire.OpRead, Conn: 7, FD: 5},
		{TID: 2, Kind: wire.KindSysExit, Op: wire.OpRead, Conn: 7, FD: 5, Result: 100},
		{TID: 2, Kind: wire.KindWaitBackend, Conn: 7, FD: 5},
		{TID: 2, Kind: wire.KindBackend, Conn: 7, FD: 5},
		{TID: 2, Kind: wire.KindSysEnter, Op: wire.OpWrite, Conn: 7, FD: 5},
		{TID: 2, Kind: wire.KindSysExit, Op: wire.OpWrite, Conn: 7, FD: 5, Result: 100},
		{TID: 1, Kind: wire.KindSysEnter, Op: wire.OpRead, Conn: 7, FD: 3},
		{TID: 1, Kind: wire.KindSysExit, Op: wire.OpRead, Conn: 7, FD: 3, Result: 100},
		{TID: 1, Kind: wire.KindReceived, Conn: 7},
	} {
		e.AtNS = int64(i+1) * 100
		rec.Events = append(rec.Events, e)
	}
	return rec
}

func TestARequestIsInOnePlaceAfterTheOther(t *testing.T) {
	st := New(scene.New(script()))
	for _, c := range []struct {
		at    int64
		phase phase
		left  int
		say   string
	}{
		{50, unknown, 0, ""},
		{150, sending, 0, "1 on its way to the server"},
		{350, waiting, 0, "1 request in a socket buffer"},
		{550, waiting, 1, "1 of 1 ready ones still to be served"},
		{650, waiting, 0, "1 request in a socket buffer"},
		{750, held, 0, ""},
		{850, backend, 0, "1 waits for the backend"},
		{950, held, 0, ""},
		{1050, answering, 0, "1 answer on its way"},
		{1150, back, 0, ""},
		{1450, idle, 0, ""},
	} {
		leg, _ := st.connAt(0, c.at).legAt(c.at)
		if leg.phase != c.phase {
			t.Errorf("at %d ns: got %q, want %q", c.at, english.phases[leg.phase], english.phases[c.phase])
		}
		_, named, _ := st.lanes[st.servers[0]].answerAt(c.at)
		if got := leftOf(named, c.at); got != c.left {
			t.Errorf("at %d ns: got %d left of the ready list, want %d", c.at, got, c.left)
		}
		if got := st.Say(c.at, false); !strings.Contains(got, c.say) {
			t.Errorf("at %d ns: got %q, want %q in it", c.at, got, c.say)
		}
		if st.Say(c.at, true) == "" {
			t.Errorf("at %d ns: nothing is said in Chinese", c.at)
		}
	}
}

// place is where the one packet is.
func placeOf(t *testing.T, st *Stage, at int64) packet {
	t.Helper()
	all := st.picture(viewOf(st, 1200, at)).packets()
	if len(all) != 1 {
		t.Fatalf("at %d ns: got %d packets, want 1", at, len(all))
	}
	return all[0]
}

func TestAPacketMovesFromCallToCallOnly(t *testing.T) {
	st := New(scene.New(script()))
	p := st.picture(viewOf(st, 1200, 0))
	buffer, _ := p.buffer(0), 0
	if from, to := placeOf(t, st, 120), placeOf(t, st, 280); !(from.y > to.y && to.y > buffer.y) {
		t.Errorf("sending: got from %v to %v, want upwards to %v", from.y, to.y, buffer.y)
	}
	for _, at := range []int64{301, 450, 599} { // there, and nobody reads it
		if got := placeOf(t, st, at); got.y != buffer.y+buffer.h/2 || got.x != buffer.middle() {
			t.Errorf("at %d ns: got %v, %v, want it at rest in the buffer", at, got.x, got.y)
		}
	}
	if half := placeOf(t, st, 650); !(half.y < buffer.y) {
		t.Errorf("in the middle of read: got %v, want above %v", half.y, buffer.y)
	}
	if got := placeOf(t, st, 750); got.y != p.at[st.servers[0]].bottom()+3 {
		t.Errorf("after read: got %v, want it in the thread's hand", got.y)
	}
	if got := placeOf(t, st, 1050); !got.answer {
		t.Error("what is written back is drawn as a request")
	}
}

func TestTheChosenEventMarksItsThreadAndItsConnection(t *testing.T) {
	st := New(scene.New(script()))
	v := viewOf(st, 1200, 650)
	marks := func() (n int) {
		var l draw.List
		st.Draw(&l, v)
		return strings.Count(draw.Dump(&l), "outline head ")
	}
	before := marks()
	v.Chosen = 6
	if got := marks() - before; got != 2 {
		t.Errorf("got %d marks, want 2", got)
	}
}
