package load

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Events that are not of a connection carry these instead of its index.
const (
	wakeTag  = -1
	timerTag = -2
)

// wait sleeps in epoll_wait(2) until a connection is ready, or something is
// due, and answers how many are.
//
//go:noinline
func (c *client) wait() int {
	on, site := c.recording(), uint32(0)
	if on {
		site = sys.CallerSite()
		c.markWait(wire.KindSysEnter, 0, site)
	}
	c.calls++
	c.allCalls.Store(c.calls)
	c.allEmpty.Store(c.empty)
	c.waits.Add(1)
	n := 0
	if untilNS := c.until(); untilNS == never {
		n = sys.EpollWait(c.epoll, c.ready, -1)
	} else {
		n = c.sleep(untilNS)
	}
	c.waits.Add(1)
	if c.recording() {
		if !on { // the recording began while this thread was asleep
			site = sys.CallerSite()
		}
		c.markWait(wire.KindSysExit, n, site)
		for i := 0; i < n; i++ {
			if ev := &c.ready[i]; ev.Fd >= 0 {
				c.mark(wire.KindReady, wire.OpEpollWait, &c.conns[ev.Fd], int(ev.Events), site)
			}
		}
	}
	return n
}

// The kernel may oversleep by a thousandth of the timeout, or five
// thousandths (sys.EpollWaitNS). A long sleep is therefore made in two
// steps, of which the second is short: 1/128 is more than either.
const (
	longSleepNS = 1e6
	lastStep    = 128
)

// sleep waits for events until untilNS at the latest, or until shortly before.
func (c *client) sleep(untilNS int64) int {
	leftNS := untilNS - sys.Nanotime()
	switch {
	case leftNS <= 0:
		return sys.EpollWait(c.epoll, c.ready, 0)
	case c.timer >= 0:
		c.calls++
		sys.ArmTimer(c.timer, untilNS)
		return sys.EpollWait(c.epoll, c.ready, -1)
	case leftNS > longSleepNS:
		leftNS -= leftNS / lastStep
	}
	return sys.EpollWaitNS(c.epoll, c.ready, leftNS)
}

// drain takes the wake-up call back.
func (c *client) drain() {
	var count [8]byte
	c.calls++
	sys.Read(c.wake, count[:])
}

// inside records that the thread sleeps in epoll_wait since before the
// recording began, if it does.
func (c *client) inside(before uint64) {
	nowNS := sys.Monotonic()
	if before%2 == 1 && c.waits.Load() == before {
		c.ring.Add(wire.Event{AtNS: nowNS, TID: c.tid, FD: c.epoll, Kind: wire.KindInside, Op: wire.OpEpollWait})
	}
}
