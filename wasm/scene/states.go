package scene

import "iowait/server/wire"

// State is what a thread was doing.
type State uint8

// The states. Which one holds is never guessed: see derive.
const (
	Unknown  State = iota // nothing recorded says
	Running               // on a CPU, in no marked call
	InKernel              // on a CPU, inside a system call
	Polling               // inside a call that found nothing (EAGAIN)
	Runnable              // could go on, but has no CPU
	Blocked               // off the CPU inside a call, waiting
	Off                   // off the CPU; why, or in which call, is not recorded
	InCall                // inside a call; on a CPU or not is not recorded
	Outside               // in no call; on a CPU or not is not recorded
	States                // how many there are
)

func onCPU(s State) bool { return s == Running || s == InKernel || s == Polling }

// A Span is a time in which a thread's state did not change. It ends where
// the next one begins.
type Span struct {
	At    int64
	State State
	Op    wire.Op // the call it is inside of, if any
	FD    int32
	Conn  int32
	Site  uint32
}

const eagain = -11

// cpu is what is known of a thread and the CPUs.
type cpu uint8

const (
	cpuUnknown cpu = iota
	cpuOn
	cpuOff     // off, why is not recorded
	cpuWaits   // switched out because it waits
	cpuPreempt // switched out though it could go on
)

// thread follows one thread through its events.
type thread struct {
	kernel bool // the kernel's switch records are there
	cpu    cpu
	call   wire.Event // the enter mark of the call it is inside of; Op none outside
	marked bool       // whether it is inside a call is known
	first  int        // the span in which the call began
	spans  []Span
}

// derive turns one thread's events, in order, into spans from 0 to end. The
// kernel's records say whether it was on a CPU; its own marks say which
// call it was inside of. Before its first event both are what that event
// implies: who is switched in was off, who leaves a mark was on, who enters
// a call was outside. Where two facts contradict each other, records were
// lost, and the time between them is unknown.
//
// With oneCPU, all switches of the thread's side were on one CPU: a thread
// that was inside a call all the time and never switched was off that CPU.
func derive(events []wire.Event, kernel, oneCPU bool, end int64) []Span {
	t := thread{kernel: kernel, spans: make([]Span, 0, len(events)*3/4+2)}
	t.begin(events)
	if kernel && oneCPU && t.cpu == cpuUnknown {
		t.cpu = cpuOff
	}
	last := int64(0)
	for i := range events {
		e := &events[i]
		if e.AtNS > last {
			t.span(last, t.contradicts(e))
			last = e.AtNS
		}
		t.apply(e)
	}
	if last < end {
		t.span(last, false)
	}
	return t.spans
}

// begin finds the state at time 0.
func (t *thread) begin(events []wire.Event) {
	call := false
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case wire.KindInside, wire.KindSysExit:
			if !call {
				t.call, call = *e, true
			}
		case wire.KindSysEnter:
			call = true
		}
		if t.kernel && t.cpu == cpuUnknown && e.Kind != wire.KindInside {
			t.cpu = cpuOn
			if e.Kind == wire.KindSwitchIn {
				t.cpu = cpuOff
			}
		}
		t.marked = t.marked || call
		if call && (t.cpu != cpuUnknown || !t.kernel) {
			break
		}
	}
}

func isSwitch(k wire.Kind) bool {
	return k == wire.KindSwitchIn || k == wire.KindSwitchOut || k == wire.KindPreempt
}

// contradicts tells whether an event cannot follow what was known: switched
// in while on a CPU, or anything else while off.
func (t *thread) contradicts(e *wire.Event) bool {
	switch {
	case !t.kernel || t.cpu == cpuUnknown || e.Kind == wire.KindInside:
		return false
	case e.Kind == wire.KindSwitchIn:
		return t.cpu == cpuOn
	}
	return t.cpu != cpuOn
}

func (t *thread) apply(e *wire.Event) {
	switch e.Kind {
	case wire.KindSwitchIn:
		t.cpu = cpuOn
	case wire.KindSwitchOut:
		t.cpu = cpuWaits
	case wire.KindPreempt:
		t.cpu = cpuPreempt
	case wire.KindSysEnter:
		t.call, t.first, t.cpu = *e, len(t.spans), cpuOn
	case wire.KindSysExit:
		if e.Result == eagain {
			for i := t.first; i < len(t.spans); i++ {
				if s := &t.spans[i]; s.State == InKernel || s.State == InCall {
					s.State = Polling
				}
			}
		}
		t.call, t.first, t.cpu = wire.Event{}, len(t.spans), cpuOn
	case wire.KindInside:
	default: // who leaves a mark is on a CPU
		t.cpu = cpuOn
	}
}

// span adds what holds from at on, unless it is what held before.
func (t *thread) span(at int64, contradicted bool) {
	s := Span{At: at, Op: t.call.Op, FD: t.call.FD, Conn: t.call.Conn, Site: t.call.Site}
	inside := t.call.Op != wire.OpNone
	switch {
	case contradicted:
	case !t.kernel && inside, t.cpu == cpuUnknown && inside:
		s.State = InCall
	case !t.kernel && t.marked:
		s.State = Outside
	case !t.kernel:
	case t.cpu == cpuOn && inside:
		s.State = InKernel
	case t.cpu == cpuOn:
		s.State = Running
	case t.cpu == cpuPreempt:
		s.State = Runnable
	case t.cpu == cpuWaits && inside:
		s.State = Blocked
	case t.cpu == cpuWaits, t.cpu == cpuOff:
		s.State = Off
	}
	if n := len(t.spans); n > 0 && n > t.first {
		if l := t.spans[n-1]; l.State == s.State && l.Op == s.Op && l.FD == s.FD {
			return
		}
	}
	t.spans = append(t.spans, s)
}
