package scene

import (
	"sort"

	"iowait/server/wire"
)

// wake splits blocked spans at the moment from which the thread had
// something to do: the peer's write for it had returned, so the data was in
// the socket's buffer, and the thread was switched in next. written answers
// the first such return after a time, on a connection or, with 0, on any
// that the thread handles.
func wake(spans []Span, written func(conn int32, after int64) (int64, bool)) []Span {
	out := make([]Span, 0, len(spans))
	for i, s := range spans {
		out = append(out, s)
		if s.State != Blocked || !waits(s.Op) || i+1 == len(spans) || !onCPU(spans[i+1].State) {
			continue
		}
		if at, ok := written(s.Conn, s.At); ok && at < spans[i+1].At {
			s.At, s.State = at, Runnable
			out = append(out, s)
		}
	}
	return out
}

// waits tells whether a thread blocked in op waits for data of a peer.
func waits(op wire.Op) bool {
	switch op {
	case wire.OpRead, wire.OpRecv, wire.OpEpollWait, wire.OpPoll, wire.OpSelect, wire.OpRingEnter:
		return true
	}
	return false
}

// wakeups are the moments at which writes of a lane's peers returned.
type wakeups struct {
	byConn [2]map[int32][]int64 // written by the client, by the server
	byLane [][]int64            // on any connection that the lane handles
	server []bool               // the lane is the server's
}

// written collects them. A lane handles a connection if any of its marks is
// about it.
func (s *Scene) written() *wakeups {
	w := &wakeups{byLane: make([][]int64, len(s.Lanes)), server: make([]bool, len(s.Lanes))}
	w.byConn[0], w.byConn[1] = map[int32][]int64{}, map[int32][]int64{}
	handlers := [2]map[int32][]int{{}, {}} // lanes by connection
	known := map[uint64]bool{}             // lane and connection
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		if e.Conn == 0 {
			continue
		}
		lane := int(s.laneOf[i])
		if pair := uint64(lane)<<32 | uint64(uint32(e.Conn)); !known[pair] {
			known[pair] = true
			on := side(s.Lanes[lane].Server)
			handlers[on][e.Conn] = append(handlers[on][e.Conn], lane)
		}
	}
	for i := range s.Lanes {
		w.server[i] = s.Lanes[i].Server
	}
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		if !wrote(e) {
			continue
		}
		from := side(s.Lanes[s.laneOf[i]].Server)
		w.byConn[from][e.Conn] = append(w.byConn[from][e.Conn], e.AtNS)
		for _, lane := range handlers[1-from][e.Conn] {
			w.byLane[lane] = append(w.byLane[lane], e.AtNS)
		}
	}
	return w
}

// wrote tells whether the event is the end of a write that put data into
// the peer's socket buffer.
func wrote(e *wire.Event) bool {
	if e.Result <= 0 || e.Conn == 0 {
		return false
	}
	return e.Op == wire.OpWrite && (e.Kind == wire.KindSysExit || e.Kind == wire.KindUnpark) ||
		e.Op == wire.OpSend && e.Kind == wire.KindComplete
}

// first is the first one after a time for a lane.
func (w *wakeups) first(lane int, conn int32, after int64) (int64, bool) {
	list := w.byLane[lane]
	if conn != 0 {
		list = w.byConn[1-side(w.server[lane])][conn]
	}
	i := sort.Search(len(list), func(i int) bool { return list[i] > after })
	if i == len(list) {
		return 0, false
	}
	return list[i], true
}
