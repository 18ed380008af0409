package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// io_uring: one thread writes what it wants done into a submission queue
// and reads what was done from a completion queue. One multishot accept
// and one multishot receive per connection stay in the kernel; each
// completion brings the data in a buffer that the kernel has picked. The
// thread sleeps in io_uring_enter(2), which also hands over what is new.
var ioUring = Model{
	ID: "io_uring", Family: "asynchronous", Probe: probeRing,
	prepare: makeRing, main: ringLoop,
	names: [2]string{"loop", ""},
}

func ringLoop(t *Thread) {
	r := t.Ring()
	r.Accept(t.Listener)
	for {
		r.Enter(1) // sleeps here until a completion is there
		for {
			c, ok := r.Completion()
			if !ok {
				break
			}
			switch {
			case c.Stale: // of a connection closed since
				r.Return(c)
			case c.Op == wire.OpAccept:
				accepted(r, c)
			case c.Op == wire.OpPoll: // somebody is waiting again
				r.Accept(c.FD)
			case c.Op == wire.OpRecv:
				received(r, c)
			case c.Op == wire.OpSend:
				sent(r, c)
			}
		}
	}
}

// accepted opens the connection that came, and sees to the next ones.
func accepted(r *Ring, c Completion) {
	if fd := int32(c.Result); fd >= 0 {
		r.Open(fd)
	}
	switch {
	case c.Result == sys.EMFILE:
		r.Refuse(c.FD) // no descriptor left: closed at once
		r.Poll(c.FD)
	case !c.More:
		r.Accept(c.FD)
	}
}

// received takes a buffer of data, or learns why no more will come.
func received(r *Ring, c Completion) {
	if c.Result > 0 {
		r.Queue(c)
		if !r.Sending(c.FD) {
			r.Send(c.FD) // the oldest queued buffer
		}
		if c.More && r.Queued(c.FD) >= maxQueued {
			r.Cancel(c.FD) // its client does not read: take no more
		}
	}
	if c.More {
		return // the same receive goes on
	}
	r.Ended(c.FD)
	switch {
	case c.Result == 0 && r.Queued(c.FD) > 0:
		r.Last(c.FD) // no more to come: close when all is sent
	case c.Result == sys.ENOBUFS:
		r.Starve(c.FD) // no buffer left: again when one is back
	case c.Result <= 0 && c.Result != sys.ECANCELED:
		r.Close(c.FD) // the client is gone
	case r.Queued(c.FD) < maxQueued:
		r.Recv(c.FD)
	}
}

// sent gives the buffer back and goes on with the next one.
func sent(r *Ring, c Completion) {
	if c.Result < 0 {
		r.Close(c.FD)
		return
	}
	r.Sent(c)
	switch {
	case r.Queued(c.FD) > 0:
		r.Send(c.FD)
	case r.IsLast(c.FD):
		r.Close(c.FD)
	case r.Idle(c.FD):
		r.Recv(c.FD)
	}
}
