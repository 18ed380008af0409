package iomodel

import "iowait/server/sys"

// poll: like select, but the thread hands over an array with an entry for
// each descriptor, so there is no limit of 1,024. Kernel and thread still
// walk over every entry on every call, ready or not.
var poll = Model{
	ID: "poll", Family: "multiplexed", Probe: always,
	main:  pollLoop,
	names: [2]string{"loop", ""},
}

func pollLoop(t *Thread) {
	set := t.PollSet()
	set.Add(t.Listener)
	for {
		n := t.Poll(set) // sleeps here until any is ready
		for i := set.Len() - 1; i >= 0 && n > 0; i-- {
			if !set.Ready(i) {
				continue
			}
			n--
			fd := set.At(i)
			if fd == t.Listener {
				if c := t.Accept(fd); c >= 0 {
					set.Add(c)
				}
				continue
			}
			if !ask(t, fd) {
				t.Close(fd)
				set.Remove(i)
				continue
			}
			if t.Unsent(fd) > 0 { // its client does not read
				set.Await(i, sys.PollOut)
			} else {
				set.Await(i, sys.PollIn)
			}
		}
	}
}
