// Package stage turns a recording and a moment into a picture of user space
// and kernel: requests as packets, threads asleep or at work, ready lists,
// queues and rings. Nothing is drawn that was not recorded: each movement is
// one recorded event, and a thing is drawn between two places only from the
// recorded begin to the recorded end of the call that moves it.
package stage

import (
	"cmp"
	"slices"

	"iowait/server/wire"
	"iowait/wasm/scene"
)

// A Stage is a scene prepared for this view. It is not changed by drawing.
type Stage struct {
	s       *scene.Scene
	lane    map[int32]int32 // by thread
	names   []string        // by lane: what the thread does
	lanes   []lane          // as the scene's
	conns   []*conn
	byPort  map[int32]*conn
	slots   [][]*conn // connections by place, one after the other
	servers []int32   // lanes on the upper floor
	clients []int32   // lanes of the other process
	seat    []int32   // by lane: the slot of the one connection that it serves, or -1
	queues  []queue

	answered, empty []int64 // moments: an answer received, a read that found nothing
	bytes           sum     // read
	has             features
}

// features are what the recorded events tell about the model.
type features struct {
	answers    bool // calls that name what is ready
	walks      bool // poll or select: the whole set on each call
	signals    bool
	ring       bool
	goroutines bool
	backend    bool
	files      bool // no client: threads read files
	unasked    bool // the kernel takes submissions without a call
	paired     bool // a thread for each connection
}

// New prepares a scene.
func New(s *scene.Scene) *Stage {
	st := &Stage{s: s, lane: map[int32]int32{}, lanes: make([]lane, len(s.Lanes)), names: make([]string, len(s.Lanes))}
	about := map[int32]wire.Thread{}
	for _, t := range s.Rec.Threads {
		about[t.TID] = t
	}
	for i := range s.Lanes {
		l := &s.Lanes[i]
		st.lane[l.TID] = int32(i)
		st.lanes[i].unasked = s.Rec.Model == "io_uring-sqpoll"
		st.names[i] = about[l.TID].Name
		if st.names[i] == "" {
			st.names[i] = "thread"
		}
		switch {
		case l.Idle:
		case l.Server:
			st.servers = append(st.servers, int32(i))
		default:
			st.clients = append(st.clients, int32(i))
		}
	}
	st.findQueues()
	st.collect()
	st.findFeatures()
	st.pair(about)
	st.place()
	st.sit()
	return st
}

func (st *Stage) findFeatures() {
	h := &st.has
	for i := range st.s.Rec.Events {
		e := &st.s.Rec.Events[i]
		if k, ok := st.lane[e.TID]; !ok || !st.s.Lanes[k].Server {
			continue
		}
		switch e.Kind {
		case wire.KindSubmit, wire.KindComplete:
			h.ring = true
		case wire.KindPark, wire.KindUnpark:
			h.goroutines = true
		case wire.KindReady:
			h.answers = true
		case wire.KindSignal:
			h.signals = true
		case wire.KindWaitBackend, wire.KindBackend:
			h.backend = true
		}
		switch e.Op {
		case wire.OpPoll, wire.OpSelect:
			h.walks = h.walks || e.Kind == wire.KindSysEnter || e.Kind == wire.KindInside
		case wire.OpEpollWait:
			h.answers = true
		case wire.OpSigWait:
			h.signals = true
		case wire.OpRingEnter:
			h.ring = true
		}
	}
	h.files = len(st.conns) == 0
	h.unasked = st.s.Rec.Model == "io_uring-sqpoll"
}

// pair finds the thread that serves a connection, where that is one thread
// for one connection.
func (st *Stage) pair(about map[int32]wire.Thread) {
	st.byPort = map[int32]*conn{}
	for _, c := range st.conns {
		st.byPort[c.port] = c
	}
	n := 0
	for _, i := range st.servers {
		port := about[st.s.Lanes[i].TID].Conn
		if port == 0 && st.lanes[i].only > 0 {
			port = st.lanes[i].only
		}
		if c := st.byPort[port]; c != nil {
			c.lane = i
			n++
		}
	}
	st.has.paired = n > 1 && 10*n >= 8*len(st.conns)
}

// sit gives each thread that serves one connection the seat above it.
func (st *Stage) sit() {
	st.seat = make([]int32, len(st.lanes))
	for i := range st.seat {
		st.seat[i] = -1
	}
	for _, all := range st.slots {
		st.has.paired = st.has.paired && len(all) == 1
		if c := all[0]; c.lane >= 0 {
			st.seat[c.lane] = c.slot
		}
	}
	if st.has.paired {
		slices.SortStableFunc(st.servers, func(a, b int32) int { return cmp.Compare(st.seat[a], st.seat[b]) })
	}
}

// place gives each connection a slot: its own while it is open, one that a
// closed one has left if there is one.
func (st *Stage) place() {
	order := slices.Clone(st.conns)
	slices.SortStableFunc(order, func(a, b *conn) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.lane, b.lane), cmp.Compare(a.fd, b.fd), cmp.Compare(a.port, b.port))
	})
	var free heap
	for _, c := range order {
		if k, ok := free.before(c.from); ok {
			c.slot = k
			st.slots[k] = append(st.slots[k], c)
		} else {
			c.slot = int32(len(st.slots))
			st.slots = append(st.slots, []*conn{c})
		}
		free.push(c.to, c.slot)
	}
}

// connAt is the connection in a slot at t: the last one that had opened.
func (st *Stage) connAt(slot int, t int64) *conn {
	all := st.slots[slot]
	return all[max(atTime(len(all), func(i int) int64 { return all[i].from }, t), 0)]
}
