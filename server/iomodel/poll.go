package iomodel

import "iowait/server/sys"

// poll: like select, but the thread hands over an array with an entry for
// each descriptor, so there is no limit of 1,024. Kernel and thread still
// walk over every entry on every call, ready or not.
var poll = Model{
	ID: "poll", Family: "multiplexed", Probe: always,
	main:     pollLoop,
	names:    [2]string{"loop", ""},
	blocksIn: "poll(2)",
}

func pollLoop(t *Thread) {
	set := t.PollSet()
	set.Add(t.Listener)
	for {
		// The loop sleeps here until any is ready, or the first backend has
		// answered.
		n := t.Poll(set, t.NextDue())
		for i := set.Len() - 1; i >= 0 && n > 0; i-- {
			if !set.Ready(i) {
				continue
			}
			n--
			if fd := set.At(i); fd != t.Listener {
				pollNext(t, set, i, ask(t, fd))
			} else if c := t.Accept(fd); c >= 0 {
				set.Add(c)
			}
		}
		for fd := t.Due(); fd >= 0; fd = t.Due() { // its backend answered
			pollNext(t, set, set.Of(fd), t.Flush(fd) >= 0)
		}
	}
}

// pollNext sets what entry i waits for next.
func pollNext(t *Thread, set *PollSet, i int, open bool) {
	switch fd := set.At(i); {
	case !open:
		t.Close(fd)
		set.Remove(i)
	case t.Waits(fd):
		set.Await(i, 0) // for its backend: the clock tells
	case t.Unsent(fd) > 0: // its client does not read
		set.Await(i, sys.PollOut)
	default:
		set.Await(i, sys.PollIn)
	}
}
