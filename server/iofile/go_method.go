package iofile

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

// goMethod is what a method on the Go runtime does instead of what others
// do on threads.
type goMethod struct {
	chunks, reads, writes, socket func(g *goJob)
}

// A goJob is a Job for goroutines. Several of them ask it for pieces.
type goJob struct {
	j     *Job
	conn  *net.TCPConn // to a socket
	over  sync.WaitGroup
	files []*os.File // big files while a pass is on

	mu     sync.Mutex // over j
	awake  sync.Cond  // an interval has begun, or the end
	parked uint32     // the turn, plus one, at whose end park was called
}

func newGoJob(j *Job) (*goJob, error) {
	g := &goJob{j: j}
	g.awake.L = &g.mu
	if j.socket >= 0 {
		f := os.NewFile(uintptr(j.socket), "socket")
		c, err := net.FileConn(f) // of a copy, which does not block
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		g.conn, j.socket = c.(*net.TCPConn), -1
	}
	return g, nil
}

// pass begins a pass as Thread.Pass does.
//
//go:noinline
func (g *goJob) pass() bool {
	site := sys.CallerSite()
	g.mu.Lock()
	defer g.mu.Unlock()
	j := g.j
	j.passed()
	for _, f := range g.files {
		_ = f.Close()
	}
	g.files = nil
	if !g.wait() {
		return false
	}
	if j.cold {
		beginNS := sys.GoNanotime()
		for i := range j.files {
			if fd := j.openRaw(i); fd >= 0 {
				sys.DropCache(fd)
				sys.Close(fd)
			}
		}
		j.paused(sys.GoNanotime() - beginNS)
	}
	j.rewind()
	for i := range j.fds {
		g.mark(wire.KindPark, wire.OpOpen, site, 0)
		f, err := os.Open(dataset.Path(j.path, i))
		g.mark(wire.KindUnpark, wire.OpOpen, site, result(0, err))
		if err != nil {
			j.tallies.parts[j.tallies.current].fail(failOpen, result(0, err))
		}
		g.files = append(g.files, f) // a nil file answers os.ErrInvalid
	}
	return true
}

// wait sleeps until there is an interval in which to work. It answers false
// when the process is to end.
func (g *goJob) wait() bool {
	for j := g.j; j.over(sys.GoNanotime()); {
		if j.stop {
			return false
		}
		if j.idle() && g.parked != j.turn+1 {
			g.parked = j.turn + 1
			j.park(sys.GoNanotime())
		}
		g.awake.Wait()
	}
	return true
}

// next is the next piece, or nil when the pass is over. Between the
// intervals it sleeps.
func (g *goJob) next() *Chunk {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.j.next >= g.j.files || !g.wait() || g.j.next >= g.j.files {
		return nil
	}
	return g.j.take(sys.GoNanotime())
}

// work is Thread.Work.
func (g *goJob) work(c *Chunk) {
	worked := uint64(0)
	if c.errno == 0 {
		worked = g.j.work(c)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.j.finish(c, worked, sys.GoNanotime())
}

// each runs as many goroutines as requests may be in flight, and waits for
// all of them.
func (g *goJob) each(f func()) {
	var all sync.WaitGroup
	for range g.j.depth {
		all.Go(f)
	}
	all.Wait()
}

// path is where a piece's file lies; file is the open one of a big file.
func (g *goJob) path(c *Chunk) string   { return dataset.Path(g.j.path, c.File) }
func (g *goJob) file(c *Chunk) *os.File { return g.files[c.File] }

// got notes how a call that reads or writes has ended.
func (g *goJob) got(c *Chunk, n int, err error) {
	c.got += n
	switch {
	case c.got >= c.Len:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		c.fail(failShort, -1)
	case err != nil:
		c.fail(failureOf(err), result(0, err))
	}
}

// begin marks that a goroutine begins an operation, for which it may park
// or its thread may block; end marks that it is over.
//
//go:noinline
func (g *goJob) begin(op wire.Op) {
	g.mark(wire.KindPark, op, sys.CallerSite(), 0)
}

//go:noinline
func (g *goJob) end(op wire.Op, n int, err error) {
	g.mark(wire.KindUnpark, op, sys.CallerSite(), result(n, err))
}

func (g *goJob) mark(kind wire.Kind, op wire.Op, site uint32, result int) {
	if ring := g.j.ring; ring != nil && ring.On() {
		ring.Add(wire.Event{AtNS: sys.GoNanotime(), TID: sys.GoThreadID(), Result: int32(result), Site: site, Kind: kind, Op: op})
	}
}

func result(n int, err error) int {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		return -int(errno)
	case err != nil && !errors.Is(err, io.EOF):
		return -int(syscall.EIO)
	}
	return n
}

// failureOf tells what failed.
func failureOf(err error) failure {
	var path *os.PathError
	var op *net.OpError
	switch {
	case errors.As(err, &path) && path.Op == "open":
		return failOpen
	case errors.As(err, &op):
		return failWrite
	}
	return failRead
}

func (g *goJob) start(main func(g *goJob)) {
	g.over.Go(func() { main(g) })
}

// join waits for the goroutines, which have been told to end.
func (g *goJob) join() {
	g.over.Wait()
	if g.conn != nil {
		_ = g.conn.Close()
	}
}
