package iomodel

import (
	"fmt"

	"iowait/server/sys"
	"iowait/server/wire"
)

const (
	ringEntries = 2048     // submissions between two calls; completions: eight times as many
	ringBuffers = 1024     // provided buffers
	ringBuffer  = 16 << 10 // bytes in each
	maxQueued   = 8        // buffers that one connection may keep waiting to be sent
	bufGroup    = 1
	noBuffer    = 1<<16 - 1
)

// A Ring is io_uring as the io_uring model uses it: operations on
// connections, with their provided buffers queued per connection in the
// order of arrival. One send per connection is under way at a time, so
// that bytes leave in order.
type Ring struct {
	t        *Thread
	uring    *sys.Uring
	buffers  *sys.Buffers
	next     [ringBuffers]uint16 // the buffer queued after this one
	length   [ringBuffers]int32
	starving []int32 // connections without a receive for want of buffers, a circular queue
	first    int
	hungry   int
}

// ringConn is the ring's part of a connection's state.
type ringConn struct {
	gen                                uint16
	head, tail                         uint16 // queued buffers, when queued > 0
	off                                int32  // sent of the first one
	queued                             int32
	sending, receiving, starving, last bool
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
	b, err := u.NewBuffers(bufGroup, ringBuffers, ringBuffer)
	if err != nil {
		u.Close()
		return nil, err
	}
	return &Ring{t: t, uring: u, buffers: b, starving: make([]int32, len(t.s.conns))}, nil
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
		fmt.Sprintf("provided buffers: %d of %d bytes", ringBuffers, ringBuffer))
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
	e.UserData = pack(op, buffer, r.conn(fd).gen, fd)
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

// Open begins a connection and asks for its data.
func (r *Ring) Open(fd int32) {
	c := &r.t.s.conns[fd]
	*c = connState{port: sys.PeerPort(fd), ring: ringConn{gen: c.ring.gen}}
	sys.NoDelay(fd)
	r.Recv(fd)
}

// Poll asks to be told when a connection waits to be accepted.
//
//go:noinline
func (r *Ring) Poll(listener int32) {
	e := r.submit(wire.OpPoll, listener, noBuffer, r.site())
	e.Op, e.OpFlags = sys.RingOpPoll, sys.PollIn
}

// Refuse takes the connections that wait while there is no descriptor for
// them and closes them. If there is one again, it opens them.
func (r *Ring) Refuse(listener int32) {
	for {
		fd, _ := r.t.admit(listener, sys.NonBlock)
		if fd >= 0 {
			r.Open(int32(fd))
		} else if fd != sys.EMFILE {
			return
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

// Send asks to send the first queued buffer.
//
//go:noinline
func (r *Ring) Send(fd int32) {
	c := r.conn(fd)
	c.sending = true
	e := r.submit(wire.OpSend, fd, c.head, r.site())
	rest := r.buffers.Bytes(c.head)[c.off:r.length[c.head]]
	e.Op, e.OpFlags = sys.RingOpSend, sys.SendAll
	e.SetBytes(rest)
}

// Cancel asks to end the connection's receive.
//
//go:noinline
func (r *Ring) Cancel(fd int32) {
	c := r.conn(fd)
	target := pack(wire.OpRecv, noBuffer, c.gen, fd)
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
	c.Stale = uint16(e.UserData>>24) != r.conn(c.FD).gen
	if id, ok := e.BufferID(); ok {
		c.buffer = id
	}
	if r.t.recording() {
		r.t.mark(wire.KindComplete, c.Op, c.FD, c.Result, 0)
	}
	return c, true
}

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

// Sent notes that a send ended; a buffer sent whole goes back.
func (r *Ring) Sent(c Completion) {
	k := r.conn(c.FD)
	k.sending = false
	k.off += int32(c.Result)
	if k.off < r.length[k.head] {
		return // a short send: the rest goes next
	}
	id := k.head
	k.head, k.off = r.next[id], 0
	k.queued--
	r.giveBack(id)
}

// Sending, Queued, IsLast and Idle tell how a connection stands.
func (r *Ring) Sending(fd int32) bool { return r.conn(fd).sending }

// Queued is how many buffers wait to be sent.
func (r *Ring) Queued(fd int32) int { return int(r.conn(fd).queued) }

// IsLast tells that the client has sent all it will.
func (r *Ring) IsLast(fd int32) bool { return r.conn(fd).last }

// Idle tells that no receive is under way, nor waits for a buffer.
func (r *Ring) Idle(fd int32) bool { k := r.conn(fd); return !k.receiving && !k.starving }

// Ended notes that the connection's receive is over.
func (r *Ring) Ended(fd int32) { r.conn(fd).receiving = false }

// Last notes that the client has sent all it will.
func (r *Ring) Last(fd int32) { r.conn(fd).last = true }

// Starve puts a connection at the end of those that wait for a buffer.
func (r *Ring) Starve(fd int32) {
	r.conn(fd).starving = true
	r.starving[(r.first+r.hungry)%len(r.starving)] = fd
	r.hungry++
}

// Return gives back the buffer of a stale completion, if it has one, and
// closes a connection that nobody has opened.
func (r *Ring) Return(c Completion) {
	if c.buffer != noBuffer && (c.Op == wire.OpSend || c.Op == wire.OpRecv) {
		r.giveBack(c.buffer)
	}
}

// giveBack returns a buffer to the kernel and lets the connection that has
// waited longest for one receive again.
func (r *Ring) giveBack(id uint16) {
	r.buffers.Return(id)
	for r.hungry > 0 {
		fd := r.starving[r.first]
		r.first = (r.first + 1) % len(r.starving)
		r.hungry--
		if k := r.conn(fd); k.starving {
			k.starving = false
			if k.queued < maxQueued {
				r.Recv(fd)
			}
			return
		}
	}
}

// Close ends a connection: its buffers go back, except the one that the
// kernel still sends from, and what is under way becomes stale.
func (r *Ring) Close(fd int32) {
	k := r.conn(fd)
	gen, id, n := k.gen+1, k.head, k.queued
	if k.sending {
		id, n = r.next[id], n-1
	}
	busy := k.sending || k.receiving
	t := r.t
	t.s.conns[fd] = connState{ring: ringConn{gen: gen}}
	for ; n > 0; n-- {
		following := r.next[id]
		r.giveBack(id)
		id = following
	}
	if busy {
		sys.Shutdown(fd) // ends what the kernel still does on it
	}
	t.begin(wire.OpClose, fd)
	sys.Close(fd)
	t.end()
}
