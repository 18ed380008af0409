package export

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"iowait/server/wire"
)

// A request is followed from mark to mark on its connection.
type request struct {
	id   int64
	seen step
}

type step int

const (
	sent step = iota
	readable
	read
	written
)

// step writes one end of an arrow. It binds to the slice or instant that was
// written last on the thread's row with this time.
func (p *perfetto) step(phase byte, at int64, th *thread, id int64) {
	p.t.begin(phase, at, th.calls, "request", "request")
	p.t.id(id)
	if phase == 'f' {
		p.t.field("bp", "e") // bind to what encloses it
	}
	p.t.end()
}

// follow takes the event for the request that is under way on its
// connection, if it is about one.
func (p *perfetto) follow(th *thread, e *wire.Event) {
	if e.Conn == 0 {
		return
	}
	r := p.requests[e.Conn]
	switch {
	case e.Kind == wire.KindSent:
		p.flows++
		p.requests[e.Conn] = &request{id: p.flows}
		p.step('s', e.AtNS, th, p.flows)
	case r == nil:
	case e.Kind == wire.KindReceived:
		p.step('f', e.AtNS, th, r.id)
		delete(p.requests, e.Conn)
	case th.Proc != "server":
	case r.seen < readable && (e.Kind == wire.KindReady || e.Kind == wire.KindSignal):
		r.seen = readable
		p.step('t', e.AtNS, th, r.id)
	case r.seen < read && hasRead(e):
		r.seen = read
		if e.Kind == wire.KindSysExit { // the call may have begun before the request did
			p.t.begin('i', e.AtNS, th.calls, "mark", "request read")
			p.t.field("s", "t")
			p.t.about(e.FD, e.Conn, wire.Site{})
			p.t.end()
		}
		p.step('t', e.AtNS, th, r.id)
	case r.seen == read && beginsToWrite(e):
		r.seen = written
		if e.Kind == wire.KindSysEnter {
			th.flow = r.id // the slice is written when the call ends
		} else {
			p.step('t', e.AtNS, th, r.id)
		}
	}
}

func hasRead(e *wire.Event) bool {
	return e.Result > 0 && (e.Op == wire.OpRead || e.Op == wire.OpRecv) &&
		(e.Kind == wire.KindSysExit || e.Kind == wire.KindUnpark || e.Kind == wire.KindComplete)
}

func beginsToWrite(e *wire.Event) bool {
	switch e.Op {
	case wire.OpWrite, wire.OpSend, wire.OpSendfile:
		return e.Kind == wire.KindSysEnter || e.Kind == wire.KindPark || e.Kind == wire.KindSubmit
	}
	return false
}

// A span is an async slice: what goes on for a connection, whatever threads
// run meanwhile.
type span struct {
	pid      int64
	category string
	name     string
	conn     int32
}

// async begins or ends one. A goroutine is known by its connection; marks
// without one cannot be paired, since goroutines change threads.
func (p *perfetto) async(th *thread, e *wire.Event) {
	if e.Conn == 0 {
		return
	}
	s := span{th.calls.pid, "goroutine", e.Op.String(), e.Conn}
	if e.Kind == wire.KindWaitBackend || e.Kind == wire.KindBackend {
		s.category, s.name = "backend", "backend"
	}
	begins := e.Kind == wire.KindPark || e.Kind == wire.KindWaitBackend
	_, open := p.open[s]
	switch {
	case begins && open:
		p.asyncMark('e', e.AtNS, th.calls.tid, s, "end", "not recorded")
		fallthrough
	case begins:
		p.asyncMark('b', e.AtNS, th.calls.tid, s, "", "")
		p.open[s] = th.calls.tid
		return
	case !open:
		p.asyncMark('b', min(0, e.AtNS), th.calls.tid, s, "begin", "before the recording, or not recorded")
	}
	p.asyncMark('e', e.AtNS, th.calls.tid, s, "", "")
	delete(p.open, s)
}

func (p *perfetto) asyncMark(phase byte, at, tid int64, s span, what, why string) {
	p.t.begin(phase, at, track{s.pid, tid}, s.category, s.name)
	p.t.field("id", s.category+" "+s.name+" "+strconv.Itoa(int(s.conn)))
	if phase == 'b' {
		p.t.integer("connection", int64(s.conn))
	}
	if what != "" {
		p.t.text(what, why)
	}
	p.t.end()
}

// finishAsync cuts at the window's end what is still open.
func (p *perfetto) finishAsync() {
	order := func(a, b span) int {
		return cmp.Or(cmp.Compare(a.pid, b.pid), cmp.Compare(a.conn, b.conn), cmp.Compare(a.category, b.category), cmp.Compare(a.name, b.name))
	}
	for _, s := range slices.SortedFunc(maps.Keys(p.open), order) {
		p.asyncMark('e', p.endNS, p.open[s], s, "end", "after the recording")
	}
}

func sortedKeys(m wire.Params) []string { return slices.Sorted(maps.Keys(m)) }
