package scene

import (
	"testing"

	"iowait/wasm/draw"
)

// frame is the picture that a player shows.
func frame(s *Scene, p *Player) string {
	var l draw.List
	s.Timeline(&l, viewOf(p))
	return draw.Dump(&l)
}

func viewOf(p *Player) *View {
	return &View{W: 800, H: 300, T0: p.T0, T1: p.T1, Now: p.Now, Words: &English, Width: draw.Width}
}

func TestAStepForwardAndOneBackShowTheSamePicture(t *testing.T) {
	s := New(blockingEcho("kernel"))
	for _, start := range []int64{0, 777, 4500} {
		p := NewPlayer(s)
		p.MoveTo(start)
		p.Zoom(0.0001, start) // so near that most steps leave the window
		var pictures []string
		var times []int64
		for range 12 {
			pictures, times = append(pictures, frame(s, p)), append(times, p.Now)
			p.Step(true)
		}
		for i := len(pictures) - 1; i >= 0; i-- {
			p.Step(false)
			if p.Now != times[i] {
				t.Fatalf("from %d, back at step %d: got time %d, want %d", start, i, p.Now, times[i])
			}
			if got := frame(s, p); got != pictures[i] {
				t.Fatalf("from %d, back at step %d: the picture differs:\n%s\nwant\n%s", start, i, got, pictures[i])
			}
		}
	}
}

func TestStepsVisitEveryMomentWithAnEvent(t *testing.T) {
	s := New(blockingEcho("kernel"))
	p := NewPlayer(s)
	p.MoveTo(0)
	want := int64(0)
	for _, e := range s.Rec.Events {
		if e.AtNS == want {
			continue
		}
		want = e.AtNS
		if p.Step(true); p.Now != want {
			t.Fatalf("got %d, want %d", p.Now, want)
		}
	}
	if p.Step(true); p.Now != want {
		t.Errorf("behind the last event: got %d, want %d", p.Now, want)
	}
	for range len(s.Rec.Events) {
		p.Step(false)
	}
	if p.Now != 0 {
		t.Errorf("back at the begin: got %d, want 0", p.Now)
	}
}

func TestPlayingIsSlowedDownAndEndsAtTheEnd(t *testing.T) {
	s := New(blockingEcho("kernel"))
	p := NewPlayer(s)
	p.MoveTo(0)
	p.Slow = 1000
	if p.Advance(1e6) {
		t.Error("moved without playing")
	}
	p.Toggle()
	for range 10 {
		p.Advance(150_500) // 150.5 ns each: nothing is lost to rounding
	}
	if got, want := p.Now, int64(1505); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
	p.Advance(3600e9) // an hour in another tab
	if got, want := p.Now, s.End; got != want || p.Playing {
		t.Errorf("got %d, playing %v; want the end, %d", got, p.Playing, want)
	}
	p.Slow = 100_000
	p.Toggle() // from the begin again
	p.Advance(3600e9)
	if got, want := p.Now, int64(maxCatchUp/100_000); got != want {
		t.Errorf("after a long pause of the browser: got %d, want %d", got, want)
	}
}

func TestAPauseRestsAtTheEventThatHappenedLast(t *testing.T) {
	p := NewPlayer(New(blockingEcho("kernel")))
	p.MoveTo(0)
	p.Slow = 1
	p.Toggle()
	p.Advance(7000)
	p.Toggle()
	if got, want := p.Now, int64(5400); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestTheFirstViewShowsSingleRequests(t *testing.T) {
	s := New(pollingBurst(20_000))
	p := NewPlayer(s)
	if window, all := p.T1-p.T0, s.End; window > all/100 {
		t.Errorf("got a window of %d ns of %d, want one request to be seen", window, all)
	}
	if r := s.Requests[0]; p.Now != r.Sent || p.T0 > r.Sent || p.T1 < r.Received {
		t.Errorf("got %d to %d at %d, want the request from %d to %d, at its begin", p.T0, p.T1, p.Now, r.Sent, r.Received)
	}
}

func TestZoomingKeepsThePointedMomentInPlace(t *testing.T) {
	s := New(pollingBurst(1000))
	p := NewPlayer(s)
	p.Fit()
	at := s.End / 3
	for _, factor := range []float64{0.5, 0.25, 0.5, 2} {
		before := viewOf(p).X(at)
		p.Zoom(factor, at)
		if after := viewOf(p).X(at); after < before-1 || after > before+1 {
			t.Errorf("zoom %v: the moment moved from x = %.1f to %.1f", factor, before, after)
		}
	}
	for range 80 {
		p.Zoom(0.5, at)
	}
	if got := p.T1 - p.T0; got != leastWindow {
		t.Errorf("got a window of %d ns, want at least %d", got, int64(leastWindow))
	}
	for range 80 {
		p.Zoom(2, at)
	}
	if p.T0 != 0 || p.T1 != s.End {
		t.Errorf("got %d to %d, want all, 0 to %d", p.T0, p.T1, s.End)
	}
}

func TestTheWindowStaysWithinTheRecording(t *testing.T) {
	s := New(pollingBurst(1000))
	p := NewPlayer(s)
	for _, share := range []float64{-5, 3, 1000, -0.5, -1000} {
		if p.Pan(share); p.T0 < 0 || p.T1 > s.End || p.T0 >= p.T1 {
			t.Errorf("pan %v: got %d to %d, want within 0 to %d", share, p.T0, p.T1, s.End)
		}
	}
}
