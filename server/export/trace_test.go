package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// A traceEvent is what the tests read of an event.
type traceEvent struct {
	Ph   string
	TS   json.Number
	Dur  json.Number
	PID  *int64
	TID  *int64
	Cat  string
	Name string
	ID   json.RawMessage
	S    string
	BP   string
	Args map[string]any

	ns, dur int64
}

func (e *traceEvent) on() track { return track{*e.PID, *e.TID} }

// A parsed trace has its events in the order in which a reader takes them:
// by time, ties as in the file.
type parsed struct {
	DisplayTimeUnit string
	TraceEvents     []traceEvent
	OtherData       map[string]string
}

var micros = regexp.MustCompile(`^-?[0-9]+\.[0-9]{3}$`)

// validate parses a trace and checks the rules by which the trace processor
// takes it without dropping or bending anything.
func validate(t *testing.T, data []byte) parsed {
	t.Helper()
	var p parsed
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(&p); err != nil {
		t.Fatalf("no valid JSON: %v", err)
	}
	if p.DisplayTimeUnit != "ns" {
		t.Errorf("displayTimeUnit: got %q, want ns", p.DisplayTimeUnit)
	}
	if bytes.Contains(data, []byte(`\u`)) {
		t.Error(`got a \u escape, want none: older readers do not know it`)
	}
	for i := range p.TraceEvents {
		e := &p.TraceEvents[i]
		if e.PID == nil || e.TID == nil || e.Name == "" {
			t.Fatalf("event %d: got %+v, want pid, tid and name", i, e)
		}
		e.ns = nanos(t, e.TS)
		if e.Ph == "X" {
			e.dur = nanos(t, e.Dur)
		}
	}
	sort.SliceStable(p.TraceEvents, func(i, j int) bool { return p.TraceEvents[i].ns < p.TraceEvents[j].ns })
	checkNesting(t, p.TraceEvents)
	checkFlows(t, p.TraceEvents)
	checkAsync(t, p.TraceEvents)
	checkNames(t, p.TraceEvents)
	return p
}

func nanos(t *testing.T, n json.Number) int64 {
	t.Helper()
	if !micros.MatchString(n.String()) {
		t.Fatalf("got the time %q, want microseconds with three digits", n)
	}
	ns, err := strconv.ParseInt(strings.Replace(n.String(), ".", "", 1), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return ns
}

// checkNesting: slices of a row are nested or apart, never overlapping.
func checkNesting(t *testing.T, events []traceEvent) {
	t.Helper()
	open := map[track][]*traceEvent{}
	for i := range events {
		e := &events[i]
		if e.Ph != "X" {
			continue
		}
		stack := open[e.on()]
		for len(stack) > 0 && stack[len(stack)-1].ns+stack[len(stack)-1].dur <= e.ns {
			stack = stack[:len(stack)-1]
		}
		if n := len(stack); n > 0 && e.ns+e.dur > stack[n-1].ns+stack[n-1].dur {
			t.Errorf("%s at %d ns for %d overlaps %s at %d for %d", e.Name, e.ns, e.dur, stack[n-1].Name, stack[n-1].ns, stack[n-1].dur)
		}
		open[e.on()] = append(stack, e)
	}
}

// checkFlows: each arrow begins once, and each end of one binds to the slice
// or instant that began last on its row and reaches to its time.
func checkFlows(t *testing.T, events []traceEvent) {
	t.Helper()
	top := map[track]*traceEvent{}
	begun, ended := map[string]bool{}, map[string]bool{}
	for i := range events {
		e := &events[i]
		id := string(e.ID)
		switch e.Ph {
		case "X", "i":
			top[e.on()] = e
			continue
		case "s", "t", "f":
		default:
			continue
		}
		if begun[id] == (e.Ph == "s") || ended[id] {
			t.Errorf("flow %s: %q at %d ns is out of order", id, e.Ph, e.ns)
		}
		if e.Ph == "f" && e.BP != "e" {
			t.Errorf("flow %s: got bp %q, want e", id, e.BP)
		}
		begun[id], ended[id] = true, e.Ph == "f"
		if s := top[e.on()]; s == nil || s.ns+s.dur < e.ns {
			t.Errorf("flow %s: %q at %d ns binds to nothing", id, e.Ph, e.ns)
		}
	}
}

// checkAsync: what begins ends, and what ends has begun.
func checkAsync(t *testing.T, events []traceEvent) {
	t.Helper()
	open := map[string]int{}
	for i := range events {
		e := &events[i]
		key := fmt.Sprint(*e.PID, e.Cat, e.Name, string(e.ID))
		switch e.Ph {
		case "b":
			open[key]++
		case "e":
			open[key]--
		default:
			continue
		}
		if n := open[key]; n < 0 || n > 1 {
			t.Errorf("async slice %s at %d ns: %d are open", key, e.ns, n)
		}
	}
	for key, n := range open {
		if n != 0 {
			t.Errorf("async slice %s is still open at the end", key)
		}
	}
}

// checkNames: a thread id is used in one process only, and named; older
// readers name threads by that id alone.
func checkNames(t *testing.T, events []traceEvent) {
	t.Helper()
	pids, threads, processes := map[int64]int64{}, map[int64]bool{}, map[int64]bool{}
	for i := range events {
		e := &events[i]
		if known, ok := pids[*e.TID]; ok && known != *e.PID {
			t.Errorf("thread %d is in the processes %d and %d", *e.TID, known, *e.PID)
		}
		pids[*e.TID] = *e.PID
		switch e.Name {
		case "thread_name":
			threads[*e.TID] = true
		case "process_name":
			processes[*e.PID] = true
		}
	}
	for i := range events {
		if e := &events[i]; e.Ph != "M" && (!threads[*e.TID] || !processes[*e.PID]) {
			t.Fatalf("%s: thread %d of process %d has no name", e.Name, *e.TID, *e.PID)
		}
		if ph := events[i].Ph; !slices.Contains([]string{"M", "X", "i", "C", "b", "e", "s", "t", "f"}, ph) {
			t.Fatalf("got phase %q", ph)
		}
	}
}

func TestTimesAreExactMicroseconds(t *testing.T) {
	for ns, want := range map[int64]string{
		0: "0.000", 1: "0.001", 999: "0.999", 1000: "1.000", 1<<53 + 1: "9007199254740.993", -1: "-0.001", -1500: "-1.500",
		1<<63 - 1: "9223372036854775.807", -1 << 63: "-9223372036854775.808",
	} {
		if got := string(appendMicros(nil, ns)); got != want {
			t.Errorf("%d ns: got %s, want %s", ns, got, want)
		}
	}
}

func FuzzStringsAreJSON(f *testing.F) {
	f.Add("a \"quoted\" \\ line\n\x00\xff é")
	f.Fuzz(func(t *testing.T, s string) {
		got := appendString(nil, s)
		var back string
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatalf("%q: got %s: %v", s, got, err)
		}
	})
}
