package iomodel

import "iowait/server/sys"

// select: one thread hands the kernel a bit for every descriptor it waits
// for, on every call; the kernel walks over all of them, marks the ready
// ones, and the thread walks over all of them again. The set has 1,024
// bits: a descriptor beyond that cannot be waited for at all.
var selectModel = Model{
	ID: "select", Family: "multiplexed", Probe: always,
	main:     selectLoop,
	names:    [2]string{"loop", ""},
	blocksIn: "select(2)",
}

func selectLoop(t *Thread) {
	conns := t.Conns()
	var read, write sys.FDSet // what the kernel is asked, and its answer
	for {
		for t.Due() >= 0 { // a backend has answered: there is room to send
		}
		read.Zero()
		write.Zero()
		read.Set(t.Listener)
		top := t.Listener
		for i := 0; i < conns.Len(); i++ {
			fd := conns.At(i)
			switch {
			case t.Waits(fd): // for its backend: the clock tells
			case t.Unsent(fd) > 0:
				write.Set(fd) // its client does not read: wait for room
			default:
				read.Set(fd)
			}
			top = max(top, fd)
		}
		// The loop sleeps here until any is ready, or the first backend has
		// answered.
		if t.Select(top+1, &read, &write, t.NextDue()) < 0 {
			continue
		}
		if read.Has(t.Listener) {
			if fd := t.Accept(t.Listener); fd >= sys.FDSetSize {
				t.Refuse(fd) // no bit for it
			} else if fd >= 0 {
				conns.Add(fd)
			}
		}
		for i := conns.Len() - 1; i >= 0; i-- { // all of them, again
			fd := conns.At(i)
			if (read.Has(fd) || write.Has(fd)) && !ask(t, fd) {
				t.Close(fd)
				conns.Remove(i)
			}
		}
	}
}
