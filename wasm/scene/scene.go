// Package scene turns a recording and a moment into what is to be drawn. It
// is plain Go without a browser: the same recording, time and viewport give
// the same display list everywhere.
package scene

import (
	"sort"
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
	count  int
	events []int32 // of this thread
	marks  []int32 // of these, those with a shape of their own
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
	laneOf  []int32       // by event
	longest int64         // of the requests, in ns
	most    [2]int        // data waiting at once on one lane: of the client, of the server
	perSide [groups]int   // lanes

	perSite    []int  // events, by site
	serverSite []bool // the site is the server's
	overview   overview
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
	byThread := s.divide()
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
	s.survey()
	return s
}

// divide sorts the events by thread and makes the lanes. Recordings can be
// large: each event is looked up once.
func (s *Scene) divide() map[int32][]wire.Event {
	events := s.Rec.Events
	ids, counts := map[int32]int32{}, []int{} // threads, as they appear
	s.laneOf = make([]int32, len(events))
	last, lastTID := int32(-1), int32(0)
	for i := range events {
		if tid := events[i].TID; last < 0 || tid != lastTID {
			id, known := ids[tid]
			if !known {
				id = int32(len(counts))
				ids[tid], counts = id, append(counts, 0)
			}
			last, lastTID = id, tid
		}
		s.laneOf[i] = last
		counts[last]++
	}
	sorted, next, at := make([]wire.Event, len(events)), make([]int, len(counts)), 0
	for id, n := range counts {
		next[id], at = at, at+n
	}
	for i := range events {
		id := s.laneOf[i]
		sorted[next[id]] = events[i]
		next[id]++
	}
	byThread := make(map[int32][]wire.Event, len(ids))
	for tid, id := range ids {
		byThread[tid] = sorted[next[id]-counts[id] : next[id] : next[id]]
	}
	s.addLanes(byThread)
	lanes := make([]int32, len(counts))
	for tid, id := range ids {
		lanes[id] = int32(s.lane[tid])
	}
	for i := range s.laneOf {
		s.laneOf[i] = lanes[s.laneOf[i]]
	}
	return byThread
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
		k.lane.Idle, k.lane.count = k.begins > s.End, len(events)
		switch {
		case k.lane.Idle:
			k.group = runtimes
		case !k.lane.Server:
			k.group = clients
		}
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, k int) bool {
		a, b := &keys[i], &keys[k]
		switch {
		case a.group != b.group:
			return a.group < b.group
		case a.lane.Server != b.lane.Server:
			return a.lane.Server
		case a.single != b.single:
			return b.single
		case a.single && a.begins != b.begins:
			return a.begins < b.begins
		}
		return a.lane.TID < b.lane.TID
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
		if e.Kind != wire.KindSwitchIn || s.Lanes[s.laneOf[i]].Server != server {
			continue
		}
		if seen && e.Result != cpu {
			return false
		}
		cpu, seen = e.Result, true
	}
	return seen
}

// markLanes gives each lane its events, and counts them for each site.
func (s *Scene) markLanes() {
	for i := range s.Lanes {
		s.Lanes[i].events = make([]int32, 0, s.Lanes[i].count)
	}
	s.perSite, s.serverSite = make([]int, len(s.Rec.Sites)), make([]bool, len(s.Rec.Sites))
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		l := &s.Lanes[s.laneOf[i]]
		l.events = append(l.events, int32(i))
		if _, ok := markShape[e.Kind]; ok {
			l.marks = append(l.marks, int32(i))
		}
		if int(e.Site) < len(s.perSite) {
			s.perSite[e.Site]++
			s.serverSite[e.Site] = l.Server
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
