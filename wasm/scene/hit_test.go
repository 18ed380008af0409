package scene

import (
	"strings"
	"testing"
)

func TestWhatIsUnderThePointerIsSaid(t *testing.T) {
	s := New(blockingEcho("kernel"))
	v := &View{W: 1000, H: 400, T0: 0, T1: 16000, Words: &English, Width: func(text string, size int, _ bool) float64 { return float64(len(text) * size / 2) }}
	on := func(tid int32) float64 { // the middle of its lane
		y, h := s.laneBox(v, s.lane[tid])
		return y + h/2
	}
	for _, test := range []struct {
		name string
		x, y float64
		want string
	}{
		{"a blocked thread", v.X(2000), on(12), "worker 12 · blocked in read / 4.50 µs · 500 ns – 5.000 µs / fd 2 · connection 40002 · made_up.go:7"},
		{"one that waits for a CPU", v.X(7000), on(12), "worker 12 · ready, waiting for a CPU (in read) / 4.00 µs · 5.000 µs – 9.000 µs / fd 2 · connection 40002 · made_up.go:7"},
		{"one in a call", v.X(6000), on(11), "worker 11 · running in the kernel: write / 3.00 µs · 5.000 µs – 8.000 µs / fd 1 · connection 40001 · made_up.go:7"},
		{"one that was off before the first record", v.X(2000), on(11), "worker 11 · off the CPU in read / 4.00 µs · 0 ns – 4.000 µs / fd 1 · connection 40001 · made_up.go:7"},
		{"what waits in its buffer", v.X(7000), on(12) + laneHeight/2 + 5, "worker 12 / 1 message waits in a socket buffer / 7.000 µs"},
		{"an event", v.X(1000), on(20) - laneHeight/2, "1.000 µs · client 20 begins to send a request · connection 40001"},
		{"the labels", 20, on(12), ""},
		{"below all lanes", v.X(2000), 390, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			hit, _ := s.Hit(v, test.x, test.y)
			if got := strings.Join(hit.Lines, " / "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSpansTooShortToBeToldApartAreSaidAsShares(t *testing.T) {
	s := New(pollingBurst(10_000))
	v := &View{W: 1000, H: 400, T0: 0, T1: s.End, Words: &English, Width: func(text string, size int, _ bool) float64 { return 10 }}
	y, h := s.laneBox(v, s.lane[10])
	hit, ok := s.Hit(v, 500, y+h/2)
	if got, want := strings.Join(hit.Lines[1:], " / "), "75 % found nothing (EAGAIN) / 24 % running / zoom in to tell them apart"; !ok || got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEachEventIsSaidInBothLanguages(t *testing.T) {
	for _, m := range models {
		s := New(real(t, m))
		for i := range s.Rec.Events {
			for _, w := range []*Words{&English, &Chinese} {
				line := s.Say(i, w)
				if strings.Contains(line, "  ") || strings.HasSuffix(line, " ") || !strings.Contains(line, s.Lanes[s.lane[s.Rec.Events[i].TID]].Label) {
					t.Fatalf("%s: event %d (%+v): got %q", m, i, s.Rec.Events[i], line)
				}
			}
		}
	}
}

func TestNoWordIsMissing(t *testing.T) {
	for _, w := range []*Words{&English, &Chinese} {
		for state, text := range w.States {
			if text == "" {
				t.Errorf("state %d has no word beside %q", state, w.States[Running])
			}
		}
		for kind, text := range w.Kinds {
			if text == "" && kind != 0 {
				t.Errorf("kind %d has no word beside %q", kind, w.Kinds[1])
			}
		}
	}
}

func TestTimesAreWrittenWithAUnitThatFits(t *testing.T) {
	for ns, want := range map[int64][2]string{
		0: {"0 ns", "0 ns"}, 999: {"999 ns", "999 ns"}, 1000: {"1.000 µs", "1.00 µs"}, 12_345: {"12.345 µs", "12.3 µs"},
		999_600: {"999.600 µs", "1000 µs"}, 1_234_567: {"1.234567 ms", "1.23 ms"}, 5_000_000_000: {"5.000000000 s", "5.00 s"},
	} {
		if got := [2]string{Nanoseconds(ns), Brief(ns)}; got != want {
			t.Errorf("%d: got %q, want %q", ns, got, want)
		}
	}
}

func TestAxisLabelsNameTheirUnitAndDoNotTouch(t *testing.T) {
	for _, span := range []int64{10, 2000, 350_000, 25e6, 10e9} {
		v := &View{W: 1000, H: 300, T0: 12 * span, T1: 13 * span, Width: func(text string, size int, _ bool) float64 { return float64(len([]rune(text))) * 6.6 }}
		step := v.tick()
		label := tickLabel(v.T1/step*step, step)
		if room := v.X(v.T0+step) - v.X(v.T0); v.Width(label, 11, true) > room-10 {
			t.Errorf("window %d: %q is wider than the %.0f px between two labels", span, label, room)
		}
		if !strings.HasSuffix(label, "s") {
			t.Errorf("window %d: got %q, want a unit", span, label)
		}
	}
}
