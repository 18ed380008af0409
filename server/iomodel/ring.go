package iomodel

import (
	"fmt"
	"sync/atomic"

	"iowait/server/sys"
	"iowait/server/wire"
)

const (
	ringEntries = 2048     // submissions between two calls; completions: eight times as many
	ringBuffers = 1024     // provided buffers
	ringBuffer  = 16 << 10 // bytes in each, unless the order says how many
	maxQueued   = 8        // buffers that one connection may keep waiting to be sent
	bufGroup    = 1
	noBuffer    = 1<<16 - 1
	ownBuffer   = 1<<16 - 2 // what is kept of the connection
)

// A Ring is io_uring as the io_uring model uses it: operations on
// connections, with their provided buffers queued per connection in the
// order of arrival. One send per connection is under way at a time, so
// that bytes leave in order.
type Ring struct {
	t       *Thread
	uring   *sys.Uring
	buffers *sys.Buffers
	next    [ringBuffers]uint16 // the buffer queued after this one
	length  [ringBuffers]int32
	delay   *sys.Span // of a backend
}

// String is its size, for the parity sheet.
func (r *Ring) String() string {
	return fmt.Sprintf("%d submissions, %d completions, %d buffers of %d B", ringEntries, 8*ringEntries, ringBuffers, r.buffers.Size)
}

// ringConn is the ring's part of a connection's state.
type ringConn struct {
	head, tail         uint16 // queued buffers, when queued > 0
	off                int32  // echo: sent of the first one
	queued             int32
	sending, receiving bool
	cancelled          bool // its receive is to end
	loading            bool // a piece of a file is being read into memory of this descriptor
	closing            bool // closed as soon as that is over
	last               bool // the client sends no more
}

// A Completion says how one operation ended, or, with More, that it goes on.
type Completion struct {
	Op     wire.Op
	FD     int32
	Result int
	More   bool
	Stale  bool // the connection has been closed since
	buffer uint16
}

// user_data: operation, buffer, generation, descriptor. The generation
// tells a connection from an earlier one on the same descriptor.
func pack(op wire.Op, buffer, gen uint16, fd int32) uint64 {
	return uint64(op)<<56 | uint64(buffer)<<40 | uint64(gen)<<24 | uint64(fd)
}

func newRing(t *Thread, open func(uint32) (*sys.Uring, error)) (*Ring, error) {
	u, err := open(ringEntries)
	if err != nil {
		return nil, err
	}
	b, err := u.NewBuffers(bufGroup, ringBuffers, t.s.service.read)
	if err != nil {
		u.Close()
		return nil, err
	}
	return &Ring{t: t, uring: u, buffers: b, delay: sys.SpanOf(int64(t.s.service.delay))}, nil
}

// makeRing gives the server its ring before the loop starts.
func makeRing(s *Server) error { return s.makeRing(sys.NewUring) }

func makePolledRing(s *Server) error {
	return s.makeRing(func(entries uint32) (*sys.Uring, error) { return sys.NewPolledUring(entries, s.lastCPU) })
}

func (s *Server) makeRing(open func(uint32) (*sys.Uring, error)) (err error) {
	if s.uring, err = newRing(&s.threads[0], open); err != nil {
		return err
	}
	s.notes = append(s.notes, "io_uring setup flags granted: "+s.uring.uring.Mode(),
		fmt.Sprintf("provided buffers: %d of %d bytes", ringBuffers, s.service.read))
	return nil
}

// probeRing tries on this host what the model needs: a ring, a buffer ring
// and a multishot receive.
func probeRing() error { return tryRing(sys.NewUring) }

func probePolledRing() error {
	return tryRing(func(entries uint32) (*sys.Uring, error) { return sys.NewPolledUring(entries, -1) })
}

func tryRing(open func(uint32) (*sys.Uring, error)) error {
	u, err := open(8)
	if err != nil {
		return err
	}
	defer u.Close()
	b, err := u.NewBuffers(bufGroup, 8, 4096)
	if err != nil {
		return err
	}
	defer b.Close()
	return u.TryMultishot(bufGroup)
}

// Ring is the server's ring, from now on this thread's alone.
func (t *Thread) Ring() *Ring {
	if r := t.s.uring.uring.Enable(); r < 0 {
		sys.Exit("io_uring_register(ENABLE_RINGS)", r)
	}
	return t.s.uring
}

// site is where a marked operation was asked for. Every function that calls
// it carries //go:noinline, as this one must.
//
//go:noinline
func (r *Ring) site() uint32 {
	if !r.t.recording() {
		return 0
	}
	return sys.CallersCallerSite()
}

func (r *Ring) conn(fd int32) *ringConn { return &r.t.s.conns[fd].ring }

func (r *Ring) submit(op wire.Op, fd int32, buffer uint16, site uint32) *sys.SQE {
	for r.uring.Full() {
		r.Enter(0)
	}
	e := r.uring.Next()
	e.FD = fd
	e.UserData = pack(op, buffer, r.t.s.conns[fd].gen, fd)
	if r.t.recording() {
		r.t.mark(wire.KindSubmit, op, fd, 0, site)
	}
	return e
}

// Accept asks for every future connection of the listener.
//
//go:noinline
func (r *Ring) Accept(listener int32) {
	e := r.submit(wire.OpAccept, listener, noBuffer, r.site())
	e.Op, e.IoPrio, e.OpFlags = sys.RingOpAccept, sys.AcceptMultishot, sys.CloseOnExec
}

// Open begins a connection.
func (r *Ring) Open(fd int32) {
	c := &r.t.s.conns[fd]
	r.t.calls++ // getpeername(2)
	*c = connState{port: sys.PeerPort(fd), gen: c.gen}
}

// Poll asks to be told when a connection waits to be accepted.
//
//go:noinline
func (r *Ring) Poll(listener int32) {
	e := r.submit(wire.OpPoll, listener, noBuffer, r.site())
	e.Op, e.OpFlags = sys.RingOpPoll, sys.PollIn
}

// Refuse takes the connections that wait while there is no descriptor for
// them and closes them. If there is one again, it answers that connection,
// else -1.
func (r *Ring) Refuse(listener int32) int32 {
	for {
		fd, _ := r.t.admit(listener, sys.NonBlock)
		if fd >= 0 {
			return int32(fd)
		} else if fd != sys.EMFILE {
			return -1
		}
	}
}

// Recv asks for all data that comes on a connection.
//
//go:noinline
func (r *Ring) Recv(fd int32) {
	r.conn(fd).receiving = true
	e := r.submit(wire.OpRecv, fd, noBuffer, r.site())
	e.Op, e.IoPrio, e.Flags, e.BufGroup = sys.RingOpRecv, sys.RecvMultishot, sys.BufferSelect, bufGroup
}

// RecvOwn asks for data once, into memory of the connection's own.
//
//go:noinline
func (r *Ring) RecvOwn(fd int32) {
	c := &r.t.s.conns[fd]
	c.ring.receiving = true
	e := r.submit(wire.OpRecv, fd, ownBuffer, r.site())
	e.Op = sys.RingOpRecv
	e.SetBytes(r.t.s.kept.at(int(fd))[c.len : int(c.len)+r.t.s.service.read])
}

// Cancel asks to end the connection's receive.
//
//go:noinline
func (r *Ring) Cancel(fd int32) {
	if r.conn(fd).cancelled {
		return
	}
	r.conn(fd).cancelled = true
	target := pack(wire.OpRecv, noBuffer, r.t.s.conns[fd].gen, fd)
	e := r.submit(wire.OpNone, fd, noBuffer, r.site())
	e.Op, e.Addr = sys.RingOpCancel, target
}

// Enter hands the new submissions over and sleeps until at least wait
// completions are there: io_uring_enter(2).
//
//go:noinline
func (r *Ring) Enter(wait uint32) {
	t := r.t
	if r.uring.Show(); r.uring.Quiet(wait) {
		return // a kernel thread takes submissions, and there is work
	}
	on, site := t.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		t.mark(wire.KindSysEnter, wire.OpRingEnter, 0, 0, site)
	}
	t.begin(wire.OpRingEnter, 0)
	n := r.uring.Enter(wait)
	t.end()
	if t.recording() {
		if !on { // the recording began while this thread was asleep
			site = sys.CallerSite()
		}
		t.mark(wire.KindSysExit, wire.OpRingEnter, 0, n, site)
	}
}

// Completion takes the oldest completion from its queue.
//
//go:noinline
func (r *Ring) Completion() (c Completion, ok bool) {
	e, ok := r.uring.Completion()
	if !ok {
		return c, false
	}
	c = Completion{
		Op:     wire.Op(e.UserData >> 56),
		FD:     int32(e.UserData & 0xffffff),
		Result: int(e.Result),
		More:   e.HasMore(),
		buffer: uint16(e.UserData >> 40),
	}
	c.Stale = uint16(e.UserData>>24) != r.t.s.conns[c.FD].gen || r.conn(c.FD).closing && c.Op != wire.OpRead
	if id, ok := e.BufferID(); ok {
		c.buffer = id
	}
	if c.Op == wire.OpRecv && c.Result == sys.ENOBUFS {
		atomic.AddInt64(&r.t.s.starved, 1)
	}
	if r.t.recording() {
		r.t.mark(wire.KindComplete, c.Op, c.FD, c.Result, sys.CallerSite())
	}
	return c, true
}
