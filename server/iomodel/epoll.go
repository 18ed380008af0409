package iomodel

import "iowait/server/sys"

// epoll: one thread hands the kernel its interest list once, then sleeps in
// epoll_wait(2) until something on it is ready. The answer names the ready
// descriptors only. Level-triggered: what is not read now is named again.
var epoll = Model{
	ID: "epoll", Family: "multiplexed", Probe: always,
	main:  epollLoop,
	names: [2]string{"loop", ""},
}

func epollLoop(t *Thread) {
	buf, ready := t.Buffer(), t.Events()
	ep := t.EpollCreate()
	t.EpollAdd(ep, t.Listener, sys.EpollIn)
	for {
		n := t.EpollWait(ep, ready) // sleeps here until any is ready
		for _, ev := range ready[:max(n, 0)] {
			switch {
			case ev.Fd == t.Listener:
				if fd := t.Accept(t.Listener); fd >= 0 {
					t.EpollAdd(ep, fd, sys.EpollIn)
				}
			case ev.Events&sys.EpollOut != 0: // room again for the rest
				switch left := t.Flush(ev.Fd); {
				case left < 0:
					t.Close(ev.Fd)
				case left == 0:
					t.EpollMod(ep, ev.Fd, sys.EpollIn)
				}
			default:
				k := t.Read(ev.Fd, buf)
				if k == sys.EAGAIN {
					continue
				}
				if k <= 0 {
					t.Close(ev.Fd) // this also leaves the interest list
					continue
				}
				switch left := t.Send(ev.Fd, buf[:k]); {
				case left < 0:
					t.Close(ev.Fd)
				case left > 0: // its client does not read: wait for room
					t.EpollMod(ep, ev.Fd, sys.EpollOut)
				}
			}
		}
	}
}
