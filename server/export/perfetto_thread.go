package export

import "iowait/server/wire"

// A thread is followed through its events.
type thread struct {
	wire.Thread
	calls  track
	marked bool // it has left a mark

	inside bool       // a call
	call   wire.Event // which, if inside
	cut    bool       // it began before the recording
	flow   int64      // the request that the call is a step of; 0: none

	states track // pid 0: no switch record so far
	state  string
	since  int64
	cpu    int32
}

// enter begins a call. One that is still open has lost its end.
func (p *perfetto) enter(th *thread, e *wire.Event) {
	if th.inside {
		p.slice(th, e.AtNS, nil, "not recorded")
	}
	th.inside, th.call, th.cut, th.flow = true, *e, e.Kind == wire.KindInside, 0
}

// exit ends the call. When it is the thread's first mark, the call began
// before the recording; later an end without a begin tells that marks were
// lost, and how long the call took is not known.
func (p *perfetto) exit(th *thread, e *wire.Event) {
	if th.inside && th.call.Op != e.Op {
		p.slice(th, e.AtNS, nil, "not recorded")
	}
	switch {
	case th.inside:
	case !th.marked:
		th.inside, th.call, th.cut, th.flow = true, *e, true, 0
		th.call.AtNS = min(0, e.AtNS)
	default:
		p.t.begin('i', e.AtNS, th.calls, "mark", "exit "+e.Op.String())
		p.t.field("s", "t")
		p.t.about(e.FD, e.Conn, p.site(e))
		p.t.result(e.Result)
		p.t.text("begin", "not recorded")
		p.t.end()
		return
	}
	p.slice(th, e.AtNS, e, "")
}

// slice writes the open call, which ends at a time with an exit mark or,
// for the reason given, without one.
func (p *perfetto) slice(th *thread, at int64, exit *wire.Event, why string) {
	t, c := p.t, &th.call
	t.begin('X', c.AtNS, th.calls, "syscall", c.Op.String())
	t.duration(at - c.AtNS)
	fd, conn := c.FD, c.Conn
	if exit != nil && fd == 0 {
		fd = exit.FD
	}
	if exit != nil && conn == 0 {
		conn = exit.Conn
	}
	t.about(fd, conn, p.site(c))
	if th.cut {
		t.text("begin", "before the recording")
	}
	if exit != nil {
		t.result(exit.Result)
	} else {
		t.text("end", why)
	}
	t.end()
	if th.flow != 0 {
		p.step('t', c.AtNS, th, th.flow)
	}
	th.inside, th.flow = false, 0
}

// The states of a thread, as the switch records tell them.
const (
	running   = "running"
	waiting   = "waiting"
	preempted = "preempted"
	offCPU    = "off CPU" // why is not recorded
	unknown   = "unknown" // records contradict each other: some were lost
)

// switched ends a state and begins another. Two records of the same
// direction in a row contradict each other.
func (p *perfetto) switched(th *thread, e *wire.Event) {
	in := e.Kind == wire.KindSwitchIn
	if th.states.pid == 0 {
		th.states = track{th.calls.pid + 1, int64(th.TID) + stateTID}
		if pid := th.states.pid; !p.onCPU[pid] {
			p.onCPU[pid] = true
			p.process(pid, th.Proc+" on CPU")
		}
		p.meta(th.states, "thread_name", th.Name)
		th.state, th.since, th.cpu = running, min(0, e.AtNS), e.Result
		if in {
			th.state = offCPU
		}
	} else if in == (th.state == running) {
		th.state = unknown
	}
	p.stateEnds(th, e.AtNS)
	th.since, th.cpu = e.AtNS, e.Result
	switch e.Kind {
	case wire.KindSwitchIn:
		th.state = running
	case wire.KindSwitchOut:
		th.state = waiting
	default:
		th.state = preempted
	}
}

func (p *perfetto) stateEnds(th *thread, at int64) {
	t := p.t
	t.begin('X', th.since, th.states, "state", th.state)
	t.duration(at - th.since)
	t.integer("thread", int64(th.TID))
	if th.state == running {
		t.integer("cpu", int64(th.cpu))
	}
	t.end()
}

// finish cuts at the window's end what is still open.
func (p *perfetto) finish() {
	for _, th := range p.order {
		if th.inside {
			p.slice(th, p.endNS, nil, "after the recording")
		}
		if th.states.pid != 0 {
			p.stateEnds(th, p.endNS)
		}
	}
	p.finishAsync()
}
