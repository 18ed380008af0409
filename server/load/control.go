package load

import (
	"errors"
	"fmt"
	"os"
	"time"
	"unsafe"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/sys"
	"iowait/server/wire"
)

// Orders to a client thread. A request is its number, shifted left, and one
// of these.
const (
	commandBits = 2
	commandRun  = 1 // make the first round, then keep a request under way on each connection
	commandFlip = 2 // end the interval in hand, count in the other one
	commandStop = 3 // end the thread
)

// threadLimit is how long a client thread may take to obey: far longer than
// one turn of its loop.
const threadLimit = 10 * time.Second

const readyEvents = 128

// obey carries out a request that has come in and tells whether it was to stop.
func (c *client) obey() (stop bool) {
	request := c.request.Load()
	if request == c.answered.Load() {
		return false
	}
	nowNS := sys.Nanotime()
	switch request & (1<<commandBits - 1) {
	case commandRun:
		c.first = true
	case commandFlip:
		ageNS := c.age(nowNS)
		c.intervals[c.current].endNS = nowNS
		c.intervals[c.current].ageNS += ageNS
		c.current ^= 1
		c.intervals[c.current].startNS = nowNS
		c.intervals[c.current].ageNS = -ageNS
	case commandStop:
		stop = true
	}
	c.answered.Store(request)
	c.calls++
	sys.Signal(c.done)
	return stop
}

// age is how long the requests under way have been so, in all.
func (c *client) age(nowNS int64) (ageNS int64) {
	for i := range c.conns {
		if k := &c.conns[i]; c.running && k.fd >= 0 {
			ageNS += nowNS - k.startNS
		}
	}
	return ageNS
}

// A group is all client threads of one load. Its methods are for one
// goroutine.
type group struct {
	clients  []*client
	done     *os.File // event counter that the threads signal
	requests uint32
	size     int
	running  bool
}

// newGroup spreads the connections over n threads and starts them; it owns
// the descriptors from now on.
func newGroup(ring *sys.Ring, fds []int32, size, n int) (*group, error) {
	done, err := sys.EventFD()
	if err != nil {
		return nil, err
	}
	g := &group{done: os.NewFile(uintptr(done), "done"), size: size}
	maxFD := int32(0)
	for _, fd := range fds {
		maxFD = max(maxFD, fd)
	}
	byFD := make([]int32, maxFD+1)
	for i := range n {
		c := &client{ring: ring, done: done, byFD: byFD, content: newContent(size),
			in: make([]byte, min(size, 256<<10)), ready: make([]sys.EpollEvent, readyEvents)}
		for id := i; id < len(fds); id += n {
			fd := fds[id]
			byFD[fd] = int32(len(c.conns))
			c.conns = append(c.conns, conn{fd: fd, port: sys.LocalPort(fd), id: uint32(id)})
		}
		for j := range c.intervals {
			c.intervals[j].histogram = hdrhistogram.New(1, MaxLatencyNS, 3)
		}
		if err := c.watch(); err != nil {
			return nil, err
		}
		g.clients = append(g.clients, c)
	}
	for _, c := range g.clients {
		c.intervals[0].startNS = sys.Monotonic()
		if c.native, err = sys.StartThread(run, unsafe.Pointer(c)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// watch puts the connections and the wake-up call into an interest list.
func (c *client) watch() (err error) {
	if c.epoll = int32(sys.EpollCreate()); c.epoll < 0 {
		return sys.Errno("epoll_create1", int(c.epoll))
	}
	if c.wake, err = sys.EventFD(); err != nil {
		return err
	}
	if r := sys.EpollCtl(c.epoll, sys.EpollAdd, c.wake, sys.EpollIn); r < 0 {
		return sys.Errno("epoll_ctl", r)
	}
	for i := range c.conns {
		if r := sys.EpollCtl(c.epoll, sys.EpollAdd, c.conns[i].fd, sys.EpollIn); r < 0 {
			return sys.Errno("epoll_ctl", r)
		}
	}
	return nil
}

// all makes every thread carry out a command and waits until each has.
func (g *group) all(command uint32) error {
	g.requests++
	request := g.requests<<commandBits | command
	for _, c := range g.clients {
		c.request.Store(request)
		sys.Signal(c.wake)
	}
	if err := g.done.SetReadDeadline(time.Now().Add(threadLimit)); err != nil {
		return err
	}
	for _, c := range g.clients {
		for c.answered.Load() != request {
			var count [8]byte
			_, err := g.done.Read(count[:])
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return fmt.Errorf("client thread %d did not answer within %v", c.native.ID(), threadLimit)
			}
			if err != nil {
				return fmt.Errorf("wait for client thread %d: %w", c.native.ID(), err)
			}
		}
	}
	return nil
}

func (g *group) waits() []uint64 {
	waits := make([]uint64, len(g.clients))
	for i, c := range g.clients {
		waits[i] = c.waits.Load()
	}
	return waits
}

// usage is what this process has used so far, with the threads' own calls.
func (g *group) usage() (wire.Usage, error) {
	u, err := sys.ReadUsage()
	for _, c := range g.clients {
		u.Syscalls += c.allCalls.Load()
		u.Empty += c.allEmpty.Load()
	}
	return u, err
}

// stop ends the threads and closes the connections.
func (g *group) stop() error {
	if err := g.all(commandStop); err != nil {
		return err
	}
	for _, c := range g.clients {
		c.native.Join()
		for i := range c.conns {
			if fd := c.conns[i].fd; fd >= 0 {
				sys.Close(fd)
			}
		}
		sys.Close(c.epoll)
		sys.Close(c.wake)
	}
	return g.done.Close()
}
