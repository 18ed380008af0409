package scene

import "iowait/server/wire"

// State is what a thread was doing.
type State uint8

// The states. Which one holds is never guessed: see derive.
const (
	Unknown  State = iota // nothing recorded says
	Running               // on a CPU, in the program's own code
	InKernel              // on a CPU, inside a system call
	Polling               // on a CPU, inside a call that found nothing (EAGAIN)
	Runnable              // could go on, but has no CPU
	Blocked               // off the CPU inside a call, waiting
	Off                   // off the CPU, waiting; which call is not recorded
	InCall                // inside a call; on a CPU or not is not recorded
	Outside               // in no call; on a CPU or not is not recorded
	States                // how many there are
)

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

// thread follows one thread through its events.
type thread struct {
	kernel bool // the kernel's switch records are there
	cpu    uint8
	call   wire.Event // the enter mark of the call it is inside of; Op none outside
	marked bool       // whether it is inside a call is known
	first  int        // the span in which the call began
	spans  []Span
}

const (
	cpuUnknown = iota
	cpuOn
	cpuWaits   // switched out because it waits
	cpuPreempt // switched out though it could go on
)

// derive turns one thread's events, in order, into spans from 0 to end. The
// kernel's records say whether it was on a CPU; its own marks say which
// call it was inside of. Before its first event both are what that event
// implies: who is switched in was off, who enters a call was outside.
//
// With others, the side's threads were seen on one CPU only, and not just
// this one: if it has no switch records of its own, it was off that CPU.
func derive(events []wire.Event, kernel, others bool, end int64) []Span {
	t := thread{kernel: kernel}
	t.begin(events)
	if kernel && others && !hasSwitches(events) {
		t.cpu = cpuWaits
	}
	last := int64(0)
	for _, e := range events {
		if e.AtNS > last {
			t.span(last)
			last = e.AtNS
		}
		t.apply(e)
	}
	if last < end {
		t.span(last)
	}
	return t.spans
}

// begin finds the state at time 0.
func (t *thread) begin(events []wire.Event) {
	cpu, call := false, false
	for _, e := range events {
		switch e.Kind {
		case wire.KindSwitchIn:
			if !cpu {
				t.cpu, cpu = cpuWaits, true
			}
		case wire.KindSwitchOut, wire.KindPreempt:
			if !cpu {
				t.cpu, cpu = cpuOn, true
			}
		case wire.KindInside, wire.KindSysExit:
			if !call {
				t.call, call = e, true
			}
		case wire.KindSysEnter:
			call = true
		}
		if e.Kind != wire.KindInside && !isSwitch(e.Kind) && !cpu && t.kernel {
			t.cpu, cpu = cpuOn, true // only who is on a CPU can leave a mark
		}
		t.marked = t.marked || call
		if cpu && call {
			break
		}
	}
	if !t.kernel {
		t.cpu = cpuUnknown
	}
}

func hasSwitches(events []wire.Event) bool {
	for i := range events {
		if isSwitch(events[i].Kind) {
			return true
		}
	}
	return false
}

func isSwitch(k wire.Kind) bool {
	return k == wire.KindSwitchIn || k == wire.KindSwitchOut || k == wire.KindPreempt
}

func (t *thread) apply(e wire.Event) {
	switch e.Kind {
	case wire.KindSwitchIn:
		t.cpu = cpuOn
	case wire.KindSwitchOut:
		t.cpu = cpuWaits
	case wire.KindPreempt:
		t.cpu = cpuPreempt
	case wire.KindSysEnter:
		t.call, t.first = e, len(t.spans)
	case wire.KindSysExit:
		if e.Result == eagain {
			for i := t.first; i < len(t.spans); i++ {
				if s := &t.spans[i]; s.State == InKernel {
					s.State = Polling
				}
			}
		}
		t.call, t.first = wire.Event{}, len(t.spans)
	}
}

// span adds what holds from at on, unless it is what held before.
func (t *thread) span(at int64) {
	s := Span{At: at, Op: t.call.Op, FD: t.call.FD, Conn: t.call.Conn, Site: t.call.Site}
	inside := t.call.Op != wire.OpNone
	switch {
	case !t.kernel && inside:
		s.State = InCall
	case !t.kernel && t.marked:
		s.State = Outside
	case t.cpu == cpuOn && inside:
		s.State = InKernel
	case t.cpu == cpuOn:
		s.State = Running
	case t.cpu == cpuPreempt:
		s.State = Runnable
	case t.cpu == cpuWaits && inside:
		s.State = Blocked
	case t.cpu == cpuWaits:
		s.State = Off
	}
	if n := len(t.spans); n > 0 && n > t.first {
		if l := t.spans[n-1]; l.State == s.State && l.Op == s.Op && l.FD == s.FD {
			return
		}
	}
	t.spans = append(t.spans, s)
}

// waits tells whether a thread blocked in op waits for data of a peer.
func waits(op wire.Op) bool {
	switch op {
	case wire.OpRead, wire.OpRecv, wire.OpEpollWait, wire.OpPoll, wire.OpSelect, wire.OpRingEnter:
		return true
	}
	return false
}

// wake splits blocked spans at the moment from which the thread had
// something to do: the peer's write for it had returned, so the data was in
// the socket's buffer, and the thread was switched in next. written answers
// the first such return after a time, on a connection or, with 0, on any.
func wake(spans []Span, written func(conn int32, after int64) (int64, bool)) []Span {
	out := make([]Span, 0, len(spans))
	for i, s := range spans {
		out = append(out, s)
		if s.State != Blocked || !waits(s.Op) || i+1 == len(spans) {
			continue
		}
		next := spans[i+1]
		if next.State != InKernel && next.State != Running && next.State != Polling {
			continue
		}
		if at, ok := written(s.Conn, s.At); ok && at < next.At {
			r := s
			r.At, r.State = at, Runnable
			out = append(out, r)
		}
	}
	return out
}
