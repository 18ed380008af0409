package scene

import (
	"sort"

	"iowait/server/wire"
)

// A Total is the time that threads spent in one state; for waiting, in which
// call.
type Total struct {
	State State
	Op    wire.Op
	NS    int64
}

// Totals sums what the threads of one side did from one moment to another,
// most first. The sums add up to that stretch times the number of threads,
// to the nanosecond.
func (s *Scene) Totals(from, to int64, server bool) (totals []Total, threads int) {
	from, to = max(from, 0), min(to, s.End)
	type key struct {
		state State
		op    wire.Op
	}
	sums := map[key]int64{}
	for i := range s.Lanes {
		l := &s.Lanes[i]
		if l.Server != server {
			continue
		}
		threads++
		for k := max(l.spanAt(from), 0); k < len(l.Spans) && l.Spans[k].At < to; k++ {
			about := key{state: l.Spans[k].State}
			if about.state == Blocked || about.state == Off || about.state == InCall {
				about.op = l.Spans[k].Op
			}
			sums[about] += max(min(l.endOf(k), to)-max(l.Spans[k].At, from), 0)
		}
	}
	for k, ns := range sums {
		if ns > 0 {
			totals = append(totals, Total{k.state, k.op, ns})
		}
	}
	sort.Slice(totals, func(i, k int) bool {
		a, b := totals[i], totals[k]
		if a.NS != b.NS {
			return a.NS > b.NS
		}
		return a.State < b.State || a.State == b.State && a.Op < b.Op
	})
	return totals, threads
}

// Name is what a total is called.
func (t Total) Name(w *Words) string {
	call := t.Op.String()
	switch {
	case call == "":
	case t.State == Blocked:
		return w.BlockedIn + call
	case t.State == Off:
		return w.OffIn + call
	case t.State == InCall:
		return w.In + call
	}
	return w.States[t.State]
}
