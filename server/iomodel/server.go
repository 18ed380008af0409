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
	model    Model
	service  *service
	cpus     sys.CPUMask // empty: all
	lastCPU  int         // of those the model may use
	port     int
	ring     *sys.Ring // nil: never recorded
	threads  []Thread
	conns    []connState // by descriptor
	buffers  arena       // by thread: what is read
	kept     arena       // by descriptor: what could not be sent, or not be taken in, yet
	pieces   arena       // by thread, file-server: a piece of a file
	parts    arena       // by descriptor, file-server: what of it could not be sent yet
	spare    int32       // a descriptor held back for EMFILE
	refused  int64
	notes    []string
	settings settings

	first     int              // how many threads run the model's main
	pool      int              // how many of these belong to a pool
	next      int              // the slot that Spawn tried last
	ready     []sys.EpollEvent // answers of a multiplexer, a piece for each first thread
	walk      Conns            // of models that ask every connection
	polled    PollSet          // of poll
	more      Queue            // of epoll-et
	epoll     int32            // shared by the threads of a pool
	handoff   Handoff          // of epoll-pool
	overflows int64            // of sigio
	starved   int64            // of io_uring: receives that found no buffer
	uring     *Ring            // of io_uring
	golang    *goServer        // of goroutine
}

// connState is what the server knows of the connection on a descriptor.
type connState struct {
	port          int32  // the client's; 0 for a descriptor that is no connection
	off, len      int32  // echo: the part of kept that is still to be sent; else len is how much is kept
	mask          uint32 // what epoll is to tell of it
	gen           uint16 // tells a connection from an earlier one on the same descriptor
	ring          ringConn
	talk          talk
	dueNS         int64 // while it waits for its backend: until then
	before, after int32 // and its neighbours in the list of those that do
}

// An arena is untouched memory, one piece for each index.
type arena struct {
	base  uintptr
	bytes int // of a piece
	apart uintptr
}

// newArena makes n pieces, each on pages of its own.
func newArena(n, bytes int) (arena, error) {
	const page = 4 << 10
	apart := (bytes + page - 1) / page * page
	base, err := sys.Reserve(n * apart)
	return arena{base, bytes, uintptr(apart)}, err
}

func (a *arena) at(i int) []byte {
	return unsafe.Slice((*byte)(sys.At(a.base+uintptr(i)*a.apart)), a.bytes)
}

func runMain(p unsafe.Pointer) {
	t := (*Thread)(p)
	t.id = sys.Gettid()
	t.s.cpus.PinSelf() // inherited by the threads that this one spawns
	if t.s.service.kind == backends {
		sys.SharpTimers() // the same
	}
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
	u.Overflows, u.Starved = atomic.LoadInt64(&s.overflows), atomic.LoadInt64(&s.starved)
	if s.golang != nil && err == nil {
		u.Uncounted = "epoll_wait of the Go runtime's netpoller"
		u.Syscalls, err = sys.IOCalls()
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
