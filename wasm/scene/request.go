package scene

import (
	"slices"
	"sort"

	"iowait/server/wire"
)

// A Request is one request's way: the client begins to write it, its data
// is in the server's socket buffer, the server has read it, begins to write
// the answer, the answer is in the client's buffer, the client has read it
// all. Times in ns; 0 where nothing was recorded.
type Request struct {
	Conn           int32
	Client, Server int // lanes; Server is -1 when not known
	Sent, Arrived  int64
	Read, Wrote    int64
	Back, Received int64
}

// findRequests joins the marks of one connection to requests, and lists for
// each lane when data began and ceased to wait for it.
func (s *Scene) findRequests() {
	open := map[int32]*Request{}
	for i := range s.Rec.Events {
		e := &s.Rec.Events[i]
		if e.Conn == 0 {
			continue
		}
		r, lane := open[e.Conn], int(s.laneOf[i])
		switch {
		case e.Kind == wire.KindSent:
			open[e.Conn] = &Request{Conn: e.Conn, Sent: e.AtNS, Client: lane, Server: -1}
		case r == nil:
		case e.Kind == wire.KindReceived:
			r.Received = e.AtNS
			s.addRequest(r)
			delete(open, e.Conn)
		case s.Lanes[lane].Server:
			r.serve(e, lane)
		case wrote(e) && r.Arrived == 0:
			r.Arrived = e.AtNS
		}
	}
	sort.SliceStable(s.Requests, func(i, k int) bool { return s.Requests[i].Sent < s.Requests[k].Sent })
	for i := range s.Lanes {
		q := &s.Lanes[i].queue
		q.prepare()
		on := side(s.Lanes[i].Server)
		s.most[on] = max(s.most[on], q.most)
	}
}

// serve takes what the server did for the request in hand.
func (r *Request) serve(e *wire.Event, lane int) {
	switch {
	case r.Read == 0 && e.Result > 0 && (e.Op == wire.OpRead && (e.Kind == wire.KindSysExit || e.Kind == wire.KindUnpark) ||
		e.Kind == wire.KindComplete && e.Op == wire.OpRecv):
		r.Read, r.Server = e.AtNS, lane
	case r.Read == 0:
	case r.Wrote == 0 && (e.Op == wire.OpWrite && (e.Kind == wire.KindSysEnter || e.Kind == wire.KindPark) ||
		e.Kind == wire.KindSubmit && e.Op == wire.OpSend):
		r.Wrote = e.AtNS
	case r.Wrote != 0 && r.Back == 0 && wrote(e):
		r.Back = e.AtNS
	}
}

// addRequest keeps a whole request. The data cannot have arrived later than
// it was read, whatever the writer noted after that.
func (s *Scene) addRequest(r *Request) {
	if r.Read != 0 && (r.Arrived == 0 || r.Arrived > r.Read) {
		r.Arrived = r.Read
	}
	if r.Wrote != 0 && (r.Back == 0 || r.Back > r.Received) {
		r.Back = r.Received
	}
	s.longest = max(s.longest, r.Received-r.Sent)
	s.Requests = append(s.Requests, *r)
	if r.Read != 0 {
		s.Lanes[r.Server].queue.add(r.Arrived, r.Read)
	}
	if r.Back != 0 {
		s.Lanes[r.Client].queue.add(r.Back, r.Received)
	}
}

// whole tells whether all of a request's way was recorded.
func (r *Request) whole() bool { return r.Read != 0 && r.Wrote != 0 }

// between is the range of requests that may be under way in a stretch of time.
func (s *Scene) between(from, to int64) (first, last int) {
	first = sort.Search(len(s.Requests), func(i int) bool { return s.Requests[i].Sent >= from-s.longest })
	last = sort.Search(len(s.Requests), func(i int) bool { return s.Requests[i].Sent > to })
	return first, last
}

// A queue is how many messages lie in the socket buffers of one thread's
// connections, arrived but not yet read.
type queue struct {
	in, out       []int64 // sorted times
	inSum, outSum []int64 // sums of the times before each
	most          int
}

func (q *queue) add(from, to int64) {
	if to > from {
		q.in, q.out = append(q.in, from), append(q.out, to)
	}
}

func (q *queue) prepare() {
	slices.Sort(q.in)
	slices.Sort(q.out)
	q.inSum, q.outSum = sumsOf(q.in), sumsOf(q.out)
	for _, t := range q.in {
		q.most = max(q.most, q.at(t))
	}
}

func sumsOf(times []int64) []int64 {
	sums := make([]int64, len(times)+1)
	for i, t := range times {
		sums[i+1] = sums[i] + t
	}
	return sums
}

// upTo is how many times are not after t.
func upTo(times []int64, t int64) int {
	first, last := 0, len(times) // by hand, like Lane.spanAt: pictures ask a great many times
	for first < last {
		if middle := (first + last) / 2; times[middle] > t {
			last = middle
		} else {
			first = middle + 1
		}
	}
	return first
}

// upFrom is upTo for who knows that it is at least i, and expects it to be
// near.
func upFrom(times []int64, i int, t int64) int {
	step := 1
	for i+step <= len(times) && times[i+step-1] <= t {
		i, step = i+step, 2*step
	}
	end := min(i+step, len(times))
	return i + upTo(times[i:end], t)
}

// at is how many messages wait at t.
func (q *queue) at(t int64) int { return upTo(q.in, t) - upTo(q.out, t) }

// nextOf is the first moment at which the number changes when i messages
// have come and k have gone; last when that is no more.
func (q *queue) nextOf(i, k int, last int64) int64 {
	switch {
	case k == len(q.out): // each that came in has gone out
		return last
	case i < len(q.in) && q.in[i] < q.out[k]:
		return q.in[i]
	}
	return q.out[k]
}

// area is the time that messages have waited, summed, up to t, when i of them
// have come by then and k have gone.
func (q *queue) area(i, k int, t int64) int64 {
	return int64(i)*t - q.inSum[i] - int64(k)*t + q.outSum[k]
}
