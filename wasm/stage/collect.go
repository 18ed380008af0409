package stage

import (
	"iowait/server/wire"
)

const eagain = -11

// collect reads the recording once.
func (st *Stage) collect() {
	byPort := map[int32]int32{}
	calls := make([]call, len(st.s.Lanes))
	last, lastConn := int32(0), (*conn)(nil)
	for i := range st.s.Rec.Events {
		e := &st.s.Rec.Events[i]
		lane, ok := st.lane[e.TID]
		if !ok {
			continue
		}
		l := &st.lanes[lane]
		l.events = append(l.events, int32(i))
		var c *conn
		if e.Conn != 0 {
			if last != e.Conn {
				k, known := byPort[e.Conn]
				if !known {
					k = int32(len(st.conns))
					byPort[e.Conn] = k
					st.conns = append(st.conns, &conn{port: e.Conn, to: st.s.End, lane: -1})
				}
				last, lastConn = e.Conn, st.conns[k]
			}
			c = lastConn
			c.events = append(c.events, int32(i))
		}
		if e.Kind == wire.KindSwitchIn {
			l.gotCPU = e.AtNS
		}
		if st.s.Lanes[lane].Server {
			st.serve(e, lane, c)
			calls[lane].hand(e, c)
			l.follow(e, &calls[lane])
		} else if c != nil {
			st.ask(e, c)
		}
	}
	for _, c := range st.conns {
		c.finish(0)
	}
	for i := range st.lanes {
		st.lanes[i].end(&calls[i], st.s.End)
	}
}

// hand follows answers that are submitted to a ring: they are under way
// once the thread has entered io_uring_enter.
func (c *call) hand(e *wire.Event, to *conn) {
	switch {
	case e.Kind == wire.KindSubmit && isWrite(e.Op) && to != nil && to.open != nil:
		c.submitted = append(c.submitted, to.open)
	case e.Kind == wire.KindSysEnter && e.Op == wire.OpRingEnter:
		for _, j := range c.submitted {
			if j.wrote != 0 && j.taken == 0 {
				j.taken = e.AtNS
			}
		}
		c.submitted = c.submitted[:0]
	}
}

// ask takes what a client did.
func (st *Stage) ask(e *wire.Event, c *conn) {
	switch {
	case e.Kind == wire.KindSent:
		c.finish(0) // an answer to the one before was never recorded
		c.open = &journey{sent: e.AtNS, lane: -1}
	case e.Kind == wire.KindReceived:
		if c.open == nil {
			c.open = &journey{lane: -1}
		}
		c.open.drawn = max(c.enter[0], st.lanes[st.lane[e.TID]].gotCPU)
		c.finish(e.AtNS)
		st.answered = append(st.answered, e.AtNS)
	case e.Kind == wire.KindSysEnter && isRead(e.Op):
		c.enter[0] = e.AtNS
	case e.Op == wire.OpClose && e.Kind == wire.KindSysEnter:
		c.finish(0)
		c.to = min(c.to, e.AtNS)
	case e.Op == wire.OpConnect: // its connection has no number yet: the mark has the one before
	case c.open != nil && c.open.arrived == 0 && wrote(e):
		c.open.arrived = e.AtNS
	}
}

// serve takes what the server did.
func (st *Stage) serve(e *wire.Event, lane int32, c *conn) {
	switch e.Kind {
	case wire.KindEnqueue, wire.KindDequeue:
		st.enqueue(e, lane)
	case wire.KindSysExit, wire.KindComplete, wire.KindUnpark:
		if isRead(e.Op) || e.Op == wire.OpPread || e.Op == wire.OpTouch {
			if e.Result == eagain {
				st.empty = append(st.empty, e.AtNS)
			} else if e.Result > 0 {
				st.bytes.add(e.AtNS, int64(e.Result))
			}
		}
	}
	if c == nil {
		return
	}
	switch l := &st.lanes[lane]; {
	case l.only == 0:
		l.only = c.port
	case l.only != c.port:
		l.only = -1
	}
	switch {
	case e.Op == wire.OpAccept: // FD is the listener's
		if e.Kind == wire.KindSysExit && e.Result > 0 && c.fd == 0 {
			c.fd = e.Result
			c.from = st.s.Rec.Events[c.events[0]].AtNS // it is a new one
		}
		return
	case e.FD != 0 && c.fd == 0:
		c.fd = e.FD
	}
	switch e.Kind {
	case wire.KindReady:
		c.named = true
	case wire.KindPark:
		c.stays = append(c.stays, stay{e.AtNS, e.Op, lane})
	case wire.KindUnpark:
		c.stays = append(c.stays, stay{e.AtNS, wire.OpNone, lane})
	case wire.KindSysEnter:
		if isRead(e.Op) {
			c.enter[1] = e.AtNS
		}
		if e.Op == wire.OpClose {
			c.to = min(c.to, e.AtNS)
		}
	}
	if e.Kind == wire.KindSysExit && isRead(e.Op) {
		c.reads = append(c.reads, read{e.AtNS, e.Result == eagain})
	}
	if c.open != nil {
		c.open.serve(e, lane, max(c.enter[1], st.lanes[lane].gotCPU))
	}
}

// serve takes what the server did for the request in hand. The read of it
// entered the kernel, or went on after the thread had got a CPU, at entered:
// not before can the data have been copied.
func (j *journey) serve(e *wire.Event, lane int32, entered int64) {
	switch {
	case j.read == 0 && isRead(e.Op) && e.Result > 0 && ends(e.Kind):
		j.read, j.lane = e.AtNS, lane
		if e.Kind == wire.KindSysExit {
			j.pulled = entered
		}
	case j.read == 0 && e.Kind == wire.KindReady && j.arrived == 0:
		j.arrived = e.AtNS // it is there at the latest when the kernel says so
	case j.read == 0:
	case e.Kind == wire.KindWaitBackend && len(j.backends)%2 == 0, e.Kind == wire.KindBackend && len(j.backends)%2 == 1:
		j.backends = append(j.backends, e.AtNS)
		j.lane = lane
	case j.wrote == 0 && isWrite(e.Op) && (e.Kind == wire.KindSysEnter || e.Kind == wire.KindPark):
		j.wrote, j.taken, j.lane = e.AtNS, e.AtNS, lane
	case j.wrote == 0 && isWrite(e.Op) && e.Kind == wire.KindSubmit:
		j.wrote, j.lane = e.AtNS, lane
	case j.wrote != 0 && j.back == 0 && wrote(e):
		j.back = e.AtNS
	}
}

func isRead(o wire.Op) bool { return o == wire.OpRead || o == wire.OpRecv }

func isWrite(o wire.Op) bool {
	return o == wire.OpWrite || o == wire.OpSend || o == wire.OpSendfile
}

func ends(k wire.Kind) bool {
	return k == wire.KindSysExit || k == wire.KindUnpark || k == wire.KindComplete
}

// wrote tells whether the event is the end of a write that put data into
// the peer's socket buffer.
func wrote(e *wire.Event) bool { return e.Result > 0 && isWrite(e.Op) && ends(e.Kind) }

// A sum adds up amounts over time.
type sum struct{ at, total []int64 }

func (s *sum) add(at, n int64) {
	if k := len(s.total); k > 0 {
		n += s.total[k-1]
	}
	s.at, s.total = append(s.at, at), append(s.total, n)
}

// upTo is the sum up to t.
func (s *sum) upTo(t int64) int64 {
	if i := count(s.at, t); i > 0 {
		return s.total[i-1]
	}
	return 0
}

// count is how many times are not later than t.
func count(times []int64, t int64) int {
	return atTime(len(times), func(i int) int64 { return times[i] }, t) + 1
}
