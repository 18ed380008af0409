package export

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"iowait/server/wire"
)

// Perfetto writes a recording in the Trace Event Format, as the trace
// processor of Perfetto reads it (https://ui.perfetto.dev, which works
// without a network too, or chrome://tracing). Times are those of the
// recording, from its begin, exact to the nanosecond.
//
//   - Each process has a row for each thread with its system calls. A call
//     that was under way at the window's begin or end is cut there, and an
//     argument says so. Of a damaged recording the end is its last event.
//   - Marks are instants on the thread that made them.
//   - Each process comes a second time as "on CPU" with a row for each
//     thread that the kernel's switch records are about: running, waiting,
//     preempted, or unknown where records were lost.
//   - What a goroutine or a backend does while no thread waits for it is an
//     async slice of the process.
//   - Arrows follow a request: sent, readable, read, written, received.
//
// The events of r are sorted by time, as Decode gives them.
func Perfetto(w io.Writer, r *wire.Recording) error {
	t := newTraceWriter(w)
	p := &perfetto{t: t, rec: r, threads: map[int32]*thread{}, requests: map[int32]*request{}, open: map[span]int64{}, onCPU: map[int64]bool{}}
	if missing(r) == 0 { // else nothing is known of the time after the last event
		p.endNS = max(r.LengthNS, 0)
	}
	if n := len(r.Events); n > 0 {
		p.endNS = max(p.endNS, r.Events[n-1].AtNS)
	}
	_, _ = t.w.WriteString("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")
	for _, th := range r.Threads {
		p.add(th)
	}
	for i := range r.Events {
		p.event(&r.Events[i])
		if i%1024 == 0 {
			if _, err := t.w.Write(nil); err != nil { // whoever reads has gone
				return fmt.Errorf("write the trace: %w", err)
			}
		}
	}
	p.finish()
	_, _ = t.w.WriteString("\n],\"otherData\":")
	_, _ = t.w.Write(otherData(r))
	_, _ = t.w.WriteString("}\n")
	if err := t.w.Flush(); err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	return nil
}

// perfetto is a trace in the making.
type perfetto struct {
	t         *traceWriter
	rec       *wire.Recording
	endNS     int64
	threads   map[int32]*thread
	order     []*thread      // as they were added
	processes []string       // names
	onCPU     map[int64]bool // second processes that have been named
	requests  map[int32]*request
	flows     int64          // requests so far
	open      map[span]int64 // async slices that have begun, and on which thread
}

// stateTID is what the thread's id is raised by for its second row: the
// kernel has no id that high (PID_MAX_LIMIT, proc_sys_kernel(5)).
const stateTID = 1 << 22

// pid numbers the processes of the trace; the recording does not tell theirs.
// The next number is that of the same process on the CPUs.
func (p *perfetto) pid(name string) int64 {
	i := slices.Index(p.processes, name)
	if i < 0 {
		i = len(p.processes)
		p.processes = append(p.processes, name)
		p.process(int64(2*i+1), name)
	}
	return int64(2*i + 1)
}

func (p *perfetto) process(pid int64, name string) {
	on := track{pid, pid}
	p.meta(on, "process_name", name)
	p.t.begin('M', 0, on, "", "process_sort_index")
	p.t.integer("sort_index", pid)
	p.t.end()
}

func (p *perfetto) meta(on track, what, name string) {
	p.t.begin('M', 0, on, "", what)
	p.t.text("name", name)
	p.t.end()
}

// add makes a thread's row. One that is listed twice keeps its first name.
func (p *perfetto) add(th wire.Thread) *thread {
	if known := p.threads[th.TID]; known != nil {
		return known
	}
	t := &thread{Thread: th, calls: track{p.pid(th.Proc), int64(th.TID)}}
	p.threads[th.TID] = t
	p.order = append(p.order, t)
	p.meta(t.calls, "thread_name", th.Name)
	return t
}

func (p *perfetto) site(e *wire.Event) wire.Site {
	if int(e.Site) < len(p.rec.Sites) {
		return p.rec.Sites[e.Site]
	}
	return wire.Site{}
}

func (p *perfetto) event(e *wire.Event) {
	th := p.threads[e.TID]
	if th == nil {
		th = p.add(wire.Thread{TID: e.TID, Proc: "unknown", Name: "unknown"})
	}
	switch e.Kind {
	case wire.KindSwitchIn, wire.KindSwitchOut, wire.KindPreempt:
		p.switched(th, e)
		return
	case wire.KindSysEnter, wire.KindInside:
		p.enter(th, e)
	case wire.KindSysExit:
		p.exit(th, e)
	default:
		p.instant(th, e)
	}
	th.marked = true
	p.follow(th, e)
}

// instant writes a mark that is no begin or end of a call.
func (p *perfetto) instant(th *thread, e *wire.Event) {
	t, name := p.t, e.Kind.String()
	if e.Op != wire.OpNone && e.Kind != wire.KindReady {
		name += " " + e.Op.String()
	}
	t.begin('i', e.AtNS, th.calls, "mark", name)
	t.field("s", "t")
	t.about(e.FD, e.Conn, p.site(e))
	switch e.Kind {
	case wire.KindReady:
		t.text("by", e.Op.String())
		t.text("events", eventMask(e.Result))
	case wire.KindComplete, wire.KindUnpark:
		t.result(e.Result)
	case wire.KindSent:
		if e.Result > 0 {
			t.integer("late_us", int64(e.Result))
		}
	case wire.KindEnqueue, wire.KindDequeue:
		t.integer("length", int64(e.Result))
	case wire.KindSignal:
		t.integer("signal", int64(e.Result))
	default:
		if e.Kind >= wire.KindCount {
			t.integer("kind", int64(e.Kind))
			t.integer("op", int64(e.Op))
			t.integer("result", int64(e.Result))
		}
	}
	t.end()
	switch e.Kind {
	case wire.KindEnqueue, wire.KindDequeue:
		t.begin('C', e.AtNS, th.calls, "", "pool queue")
		t.integer("connections", int64(e.Result))
		t.end()
	case wire.KindPark, wire.KindUnpark, wire.KindWaitBackend, wire.KindBackend:
		p.async(th, e)
	}
}

// eventMask words the bits of poll(2), which are those of epoll_ctl(2).
func eventMask(mask int32) string {
	text, rest := "", mask
	for _, bit := range []struct {
		bit  int32
		name string
	}{{0x1, "IN"}, {0x2, "PRI"}, {0x4, "OUT"}, {0x8, "ERR"}, {0x10, "HUP"}, {0x20, "NVAL"}, {0x2000, "RDHUP"}} {
		if mask&bit.bit != 0 {
			text, rest = text+"|"+bit.name, rest&^bit.bit
		}
	}
	if rest != 0 || text == "" {
		text += "|0x" + strconv.FormatUint(uint64(uint32(rest)), 16)
	}
	return text[1:]
}

// missing is how many events a damaged recording has lost since it was made.
func missing(r *wire.Recording) int64 { return max(r.Total-r.Dropped-int64(len(r.Events)), 0) }

// otherData is what the recording says of itself.
func otherData(r *wire.Recording) []byte {
	b := []byte{'{'}
	text := func(name, value string) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(appendString(append(b, '\n'), name), ':')
		b = appendString(b, value)
	}
	integer := func(name string, n int64) { text(name, strconv.FormatInt(n, 10)) }
	text("run", r.Run)
	text("experiment", r.Experiment)
	text("model", r.Model)
	text("host", r.Host)
	text("recorded_at", r.RecordedAt)
	integer("start_ns", r.StartNS)
	integer("length_ns", r.LengthNS)
	integer("events", int64(len(r.Events)))
	integer("total", r.Total)
	integer("dropped", r.Dropped)
	if n := missing(r); n > 0 {
		integer("missing_for_damage", n)
	}
	text("switches", r.Switches)
	if r.NoSwitches != "" {
		text("no_switches", r.NoSwitches)
	}
	if c := r.CostPct; c != nil && !math.IsNaN(*c) && !math.IsInf(*c, 0) {
		text("cost_percent", strconv.FormatFloat(*c, 'f', -1, 64))
	} else {
		text("cost_percent", "unknown")
	}
	for _, name := range sortedKeys(r.Params) {
		integer("param "+name, r.Params[name])
	}
	return append(b, "\n}"...)
}
