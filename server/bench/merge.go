package bench

import (
	"slices"

	"iowait/server/wire"
)

// traced is what one side recorded.
type traced struct {
	events  []wire.Event // AtNS on CLOCK_MONOTONIC
	dropped int64
	full    bool // marks were dropped from some time on
	reply   wire.Reply
}

// merge fills r with what both sides recorded from r.StartNS on, until endNS
// or until the first ring was full, whichever came first.
func merge(r *wire.Recording, endNS int64, sides []traced) {
	r.Switches, r.Sites = "kernel", []wire.Site{{}}
	sites := map[wire.Site]uint32{}
	for _, s := range sides {
		last, switches := marks(s.events)
		if s.full {
			endNS = min(endNS, last)
		}
		if !s.full || switches >= ringEvents/2 { // else all that was dropped came after the window
			r.Dropped += s.dropped
		}
		r.Dropped += s.reply.Lost
		if s.reply.Switches != "kernel" {
			r.Switches, r.NoSwitches = "none", s.reply.NoSwitches
		}
	}
	r.LengthNS = max(endNS-r.StartNS, 0)
	seen := map[int32]bool{}
	for _, s := range sides {
		for _, e := range clip(s.events, r.StartNS, endNS) {
			e.AtNS -= r.StartNS
			e.Site = siteIndex(r, sites, s.reply.Sites[e.Site])
			r.Events = append(r.Events, e)
			seen[e.TID] = true
		}
	}
	slices.SortStableFunc(r.Events, func(a, b wire.Event) int { return int(a.AtNS - b.AtNS) })
	for _, s := range sides {
		for _, th := range s.reply.Threads {
			if seen[th.TID] {
				r.Threads = append(r.Threads, th)
			}
		}
	}
	r.Total = int64(len(r.Events)) + r.Dropped
}

// siteIndex is the index of a site in the recording, 0 for the unknown one.
func siteIndex(r *wire.Recording, sites map[wire.Site]uint32, s wire.Site) uint32 {
	if s == (wire.Site{}) {
		return 0
	}
	n, ok := sites[s]
	if !ok {
		n = uint32(len(r.Sites))
		sites[s] = n
		r.Sites = append(r.Sites, s)
	}
	return n
}

// isSwitch tells the kernel's records from the processes' own marks.
func isSwitch(k wire.Kind) bool {
	return k == wire.KindSwitchIn || k == wire.KindSwitchOut || k == wire.KindPreempt
}

// marks tells the time of the last mark and how many kernel's records there are.
func marks(events []wire.Event) (lastNS int64, switches int) {
	for _, e := range events {
		if isSwitch(e.Kind) {
			switches++
		} else {
			lastNS = max(lastNS, e.AtNS)
		}
	}
	return lastNS, switches
}

// clip answers the events of one side within the window. A thread that was
// inside a system call when the window began is said to be so at its begin:
// either it had entered the call before, or its first event is the exit.
func clip(events []wire.Event, startNS, endNS int64) []wire.Event {
	inside := map[int32]wire.Event{} // by thread: the call it was in at startNS
	begun := map[int32]bool{}        // threads that have marked a call in the window
	var kept []wire.Event
	for _, e := range events {
		switch e.Kind {
		case wire.KindSysEnter, wire.KindInside:
			if e.AtNS < startNS {
				inside[e.TID] = e
			} else {
				begun[e.TID] = true
			}
		case wire.KindSysExit:
			if e.AtNS < startNS {
				delete(inside, e.TID)
			} else if !begun[e.TID] {
				begun[e.TID] = true
				if _, ok := inside[e.TID]; !ok {
					e := e
					e.Result = 0
					inside[e.TID] = e
				}
			}
		}
		if e.AtNS >= startNS && e.AtNS <= endNS {
			kept = append(kept, e)
		}
	}
	var begin []wire.Event
	for _, e := range inside {
		e.AtNS, e.Kind = startNS, wire.KindInside
		begin = append(begin, e)
	}
	slices.SortFunc(begin, func(a, b wire.Event) int { return int(a.TID - b.TID) })
	return append(begin, kept...)
}
