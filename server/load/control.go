package load

import (
	"errors"
	"fmt"
	"os"
	"time"

	"iowait/server/sys"
)

// Orders to a client thread. A request is its number, shifted left, and one
// of these.
const (
	commandBits    = 3
	commandConnect = 1 // make the first round
	commandRun     = 2 // begin the load
	commandFlip    = 3 // end the interval in hand, count in the other one
	commandStop    = 4 // end the thread
)

// threadLimit is how long a client thread may take to obey: far longer than
// one turn of its loop.
const threadLimit = 10 * time.Second

// obey carries out a request that has come in and tells whether it was to stop.
func (c *client) obey() (stop bool) {
	request := c.request.Load()
	if request == c.answered.Load() {
		return false
	}
	nowNS := sys.Nanotime()
	switch request & (1<<commandBits - 1) {
	case commandConnect:
		c.first = true
	case commandRun:
		c.launch(nowNS)
	case commandFlip:
		c.flip(nowNS)
	case commandStop:
		stop = true
	}
	c.answered.Store(request)
	c.calls++
	sys.Signal(c.done)
	return stop
}

// flip ends the interval in hand at nowNS.
func (c *client) flip(nowNS int64) {
	if c.open {
		c.admit(nowNS)
	}
	ageNS, thinkNS, busy := int64(0), int64(0), int64(0)
	for j := range c.conns {
		switch k := &c.conns[j]; {
		case !c.running || !k.active || k.lost:
		case k.busy:
			ageNS += nowNS - k.startNS
			busy++
		default:
			thinkNS += nowNS - k.startNS
		}
	}
	ended := &c.intervals[c.current]
	ended.endNS = nowNS
	c.current ^= 1
	begun := &c.intervals[c.current]
	begun.startNS = nowNS
	ended.ageNS += ageNS
	begun.ageNS = -ageNS
	ended.thinkNS += thinkNS
	begun.thinkNS = -thinkNS
	ended.unanswered += busy + int64(c.waiting.len)
	begun.unanswered = -busy - int64(c.waiting.len)
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

// answered is how many connections there are, how many were answered at
// least once, and how many are lost.
func (g *group) answered() (conns, once, gone int64) {
	for _, c := range g.clients {
		conns += int64(len(c.conns))
		once += c.once.Load()
		gone += c.gone.Load()
	}
	return conns, once, gone
}
