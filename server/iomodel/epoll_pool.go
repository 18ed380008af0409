package iomodel

import (
	"cmp"

	"iowait/server/sys"
)

// epoll-pool: one selector thread sleeps in epoll_wait and hands each ready
// connection to a pool of workers, which do the reading and writing. A
// connection is named once and then not watched (EPOLLONESHOT) until its
// worker asks for it again, so no two workers serve one connection. What
// blocks a worker, a file or a backend, blocks neither the selector nor
// the others, until all workers are blocked.
var epollPool = Model{
	ID: "epoll-pool", Family: "multiplexed", Probe: always,
	threads:  func(int) int { return 1 },
	pool:     func(_, n int) int { return cmp.Or(n, poolWorkers) },
	main:     selectorOrWorker,
	names:    [2]string{"selector", "worker"},
	blocksIn: "epoll_wait(2), futex(2)",
}

// poolWorkers is the size of the pool behind the selector.
const poolWorkers = 10

const onceIn = sys.EpollIn | sys.EpollOneShot

func selectorOrWorker(t *Thread) {
	if t.First() {
		selector(t)
	} else {
		poolWorker(t)
	}
}

func selector(t *Thread) {
	ready, ep, queue := t.Events(), t.Epoll(), t.Handoff()
	t.EpollAdd(ep, t.Listener, sys.EpollIn)
	for {
		n := t.EpollWait(ep, ready, sys.Forever) // sleeps here
		for _, ev := range ready[:n] {
			if ev.Fd != t.Listener {
				queue.Put(t, ev.Fd) // wakes a worker
			} else if fd := t.Accept(t.Listener); fd >= 0 {
				t.EpollAdd(ep, fd, onceIn)
			}
		}
	}
}

func poolWorker(t *Thread) {
	ep, queue := t.Epoll(), t.Handoff()
	for {
		fd := queue.Take(t) // sleeps here until the selector hands one
		switch {
		case !ask(t, fd): // sleeps here for a backend, or a file
			t.EpollLeave(ep, fd) // the selector may be asking it
			t.Close(fd)
		case t.Unsent(fd) > 0: // its client does not read
			t.EpollMod(ep, fd, sys.EpollOut|sys.EpollOneShot)
		default:
			t.EpollMod(ep, fd, onceIn)
		}
	}
}
