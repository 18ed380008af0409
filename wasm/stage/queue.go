package stage

import (
	"iowait/server/wire"
	"iowait/wasm/draw"
)

// A queue is what waits between threads that hand on and threads that take.
type queue struct {
	name   string // of the threads that take
	put    []item
	at     []int64 // of both kinds of marks
	length []int32 // after each
	odd    int     // marks in a row that say otherwise
}

// An item is one thing put into a queue.
type item struct {
	at       int64
	conn, fd int32
}

// enqueue takes a mark of a queue. Threads with one name take from one
// queue; with two of them, each puts into the other's.
func (st *Stage) enqueue(e *wire.Event, lane int32) {
	who := st.names[lane]
	var q *queue
	for i := range st.queues {
		if k := &st.queues[i]; (k.name == who) == (e.Kind == wire.KindDequeue) || len(st.queues) == 1 {
			q = k
		}
	}
	if q == nil {
		return
	}
	step := int32(1)
	if e.Kind == wire.KindDequeue {
		step = -1
	} else {
		q.put = append(q.put, item{e.AtNS, e.Conn, e.FD})
	}
	// Two threads may note their marks in another order than they had the
	// lock, so lengths are counted; the marks say where to begin, and where
	// to go on after marks were lost.
	n := e.Result
	if k := len(q.length); k > 0 {
		if n = max(q.length[k-1]+step, 0); n == e.Result {
			q.odd = 0
		} else if q.odd++; q.odd > 64 {
			n, q.odd = e.Result, 0
		}
	}
	q.at, q.length = append(q.at, e.AtNS), append(q.length, n)
}

// findQueues makes a queue for each name of threads that take from one.
func (st *Stage) findQueues() {
	seen := map[string]bool{}
	for i := range st.s.Rec.Events {
		e := &st.s.Rec.Events[i]
		if e.Kind != wire.KindDequeue {
			continue
		}
		if lane, ok := st.lane[e.TID]; ok && !seen[st.names[lane]] && len(st.queues) < 2 {
			seen[st.names[lane]] = true
			st.queues = append(st.queues, queue{name: st.names[lane]})
		}
	}
}

// lengthAt is how many wait at t.
func (q *queue) lengthAt(t int64) int {
	if i := count(q.at, t); i > 0 {
		return int(q.length[i-1])
	}
	return 0
}

// itemsAt is what waits at t, oldest first: in a queue, the last ones that
// were put. What was put before the recording began is not known.
func (q *queue) itemsAt(t int64) []item {
	last := atTime(len(q.put), func(i int) int64 { return q.put[i].at }, t) + 1
	return q.put[max(last-q.lengthAt(t), 0):last]
}

// drawQueues draws the queues between threads, the oldest entry at the side
// where it is taken.
func (p *picture) drawQueues() {
	for i := range p.st.queues {
		q, b := &p.st.queues[i], p.queue[i]
		if b.w == 0 {
			continue
		}
		n := q.lengthAt(p.t)
		color := draw.Rule
		if n > 0 {
			color = draw.Data
		}
		title := p.w.queue
		if len(p.st.queues) > 1 {
			title += " → " + q.name
		}
		p.panel(b, color, title, number(n))
		var chips []chip
		for _, it := range q.itemsAt(p.t) {
			chips = append(chips, chip{text: fdLabel(it.fd, it.conn), left: true})
		}
		p.drawChips(b, draw.Data, draw.DataSoft, chips)
	}
}
