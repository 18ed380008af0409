package iomodel

import "iowait/server/sys"

// epoll-et: edge-triggered. The kernel names a descriptor once, when
// something new has come; it is not named again for what was left unread.
// So each is read until EAGAIN, but only burst times in a row: who still
// has more goes to the end of a list of its own, so that one busy client
// cannot starve the others.
var epollET = Model{
	ID: "epoll-et", Family: "multiplexed", Probe: always,
	main:     edgeLoop,
	names:    [2]string{"loop", ""},
	blocksIn: "epoll_wait(2)",
}

// burst is how often one connection is read before others have their turn.
const burst = 16

func edgeLoop(t *Thread) {
	ready, more := t.Events(), t.More()
	ep := t.EpollCreate()
	t.EpollAdd(ep, t.Listener, sys.EpollIn|sys.EpollET)
	for {
		timeout := t.NextDue() // sleep until something is new, or due
		if more.Len() > 0 {
			timeout = 0 // only ask: there is work left
		}
		n := t.EpollWait(ep, ready, timeout)
		for _, ev := range ready[:n] {
			more.Add(ev.Fd)
		}
		for fd := t.Due(); fd >= 0; fd = t.Due() { // its backend answered
			more.Add(fd)
		}
		for range more.Len() { // each once; new ones come behind
			fd := more.Take()
			if fd == t.Listener {
				acceptAll(t, ep)
			} else if drain(t, fd) {
				more.Add(fd)
			}
		}
	}
}

// acceptAll takes connections until there is none left to take.
func acceptAll(t *Thread, ep int32) {
	for {
		fd := t.Accept(t.Listener)
		if fd >= 0 {
			t.EpollAdd(ep, fd, sys.EpollIn|sys.EpollOut|sys.EpollET)
		} else if fd == int32(sys.EAGAIN) {
			return
		}
	}
}

// drain answers until there is nothing left; it tells whether there may be
// more.
func drain(t *Thread, fd int32) bool {
	if !t.Open(fd) {
		return false // closed since it was named
	}
	buf := t.Buffer()
	for range burst {
		if t.Unsent(fd) > 0 && t.Flush(fd) < 0 {
			t.Close(fd)
			return false
		}
		if t.Unsent(fd) > 0 || t.Waits(fd) {
			return false // an edge tells when there is room, Due the other
		}
		n := t.Read(fd, buf)
		if n == sys.EAGAIN {
			return false // an edge tells when there is more
		}
		if n <= 0 || t.Answer(fd, buf[:n]) < 0 {
			t.Close(fd)
			return false
		}
	}
	return true
}
