package iomodel

import (
	"unsafe"

	"iowait/server/sys"
	"iowait/server/wire"
)

// Answer does with p, which was just read, what the experiment is about.
// For echo it writes p. Otherwise it takes requests from p and writes their
// answers; a pool's thread, or one that serves a single connection, sleeps
// in it while the backend works, and a file is read in it.
//
// It answers how many bytes are left to be sent, because the socket buffer
// has no room or because the backend has not answered yet, or -1 when the
// connection is to be closed. While bytes are left, call Flush, not Answer,
// and do not read.
//
//go:noinline
func (t *Thread) Answer(fd int32, p []byte) int {
	if t.s.service.kind != echoes {
		return t.hear(fd, p, sys.CallerSite())
	}
	site := uint32(0)
	if t.recording() {
		site = sys.CallerSite()
	}
	n := t.write(fd, p, site)
	switch {
	case n == len(p):
		return 0 // nothing was kept before, and nothing is now
	case n == sys.EAGAIN:
		n = 0
	case n < 0:
		return -1
	}
	left := copy(t.s.kept.at(int(fd)), p[n:])
	c := &t.s.conns[fd]
	c.off, c.len = 0, int32(left)
	return left
}

// Flush goes on with what was left, once there is room again or the backend
// has answered. It answers like Answer.
//
//go:noinline
func (t *Thread) Flush(fd int32) int {
	if t.s.service.kind != echoes {
		return t.hear(fd, nil, sys.CallerSite())
	}
	site := uint32(0)
	if t.recording() {
		site = sys.CallerSite()
	}
	c := &t.s.conns[fd]
	n := t.write(fd, t.s.kept.at(int(fd))[c.off:c.off+c.len], site)
	if n == sys.EAGAIN {
		n = 0
	}
	if n < 0 {
		return -1
	}
	c.off += int32(n)
	c.len -= int32(n)
	return int(c.len)
}

// Unsent is how many bytes are left for which only room is missing.
func (t *Thread) Unsent(fd int32) int {
	c := &t.s.conns[fd]
	switch {
	case t.s.service.kind == echoes:
		return int(c.len)
	case c.talk.waits:
		return 0
	}
	return int(c.talk.owed)
}

// hear goes on with a connection's talk until it has to wait. What is not
// taken in by then is kept.
func (t *Thread) hear(fd int32, p []byte, site uint32) int {
	rest, left := t.talk(fd, t.s.behindKept(fd, p), site)
	if left >= 0 {
		t.s.keep(fd, rest)
	}
	return left
}

// behindKept is p with what is kept before it. It is p itself where nothing
// is.
func (s *Server) behindKept(fd int32, p []byte) []byte {
	n := int(s.conns[fd].len)
	if n == 0 {
		return p
	}
	kept := s.kept.at(int(fd))
	return kept[:n+copy(kept[n:], p)]
}

// keep keeps p, which may be a part of what is kept already.
func (s *Server) keep(fd int32, p []byte) {
	if kept := s.kept.at(int(fd)); unsafe.SliceData(kept) != unsafe.SliceData(p) {
		copy(kept, p)
	}
	s.conns[fd].len = int32(len(p))
}

// talk does what the connection needs until it has to wait.
func (t *Thread) talk(fd int32, in []byte, site uint32) (rest []byte, left int) {
	s, k := t.s.service, &t.s.conns[fd].talk
	part, ours := []byte(nil), false // of a file: this thread's, or the connection's
	if s.kind == filesOut {
		part = t.s.parts.at(int(fd))
	}
	for {
		var what need
		switch what, in = s.next(k, in); what {
		case needInput:
			return in, 0
		case needTime:
			return in, int(k.owed)
		case needSend:
			p := s.answer(k, in, part)
			n := t.write(fd, p, site)
			if n < 0 && n != sys.EAGAIN {
				return nil, -1
			}
			in = s.sent(k, in, max(n, 0))
			if n < len(p) {
				if ours {
					copy(t.s.parts.at(int(fd)), part[k.at:k.at+k.owed])
					k.at = 0
				}
				return in, int(k.owed)
			}
		case needBackend:
			k.asks = false
			if !t.s.model.sleeps() {
				t.ask(fd, site)
				return in, int(k.owed)
			}
			t.sleep(fd, site)
		case needFile:
			part, ours = t.s.pieces.at(t.index), true
			if p := s.load(k, part); len(p) > 0 && !k.loaded(t.pread(fd, p, site)) {
				return nil, -1
			}
		case needDrop:
			t.dropCache(fd, site)
			k.drop = false
		case needHangUp:
			t.hangUp(fd, site)
			k.hangUp()
		case needClose:
			return nil, -1
		}
	}
}

// pread reads a piece of the file that the connection is served.
func (t *Thread) pread(fd int32, p []byte, site uint32) int {
	k := &t.s.conns[fd].talk
	file := t.s.service.files[k.file].fd
	for {
		t.enter(wire.OpPread, file, fd, site)
		n := sys.Pread(file, p, k.place)
		t.exit(wire.OpPread, file, fd, n, site)
		if n != sys.EINTR {
			return n
		}
	}
}

// dropCache has the file leave the page cache.
func (t *Thread) dropCache(fd int32, site uint32) {
	file := t.s.service.files[t.s.conns[fd].talk.file].fd
	t.enter(wire.OpFadvise, file, fd, site)
	r := sys.DropCache(file)
	t.exit(wire.OpFadvise, file, fd, r, site)
}

// hangUp tells the client that no more will come.
func (t *Thread) hangUp(fd int32, site uint32) {
	t.enter(wire.OpShutdown, fd, fd, site)
	r := sys.ShutdownWrite(fd)
	t.exit(wire.OpShutdown, fd, fd, r, site)
}

// enter counts and marks the begin of a call for a connection that may be
// made on another descriptor.
func (t *Thread) enter(op wire.Op, fd, conn int32, site uint32) {
	t.begin(op, fd)
	if t.recording() {
		t.markOf(wire.KindSysEnter, op, fd, conn, 0, site)
	}
}

func (t *Thread) exit(op wire.Op, fd, conn int32, result int, site uint32) {
	t.end()
	if t.recording() {
		t.markOf(wire.KindSysExit, op, fd, conn, result, site)
	}
}

func (t *Thread) markOf(kind wire.Kind, op wire.Op, fd, conn int32, result int, site uint32) {
	t.s.ring.Add(wire.Event{AtNS: sys.Nanotime(), TID: t.id, Conn: t.s.conns[conn].port, FD: fd,
		Result: int32(result), Site: site, Kind: kind, Op: op})
}
