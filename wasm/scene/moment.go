package scene

import (
	"slices"
	"sort"
)

// A Moment is a place worth looking at.
type Moment struct {
	Lane     int
	From, To int64
}

// FirstBlocked is the first wait in a call that begins in a stretch of time.
func (s *Scene) FirstBlocked(from, to int64) (Moment, bool) {
	return s.first(from, to, func(l *Lane, i int) bool { return l.Spans[i].State == Blocked })
}

// FirstWake is the first time that a waiting thread gets something to do:
// it waits for a CPU from then on, or has one.
func (s *Scene) FirstWake(from, to int64) (Moment, bool) {
	return s.first(from, to, func(l *Lane, i int) bool {
		if i == 0 {
			return false
		}
		before, now := l.Spans[i-1].State, l.Spans[i].State
		return (before == Blocked || before == Off) && (now == Runnable || onCPU(now))
	})
}

// first is the earliest span that begins in a stretch of time and fits.
func (s *Scene) first(from, to int64, fits func(l *Lane, i int) bool) (m Moment, ok bool) {
	for lane := range s.Lanes {
		l := &s.Lanes[lane]
		at := sort.Search(len(l.Spans), func(i int) bool { return l.Spans[i].At >= from })
		for i := at; i < len(l.Spans) && l.Spans[i].At < to && (!ok || l.Spans[i].At < m.From); i++ {
			if fits(l, i) {
				m, ok = Moment{lane, l.Spans[i].At, l.endOf(i)}, true
			}
		}
	}
	return m, ok
}

// LongestWait is the longest time that a thread had to wait, in a call or
// for a CPU, of all that lie in a stretch of time in part; one that fills all
// of the recording is no wait that came and went.
func (s *Scene) LongestWait(from, to int64) (m Moment, ok bool) {
	for lane := range s.Lanes {
		l := &s.Lanes[lane]
		for i := max(l.spanAt(from), 0); i < len(l.Spans) && l.Spans[i].At < to; i++ {
			state, end := l.Spans[i].State, l.endOf(i)
			waits := state == Blocked || state == Runnable || state == Off
			if whole := l.Spans[i].At == 0 && end >= l.end; waits && !whole && end > from && end-l.Spans[i].At > m.To-m.From {
				m, ok = Moment{lane, l.Spans[i].At, end}, true
			}
		}
	}
	return m, ok
}

// EventAt is the last event of a lane that is not after a time, or else its
// first one; -1 for a lane without events.
func (s *Scene) EventAt(lane int, t int64) int {
	events := s.Lanes[lane].events
	if len(events) == 0 {
		return -1
	}
	k := sort.Search(len(events), func(k int) bool { return s.Rec.Events[events[k]].AtNS > t })
	return int(events[max(k-1, 0)])
}

// FirstSent is when the first whole request from a time on was sent.
func (s *Scene) FirstSent(from int64) (at int64, ok bool) {
	for i := range s.Requests {
		if r := &s.Requests[i]; r.Sent >= from && r.whole() {
			return r.Sent, true
		}
	}
	return 0, false
}

// Answered is when n of the requests that were sent from a time on had been
// answered; where fewer were, got is their number, and at the last one's.
func (s *Scene) Answered(from int64, n int) (at int64, got int) {
	var received []int64
	for i := range s.Requests {
		if r := &s.Requests[i]; r.Sent >= from {
			received = append(received, r.Received)
		}
	}
	slices.Sort(received)
	got = min(n, len(received))
	if got <= 0 {
		return from, 0
	}
	return received[got-1], got
}
