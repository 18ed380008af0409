package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Queue appends the completion's buffer to those to be sent.
func (r *Ring) Queue(c Completion) {
	k := r.conn(c.FD)
	r.length[c.buffer] = int32(c.Result)
	if k.queued == 0 {
		k.head, k.off = c.buffer, 0
	} else {
		r.next[k.tail] = c.buffer
	}
	k.tail = c.buffer
	k.queued++
}

// Busy tells that an operation for an answer is under way.
func (r *Ring) Busy(fd int32) bool {
	c := &r.t.s.conns[fd]
	return c.ring.sending || c.ring.loading || c.talk.waits
}

// Queued is how many buffers wait to be answered.
func (r *Ring) Queued(fd int32) int { return int(r.conn(fd).queued) }

// IsLast tells that the client has sent all it will.
func (r *Ring) IsLast(fd int32) bool { return r.conn(fd).last }

// Idle tells that no receive is under way, nor waits for a buffer.
func (r *Ring) Idle(fd int32) bool { k := r.conn(fd); return !k.receiving && !k.starving }

// Ended notes that the connection's receive is over. If it took no buffer,
// the one it could have had is for who waits for one.
func (r *Ring) Ended(c Completion) {
	r.conn(c.FD).receiving = false
	if c.Result <= 0 && c.Result != sys.ENOBUFS {
		r.wake()
	}
}

// Last notes that the client has sent all it will.
func (r *Ring) Last(fd int32) { r.conn(fd).last = true }

// Starve puts a connection at the end of those that wait for a buffer.
func (r *Ring) Starve(fd int32) {
	k := r.conn(fd)
	k.starving = true
	if k.listed {
		return // since an earlier connection on this descriptor
	}
	k.listed = true
	r.starving[(r.first+r.hungry)%len(r.starving)] = fd
	r.hungry++
}

// Return gives back the buffer of a stale completion, if it has one.
func (r *Ring) Return(c Completion) {
	switch {
	case c.Op != wire.OpSend && c.Op != wire.OpRecv:
	case c.buffer != noBuffer:
		r.giveBack(c.buffer)
	case c.Op == wire.OpRecv:
		r.wake() // for the one that it did not take
	}
}

// giveBack returns a buffer to the kernel.
func (r *Ring) giveBack(id uint16) {
	r.buffers.Return(id)
	r.wake()
}

// wake lets the connection that has waited longest for a buffer receive
// again.
func (r *Ring) wake() {
	for r.hungry > 0 {
		fd := r.starving[r.first]
		r.first = (r.first + 1) % len(r.starving)
		r.hungry--
		k := r.conn(fd)
		k.listed = false
		if !k.starving {
			continue // closed since
		}
		k.starving = false
		if k.queued < maxQueued {
			r.Recv(fd)
			return
		}
	}
}

// Close ends a connection: its buffers go back, except the one that the
// kernel still sends from, and what is under way becomes stale. While the
// kernel reads a file into memory of this descriptor, the descriptor is not
// free yet: Close is to be called again then.
//
//go:noinline
func (r *Ring) Close(fd int32) {
	k := r.conn(fd)
	if k.loading {
		k.closing = true
		sys.Shutdown(fd)
		return
	}
	t, site := r.t, r.site()
	gen, id, n, listed := t.s.conns[fd].gen+1, k.head, k.queued, k.listed
	if k.sending && t.s.service.kind == echoes {
		id, n = r.next[id], n-1
	}
	if k.sending || k.receiving {
		sys.Shutdown(fd) // ends what the kernel still does on it
	}
	t.enter(wire.OpClose, fd, fd, site)
	port := t.s.conns[fd].port
	t.s.conns[fd] = connState{gen: gen, port: port, ring: ringConn{listed: listed}}
	for ; n > 0; n-- {
		following := r.next[id]
		r.giveBack(id)
		id = following
	}
	result := sys.Close(fd)
	t.exit(wire.OpClose, fd, fd, result, site)
	t.s.conns[fd].port = 0
}
