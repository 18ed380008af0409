// Package scene turns a recording and a moment into what is to be drawn. It
// is plain Go without a browser: the same recording, time and viewport give
// the same display list everywhere.
package scene

import (
	"cmp"
	"slices"
	"strconv"

	"iowait/server/wire"
)

// A Lane is one thread over the length of a recording.
type Lane struct {
	TID    int32
	Label  string // e.g. "loop 4711"
	Server bool
	Idle   bool   // left no mark: it only keeps its process going
	Spans  []Span // from the recording's begin to its end, without gaps
	marks  []int32
	queue  queue
	sums   [][States]int64
	end    int64
}

// A Scene is a recording prepared for drawing. It is not changed by drawing.
type Scene struct {
	Rec      *wire.Recording
	Lanes    []Lane    // as they are drawn, from the top
	Requests []Request // by Sent
	End      int64     // length of the window in ns

	lane    map[int32]int // by thread
	longest int64         // of the requests, in ns
	most    [2]int        // data waiting at once on one lane: of the client, of the server
	perSide [groups]int   // lanes
}

// Groups of lanes, in the order in which they are drawn.
const (
	servers = iota
	clients
	runtimes // threads that only keep a process going
	groups
)

// New prepares a recording. It keeps a reference to it.
func New(rec *wire.Recording) *Scene {
	s := &Scene{Rec: rec, End: max(rec.LengthNS, 1), lane: map[int32]int{}}
	if n := len(rec.Events); n > 0 && rec.Events[n-1].AtNS >= s.End {
		s.End = rec.Events[n-1].AtNS + 1
	}
	byThread := map[int32][]wire.Event{}
	for i := range rec.Events {
		e := &rec.Events[i]
		byThread[e.TID] = append(byThread[e.TID], *e)
	}
	s.addLanes(byThread)
	kernel := rec.Switches == "kernel"
	written := s.written()
	oneCPU := [2]bool{s.oneCPU(false), s.oneCPU(true)}
	for i := range s.Lanes {
		l := &s.Lanes[i]
		spans := derive(byThread[l.TID], kernel, oneCPU[side(l.Server)], s.End)
		l.Spans = wake(spans, func(conn int32, after int64) (int64, bool) { return written.first(i, conn, after) })
		l.sum(s.End)
		s.perSide[s.group(i)]++
	}
	s.markLanes()
	s.findRequests()
	return s
}

func side(server bool) int {
	if server {
		return 1
	}
	return 0
}

// addLanes makes a lane for each thread that appears. In a group, threads
// that serve all connections come first; those that serve one follow in the
// order in which they begin to work, so that a burst reads as a staircase.
func (s *Scene) addLanes(byThread map[int32][]wire.Event) {
	about := map[int32]wire.Thread{}
	for _, t := range s.Rec.Threads {
		about[t.TID] = t
	}
	type key struct {
		lane   Lane
		group  int
		single bool  // serves one connection
		begins int64 // its first mark within the window
	}
	var keys []key
	for tid, events := range byThread {
		t, ok := about[tid]
		if !ok {
			t = wire.Thread{TID: tid, Name: "thread"}
		}
		k := key{lane: Lane{TID: tid, Server: t.Proc == "server", Label: t.Name + " " + strconv.Itoa(int(tid))}}
		k.begins, k.single = begins(events, s.End)
		k.lane.Idle = k.begins > s.End
		switch {
		case k.lane.Idle:
			k.group = runtimes
		case !k.lane.Server:
			k.group = clients
		}
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(side(b.lane.Server), side(a.lane.Server)),
			cmp.Compare(side(a.single), side(b.single)), cmp.Compare(a.begins*int64(side(a.single)), b.begins*int64(side(b.single))),
			cmp.Compare(a.lane.TID, b.lane.TID))
	})
	for i, k := range keys {
		s.Lanes = append(s.Lanes, k.lane)
		s.lane[k.lane.TID] = i
	}
}

// begins is the time of a thread's first mark, end when it was inside one
// call all the time, and end+1 when it left no mark; single tells that all
// its marks are about one connection.
func begins(events []wire.Event, end int64) (at int64, single bool) {
	at = end + 1
	conn := int32(0)
	for i := range events {
		e := &events[i]
		if isSwitch(e.Kind) {
			continue
		}
		if e.Kind == wire.KindInside {
			at = min(at, end)
		} else {
			at = min(at, e.AtNS)
		}
		if e.Conn == 0 || conn != 0 && e.Conn != conn {
			return at, false
		}
		conn = e.Conn
	}
	return at, conn != 0
}

// oneCPU tells whether one side's threads were switched in on exactly one
// CPU.
func (s *Scene) oneCPU(server bool) bool {
	cpu, seen := int32(0), false
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		if e.Kind != wire.KindSwitchIn || s.Lanes[s.lane[e.TID]].Server != server {
			continue
		}
		if seen && e.Result != cpu {
			return false
		}
		cpu, seen = e.Result, true
	}
	return seen
}

// markLanes collects the events that get a shape of their own.
func (s *Scene) markLanes() {
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		if _, ok := markShape[e.Kind]; ok {
			l := &s.Lanes[s.lane[e.TID]]
			l.marks = append(l.marks, int32(i))
		}
	}
}

// group is which heading lane i stands under.
func (s *Scene) group(i int) int {
	switch l := &s.Lanes[i]; {
	case l.Idle:
		return runtimes
	case l.Server:
		return servers
	}
	return clients
}
