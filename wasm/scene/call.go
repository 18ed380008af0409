package scene

import (
	"sort"
	"strconv"

	"iowait/server/wire"
)

// A Call is one system call, one operation of a ring, or one of a goroutine.
type Call struct {
	Op          wire.Op
	Enter, Exit int   // events that begin and end it, -1 where none was recorded
	From, To    int64 // of the part that was recorded
	Lane        int   // of the thread that began it
}

// CallOf is the call that an event begins, ends or lies inside of; ok is
// false where there is none.
func (s *Scene) CallOf(i int) (c Call, ok bool) {
	e := &s.Rec.Events[i]
	switch e.Kind {
	case wire.KindPark, wire.KindSubmit:
		return s.pair(i, i, s.partner(i, 1))
	case wire.KindUnpark, wire.KindComplete:
		return s.pair(i, s.partner(i, -1), i)
	}
	enter, exit := i, i
	if e.Kind != wire.KindSysEnter && e.Kind != wire.KindInside {
		enter = s.edge(i, -1)
	}
	if e.Kind != wire.KindSysExit {
		exit = s.edge(i, 1)
	}
	if enter < 0 && exit < 0 {
		return c, false
	}
	return s.pair(i, enter, exit)
}

// pair makes a call of its two ends, either of which may be missing.
func (s *Scene) pair(i, enter, exit int) (Call, bool) {
	e := &s.Rec.Events[i]
	c := Call{Op: e.Op, Enter: enter, Exit: exit, To: s.End, Lane: int(s.laneOf[i])}
	if exit >= 0 {
		c.To, c.Op = s.Rec.Events[exit].AtNS, s.Rec.Events[exit].Op
	}
	if enter >= 0 {
		b := &s.Rec.Events[enter]
		c.Op, c.Lane = b.Op, int(s.laneOf[enter])
		if b.Kind != wire.KindInside {
			c.From = b.AtNS
		}
	}
	return c, true
}

// edge looks along the event's thread, from it to the nearest mark of a
// call's begin or end: forward for an end, back for a begin. It answers -1
// when the other one comes first: then the event lies in no call.
func (s *Scene) edge(i, way int) int {
	l := &s.Lanes[s.laneOf[i]]
	for k := l.position(i) + way; k >= 0 && k < len(l.events); k += way {
		n := int(l.events[k])
		switch s.Rec.Events[n].Kind {
		case wire.KindSysEnter, wire.KindInside:
			if way < 0 {
				return n
			}
			return -1
		case wire.KindSysExit:
			if way > 0 {
				return n
			}
			return -1
		}
	}
	return -1
}

// position is where event i stands among its lane's.
func (l *Lane) position(i int) int {
	return sort.Search(len(l.events), func(k int) bool { return int(l.events[k]) >= i })
}

// partner is the other end of an operation that need not end on the thread
// that began it: the nearest one of the same operation and connection.
func (s *Scene) partner(i, way int) int {
	const most = 200_000 // events looked at
	e := &s.Rec.Events[i]
	for n, k := 0, i+way; k >= 0 && k < len(s.Rec.Events) && n < most; n, k = n+1, k+way {
		o := &s.Rec.Events[k]
		if o.Conn != e.Conn || o.Op != e.Op {
			continue
		}
		switch o.Kind {
		case wire.KindPark, wire.KindSubmit:
			if way < 0 {
				return k
			}
			return -1
		case wire.KindUnpark, wire.KindComplete:
			if way > 0 {
				return k
			}
			return -1 // of a multishot operation: submitted before the recording began, or long ago
		}
	}
	return -1
}

// A Fact is something known of an event.
type Fact struct{ Name, Text string }

// Facts are what is known of event i and its call: what it answered, how
// long it took, and how much of that time was waiting.
func (s *Scene) Facts(i int, w *Words) (facts []Fact) {
	add := func(name, text string) { facts = append(facts, Fact{name, text}) }
	e := &s.Rec.Events[i]
	if c, ok := s.CallOf(i); ok {
		about := s.op(c.Op, w)
		if fd := s.fdOf(c); fd > 0 {
			about += " · fd " + strconv.Itoa(int(fd))
		}
		add(w.Call, about)
		if c.Exit >= 0 {
			add(w.Result, s.result(c.Exit, w))
		}
		s.cost(c, w, add)
	}
	if lane, ok := s.lane[e.TID]; ok {
		add(w.Thread, s.Lanes[lane].Label)
	}
	if e.Conn != 0 {
		add(w.Connection, strconv.Itoa(int(e.Conn)))
	}
	if p, ok := s.Place(i); ok {
		add(w.Line, p.File+":"+strconv.Itoa(p.Line)+" "+p.Func)
	}
	return facts
}

func (s *Scene) fdOf(c Call) int32 {
	for _, i := range []int{c.Enter, c.Exit} {
		if i >= 0 && s.Rec.Events[i].FD > 0 {
			return s.Rec.Events[i].FD
		}
	}
	return 0
}

// result is what a call answered, with its number if that is an error.
func (s *Scene) result(exit int, w *Words) string {
	e := &s.Rec.Events[exit]
	text := outcome(e, w)
	if e.Result < 0 {
		text += " · errno " + strconv.Itoa(int(-e.Result))
	}
	return text
}

// cost says how long a call took and what its thread did meanwhile. What
// began before the recording, or did not end in it, took at least that long.
func (s *Scene) cost(c Call, w *Words, add func(name, text string)) {
	took := Brief(c.To - c.From)
	if c.Exit < 0 || c.Enter < 0 || s.Rec.Events[c.Enter].Kind == wire.KindInside {
		took = w.AtLeast + took
	}
	add(w.Took, took)
	if c.Enter >= 0 {
		if k := s.Rec.Events[c.Enter].Kind; k == wire.KindSubmit || k == wire.KindPark {
			return // the thread went on to other work
		}
	}
	sums := s.Lanes[c.Lane].Totals(c.From, c.To)
	for _, part := range []struct {
		name string
		ns   int64
	}{
		{w.OnCPU, sums[Running] + sums[InKernel] + sums[Polling]},
		{w.Waited, sums[Blocked] + sums[Off]},
		{w.NoCPUFor, sums[Runnable]},
		{w.NotKnown, sums[Unknown] + sums[InCall] + sums[Outside]},
	} {
		if part.ns > 0 {
			add(part.name, Brief(part.ns))
		}
	}
}
