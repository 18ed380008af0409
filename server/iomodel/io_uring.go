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
// Files and the clock come the same way: a read and a timeout are
// operations like any other.
var ioUring = Model{
	ID: "io_uring", Family: "asynchronous", Probe: probeRing,
	prepare: makeRing, main: ringLoop,
	reads:    ringBuffer,
	names:    [2]string{"loop", ""},
	blocksIn: "io_uring_enter(2)",
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
				over(r, c.FD, r.Sent(c))
			case c.Op == wire.OpRead: // a piece of a file is there
				over(r, c.FD, r.Loaded(c))
			case c.Op == wire.OpTimeout: // its backend has answered
				over(r, c.FD, r.Due(c))
			}
		}
	}
}

// accepted opens the connection that came, and sees to the next ones.
func accepted(r *Ring, c Completion) {
	switch fd := int32(c.Result); {
	case fd >= 0:
		open(r, fd)
	case c.Result == sys.EMFILE: // no descriptor left: closed at once
		for fd = r.Refuse(c.FD); fd >= 0; fd = r.Refuse(c.FD) {
			open(r, fd) // unless there is one again
		}
		r.Poll(c.FD)
		return
	}
	if !c.More {
		r.Accept(c.FD)
	}
}

func open(r *Ring, fd int32) {
	r.Open(fd)
	r.Recv(fd)
}

// received takes a buffer of data, or learns why no more will come.
func received(r *Ring, c Completion) {
	if c.Result > 0 {
		r.Queue(c)
		if !r.Busy(c.FD) {
			r.Answer(c.FD) // the oldest queued buffer
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
	case c.Result == 0 && (r.Busy(c.FD) || r.Queued(c.FD) > 0):
		r.Last(c.FD) // no more to come: close when all is sent
	case c.Result == sys.ENOBUFS && r.Busy(c.FD):
		// no buffer left: once what it has is sent, it is Idle
	case c.Result == sys.ENOBUFS:
		r.RecvOwn(c.FD) // into memory that no other needs
	case c.Result <= 0 && c.Result != sys.ECANCELED:
		r.Close(c.FD) // the client is gone
	case r.Queued(c.FD) < maxQueued:
		r.Recv(c.FD)
	}
}

// over goes on with a connection for which an operation has ended.
func over(r *Ring, fd int32, ok bool) {
	switch {
	case !ok: // the client is gone
		r.Close(fd)
	case r.Answer(fd): // the next operation is under way
	case r.IsLast(fd):
		r.Close(fd)
	case r.Idle(fd):
		r.Recv(fd)
	}
}
