package export

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iowait/server/wire"
)

// real is a recording that iowait made; see wasm/scene/golden_test.go.
func real(t testing.TB, file string) *wire.Recording {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := wire.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func realFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../wasm/scene/testdata/*.iowr")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d recordings and %v, want some", len(files), err)
	}
	return files
}

func traceOf(t *testing.T, r *wire.Recording) parsed {
	t.Helper()
	var b bytes.Buffer
	if err := Perfetto(&b, r); err != nil {
		t.Fatal(err)
	}
	return validate(t, b.Bytes())
}

// Every mark and every switch record of a real recording is found again in
// its trace, at its time.
func TestARealRecordingKeepsAllItsEvents(t *testing.T) {
	for _, file := range realFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := real(t, file)
			p := traceOf(t, r)
			type end struct {
				tid, ns int64
				name    string
			}
			got := map[end]bool{}
			finished := 0
			for _, e := range p.TraceEvents {
				switch e.Ph {
				case "X":
					got[end{*e.TID, e.ns, e.Name + " begins"}] = true
					got[end{*e.TID, e.ns + e.dur, e.Name + " ends"}] = true
				case "i":
					got[end{*e.TID, e.ns, e.Name}] = true
				case "f":
					finished++
				}
			}
			received := 0
			for i := range r.Events {
				e := &r.Events[i]
				want := end{int64(e.TID), e.AtNS, e.Kind.String() + " " + e.Op.String()}
				switch e.Kind {
				case wire.KindSysEnter, wire.KindInside:
					want.name = e.Op.String() + " begins"
				case wire.KindSysExit:
					want.name = e.Op.String() + " ends"
				case wire.KindReady, wire.KindSent, wire.KindReceived:
					want.name = e.Kind.String()
				case wire.KindSwitchIn, wire.KindSwitchOut, wire.KindPreempt:
					want.tid += stateTID
					want.name = map[wire.Kind]string{wire.KindSwitchIn: running, wire.KindSwitchOut: waiting, wire.KindPreempt: preempted}[e.Kind] + " begins"
					if !got[want] {
						want.name = unknown + " begins"
					}
				}
				if !got[want] {
					t.Fatalf("event %d: got nothing for %+v", i, want)
				}
				if e.Kind == wire.KindReceived {
					received++
				}
			}
			if finished == 0 || finished > received {
				t.Errorf("got %d whole requests, want some and at most %d", finished, received)
			}
			if p.OtherData["events"] != fmt.Sprint(len(r.Events)) || p.OtherData["model"] != r.Model || p.OtherData["host"] != r.Host {
				t.Errorf("got %v, want what the recording says of itself", p.OtherData)
			}
		})
	}
}

// script is a small recording: one server thread, one client thread.
func script(events ...wire.Event) *wire.Recording {
	return &wire.Recording{Header: wire.Header{
		Experiment: "echo", Model: "epoll", LengthNS: 1000, Switches: "kernel", Total: int64(len(events)),
		Threads: []wire.Thread{{TID: 10, Proc: "server", Name: "loop"}, {TID: 20, Proc: "client", Name: "client"}},
		Sites:   []wire.Site{{}, {File: "epoll.go", Line: 19, Func: `loop.(*T[...]).f "x" <y>`}},
	}, Events: events}
}

// find is the only event with this phase and name.
func (p parsed) find(t *testing.T, phase, name string) traceEvent {
	t.Helper()
	var found []traceEvent
	for _, e := range p.TraceEvents {
		if e.Ph == phase && e.Name == name {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		t.Fatalf("got %d events %s %q, want one", len(found), phase, name)
	}
	return found[0]
}

func TestCallsAreCutAtTheWindowAndSaySo(t *testing.T) {
	for _, test := range []struct {
		name    string
		events  []wire.Event
		at, dur int64
		args    map[string]any
	}{
		{"a call in the window",
			[]wire.Event{{AtNS: 100, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 7, Conn: 4, Site: 1}, {AtNS: 350, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 7, Conn: 4, Result: 12}},
			100, 250, map[string]any{"fd": "7", "connection": "4", "result": "12", "source": "epoll.go:19", "function": `loop.(*T[...]).f "x" <y>`}},
		{"a call that fails",
			[]wire.Event{{AtNS: 100, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 7}, {AtNS: 101, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 7, Result: -11}},
			100, 1, map[string]any{"fd": "7", "errno": "EAGAIN"}},
		{"inside at the begin",
			[]wire.Event{{TID: 10, Kind: wire.KindInside, Op: wire.OpRead, FD: 7}, {AtNS: 40, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 7}},
			0, 40, map[string]any{"fd": "7", "begin": "before the recording", "result": "0"}},
		{"an exit comes first",
			[]wire.Event{{AtNS: 40, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 7}},
			0, 40, map[string]any{"fd": "7", "begin": "before the recording", "result": "0"}},
		{"still inside at the end",
			[]wire.Event{{AtNS: 400, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 7}},
			400, 600, map[string]any{"fd": "7", "end": "after the recording"}},
		{"the exit was lost",
			[]wire.Event{{AtNS: 400, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead}, {AtNS: 500, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpWrite}},
			400, 100, map[string]any{"end": "not recorded"}},
		{"what was accepted",
			[]wire.Event{{AtNS: 1, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 3}, {AtNS: 2, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 3, Conn: 9, Result: 8}},
			1, 1, map[string]any{"fd": "3", "connection": "9", "result": "8"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := traceOf(t, script(test.events...)).find(t, "X", "read")
			if got.ns != test.at || got.dur != test.dur {
				t.Errorf("got %d ns for %d, want %d for %d", got.ns, got.dur, test.at, test.dur)
			}
			if g, w := fmt.Sprint(got.Args), fmt.Sprint(test.args); g != w {
				t.Errorf("got  %s\nwant %s", g, w)
			}
		})
	}
}

func TestAnEndWithoutABeginIsAnInstant(t *testing.T) {
	p := traceOf(t, script(wire.Event{AtNS: 5, TID: 10, Kind: wire.KindReady, Op: wire.OpPoll, FD: 7, Result: 0x11},
		wire.Event{AtNS: 40, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 7, Result: 3}))
	if got := p.find(t, "i", "exit read"); got.Args["begin"] != "not recorded" {
		t.Errorf("got %v, want it said that the begin is not recorded", got.Args)
	}
	if got := p.find(t, "i", "ready"); got.Args["events"] != "IN|HUP" || got.Args["by"] != "poll" {
		t.Errorf("got %v, want IN|HUP by poll", got.Args)
	}
}

func TestStatesCoverTheWindow(t *testing.T) {
	p := traceOf(t, script(
		wire.Event{AtNS: 100, TID: 10, Kind: wire.KindSwitchIn, Result: 1},
		wire.Event{AtNS: 300, TID: 10, Kind: wire.KindPreempt, Result: 1},
		wire.Event{AtNS: 400, TID: 10, Kind: wire.KindSwitchIn, Result: 0},
		wire.Event{AtNS: 600, TID: 10, Kind: wire.KindSwitchIn, Result: 1},
		wire.Event{AtNS: 700, TID: 10, Kind: wire.KindSwitchOut, Result: 1}))
	var got []string
	for _, e := range p.TraceEvents {
		if e.Cat == "state" {
			got = append(got, fmt.Sprintf("%s %d-%d cpu %v", e.Name, e.ns, e.ns+e.dur, e.Args["cpu"]))
		}
	}
	want := "off CPU 0-100 cpu <nil>, running 100-300 cpu 1, preempted 300-400 cpu <nil>, " +
		"unknown 400-600 cpu <nil>, running 600-700 cpu 1, waiting 700-1000 cpu <nil>"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestAnArrowFollowsARequest(t *testing.T) {
	const conn = 4000
	client := func(at int64, k wire.Kind, op wire.Op, result int32) wire.Event {
		return wire.Event{AtNS: at, TID: 20, Kind: k, Op: op, FD: 5, Conn: conn, Result: result}
	}
	server := func(at int64, k wire.Kind, op wire.Op, result int32) wire.Event {
		return wire.Event{AtNS: at, TID: 10, Kind: k, Op: op, FD: 7, Conn: conn, Result: result}
	}
	for _, test := range []struct {
		name   string
		events []wire.Event
		want   string // phases with their times
	}{
		{"epoll", []wire.Event{client(10, wire.KindSent, 0, 0), server(20, wire.KindReady, wire.OpEpollWait, 1),
			server(30, wire.KindSysEnter, wire.OpRead, 0), server(40, wire.KindSysExit, wire.OpRead, 9),
			server(50, wire.KindSysEnter, wire.OpWrite, 0), client(55, wire.KindReceived, 0, 0), server(60, wire.KindSysExit, wire.OpWrite, 9)},
			"s10 t20 t40 t50 f55"},
		{"a blocking read that began before", []wire.Event{server(5, wire.KindSysEnter, wire.OpRead, 0), client(10, wire.KindSent, 0, 0),
			server(40, wire.KindSysExit, wire.OpRead, 9), server(50, wire.KindSysEnter, wire.OpWrite, 0), client(55, wire.KindReceived, 0, 0)},
			"s10 t40 t50 f55"},
		{"a ring", []wire.Event{client(10, wire.KindSent, 0, 0), server(20, wire.KindComplete, wire.OpRecv, 9), server(21, wire.KindSubmit, wire.OpSend, 0),
			client(55, wire.KindReceived, 0, 0)}, "s10 t20 t21 f55"},
		{"a goroutine", []wire.Event{server(5, wire.KindPark, wire.OpRead, 0), client(10, wire.KindSent, 0, 0), server(20, wire.KindUnpark, wire.OpRead, 9),
			server(21, wire.KindPark, wire.OpWrite, 0), server(22, wire.KindUnpark, wire.OpWrite, 9), client(55, wire.KindReceived, 0, 0)}, "s10 t20 t21 f55"},
		{"a read that finds nothing", []wire.Event{client(10, wire.KindSent, 0, 0), server(20, wire.KindSysEnter, wire.OpRead, 0), server(21, wire.KindSysExit, wire.OpRead, -11),
			server(30, wire.KindSysEnter, wire.OpRead, 0), server(31, wire.KindSysExit, wire.OpRead, 1)}, "s10 t31"},
		{"an answer to what was sent before the window", []wire.Event{server(20, wire.KindReady, wire.OpEpollWait, 1), client(55, wire.KindReceived, 0, 0)}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, e := range traceOf(t, script(test.events...)).TraceEvents {
				if e.Cat == "request" {
					got = append(got, fmt.Sprint(e.Ph, e.ns))
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %q, want %q", strings.Join(got, " "), test.want)
			}
		})
	}
}

func TestWhatNoThreadWaitsForIsAsync(t *testing.T) {
	p := traceOf(t, script(
		wire.Event{AtNS: 10, TID: 10, Kind: wire.KindUnpark, Op: wire.OpRead, Conn: 4, Result: 3},
		wire.Event{AtNS: 20, TID: 10, Kind: wire.KindWaitBackend, Conn: 4},
		wire.Event{AtNS: 30, TID: 11, Kind: wire.KindBackend, Conn: 4},
		wire.Event{AtNS: 40, TID: 11, Kind: wire.KindPark, Op: wire.OpWrite, Conn: 4}))
	var got []string
	for _, e := range p.TraceEvents {
		if e.Ph == "b" || e.Ph == "e" {
			got = append(got, fmt.Sprintf("%s%d %s of %d", e.Ph, e.ns, e.Name, *e.PID))
		}
	}
	// a thread that is not listed may be of any process, so that its marks end nothing of the server's
	want := "b0 read of 1, b0 backend of 5, e10 read of 1, b20 backend of 1, e30 backend of 5, b40 write of 5, e1000 backend of 1, e1000 write of 5"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestUnknownNumbersAreKept(t *testing.T) {
	p := traceOf(t, script(wire.Event{AtNS: 10, TID: 10, Kind: 200, Op: 250, Result: 7}))
	for _, e := range p.TraceEvents {
		if e.Ph == "i" && fmt.Sprintf("%v %v %v", e.Args["kind"], e.Args["op"], e.Args["result"]) == "200 250 7" {
			return
		}
	}
	t.Error("got no instant with the numbers of the event")
}

func TestOddRecordingsAreValidTraces(t *testing.T) {
	nan := math.NaN()
	for name, r := range map[string]*wire.Recording{
		"no events":          script(),
		"nothing at all":     {},
		"hostile strings":    {Header: wire.Header{Run: "\"\\\x00\n\xff</script>", Threads: []wire.Thread{{TID: 1, Proc: "\x01", Name: "\""}}}},
		"no cost":            {Header: wire.Header{CostPct: &nan}},
		"times at the edge":  script(wire.Event{AtNS: -1 << 63, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead}, wire.Event{AtNS: 1<<63 - 1, TID: 10, Kind: wire.KindSysExit, Op: wire.OpRead}),
		"sites out of range": script(wire.Event{AtNS: 1, TID: 10, Kind: wire.KindReady, Site: 99}),
	} {
		t.Run(name, func(t *testing.T) { traceOf(t, r) })
	}
}

func TestALossOfEventsIsSaidAndNothingIsDrawnInItsPlace(t *testing.T) {
	r := script(wire.Event{AtNS: 1, TID: 10, Kind: wire.KindSysEnter, Op: wire.OpRead}, wire.Event{AtNS: 5, TID: 20, Kind: wire.KindReady})
	r.Total, r.Dropped = 12, 3
	p := traceOf(t, r)
	if got := p.OtherData; got["missing_for_damage"] != "7" || got["dropped"] != "3" {
		t.Errorf("got %v, want 7 missing and 3 dropped", got)
	}
	if read := p.find(t, "X", "read"); read.dur != 4 {
		t.Errorf("got a call of %d ns, want it cut at the last event, after 4", read.dur)
	}
}

// broken takes some bytes and then fails.
type broken struct{ room int }

var errGone = errors.New("the reader has gone")

func (b *broken) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, errGone
	}
	return len(p), nil
}

func TestAReaderThatGoesEndsTheExport(t *testing.T) {
	r := real(t, realFiles(t)[0])
	for name, export := range map[string]func() error{
		"trace":  func() error { return Perfetto(&broken{100_000}, r) },
		"events": func() error { return EventsCSV(&broken{100}, r) },
		"run":    func() error { return RunCSV(&broken{10}, exampleRun()) },
		"bench":  func() error { return Benchstat(&broken{10}, exampleRun()) },
	} {
		if err := export(); !errors.Is(err, errGone) {
			t.Errorf("%s: got %v, want %v", name, err, errGone)
		}
	}
}

func BenchmarkPerfetto(b *testing.B) {
	r := real(b, realFiles(b)[0])
	for b.Loop() {
		if err := Perfetto(&broken{1 << 40}, r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.Events)), "ns/event")
}
