package load

import "iowait/server/sys"

// pace does what is due. In an open loop, arrivals go out on connections
// that are free, or wait for one. In a closed loop, connections that have
// thought for long enough go on.
func (c *client) pace(nowNS int64) {
	if c.open {
		c.admit(nowNS)
		c.depart()
		return
	}
	for begun := 0; c.idle.len > 0; begun++ {
		k := &c.conns[c.idle.head()]
		if k.fromNS > nowNS || begun == atOnce {
			c.nextNS = k.fromNS
			return
		}
		c.idle.pop()
		if !k.lost {
			dueNS := k.fromNS
			c.begin(k, dueNS, nowNS)
			nowNS = sys.Nanotime()
		}
	}
	c.nextNS = never
}

// rest is what an answered connection does while a request is not due on it.
func (c *client) rest(k *conn) {
	if c.open {
		c.idle.push(k.index)
		c.depart()
		return
	}
	k.fromNS = k.startNS + c.scenario.thinkNS
	c.idle.push(k.index)
	c.nextNS = min(c.nextNS, k.fromNS) // they think alike: the first to begin is the first to end
}

// admit queues the arrivals that are due. A stall of the server, or of this
// very thread, moves none of them: each keeps the time at which it was due.
func (c *client) admit(nowNS int64) {
	i := &c.intervals[c.current]
	for c.nextNS <= nowNS {
		i.arrived++
		if !c.waiting.push(c.nextNS) {
			i.failures[failOverload]++
			i.lost++
		}
		c.nextNS = c.epochNS + c.arrivals.take()
	}
}

// depart sends waiting arrivals out on free connections, each time the ones
// that have been so for longest.
func (c *client) depart() {
	for begun := 0; c.waiting.len > 0 && c.idle.len > 0 && begun < atOnce; begun++ {
		if k := &c.conns[c.idle.pop()]; !k.lost {
			c.begin(k, c.waiting.pop(), sys.Nanotime())
		}
	}
}

// lateNS is how long arrivals that no connection is free for stay unqueued
// at most. They keep their times, and the thread need not wake for each.
const lateNS = 10e6

// until is when the thread must be awake again.
func (c *client) until() int64 {
	switch {
	case !c.open || c.nextNS == never:
		return c.nextNS
	case c.idle.len == 0:
		return c.nextNS + lateNS
	case c.waiting.len > 0:
		return 0
	}
	return c.nextNS
}
