package scene

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iowait/server/wire"
	"iowait/wasm/draw"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(content)
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s:%d: got %q, want %q; if the picture is meant to change: go test ./wasm/scene -update, and look at the difference", file, i+1, g[i], w[i])
		}
	}
	t.Fatalf("%s: got %d lines, want %d", file, len(g), len(w))
}

// real is a recording that iowait made: testdata/MODEL.iowr. They are made
// anew by
//
//	iowait run echo --models M --conns 4 --duration 200ms --rounds 1 --record-ms 2ms --record FILE
//
// with 1ms for busy-poll and io_uring, and 14ms for goroutine
func real(t testing.TB, model string) *wire.Recording {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", model+".iowr"))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := wire.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

var models = []string{"thread-per-conn", "busy-poll", "epoll", "io_uring", "goroutine"}

func TestPictures(t *testing.T) {
	pictures := map[string]func() *Scene{
		"blocking":       func() *Scene { return New(blockingEcho("kernel")) },
		"no-switches":    func() *Scene { return New(blockingEcho("none")) },
		"polling":        func() *Scene { return New(pollingBurst(20)) },
		"polling-burst":  func() *Scene { return New(pollingBurst(10_000)) },
		"without-events": func() *Scene { return New(newScript("kernel").until(1000)) },
	}
	for _, m := range models {
		pictures[m] = func() *Scene { return New(real(t, m)) }
	}
	for name, scene := range pictures {
		t.Run(name, func(t *testing.T) {
			s := scene()
			p := NewPlayer(s)
			if name == "polling-burst" || name == "polling" {
				p.Fit()
			}
			golden(t, name+".txt", frame(s, p))
		})
	}
}

func TestTheSameMomentIsTheSamePicture(t *testing.T) {
	for _, m := range models {
		s := New(real(t, m))
		p := NewPlayer(s)
		first := frame(s, p)
		p.Slow = 1
		p.Toggle()
		p.Advance(100_000)
		p.Pause()
		moved := frame(s, p)
		other := NewPlayer(New(real(t, m)))
		if again := frame(New(real(t, m)), other); again != first {
			t.Errorf("%s: another scene of the same recording looks different", m)
		}
		*other = *p
		if again := frame(s, other); again != moved {
			t.Errorf("%s: the same moment looks different", m)
		}
	}
}

// What is drawn of a real recording is in it: thread ids, and nothing on a
// lane's text that no event tells of.
func TestEveryLaneOfARealRecordingIsAThreadInIt(t *testing.T) {
	for _, m := range models {
		rec := real(t, m)
		known := map[int32]bool{}
		for _, e := range rec.Events {
			known[e.TID] = true
		}
		s := New(rec)
		if len(s.Lanes) != len(known) {
			t.Errorf("%s: got %d lanes, want one for each of %d threads", m, len(s.Lanes), len(known))
		}
		for _, l := range s.Lanes {
			if !known[l.TID] {
				t.Errorf("%s: lane %s is no thread of the recording", m, l.Label)
			}
		}
		if len(s.Requests) == 0 {
			t.Errorf("%s: no request was found", m)
		}
	}
}

// The kernel lets one thread at a time run on a CPU: what is drawn must not
// say otherwise.
func TestNoTwoThreadsAreDrawnOnOneCPUAtATime(t *testing.T) {
	for _, m := range models {
		rec := real(t, m)
		s := New(rec)
		cpus := map[int32]int32{} // by thread: the CPU it was last seen on
		for i := range rec.Events {
			e := &rec.Events[i]
			if !isSwitch(e.Kind) {
				continue
			}
			cpus[e.TID] = e.Result
			if e.Kind != wire.KindSwitchIn {
				continue
			}
			for tid, cpu := range cpus {
				l := &s.Lanes[s.lane[tid]]
				if k := l.spanAt(e.AtNS); tid != e.TID && cpu == e.Result && k >= 0 && onCPU(l.Spans[k].State) {
					t.Errorf("%s: at %d ns threads %d and %d both run on CPU %d", m, e.AtNS, e.TID, tid, cpu)
				}
			}
		}
	}
}

func TestAPictureCostsPixelsNotEvents(t *testing.T) {
	const most = 3000 // shapes
	for _, n := range []int{1000, 100_000} {
		s := New(pollingBurst(n))
		p := NewPlayer(s)
		p.Fit()
		var l draw.List
		for range 60 {
			s.Timeline(&l, viewOf(p))
			points := 0
			for i := range l.Ops {
				points += len(l.Ops[i].Points) / 2
			}
			if len(l.Ops) > most || points > most {
				t.Fatalf("%d polls, window %d ns: got %d shapes and %d points, want at most %d", n, p.T1-p.T0, len(l.Ops), points, most)
			}
			p.Zoom(0.7, s.End/2)
		}
	}
}
