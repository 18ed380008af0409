package scene

import (
	"testing"

	"iowait/server/wire"
)

func TestASearchFindsWhatItNames(t *testing.T) {
	s := New(blockingEcho("kernel"))
	p := New(pollingBurst(3))
	for _, test := range []struct {
		query string
		in    *Scene
		want  int
		fits  func(e *wire.Event) bool
	}{
		{"EAGAIN", p, 3, func(e *wire.Event) bool { return e.Result == -11 }},
		{"read", s, 0, func(e *wire.Event) bool { return e.Op == wire.OpRead }},
		{"read thread 11", s, 0, func(e *wire.Event) bool { return e.Op == wire.OpRead && e.TID == 11 }},
		{"worker", s, 0, func(e *wire.Event) bool { return e.TID == 11 || e.TID == 12 }},
		{"conn 40001", s, 0, func(e *wire.Event) bool { return e.Conn == conn1 }},
		{"连接 40001", s, 0, func(e *wire.Event) bool { return e.Conn == conn1 }},
		{"40001", s, 0, func(e *wire.Event) bool { return e.Conn == conn1 }},
		{"preempt", s, 1, func(e *wire.Event) bool { return e.Kind == wire.KindPreempt }},
		{"made_up.go:7 sent", s, -1, func(*wire.Event) bool { return false }},
		{"made_up.go:7", s, 0, func(e *wire.Event) bool { return e.Site == 1 }},
		{"epoll_w", s, 0, func(e *wire.Event) bool { return e.Op == wire.OpEpollWait }},
		{"nothing like it", s, -1, nil},
		{"  ", s, -1, nil},
	} {
		t.Run(test.query, func(t *testing.T) {
			found := test.in.Find(test.query)
			want := test.want
			if want == 0 {
				for i := range test.in.Rec.Events {
					if test.fits(&test.in.Rec.Events[i]) {
						want++
					}
				}
			}
			if want = max(want, 0); len(found) != want {
				t.Fatalf("got %d events, want %d", len(found), want)
			}
			for _, i := range found {
				if !test.fits(&test.in.Rec.Events[i]) {
					t.Errorf("got %s", test.in.Say(int(i), &English))
				}
			}
		})
	}
}

func TestHitsAreGoneThroughInARing(t *testing.T) {
	s := New(blockingEcho("kernel"))
	m := s.Mark([]int32{3, 5, 9})
	for _, test := range []struct {
		from    int
		forward bool
		want    int
	}{{0, true, 3}, {3, true, 5}, {4, true, 5}, {9, true, 3}, {5, false, 3}, {4, false, 3}, {3, false, 9}, {0, false, 9}, {20, true, 3}} {
		if got := m.Next(test.from, test.forward); got != test.want {
			t.Errorf("from %d, forward %v: got %d, want %d", test.from, test.forward, got, test.want)
		}
	}
	if got := (*Marks)(nil).Next(1, true); got != -1 {
		t.Errorf("without marks: got %d, want -1", got)
	}
	if got := m.Rank(5); got != 2 {
		t.Errorf("rank: got %d, want 2", got)
	}
}

// Event, call and line of code belong together, both ways.
func TestEveryEventOfALineLeadsBackToTheLine(t *testing.T) {
	for _, m := range models {
		s := New(real(t, m))
		files := s.Places()
		if len(files) < 2 || files[0].Folder != "iomodel" || files[len(files)-1].Folder != "load" {
			t.Fatalf("%s: got files %+v, want those of the model first, then the client's", m, files)
		}
		for _, f := range files {
			lines := s.Lines(f.Folder, f.File)
			if len(lines) == 0 {
				t.Errorf("%s: %s has no line with events", m, f.File)
			}
			for line, n := range lines {
				f.Line = line
				events := s.AtLine(f)
				if len(events) != n {
					t.Errorf("%s: %s:%d: got %d events, want %d", m, f.File, line, len(events), n)
				}
				for _, i := range events {
					if p, ok := s.Place(int(i)); !ok || p.File != f.File || p.Line != line {
						t.Fatalf("%s: event %d of %s:%d leads to %+v", m, i, f.File, line, p)
					}
				}
			}
		}
	}
}

func TestACallIsWholeFromEitherEnd(t *testing.T) {
	for _, m := range models {
		s := New(real(t, m))
		for i := range s.Rec.Events {
			c, ok := s.CallOf(i)
			if !ok {
				continue
			}
			if c.From > c.To || c.Op == wire.OpNone {
				t.Fatalf("%s: event %d: got %+v", m, i, c)
			}
			for _, end := range []int{c.Enter, c.Exit} {
				if end < 0 {
					continue
				}
				if again, _ := s.CallOf(end); again != c {
					t.Fatalf("%s: event %d is of the call %+v, its end %d of %+v", m, i, c, end, again)
				}
			}
		}
	}
}

func TestTheFactsOfACallAddUp(t *testing.T) {
	s := New(blockingEcho("kernel"))
	i := s.EventAt(s.lane[12], 9400) // read returns to thread 12
	got := ""
	for _, f := range s.Facts(i, &English) {
		got += f.Name + ": " + f.Text + "; "
	}
	want := "call: read · fd 2; answered: 100 B; took: 9.40 µs; on a CPU: 900 ns; waiting, off the CPU: 4.50 µs; " +
		"ready, without a CPU: 4.00 µs; thread: worker 12; connection: 40002; line: made_up.go:7 loop; "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
