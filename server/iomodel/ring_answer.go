package iomodel

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Answer asks for the next operation that the connection needs for an
// answer to what it has queued: it tells whether there was one. For echo
// that is to send the first queued buffer. Otherwise buffers go back as
// soon as the requests in them are taken in.
//
//go:noinline
func (r *Ring) Answer(fd int32) bool {
	site := r.site()
	if r.t.s.service.kind != echoes {
		return r.talk(fd, site)
	}
	c := r.conn(fd)
	switch own := &r.t.s.conns[fd]; {
	case own.len > 0:
		r.send(fd, noBuffer, r.kept(fd)[own.off:], site)
	case c.queued > 0:
		r.send(fd, c.head, r.buffers.Bytes(c.head)[c.off:r.length[c.head]], site)
	default:
		return false
	}
	return true
}

func (r *Ring) send(fd int32, buffer uint16, p []byte, site uint32) {
	r.conn(fd).sending = true
	e := r.submit(wire.OpSend, fd, buffer, site)
	e.Op, e.OpFlags = sys.RingOpSend, sys.SendAll
	e.SetBytes(p)
}

// Sent notes that a send ended, and answers false if it failed. A queued
// buffer that is sent whole goes back.
func (r *Ring) Sent(c Completion) bool {
	k := r.conn(c.FD)
	k.sending = false
	if c.Result < 0 {
		return false
	}
	if s := r.t.s.service; s.kind != echoes {
		r.t.s.keep(c.FD, s.sent(&r.t.s.conns[c.FD].talk, r.kept(c.FD), c.Result))
		return true
	}
	if own := &r.t.s.conns[c.FD]; own.len > 0 {
		own.off += int32(c.Result)
		if own.off == own.len {
			own.off, own.len = 0, 0
		}
		return true
	}
	k.off += int32(c.Result)
	if k.off < r.length[k.head] {
		return true // a short send: the rest goes next
	}
	id := k.head
	k.head, k.off = r.next[id], 0
	k.queued--
	r.buffers.Return(id)
	return true
}

// talk does what the connection needs up to the next operation; it answers
// false when more has to come from the client first, or will not.
func (r *Ring) talk(fd int32, site uint32) bool {
	t, s, c := r.t, r.t.s.service, &r.t.s.conns[fd]
	k, in, buffer := &c.talk, r.kept(fd), -1
	for {
		var what need
		what, in = s.next(k, in)
		if what == needInput && c.ring.queued > 0 {
			r.settle(fd, in, buffer)
			buffer = int(c.ring.head)
			in = t.s.behindKept(fd, r.buffers.Bytes(c.ring.head)[:r.length[c.ring.head]])
			c.ring.head = r.next[c.ring.head]
			c.ring.queued--
			continue
		}
		switch what {
		case needDrop:
			t.dropCache(fd, site)
			k.drop = false
			continue
		case needHangUp:
			t.hangUp(fd, site)
			k.hangUp()
			continue
		}
		r.settle(fd, in, buffer) // what is sent must stay where it is
		in = r.kept(fd)
		switch what {
		case needSend:
			part := []byte(nil)
			if s.kind == filesOut {
				part = t.s.parts.at(int(fd))
			}
			r.send(fd, noBuffer, s.answer(k, in, part), site)
			return true
		case needBackend:
			k.asks, k.waits = false, true
			r.submit(wire.OpTimeout, fd, noBuffer, site).SetTimeout(r.delay)
			if t.recording() {
				t.mark(wire.KindWaitBackend, wire.OpNone, fd, 0, site)
			}
			return true
		case needTime:
			return true
		case needFile:
			part := t.s.parts.at(int(fd))
			if p := s.load(k, part); len(p) > 0 {
				c.ring.loading = true
				r.submit(wire.OpRead, fd, noBuffer, site).SetRead(s.files[k.file].fd, p, k.place)
			} else {
				r.send(fd, noBuffer, s.answer(k, in, part), site)
			}
			return true
		case needClose:
			c.ring.last = true
		}
		return false
	}
}

// kept is what is kept of what a client has sent.
func (r *Ring) kept(fd int32) []byte {
	return r.t.s.kept.at(int(fd))[:r.t.s.conns[fd].len]
}

// settle keeps what was not taken in and gives back the buffer, if any,
// that it came in.
func (r *Ring) settle(fd int32, in []byte, buffer int) {
	r.t.s.keep(fd, in)
	if buffer >= 0 {
		r.buffers.Return(uint16(buffer))
	}
}

// Loaded notes that a piece of a file was read, and answers false if the
// connection is to be closed.
func (r *Ring) Loaded(c Completion) bool {
	k := r.conn(c.FD)
	k.loading = false
	if k.closing {
		k.closing = false
		return false
	}
	return r.t.s.conns[c.FD].talk.loaded(c.Result)
}

// Due notes that the connection's backend has answered.
//
//go:noinline
func (r *Ring) Due(c Completion) bool {
	r.t.s.conns[c.FD].talk.waits = false
	if r.t.recording() {
		r.t.mark(wire.KindBackend, wire.OpNone, c.FD, 0, sys.CallerSite())
	}
	return c.Result == sys.ETIME
}
