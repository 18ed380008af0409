package iomodel

import "iowait/server/sys"

// epoll: one thread hands the kernel its interest list once, then sleeps in
// epoll_wait(2) until something on it is ready. The answer names the ready
// descriptors only. Level-triggered: what is not read now is named again.
// Nothing else may make the loop wait: a file that is read here makes all
// connections wait for the disk.
var epoll = Model{
	ID: "epoll", Family: "multiplexed", Probe: always,
	main:     epollLoop,
	names:    [2]string{"loop", ""},
	blocksIn: "epoll_wait(2)",
}

func epollLoop(t *Thread) {
	buf, ready := t.Buffer(), t.Events()
	ep := t.EpollCreate()
	t.EpollAdd(ep, t.Listener, sys.EpollIn)
	for {
		// The loop sleeps here until anything is ready, or until the first
		// backend has answered.
		n := t.EpollWait(ep, ready, t.NextDue())
		for _, ev := range ready[:n] {
			switch {
			case ev.Fd == t.Listener:
				if fd := t.Accept(t.Listener); fd >= 0 {
					t.EpollAdd(ep, fd, sys.EpollIn)
				}
			case ev.Events&sys.EpollOut != 0: // room again for the rest
				next(t, ep, ev.Fd, t.Flush(ev.Fd))
			default:
				switch k := t.Read(ev.Fd, buf); {
				case k > 0:
					next(t, ep, ev.Fd, t.Answer(ev.Fd, buf[:k]))
				case k != sys.EAGAIN:
					t.Close(ev.Fd) // this also leaves the interest list
				}
			}
		}
		for fd := t.Due(); fd >= 0; fd = t.Due() { // its backend answered
			next(t, ep, fd, t.Flush(fd))
		}
	}
}

// next waits for what the connection needs next. Only where that is another
// thing than before does it cost a call.
func next(t *Thread, ep, fd int32, left int) {
	switch {
	case left < 0:
		t.Close(fd)
	case left > 0: // do not read on: wait for room, or for its backend
		t.Await(ep, fd, t.Missing(fd))
	default:
		t.Await(ep, fd, sys.EpollIn)
	}
}
