package stage

import (
	"sort"

	"iowait/server/wire"
)

// A phase is where a connection's request is.
type phase uint8

const (
	unknown   phase = iota // nothing recorded tells
	idle                   // the client has nothing under way
	sending                // the client writes it: on its way to the server's socket buffer
	waiting                // in the server's socket buffer
	held                   // a thread, or a goroutine on it, has read it
	backend                // it waits for its backend, and no thread does
	answering              // the answer is being written
	back                   // the answer is in the client's socket buffer
	phases
)

// A leg is a stretch of a request's way; it ends where the next one begins.
type leg struct {
	at    int64
	moves int64 // since when it is being moved on to the next place: the call that does it began; 0 when not recorded
	lane  int32 // that has it or serves it, -1 when not known
	phase phase
}

// A conn is one connection.
type conn struct {
	port, fd   int32 // fd is the server's, 0 when not known
	from, to   int64 // when it was open, as far as that was recorded
	legs       []leg
	reads      []read   // the server's reads of it
	stays      []stay   // of its goroutine
	events     []int32  // about it
	open       *journey // while it is being built
	enter      [2]int64 // when the read under way began: of the client, of the server
	named      bool     // some answer named it as ready
	slot, lane int32    // lane is the one thread that serves it, or -1
}

// A read is the end of a call that asked for data.
type read struct {
	at    int64
	empty bool // EAGAIN: there was nothing
}

// A stay is what a goroutine does from a moment on.
type stay struct {
	at   int64
	op   wire.Op // none: it runs, on lane
	lane int32
}

// A journey is one request's way while its marks are read.
type journey struct {
	sent, arrived, pulled, read, wrote, taken, back, drawn int64
	lane                                                   int32
	backends                                               []int64 // waits and answers, in turn
}

// atTime is the index of the last of n things not later than t, -1 before
// the first.
func atTime(n int, at func(i int) int64, t int64) int {
	return sort.Search(n, func(i int) bool { return at(i) > t }) - 1
}

// legAt is where the request is at t, and when that ends; end is 0 if the
// recording does not tell.
func (c *conn) legAt(t int64) (l leg, end int64) {
	i := atTime(len(c.legs), func(i int) int64 { return c.legs[i].at }, t)
	if i < 0 {
		return leg{lane: -1}, 0
	}
	if i+1 < len(c.legs) {
		end = c.legs[i+1].at
	}
	return c.legs[i], end
}

func (c *conn) readAt(t int64) (read, bool) {
	i := atTime(len(c.reads), func(i int) int64 { return c.reads[i].at }, t)
	if i < 0 {
		return read{}, false
	}
	return c.reads[i], true
}

func (c *conn) stayAt(t int64) (stay, bool) {
	i := atTime(len(c.stays), func(i int) int64 { return c.stays[i].at }, t)
	if i < 0 {
		return stay{}, false
	}
	return c.stays[i], true
}

// finish turns the journey in hand into legs. received is 0 for a request
// that the recording's end cut off. Data cannot have arrived later than it
// was read, whatever the writer noted after that.
func (c *conn) finish(received int64) {
	j := c.open
	if j == nil {
		return
	}
	c.open = nil
	add := func(p phase, at, moves int64, lane int32) {
		if at == 0 {
			return
		}
		if n := len(c.legs); n > 0 && c.legs[n-1].at > at {
			at = c.legs[n-1].at
		}
		if moves != 0 {
			moves = max(moves, at)
		}
		c.legs = append(c.legs, leg{at, moves, lane, p})
	}
	if j.read != 0 && (j.arrived == 0 || j.arrived > j.read) {
		j.arrived = j.read
	}
	if j.wrote != 0 && received != 0 && (j.back == 0 || j.back > received) {
		j.back = received
	}
	add(sending, j.sent, j.sent, -1)
	if j.arrived != 0 && j.arrived != j.read {
		add(waiting, j.arrived, j.pulled, j.lane)
	}
	add(held, j.read, 0, j.lane)
	for i, at := range j.backends {
		if i%2 == 0 {
			add(backend, at, 0, -1)
		} else {
			add(held, at, 0, j.lane)
		}
	}
	add(answering, j.wrote, j.taken, j.lane)
	if j.back != received || received == 0 {
		add(back, j.back, j.drawn, -1)
	}
	add(idle, received, 0, -1)
}
