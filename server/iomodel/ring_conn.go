package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Queue appends the completion's buffer to those to be answered.
func (r *Ring) Queue(c Completion) {
	k := r.conn(c.FD)
	if c.buffer == ownBuffer {
		r.t.s.conns[c.FD].len += int32(c.Result)
		return
	}
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

// Idle tells that no receive is under way.
func (r *Ring) Idle(fd int32) bool { return !r.conn(fd).receiving }

// Ended notes that the connection's receive is over.
func (r *Ring) Ended(fd int32) {
	k := r.conn(fd)
	k.receiving, k.cancelled = false, false
}

// Last notes that the client has sent all it will.
func (r *Ring) Last(fd int32) { r.conn(fd).last = true }

// Return gives back the buffer of a stale completion, if it has one.
func (r *Ring) Return(c Completion) {
	if c.buffer < ownBuffer && (c.Op == wire.OpSend || c.Op == wire.OpRecv) {
		r.buffers.Return(c.buffer)
	}
}

// Close ends a connection: its buffers go back, except the one that the
// kernel still sends from, and what is under way becomes stale. close(2) is
// an operation behind those that were asked for before: if the descriptor
// were free at once, one of these could reach the next connection on it.
// While the kernel reads a file into memory of this descriptor, nothing is
// closed yet: Close is to be called again then.
//
//go:noinline
func (r *Ring) Close(fd int32) {
	c, site := &r.t.s.conns[fd], r.site()
	k := &c.ring
	if k.loading {
		k.closing = true
		sys.Shutdown(fd)
		return
	}
	id, n := k.head, k.queued
	if k.sending && n > 0 && r.t.s.service.kind == echoes && c.len == 0 {
		id, n = r.next[id], n-1
	}
	for ; n > 0; n-- {
		r.buffers.Return(id)
		id = r.next[id]
	}
	if k.sending || k.receiving {
		sys.Shutdown(fd) // ends what the kernel still does on it
	}
	c.gen++
	r.submit(wire.OpClose, fd, noBuffer, site).SetClose(fd)
	*c = connState{gen: c.gen}
}
