package stage

import (
	"iowait/server/wire"
	"iowait/wasm/scene"
)

// A lane is one of the server's threads: what it was told and what it asked
// for.
type lane struct {
	events  []int32
	answers []answer
	named   []named
	enters  []ask
	subs    []sub
	rings   []int64 // when it entered io_uring_enter
	inside  inflight
	carries []carry
	only    int32 // the one connection that all its marks are about; 0 for none, -1 for several
	gotCPU  int64 // while it is read: when it was switched in last
	unasked bool  // the kernel takes its submissions without a call
}

// An answer is the end of a call that names what is ready, or brings
// completions: epoll_wait, poll, select, rt_sigtimedwait, io_uring_enter.
// It holds until the thread asks again.
type answer struct {
	at, until int64
	op        wire.Op
	first     int // of named
}

// A named thing is one ready descriptor, signal or completion of an answer.
type named struct {
	at, until int64 // until the thread turns to it, or asks again
	conn, fd  int32
	result    int32
	op        wire.Op
}

// An ask is the begin of a call that waits for many descriptors; n is how
// many it hands over, 0 when not recorded.
type ask struct {
	at int64
	n  int32
}

// A sub is an operation put into a submission queue.
type sub struct {
	at   int64
	conn int32
	fd   int32
	op   wire.Op
}

// inflight counts operations that the kernel has taken over and whose
// completion has not been taken.
type inflight struct{ in, out []int64 }

func (f *inflight) at(t int64) int { return count(f.in, t) - count(f.out, t) }

// A carry is one call that moved bytes of a file: from its begin, or from
// when the thread last got a CPU in it, to its end.
type carry struct {
	from, to int64
	n        int32
	op       wire.Op
}

// A call is what a lane is about while its marks are read.
type call struct {
	open      map[int32]int // named things not yet turned to, by descriptor
	pending   map[sub]int   // operations in the kernel, without their time
	waits     []sub         // in the submission queue
	submitted []*journey    // answers in the submission queue
	entered   int64         // when the call in hand, about a file, began
}

// multi tells whether a call waits for many things at once.
func multi(o wire.Op) bool {
	switch o {
	case wire.OpEpollWait, wire.OpPoll, wire.OpSelect, wire.OpSigWait, wire.OpRingEnter, wire.OpIoGetevents:
		return true
	}
	return false
}

// follow takes one event of the lane.
func (l *lane) follow(e *wire.Event, c *call) {
	if e.Conn == 0 && isFile(e.Op) {
		switch {
		case e.Kind == wire.KindSysEnter:
			c.entered = e.AtNS
		case e.Kind == wire.KindSysExit && e.Result > 0 && c.entered > 0 && e.Op != wire.OpOpen && e.Op != wire.OpMmap:
			l.carries = append(l.carries, carry{max(c.entered, l.gotCPU), e.AtNS, e.Result, e.Op})
		}
	}
	switch {
	case multi(e.Op) && e.Kind == wire.KindSysEnter:
		l.close(c, e.AtNS)
		l.enters = append(l.enters, ask{e.AtNS, e.Result})
		if e.Op == wire.OpRingEnter {
			l.rings = append(l.rings, e.AtNS)
			l.take(c, e.AtNS)
		}
	case e.Op == wire.OpIoSubmit && e.Kind == wire.KindSysEnter:
		l.rings = append(l.rings, e.AtNS)
		l.take(c, e.AtNS)
	case multi(e.Op) && e.Kind == wire.KindSysExit:
		l.close(c, e.AtNS)
		l.answers = append(l.answers, answer{at: e.AtNS, op: e.Op, first: len(l.named)})
		if e.Op == wire.OpSigWait && e.Result > 0 {
			l.name(e, c)
		}
	case e.Kind == wire.KindReady || e.Kind == wire.KindSignal:
		l.name(e, c)
	case e.Kind == wire.KindComplete:
		l.closeNamed(c, e.AtNS)
		l.name(e, c)
		if k := (sub{0, e.Conn, e.FD, e.Op}); c.pending[k] > 0 {
			c.pending[k]--
			l.inside.out = append(l.inside.out, e.AtNS)
		}
	case e.Kind == wire.KindSubmit:
		l.subs = append(l.subs, sub{e.AtNS, e.Conn, e.FD, e.Op})
		if c.waits = append(c.waits, sub{0, e.Conn, e.FD, e.Op}); l.unasked {
			l.take(c, e.AtNS)
		}
	case e.Kind == wire.KindSysEnter && e.FD != 0, e.Kind == wire.KindEnqueue:
		if k, ok := c.open[e.FD]; ok {
			l.named[k].until = e.AtNS
			delete(c.open, e.FD)
		}
	}
}

// name appends to the answer in hand.
func (l *lane) name(e *wire.Event, c *call) {
	if len(l.answers) == 0 || l.answers[len(l.answers)-1].until != 0 { // its begin was not recorded
		l.answers = append(l.answers, answer{at: e.AtNS, op: e.Op, first: len(l.named)})
	}
	if c.open == nil {
		c.open = map[int32]int{}
	}
	if k, ok := c.open[e.FD]; ok { // named twice
		l.named[k].until = e.AtNS
	}
	c.open[e.FD] = len(l.named)
	l.named = append(l.named, named{at: e.AtNS, conn: e.Conn, fd: e.FD, result: e.Result, op: e.Op})
}

// closeNamed ends all that is named and not turned to.
func (l *lane) closeNamed(c *call, at int64) {
	for _, k := range c.open {
		l.named[k].until = at
	}
	clear(c.open)
}

// close ends the answer in hand.
func (l *lane) close(c *call, at int64) {
	l.closeNamed(c, at)
	if n := len(l.answers); n > 0 && l.answers[n-1].until == 0 {
		l.answers[n-1].until = at
	}
}

// take moves what is in the submission queue into the kernel.
func (l *lane) take(c *call, at int64) {
	if c.pending == nil {
		c.pending = map[sub]int{}
	}
	for _, s := range c.waits {
		c.pending[s]++
		l.inside.in = append(l.inside.in, at)
	}
	c.waits = c.waits[:0]
}

func (l *lane) end(c *call, at int64) { l.close(c, at) }

// answerAt is the answer that the thread works on at t: all that it named so
// far.
func (l *lane) answerAt(t int64) (a answer, named []named, ok bool) {
	i := atTime(len(l.answers), func(i int) int64 { return l.answers[i].at }, t)
	if i < 0 || t >= l.answers[i].until {
		return a, nil, false
	}
	a = l.answers[i]
	last := len(l.named)
	if i+1 < len(l.answers) {
		last = l.answers[i+1].first
	}
	named = l.named[a.first:last]
	n := atTime(len(named), func(i int) int64 { return named[i].at }, t) + 1
	return a, named[:n], true
}

// leftOf is how many of the named things the thread has not turned to at t.
func leftOf(all []named, t int64) (n int) {
	for i := range all {
		if t < all[i].until {
			n++
		}
	}
	return n
}

// subsAt is what is in the submission queue at t.
func (l *lane) subsAt(t int64) []sub {
	last := atTime(len(l.subs), func(i int) int64 { return l.subs[i].at }, t) + 1
	if l.unasked {
		return nil // when the kernel takes them is not recorded
	}
	if i := atTime(len(l.rings), func(i int) int64 { return l.rings[i] }, t); i >= 0 {
		first := atTime(len(l.subs), func(k int) int64 { return l.subs[k].at }, l.rings[i]) + 1
		return l.subs[min(first, last):last]
	}
	return l.subs[:last]
}

// asked is how many descriptors the call at t was given, 0 when not
// recorded.
func (l *lane) asked(t int64) int {
	if i := atTime(len(l.enters), func(i int) int64 { return l.enters[i].at }, t); i >= 0 {
		return int(l.enters[i].n)
	}
	return 0
}

// spanAt is what thread i does at t.
func (st *Stage) spanAt(i int32, t int64) scene.Span {
	spans := st.s.Lanes[i].Spans
	if k := atTime(len(spans), func(k int) int64 { return spans[k].At }, t); k >= 0 {
		return spans[k]
	}
	return scene.Span{}
}

// carryAt is the call that moves bytes of a file at t, or the last one that
// did; ok is false before the first.
func (l *lane) carryAt(t int64) (c carry, ok bool) {
	i := atTime(len(l.carries), func(i int) int64 { return l.carries[i].from }, t)
	if i < 0 {
		return c, false
	}
	return l.carries[i], true
}
