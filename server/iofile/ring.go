package iofile

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// A Ring is io_uring as the io_uring method uses it: operations on pieces.
// It lives on the stack of the thread that uses it.
type Ring struct {
	t     *Thread
	uring *sys.Uring

	Op     wire.Op // of the completion taken last
	Result int     // and how it ended

	first, last int64 // pieces to be sent, in order: places in the job's order
	sending     int   // sends under way
}

// maxInFlight bounds what a ring, a batch or a pool is asked for at once.
const maxInFlight = 256

func makeRing(j *Job) (err error) {
	if j.uring, err = sys.NewUring(maxInFlight); err != nil {
		return err
	}
	j.notes = append(j.notes, "io_uring setup flags granted: "+j.uring.Mode())
	return nil
}

func closeRing(j *Job) { j.uring.Close() }

func probeRing(string) error {
	u, err := sys.NewUring(8)
	if err == nil {
		u.Close()
	}
	return err
}

// Ring is the job's ring, from now on this thread's alone.
func (t *Thread) Ring() Ring {
	if r := t.j.uring.Enable(); r < 0 {
		sys.Exit("io_uring_register(ENABLE_RINGS)", r)
	}
	return Ring{t: t, uring: t.j.uring}
}

// next is a submission entry for an operation on the piece. There is always
// room: a piece has one operation under way, and all of them fit.
func (r *Ring) next(op wire.Op, c *Chunk, site uint32) *sys.SQE {
	if r.t.recording() {
		r.t.mark(wire.KindSubmit, op, c.FD, 0, site)
	}
	e := r.uring.Next()
	e.UserData = uint64(op)<<56 | uint64(c.slot)
	return e
}

// Read asks for what is missing.
//
//go:noinline
func (r *Ring) Read(c *Chunk) {
	r.next(wire.OpRead, c, r.t.site()).SetRead(c.FD, c.Room(), c.At())
}

// ReadOrWrite asks for what is missing of a small file.
//
//go:noinline
func (r *Ring) ReadOrWrite(c *Chunk) {
	if r.t.j.write {
		r.next(wire.OpWrite, c, r.t.site()).SetWrite(c.FD, c.Room(), c.At())
		return
	}
	r.next(wire.OpRead, c, r.t.site()).SetRead(c.FD, c.Room(), c.At())
}

// Open asks to open a small file.
//
//go:noinline
func (r *Ring) Open(c *Chunk) {
	flags := sys.ReadOnly
	if r.t.j.write {
		flags = sys.Rewrite
	}
	c.name = dataName(c.File)
	r.next(wire.OpOpen, c, r.t.site()).SetOpen(r.t.j.dir, c.name[:], flags)
}

// Close asks to close it.
//
//go:noinline
func (r *Ring) Close(c *Chunk) {
	r.next(wire.OpClose, c, r.t.site()).SetClose(c.FD)
}

// Submit hands the new entries over without waiting: io_uring_enter(2). One
// call could do both; two tell what submitting costs.
//
//go:noinline
func (r *Ring) Submit() {
	if r.uring.Unsubmitted() == 0 {
		return
	}
	t, site := r.t, r.t.site()
	t.enter(wire.OpRingEnter, 0, site)
	beginNS := sys.Nanotime()
	n := r.uring.Enter(0)
	t.submitted(sys.Nanotime() - beginNS)
	t.exit(wire.OpRingEnter, 0, n, site)
	if n < 0 && n != sys.EINTR && n != sys.EAGAIN && n != sys.EBUSY {
		sys.Exit("io_uring_enter", n)
	}
}

// Wait sleeps in io_uring_enter(2) until a completion is there.
//
//go:noinline
func (r *Ring) Wait() {
	if r.uring.Ready() {
		return
	}
	t, site := r.t, r.t.site()
	t.enter(wire.OpRingEnter, 0, site)
	n := r.uring.Enter(1)
	t.exit(wire.OpRingEnter, 0, n, site)
}

// Completion takes the oldest completion from its queue: the piece, and in
// Op and Result what was done. It answers nil when there is none.
func (r *Ring) Completion() *Chunk {
	e, ok := r.uring.Completion()
	if !ok {
		return nil
	}
	c := &r.t.j.slots[uint32(e.UserData)]
	r.Op, r.Result = wire.Op(e.UserData>>56), int(e.Result)
	if r.t.recording() {
		r.t.mark(wire.KindComplete, r.Op, c.FD, r.Result, 0)
	}
	return c
}

// Opened notes the result of an open.
func (c *Chunk) Opened(fd int) {
	c.FD = int32(fd)
	if fd < 0 {
		c.fail(failOpen, fd)
	}
}
