package iomodel

import (
	"fmt"
	"net"

	"iowait/server/sys"
	"iowait/server/wire"
)

// settings are what the sockets of a server have.
type settings struct {
	buffers int // what was asked for; 0: nothing
	socket  sys.SocketSetting
	backlog int
}

// read asks a listener, whose settings its connections inherit.
func (n *settings) read(listener int) (err error) {
	if n.socket, err = sys.SettingOf(listener); err != nil {
		return err
	}
	return n.readBacklog(Backlog)
}

func (n *settings) readGo(l net.Listener) (err error) {
	if n.socket, err = sys.SettingOfGo(l.(*net.TCPListener)); err != nil {
		return err
	}
	n.socket.NoDelay = true // package net turns it on for each connection
	return n.readBacklog(1 << 16)
}

func (n *settings) readBacklog(asked int) error {
	longest, err := sys.LongestBacklog()
	n.backlog = min(asked, longest)
	return err
}

// has is this server's part of the parity sheet.
func (s *Server) has() []wire.Has {
	size := func(bytes int) string {
		if s.settings.buffers == 0 {
			return fmt.Sprintf("%d B at first, sized by the kernel", bytes)
		}
		return fmt.Sprintf("%d B", bytes)
	}
	threads, noDelay, blocks := s.model.about, "off", s.model.blocksIn
	if threads == "" {
		threads = fmt.Sprint(s.first)
	}
	if s.golang != nil {
		threads = fmt.Sprintf("as many as the Go runtime needs, %d of them at a time", s.golang.procs)
	}
	if s.settings.socket.NoDelay {
		noDelay = "on"
	}
	if s.model.sleeps() {
		switch s.service.kind {
		case backends:
			blocks += ", clock_nanosleep(2)"
		case filesOut:
			blocks += ", pread(2)"
		}
	} else if s.service.kind == filesOut && s.uring == nil {
		blocks += ", pread(2)"
	}
	all := []wire.Has{
		{What: "threads", Is: threads},
		{What: "read buffer", Is: fmt.Sprintf("%d B", s.service.read)},
		{What: "SO_SNDBUF", Is: size(s.settings.socket.SendBuffer)},
		{What: "SO_RCVBUF", Is: size(s.settings.socket.ReceiveBuffer)},
		{What: "TCP_NODELAY", Is: noDelay},
		{What: "backlog", Is: fmt.Sprint(s.settings.backlog)},
		{What: "blocks in", Is: blocks},
	}
	if s.uring != nil {
		all = append(all, wire.Has{What: "rings", Is: s.uring.String()})
	}
	return all
}

// atOnce is how many requests can wait for a backend at the same time, or 0
// when all can.
func (s *Server) atOnce() int64 { return int64(s.pool) }
