package iomodel

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A Server runs one model. Its tables are made before the first thread
// starts and are indexed by descriptor or thread, so that serving allocates
// nothing.
type Server struct {
	model   Model
	cpus    sys.CPUMask // empty: all
	lastCPU int         // of those the model may use
	port    int
	ring    *sys.Ring // nil: never recorded
	threads []Thread
	conns   []connState // by descriptor
	buffers arena       // by thread
	kept    arena       // by descriptor: what could not be sent yet
	spare   int32       // a descriptor held back for EMFILE
	refused int64
	notes   []string

	first     int              // how many threads run the model's main
	next      int              // the slot that Spawn tried last
	ready     []sys.EpollEvent // answers of a multiplexer, a piece for each first thread
	walk      Conns            // of models that ask every connection
	polled    PollSet          // of poll
	more      Queue            // of epoll-et
	epoll     int32            // shared by the threads of a pool
	handoff   Handoff          // of epoll-pool
	overflows int64            // of sigio
	uring     *Ring            // of io_uring
	golang    *goServer        // of goroutine
}

// connState is what the server knows of the connection on a descriptor.
type connState struct {
	port     int32 // the client's; 0 for a descriptor that is no connection
	off, len int32 // the part of kept that is still to be sent
	ring     ringConn
}

// An arena is untouched memory, one piece of BufferBytes for each index.
type arena struct{ base uintptr }

func newArena(n int) (arena, error) {
	base, err := sys.Reserve(n * BufferBytes)
	return arena{base}, err
}

func (a arena) at(i int) []byte {
	return unsafe.Slice((*byte)(sys.At(a.base+uintptr(i*BufferBytes))), BufferBytes)
}

// Start listens on a free port of 127.0.0.1 and serves with model m from
// now on. Its threads run on the given CPUs, or on all when there are none.
// Events are recorded into ring, which may be nil.
func Start(m Model, ring *sys.Ring, cpus []int) (*Server, error) {
	if err := m.Probe(); err != nil {
		return nil, err
	}
	limit, err := sys.RaiseLimit()
	if err != nil {
		return nil, err
	}
	descriptors := int(min(limit, 1<<20))
	s := &Server{model: m, ring: ring, cpus: sys.MaskOf(cpus), conns: make([]connState, descriptors), spare: sys.Spare()}
	if _, err := s.Usage(); err != nil { // opens what later readings need
		return nil, err
	}
	if m.serveGo != nil {
		return s, m.serveGo(s)
	}
	if len(cpus) == 0 {
		if cpus, err = sys.AllowedCPUs(); err != nil {
			return nil, err
		}
	}
	s.lastCPU = cpus[len(cpus)-1]
	s.first = 1
	if m.threads != nil {
		s.first = m.threads(len(cpus))
	}
	n := s.first
	if m.worker != nil {
		n += descriptors
	}
	if s.buffers, err = newArena(n); err != nil {
		return nil, err
	}
	if s.kept, err = newArena(descriptors); err != nil {
		return nil, err
	}
	s.ready = make([]sys.EpollEvent, s.first*maxEvents)
	s.walk.fds = make([]int32, descriptors)
	s.handoff.fds = make([]int32, descriptors)
	s.epoll = int32(sys.EpollCreate())
	s.more = Queue{fds: make([]int32, descriptors), in: make([]bool, descriptors)}
	s.polled.fds = make([]sys.PollFD, descriptors)
	s.threads = make([]Thread, n)
	var listener int32
	for i := range s.threads {
		if i == 0 || m.reusePort && i < s.first {
			listener, s.port, err = sys.Listen(s.port, Backlog, !m.blocking, m.reusePort)
			if err != nil {
				return nil, err
			}
		}
		s.threads[i] = Thread{s: s, index: i, Listener: listener}
	}
	if s.first > 1 {
		s.notes = append(s.notes, fmt.Sprintf("%d threads", s.first))
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
	return s, nil
}

func runMain(p unsafe.Pointer) {
	t := (*Thread)(p)
	t.id = sys.Gettid()
	t.s.cpus.PinSelf() // inherited by the threads that this one spawns
	t.s.model.main(t)
}

func runWorker(p unsafe.Pointer) {
	t := (*Thread)(p)
	t.id = sys.Gettid()
	t.s.model.worker(t)
}

// Addr is where the server listens.
func (s *Server) Addr() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }

// Usage is what the process has used so far, with the model's own calls.
func (s *Server) Usage() (wire.Usage, error) {
	var calls, empty int64 // read first: the clock is read with the rest
	for i := range s.threads {
		t := &s.threads[i]
		calls += int64(atomic.LoadUint64(&t.state) >> 32)
		empty += atomic.LoadInt64(&t.empty)
	}
	u, err := sys.ReadUsage()
	u.Syscalls, u.Empty, u.Refused = calls, empty, atomic.LoadInt64(&s.refused)
	u.Overflows = atomic.LoadInt64(&s.overflows)
	if s.golang != nil && err == nil {
		u.Syscalls, u.Uncounted, err = s.golang.calls()
	}
	return u, err
}

// inside lists the threads that were within a system call when recording
// began and still are, which no mark tells of.
func (s *Server) inside(before []uint64, atNS int64) {
	for i := range s.threads {
		t := &s.threads[i]
		state := atomic.LoadUint64(&t.state)
		if op := wire.Op(state >> 24); op != wire.OpNone && state == before[i] {
			fd := int32(state & 0xffffff)
			s.ring.Add(wire.Event{AtNS: atNS, TID: t.id, FD: fd, Conn: s.conns[fd].port, Kind: wire.KindInside, Op: op})
		}
	}
}

func (s *Server) states() []uint64 {
	states := make([]uint64, len(s.threads))
	for i := range s.threads {
		states[i] = atomic.LoadUint64(&s.threads[i].state)
	}
	return states
}
