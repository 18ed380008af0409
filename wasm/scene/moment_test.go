package scene

import (
	"testing"

	"iowait/wasm/draw"
)

func TestMomentsWorthLookingAt(t *testing.T) {
	s := New(blockingEcho("kernel"))
	for _, test := range []struct {
		name     string
		find     func(from, to int64) (Moment, bool)
		from, to int64
		tid      int32
		at, end  int64
		ok       bool
	}{
		{"the first wait", s.FirstBlocked, 0, s.End, 12, 500, 5000, true},
		{"the first wait later on", s.FirstBlocked, 5000, s.End, 20, 5400, 8000, true},
		{"no wait there", s.FirstBlocked, 9500, 9900, 0, 0, 0, false},
		{"the first wake-up", s.FirstWake, 0, s.End, 11, 4000, 4500, true},
		{"a wake-up without a CPU", s.FirstWake, 4600, s.End, 12, 5000, 9000, true},
		{"the longest wait", s.LongestWait, 0, 8000, 12, 500, 5000, true},
		{"the longest wait that reaches into a stretch", s.LongestWait, 4600, 4700, 12, 500, 5000, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, ok := test.find(test.from, test.to)
			if ok != test.ok {
				t.Fatalf("got %v, want %v", ok, test.ok)
			}
			if ok && (s.Lanes[m.Lane].TID != test.tid || m.From != test.at || m.To != test.end) {
				t.Errorf("got thread %d from %d to %d, want %d from %d to %d", s.Lanes[m.Lane].TID, m.From, m.To, test.tid, test.at, test.end)
			}
		})
	}
}

// What a selected stretch says must be all of it: no time is lost or counted
// twice.
func TestTotalsAddUpToTheStretchTimesTheThreads(t *testing.T) {
	for _, m := range models {
		s := New(real(t, m))
		for _, stretch := range [][2]int64{{0, s.End}, {s.End / 3, s.End / 2}, {12_345, 12_346}, {s.End - 1, s.End}} {
			all := 0
			for _, server := range []bool{true, false} {
				totals, threads := s.Totals(stretch[0], stretch[1], server)
				sum := int64(0)
				for i, total := range totals {
					sum += total.NS
					if total.Name(&English) == "" || total.Name(&Chinese) == "" || i > 0 && total.NS > totals[i-1].NS {
						t.Errorf("%s: got %+v", m, totals)
					}
				}
				if want := (stretch[1] - stretch[0]) * int64(threads); sum != want {
					t.Errorf("%s, %v, server %v: got %d ns, want %d", m, stretch, server, sum, want)
				}
				all += threads
			}
			if all != len(s.Lanes) {
				t.Errorf("%s: got %d threads, want all %d", m, all, len(s.Lanes))
			}
		}
	}
}

func TestTheSameNumberOfRequestsIsCountedFromOneMoment(t *testing.T) {
	s := New(blockingEcho("kernel"))
	for _, test := range []struct {
		from int64
		n    int
		at   int64
		got  int
	}{{0, 1, 9900, 1}, {0, 2, 14000, 2}, {0, 40, 14000, 2}, {3500, 1, 14000, 1}, {5000, 1, 5000, 0}} {
		if at, got := s.Answered(test.from, test.n); at != test.at || got != test.got {
			t.Errorf("from %d, %d requests: got %d at %d, want %d at %d", test.from, test.n, got, at, test.got, test.at)
		}
	}
}

func TestASelectedStretchIsPlayedInALoop(t *testing.T) {
	s := New(blockingEcho("kernel"))
	p := NewPlayer(s)
	p.Select(6000, 4000)
	p.Slow, p.Loop = 1, true
	p.MoveTo(4000)
	p.Toggle()
	for _, want := range []int64{5500, 5000, 4500} {
		if p.Advance(1500); p.Now != want || !p.Playing {
			t.Fatalf("got %d, playing %v; want %d", p.Now, p.Playing, want)
		}
	}
	p.Select(3000, 3000)
	if p.Loop {
		t.Error("nothing is selected, but it loops")
	}
}

func TestTheMinimapShowsTheWindowAndCostsNoEvents(t *testing.T) {
	for _, n := range []int{100, 50_000} {
		s := New(pollingBurst(n))
		var l draw.List
		v := &View{W: 800, H: MinimapHeight, T0: s.End / 4, T1: s.End / 2, Now: s.End / 3, Words: &English, Width: draw.Width, Marks: s.Mark(s.Find("eagain"))}
		s.Minimap(&l, v)
		frame := false
		for i := range l.Ops {
			o := &l.Ops[i]
			frame = frame || o.Kind == draw.Frame && o.X > 190 && o.X < 210 && o.W > 190 && o.W < 210
		}
		if !frame {
			t.Errorf("%d polls: the window is not where it should be", n)
		}
		if len(l.Ops) > buckets+20 {
			t.Errorf("%d polls: got %d shapes", n, len(l.Ops))
		}
	}
	s := New(blockingEcho("kernel"))
	for _, x := range []float64{0, 123, 800} {
		if got, want := s.MinimapTime(x, 800), int64(x/800*float64(s.End)); got != want {
			t.Errorf("x = %v: got %d, want %d", x, got, want)
		}
	}
}

func TestWhatIsSelectedChosenAndMarkedIsDrawnAndNothingElseChanges(t *testing.T) {
	s := New(blockingEcho("kernel"))
	p := NewPlayer(s)
	v := viewOf(p)
	plain := frame(s, p)
	var l draw.List
	v.From, v.To, v.Chosen, v.Marks = 5000, 8000, 8, s.Mark(s.Find("read"))
	s.Timeline(&l, v)
	golden(t, "selected.txt", draw.Dump(&l))
	*v = *viewOf(p)
	s.Timeline(&l, v)
	if draw.Dump(&l) != plain {
		t.Error("the picture does not return to what it was")
	}
}

func TestTheAxisCountsFromTheCommonZero(t *testing.T) {
	s := New(blockingEcho("kernel"))
	v := viewOf(NewPlayer(s))
	v.T0, v.T1, v.Zero = -3000, 9000, 4000
	var l draw.List
	s.Timeline(&l, v)
	labels := map[string]bool{}
	for i := range l.Ops {
		if o := &l.Ops[i]; o.Kind == draw.Text {
			labels[o.Text] = true
		}
	}
	for _, want := range []string{"0 µs", "−2 µs", "4 µs"} {
		if !labels[want] {
			t.Errorf("the axis lacks %q: %v", want, labels)
		}
	}
}
