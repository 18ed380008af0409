package stage

import (
	"testing"

	"iowait/server/wire"
	"iowait/wasm/scene"
)

func isServer(st *Stage, tid int32) bool { return st.s.Lanes[st.lane[tid]].Server }

// inHand tells, from the events alone, which connections have a request
// whose answer has not been received.
func inHand(rec *wire.Recording, at int64) map[int32]bool {
	all := map[int32]bool{}
	for _, e := range rec.Events {
		if e.AtNS > at {
			break
		}
		switch e.Kind {
		case wire.KindSent:
			all[e.Conn] = true
		case wire.KindReceived:
			delete(all, e.Conn)
		}
	}
	return all
}

func TestEveryPacketIsARecordedRequestAndNoneIsMissing(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		for _, at := range moments(rec, 60) {
			p := st.picture(viewOf(st, 1200, at))
			want := inHand(rec, at)
			for _, k := range p.packets() {
				port := st.connAt(k.slot, at).port
				if !want[port] {
					t.Fatalf("at %d ns a packet of connection %d is drawn, which has no request in hand", at, port)
				}
				delete(want, port)
			}
			if len(want) > 0 {
				t.Fatalf("at %d ns no packet is drawn for requests on %v", at, want)
			}
		}
	})
}

// The timeline's requests and the stage's are the same.
func TestTheWayOfARequestIsTheTimelines(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		for _, r := range st.s.Requests {
			c := st.byPort[r.Conn]
			for _, k := range []struct {
				at   int64
				want phase
			}{{r.Sent, sending}, {r.Read, held}, {r.Received - 1, back}} {
				leg, _ := c.legAt(k.at)
				if k.want == sending && leg.phase == waiting || k.want == held && leg.phase == answering || k.want == back && leg.phase == answering && r.Back == r.Received {
					continue // two marks at one time
				}
				if k.at > 0 && leg.phase != k.want {
					t.Errorf("connection %d at %d ns: got %s, want %s; %+v", r.Conn, k.at, english.phases[leg.phase], english.phases[k.want], r)
				}
			}
			if leg, _ := c.legAt(r.Arrived); r.Arrived < r.Read && leg.phase != waiting {
				t.Errorf("connection %d at %d ns: got %s, want it in the socket buffer", r.Conn, r.Arrived, english.phases[leg.phase])
			}
			if leg, _ := c.legAt(r.Read); r.Server >= 0 && leg.lane != int32(r.Server) {
				t.Errorf("connection %d at %d ns: got lane %d, want %d", r.Conn, r.Read, leg.lane, r.Server)
			}
		}
	})
}

// A packet is on its way to a thread only while that thread has a CPU, is
// inside the call that reads, and the data is there.
func TestNothingIsReadByAThreadThatDoesNotRun(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		for _, c := range st.conns {
			for i, l := range c.legs {
				if l.phase != waiting || l.moves == 0 || i+1 == len(c.legs) {
					continue
				}
				end := c.legs[i+1].at
				for at := l.moves; at < end; at += max((end-l.moves)/5, 1) {
					if s := st.spanAt(l.lane, at); s.State == scene.Blocked || s.State == scene.Off {
						t.Fatalf("connection %d at %d ns: data moves, but thread %d is off the CPU", c.port, at, st.s.Lanes[l.lane].TID)
					}
				}
			}
		}
	})
}

// readyLeft counts from the events alone what was named and not turned to.
func readyLeft(rec *wire.Recording, st *Stage, at int64) (left int) {
	open := map[int32]map[int32]bool{}
	for _, e := range rec.Events {
		if e.AtNS > at {
			break
		}
		if !isServer(st, e.TID) {
			continue
		}
		if open[e.TID] == nil {
			open[e.TID] = map[int32]bool{}
		}
		switch {
		case e.Kind == wire.KindReady, e.Kind == wire.KindSysExit && e.Op == wire.OpSigWait && e.Result > 0:
			if e.Op == wire.OpSigWait {
				clear(open[e.TID])
			}
			open[e.TID][e.FD] = true
		case e.Kind == wire.KindSysEnter && multi(e.Op), e.Kind == wire.KindSysExit && multi(e.Op):
			clear(open[e.TID])
		case e.Kind == wire.KindSysEnter && e.FD != 0, e.Kind == wire.KindEnqueue:
			delete(open[e.TID], e.FD)
		}
	}
	for _, o := range open {
		left += len(o)
	}
	return left
}

// ringCounts counts from the events alone what is in the submission queue,
// and what the kernel has taken over and has not given back.
func ringCounts(rec *wire.Recording, st *Stage, at int64) (queued, inKernel int) {
	type operation struct {
		op       wire.Op
		conn, fd int32
	}
	var waits []operation
	taken := map[operation]int{}
	for _, e := range rec.Events {
		if e.AtNS > at {
			break
		}
		o := operation{e.Op, e.Conn, e.FD}
		switch {
		case !isServer(st, e.TID):
		case e.Kind == wire.KindSubmit:
			waits = append(waits, o)
		case e.Kind == wire.KindSysEnter && e.Op == wire.OpRingEnter:
			for _, o := range waits {
				taken[o]++
			}
			waits = nil
		case e.Kind == wire.KindComplete && taken[o] > 0:
			taken[o]--
		}
	}
	for _, n := range taken {
		inKernel += n
	}
	return len(waits), inKernel
}

func TestCountsAreThoseOfTheEvents(t *testing.T) {
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		for _, at := range moments(rec, 60) {
			left, queued, inKernel := 0, 0, 0
			for _, i := range st.servers {
				if _, named, ok := st.lanes[i].answerAt(at); ok {
					left += leftOf(named, at)
				}
				inKernel += st.lanes[i].inside.at(at)
				queued += len(st.lanes[i].subsAt(at))
			}
			if a, b := ringCounts(rec, st, at); queued != a || inKernel != b {
				t.Fatalf("ring at %d ns: got %d in the submission queue and %d with the kernel, want %d and %d", at, queued, inKernel, a, b)
			}
			if want := readyLeft(rec, st, at); !st.has.ring && left != want {
				t.Fatalf("ready list at %d ns: got %d, want %d", at, left, want)
			}
			off, known, empty, answered := 0, 0, 0, 0
			last := map[int32]wire.Kind{}
			for _, e := range rec.Events {
				if e.AtNS > at {
					break
				}
				switch {
				case e.Kind == wire.KindReceived:
					answered++
				case !isServer(st, e.TID):
				case e.Kind == wire.KindSwitchIn || e.Kind == wire.KindSwitchOut || e.Kind == wire.KindPreempt:
					last[e.TID] = e.Kind
				case e.Kind == wire.KindSysExit && e.Op == wire.OpRead && e.Result == eagain:
					empty++
				}
			}
			drawn := 0
			for _, i := range st.servers {
				kind, ok := last[st.s.Lanes[i].TID]
				if !ok {
					continue
				}
				if known++; kind != wire.KindSwitchIn {
					off++
				}
				if k := crowdKind(st.spanAt(i, at).State); k == sleeps || k == waits {
					drawn++
				}
			}
			if drawn != off {
				t.Fatalf("threads off the CPU at %d ns: got %d, want %d of %d", at, drawn, off, known)
			}
			if got := count(st.empty, at); got != empty {
				t.Fatalf("reads that found nothing at %d ns: got %d, want %d", at, got, empty)
			}
			if got := count(st.answered, at); got != answered {
				t.Fatalf("answers at %d ns: got %d, want %d", at, got, answered)
			}
		}
	})
}

// What a queue's marks say and what is drawn is the same, but for the
// moments in which two threads note their marks in another order than they
// had the lock.
func TestAQueueIsAsLongAsItsMarksSay(t *testing.T) {
	found := false
	each(t, func(t *testing.T, rec *wire.Recording, st *Stage) {
		if len(st.queues) != 1 {
			return
		}
		found = true
		differ, n := 0, 0
		q := &st.queues[0]
		for _, e := range rec.Events {
			if e.Kind != wire.KindEnqueue && e.Kind != wire.KindDequeue {
				continue
			}
			n++
			if got := q.lengthAt(e.AtNS); got != int(e.Result) {
				if differ++; got-int(e.Result) > len(st.servers) || int(e.Result)-got > len(st.servers) {
					t.Fatalf("at %d ns: got %d in the queue, want %d", e.AtNS, got, e.Result)
				}
			}
			if got := len(q.itemsAt(e.AtNS)); got > q.lengthAt(e.AtNS) {
				t.Fatalf("at %d ns: %d things are drawn in a queue of %d", e.AtNS, got, q.lengthAt(e.AtNS))
			}
		}
		if differ*4 > n {
			t.Errorf("the length differs at %d of %d marks", differ, n)
		}
	})
	if !found {
		t.Error("no recording has a queue")
	}
}

// An answer that a ring sends is on its way from the moment at which the
// thread handed the ring over, not from when it was submitted.
func TestAnAnswerInTheSubmissionQueueDoesNotMove(t *testing.T) {
	rec, err := wire.Decode(content(t, "io_uring"))
	if err != nil {
		t.Fatal(err)
	}
	st := New(scene.New(rec))
	n := 0
	for _, c := range st.conns {
		for _, l := range c.legs {
			if l.phase != answering || l.moves == 0 {
				continue
			}
			n++
			if subs := st.lanes[l.lane].subsAt(l.moves - 1); len(subs) == 0 {
				t.Fatalf("connection %d: its answer moves from %d ns on, but nothing was in the queue before", c.port, l.moves)
			}
			for _, s := range st.lanes[l.lane].subsAt(l.moves) {
				if s.conn == c.port {
					t.Fatalf("connection %d: its answer moves at %d ns and is in the queue", c.port, l.moves)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no answer was ever on its way")
	}
}

func TestPhasesHaveWords(t *testing.T) {
	for _, w := range []*words{&english, &chinese} {
		for i, text := range w.phases {
			if text == "" {
				t.Errorf("phase %d has no words", i)
			}
		}
	}
}
