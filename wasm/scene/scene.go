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
	Idle   bool // left no mark: it only keeps its process going
	Spans  []Span
	Marks  []int32 // indices into the recording's events, marks with a shape of their own
	cum    [][States]int64
	end    int64
}

// A Request is one request's way through client and server. Times are 0
// where nothing was recorded.
type Request struct {
	Conn                        int32
	Sent, Read, Wrote, Received int64
	Client, Server              int // lanes
}

// A Scene is a recording prepared for drawing. It is not changed by drawing.
type Scene struct {
	Rec      *wire.Recording
	Lanes    []Lane
	Requests []Request // by Sent
	End      int64     // length of the window in ns
	lane     map[int32]int
}

// New prepares a recording. It keeps a reference to it.
func New(rec *wire.Recording) *Scene {
	s := &Scene{Rec: rec, End: rec.LengthNS, lane: map[int32]int{}}
	if n := len(rec.Events); n > 0 && rec.Events[n-1].AtNS >= s.End {
		s.End = rec.Events[n-1].AtNS + 1
	}
	byThread := map[int32][]wire.Event{}
	for _, e := range rec.Events {
		byThread[e.TID] = append(byThread[e.TID], e)
	}
	s.addLanes(byThread)
	written := [2]writes{s.writes(false), s.writes(true)} // by the client, by the server
	kernel := rec.Switches == "kernel"
	oneCPU := [2]bool{s.oneCPU(false), s.oneCPU(true)}
	for i := range s.Lanes {
		l := &s.Lanes[i]
		w, others := &written[0], oneCPU[1]
		if !l.Server {
			w, others = &written[1], oneCPU[0]
		}
		l.Spans = wake(derive(byThread[l.TID], kernel, others, s.End), w.first)
		l.sum(s.End)
	}
	s.markLanes()
	s.findRequests()
	return s
}

// addLanes makes a lane for each thread that appears: first the server's,
// then the client's, last those without marks, which only keep a process
// going.
func (s *Scene) addLanes(byThread map[int32][]wire.Event) {
	about := map[int32]wire.Thread{}
	for _, t := range s.Rec.Threads {
		about[t.TID] = t
	}
	ranks := map[int32]int{}
	for tid, events := range byThread {
		t, ok := about[tid]
		if !ok {
			t = wire.Thread{TID: tid, Name: "thread"}
		}
		l := Lane{TID: tid, Server: t.Proc == "server", Label: t.Name + " " + strconv.Itoa(int(tid))}
		rank := 0
		if !l.Server {
			rank = 1
		}
		if !hasMarks(events) {
			rank += 2
		}
		l.Idle = rank >= 2
		ranks[tid] = rank
		s.Lanes = append(s.Lanes, l)
	}
	sort.Slice(s.Lanes, func(i, k int) bool {
		a, b := s.Lanes[i].TID, s.Lanes[k].TID
		if ranks[a] != ranks[b] {
			return ranks[a] < ranks[b]
		}
		return a < b
	})
	for i := range s.Lanes {
		s.lane[s.Lanes[i].TID] = i
	}
}

func hasMarks(events []wire.Event) bool {
	for i := range events {
		if !isSwitch(events[i].Kind) {
			return true
		}
	}
	return false
}

// oneCPU tells whether one side's threads were switched in on exactly one
// CPU.
func (s *Scene) oneCPU(server bool) bool {
	cpu, seen := int32(0), false
	for _, e := range s.Rec.Events {
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

// writes are the moments at which one side's writes returned.
type writes struct {
	any  []int64
	conn map[int32][]int64
}

func (s *Scene) writes(server bool) writes {
	w := writes{conn: map[int32][]int64{}}
	for _, e := range s.Rec.Events {
		done := (e.Kind == wire.KindSysExit || e.Kind == wire.KindUnpark) && e.Op == wire.OpWrite || e.Kind == wire.KindComplete && e.Op == wire.OpSend
		i, ok := s.lane[e.TID]
		if !done || e.Result <= 0 || !ok || s.Lanes[i].Server != server {
			continue
		}
		w.any = append(w.any, e.AtNS)
		w.conn[e.Conn] = append(w.conn[e.Conn], e.AtNS)
	}
	return w
}

func (w *writes) first(conn int32, after int64) (int64, bool) {
	list := w.any
	if conn != 0 {
		list = w.conn[conn]
	}
	i := sort.Search(len(list), func(i int) bool { return list[i] > after })
	if i == len(list) {
		return 0, false
	}
	return list[i], true
}

// sum prepares sums of time per state, so that any stretch of a lane can be
// summed without walking over it.
func (l *Lane) sum(end int64) {
	l.end = end
	l.cum = make([][States]int64, len(l.Spans)+1)
	for i := range l.Spans {
		l.cum[i+1] = l.cum[i]
		l.cum[i+1][l.Spans[i].State] += l.endOf(i) - l.Spans[i].At
	}
}

func (l *Lane) endOf(i int) int64 {
	if i+1 < len(l.Spans) {
		return l.Spans[i+1].At
	}
	return l.end
}

// spanAt is the index of the span that holds at time t, -1 before the first.
func (l *Lane) spanAt(t int64) int {
	return sort.Search(len(l.Spans), func(i int) bool { return l.Spans[i].At > t }) - 1
}

// Totals sums the time per state from one moment to another; the sums add
// up to the difference.
func (l *Lane) Totals(from, to int64) (sums [States]int64) {
	if to <= from || len(l.Spans) == 0 {
		return sums
	}
	a, b := max(l.spanAt(from), 0), max(l.spanAt(to), 0)
	for s := range sums {
		sums[s] = l.cum[b][s] - l.cum[a][s]
	}
	sums[l.Spans[a].State] -= max(from-l.Spans[a].At, 0)
	sums[l.Spans[b].State] += to - l.Spans[b].At
	return sums
}

// markLanes collects the events that get a shape of their own.
func (s *Scene) markLanes() {
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		switch e.Kind {
		case wire.KindReady, wire.KindSubmit, wire.KindComplete, wire.KindSent, wire.KindReceived, wire.KindPark, wire.KindUnpark,
			wire.KindEnqueue, wire.KindDequeue:
			l := &s.Lanes[s.lane[e.TID]]
			l.Marks = append(l.Marks, int32(i))
		}
	}
}

// findRequests joins the marks of one connection to requests.
func (s *Scene) findRequests() {
	open := map[int32]*Request{}
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		r, lane := open[e.Conn], s.lane[e.TID]
		switch {
		case e.Conn == 0:
		case e.Kind == wire.KindSent:
			open[e.Conn] = &Request{Conn: e.Conn, Sent: e.AtNS, Client: lane, Server: -1}
		case r == nil:
		case e.Kind == wire.KindReceived:
			r.Received = e.AtNS
			s.Requests = append(s.Requests, *r)
			delete(open, e.Conn)
		case !s.Lanes[lane].Server:
		case r.Read == 0 && e.Result > 0 && (e.Kind == wire.KindSysExit && e.Op == wire.OpRead ||
			e.Kind == wire.KindComplete && e.Op == wire.OpRecv || e.Kind == wire.KindUnpark && e.Op == wire.OpRead):
			r.Read, r.Server = e.AtNS, lane
		case r.Read != 0 && r.Wrote == 0 && (e.Kind == wire.KindSysEnter && e.Op == wire.OpWrite ||
			e.Kind == wire.KindSubmit && e.Op == wire.OpSend || e.Kind == wire.KindPark && e.Op == wire.OpWrite):
			r.Wrote = e.AtNS
		}
	}
	sort.SliceStable(s.Requests, func(i, k int) bool { return s.Requests[i].Sent < s.Requests[k].Sent })
}
