package load

import "iowait/server/sys"

// dial begins to connect, or loses the connection. Most often, on loopback,
// the attempt is over before the first write, which answers -EAGAIN if not.
func (c *client) dial(k *conn) bool {
	c.calls++
	fd := sys.Socket()
	if fd < 0 {
		c.lose(k, failSocket, fd)
		return false
	}
	k.fd, k.left, k.connectNS, k.fresh = int32(fd), c.scenario.perConn, k.startNS, true
	c.calls += 2
	sys.NoDelay(k.fd)
	sys.AbortOnClose(k.fd)
	if r := c.connect(k); r < 0 && r != sys.EINPROGRESS {
		c.lose(k, failConnect, r)
		return false
	}
	if c.ring != nil { // recordings tell connections apart by it
		c.calls++
		k.port = sys.LocalPort(k.fd)
	}
	if r := c.control(sys.EpollAdd, k, sys.EpollIn); r < 0 {
		c.lose(k, failConnect, r)
		return false
	}
	return true
}

// retire closes a connection; its next request makes a new one.
func (c *client) retire(k *conn) {
	c.close(k)
	k.fd, k.blocked = -1, false
}

// lose gives a connection up for good.
func (c *client) lose(k *conn, kind failure, result int) {
	switch result {
	case sys.ECONNRESET, sys.EPIPE:
		kind = failReset
	case sys.ECONNREFUSED:
		kind = failConnect
	}
	i := &c.intervals[c.current]
	i.failures[kind]++
	i.errnos[kind] = int32(result)
	if k.busy && c.running {
		i.lost++
	}
	if k.fd >= 0 {
		c.retire(k)
	}
	k.lost, k.busy = true, false
	i.gone++
	c.gone.Add(1)
	if k.seq == 0 {
		c.never++
	}
}

// introduce goes on with the first round, in which every connection is made
// and makes one request, and only a few are busy at a time: a server that
// competes with its own work for the CPU still gets to accept them all, and
// its accept queue does not overflow. Where connections are made anew after
// some requests, they are closed after this one, so that a server which
// serves few at a time gets to each.
func (c *client) introduce() {
	for ; c.next < len(c.conns) && c.next-c.over() < c.window; c.next++ {
		k := &c.conns[c.next]
		k.startNS = sys.Nanotime()
		c.begin(k, k.startNS, k.startNS)
	}
	if c.over() == len(c.conns) {
		c.first = false
	}
}

// over is how many connections have made their first request, or never will.
func (c *client) over() int { return int(c.once.Load()) + c.never }

// launch begins the load, in a paced closed loop over one cycle.
func (c *client) launch(nowNS int64) {
	c.running, c.nextNS = true, never
	if c.open {
		c.nextNS = c.epochNS + c.arrivals.take()
	}
	for j := range c.conns {
		if k := &c.conns[j]; !k.active || k.lost {
			continue
		} else if k.startNS = nowNS; c.open {
			c.idle.push(k.index)
		} else if c.paced {
			k.fromNS = nowNS + c.scenario.cycleNS()*int64(j)/int64(len(c.conns))
			c.idle.push(k.index)
			c.nextNS = min(c.nextNS, k.fromNS)
		} else {
			c.begin(k, nowNS, nowNS)
			nowNS = sys.Nanotime()
		}
	}
}
