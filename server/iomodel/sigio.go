package iomodel

import "iowait/server/sys"

// sigio: the kernel queues a signal for every descriptor on which something
// has happened. The thread keeps that signal blocked and takes it from the
// queue with rt_sigtimedwait(2), one at a time. The queue is limited
// (RLIMIT_SIGPENDING): when it is full the kernel sends a bare SIGIO that
// names no descriptor, and the thread has to ask all of them.
var sigio = Model{
	ID: "sigio", Family: "signal-driven", Probe: always,
	main:     signalLoop,
	names:    [2]string{"loop", ""},
	blocksIn: "rt_sigtimedwait(2)",
}

func signalLoop(t *Thread) {
	conns := t.Conns()
	t.SignalOn(t.Listener)
	acceptSignalled(t) // who came before the signal was on
	for {
		// The loop sleeps here until a signal is queued, or the first
		// backend has answered.
		fd := t.SignalWait(t.NextDue())
		switch {
		case fd == overflowed: // signals were lost: ask all
			acceptSignalled(t)
			for i := conns.Len() - 1; i >= 0; i-- {
				drainSignalled(t, conns.At(i))
			}
		case fd == t.Listener:
			acceptSignalled(t)
		case fd >= 0 && t.Open(fd):
			drainSignalled(t, fd)
		}
		for fd := t.Due(); fd >= 0; fd = t.Due() { // its backend answered
			drainSignalled(t, fd)
		}
	}
}

// acceptSignalled takes all connections that wait: there may be fewer
// signals than connections.
func acceptSignalled(t *Thread) {
	for {
		fd := t.Accept(t.Listener)
		if fd >= 0 {
			t.Conns().Add(fd)
			t.SignalOn(fd)
			drainSignalled(t, fd) // what came before the signal was on
		} else if fd == int32(sys.EAGAIN) {
			return
		}
	}
}

// drainSignalled answers until nothing is left.
func drainSignalled(t *Thread, fd int32) {
	for t.Open(fd) && drain(t, fd) {
	}
	if !t.Open(fd) {
		t.Conns().Drop(fd)
	}
}
