package iofile

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

func makeAIO(j *Job) (err error) {
	j.aio, err = sys.NewAIO(j.depth)
	return err
}

func closeAIO(j *Job) { j.aio.Close() }

func probeAIO(string) error {
	a, err := sys.NewAIO(1)
	if err == nil {
		a.Close()
	}
	return err
}

func probeBoth(dir string) error {
	if err := probeAIO(dir); err != nil {
		return err
	}
	return probeDirect(dir)
}

// AIORead puts a read of what is missing into the batch for Submit.
//
//go:noinline
func (t *Thread) AIORead(c *Chunk) {
	if t.recording() {
		t.mark(wire.KindSubmit, wire.OpPread, c.FD, 0, t.site())
	}
	t.j.aio.Pread(c.slot, c.FD, c.Room(), c.At(), uint64(c.slot))
}

// Submit is io_submit(2) of the batch, until the kernel has taken all of
// it. A read that it refuses has failed.
//
//go:noinline
func (t *Thread) Submit() {
	site := t.site()
	for t.j.aio.Queued() > 0 {
		t.enter(wire.OpIoSubmit, 0, site)
		beginNS := sys.Nanotime()
		n, refused := t.j.aio.Submit()
		t.submitted(sys.Nanotime() - beginNS)
		t.exit(wire.OpIoSubmit, 0, n, site)
		switch {
		case n == sys.EAGAIN && t.j.aio.UnderWay() > 0:
			return // no room: when others are done
		case n < 0 && n != sys.EINTR:
			c := &t.j.slots[refused]
			c.Got(n)
			t.Work(c)
		}
	}
}

// Events is io_getevents(2): it sleeps until at least one read is over, and
// answers how many are.
//
//go:noinline
func (t *Thread) Events() int {
	if t.j.aio.UnderWay() == 0 {
		return 0 // all were refused
	}
	site := t.site()
	t.enter(wire.OpIoGetevents, 0, site)
	n := t.j.aio.Wait()
	t.exit(wire.OpIoGetevents, 0, n, site)
	if n < 0 && n != sys.EINTR {
		sys.Exit("io_getevents", n)
	}
	return max(n, 0)
}

// Event is the i-th of those that are over, and its result.
func (t *Thread) Event(i int) (*Chunk, int) {
	e := t.j.aio.Event(i)
	c := &t.j.slots[e.Data]
	if t.recording() {
		t.mark(wire.KindComplete, wire.OpPread, c.FD, int(e.Result), 0)
	}
	return c, int(e.Result)
}
