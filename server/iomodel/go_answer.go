package iomodel

import (
	"net"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A visit is what one goroutine knows of its connection. It speaks HTTP
// with the parser of the other models: net/http would compare a framework.
type visit struct {
	g    *goServer
	c    net.Conn
	port int32
	talk talk
	buf  []byte
	in   []byte // the part of buf that is not taken in yet
	part []byte // file-server: a piece of a file
	over bool
}

func (g *goServer) visit(c net.Conn) *visit {
	v := &visit{g: g, c: c, port: clientPort(c), buf: make([]byte, g.s.service.room())}
	if g.s.service.kind == filesOut {
		v.part = make([]byte, g.s.service.part())
	}
	return v
}

// Room is where to read to: behind what is not taken in yet.
func (v *visit) Room() []byte {
	n := copy(v.buf, v.in)
	v.in = v.buf[:n]
	return v.buf[n : n+v.g.s.service.read]
}

// Read notes that n bytes were read into Room.
func (v *visit) Read(n int) { v.in = v.buf[:len(v.in)+n] }

// Over tells that the connection has had its last answer.
func (v *visit) Over() bool { return v.over }

// Answer is what is to be written next, or nil when nothing is before more
// has been read. In it the goroutine parks until its backend has answered;
// when it reads a file, its thread blocks, and the runtime may start
// another one.
//
//go:noinline
func (v *visit) Answer() []byte {
	s := v.g.s.service
	if s.kind == echoes {
		p := v.in
		v.in = nil
		return p
	}
	site := uint32(0)
	if v.g.recording() {
		site = sys.CallerSite()
	}
	for {
		var what need
		switch what, v.in = s.next(&v.talk, v.in); what {
		case needSend:
			p := s.answer(&v.talk, v.in, v.part)
			v.in = s.sent(&v.talk, v.in, len(p)) // it will be, or the connection ends
			return p
		case needBackend:
			v.talk.asks = false
			v.g.markAt(wire.KindWaitBackend, wire.OpNone, v.port, 0, site)
			time.Sleep(s.delay)
			v.g.markAt(wire.KindBackend, wire.OpNone, v.port, 0, site)
		case needFile:
			if p := s.load(&v.talk, v.part); len(p) > 0 && !v.talk.loaded(v.read(p, site)) {
				v.over = true
				return nil
			}
		case needDrop:
			v.talk.drop = false
			v.g.markAt(wire.KindSysEnter, wire.OpFadvise, v.port, 0, site)
			r := sys.DropCache(s.files[v.talk.file].fd)
			v.g.markAt(wire.KindSysExit, wire.OpFadvise, v.port, r, site)
		case needHangUp:
			_ = v.c.(*net.TCPConn).CloseWrite()
			v.talk.hangUp()
		case needClose:
			v.over = true
			return nil
		default:
			return nil
		}
	}
}

func (v *visit) read(p []byte, site uint32) int {
	v.g.markAt(wire.KindSysEnter, wire.OpPread, v.port, 0, site)
	n, err := v.g.s.service.files[v.talk.file].file.ReadAt(p, v.talk.place)
	n = result(n, err)
	v.g.markAt(wire.KindSysExit, wire.OpPread, v.port, n, site)
	return n
}
