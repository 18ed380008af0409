package iomodel

import (
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"iowait/server/sys"
	"iowait/server/wire"
)

// Start listens on a free port of 127.0.0.1 and serves with model m from
// now on what the order says. Its threads run on the order's CPUs, or on
// all when it names none. Events are recorded into ring, which may be nil.
func Start(m Model, o wire.Order, ring *sys.Ring) (*Server, error) {
	if err := m.Probe(); err != nil {
		return nil, err
	}
	if why := m.Not[o.Experiment]; why != "" {
		return nil, fmt.Errorf("%s takes no part in %s: %s", m.ID, o.Experiment, why)
	}
	limit, err := sys.RaiseLimit()
	if err != nil {
		return nil, err
	}
	s := &Server{model: m, ring: ring, cpus: sys.MaskOf(o.CPUs)}
	if s.service, err = newService(o, m.reads); err != nil {
		return nil, err
	}
	s.settings.buffers = int(o.Params[wire.ParamSockBuf])
	s.spare = sys.Spare()
	if _, err := s.Usage(); err != nil { // opens what later readings need
		return nil, err
	}
	if m.serveGo != nil {
		return s, m.serveGo(s)
	}
	cpus := o.CPUs
	if len(cpus) == 0 {
		if cpus, err = sys.AllowedCPUs(); err != nil {
			return nil, err
		}
	}
	s.lastCPU = cpus[len(cpus)-1]
	s.count(len(cpus), int(o.Params[wire.ParamPool]))
	if err := s.makeTables(int(min(limit, 1<<20))); err != nil {
		return nil, err
	}
	if err := s.listen(); err != nil {
		return nil, err
	}
	if m.prepare != nil {
		if err = m.prepare(s); err != nil {
			return nil, err
		}
	}
	for i := range s.first {
		if r := s.threads[i].native.Start(runMain, unsafe.Pointer(&s.threads[i])); r < 0 {
			return nil, sys.Errno("clone", r)
		}
	}
	s.settle()
	return s, nil
}

// settle waits until each thread has made its first calls, so that the
// descriptors are there that it opens for itself.
func (s *Server) settle() {
	const patience = 5 * time.Second
	begun := time.Now()
	for i := range s.first {
		for atomic.LoadUint64(&s.threads[i].state) == 0 && time.Since(begun) < patience {
			time.Sleep(50 * time.Microsecond)
		}
	}
}

// count says how many threads the model starts with.
func (s *Server) count(cpus, wanted int) {
	m := s.model
	switch {
	case m.threads != nil:
		s.first = m.threads(cpus)
	case m.pool == nil:
		s.first = 1
	}
	if m.pool != nil {
		s.pool = m.pool(cpus, wanted)
		s.first += s.pool
	}
	if s.first > 1 {
		s.notes = append(s.notes, fmt.Sprintf("%d threads", s.first))
	}
}

// makeTables makes room for as many descriptors as the process may have.
func (s *Server) makeTables(descriptors int) (err error) {
	n := s.first
	if s.model.worker != nil {
		n += descriptors
	}
	if s.buffers, err = newArena(n, s.service.read); err != nil {
		return err
	}
	if s.kept, err = newArena(descriptors, s.service.room()); err != nil {
		return err
	}
	if s.service.kind == filesOut {
		if s.pieces, err = newArena(n, s.service.part()); err != nil {
			return err
		}
		if s.parts, err = newArena(descriptors, s.service.part()); err != nil {
			return err
		}
	}
	s.threads = make([]Thread, n)
	s.conns = make([]connState, descriptors)
	s.ready = make([]sys.EpollEvent, s.first*maxEvents)
	s.walk.fds = make([]int32, descriptors)
	s.handoff.fds = make([]int32, descriptors)
	s.epoll = int32(sys.EpollCreate())
	s.more = Queue{fds: make([]int32, descriptors), in: make([]bool, descriptors)}
	s.polled.fds, s.polled.place = make([]sys.PollFD, descriptors), make([]int32, descriptors)
	return nil
}

// listen gives each thread its listener.
func (s *Server) listen() (err error) {
	l := sys.Listening{Backlog: Backlog, BufferBytes: s.settings.buffers, NonBlock: !s.model.blocking, ReusePort: s.model.reusePort}
	var listener int32
	for i := range s.threads {
		if i == 0 || l.ReusePort && i < s.first {
			if listener, s.port, err = sys.Listen(l); err != nil {
				return err
			}
			l.Port = s.port
		}
		s.threads[i] = Thread{s: s, index: i, Listener: listener}
	}
	return s.settings.read(int(listener))
}
