package iomodel

import "iowait/server/sys"

// Conns is a set of descriptors to walk through, in room made beforehand.
type Conns struct {
	fds []int32
	len int
}

// Conns is the server's set of connections. Only one thread may use it.
func (t *Thread) Conns() *Conns { return &t.s.walk }

// Len is how many there are.
func (c *Conns) Len() int { return c.len }

// At is the i-th of them.
func (c *Conns) At(i int) int32 { return c.fds[i] }

// Add appends fd.
func (c *Conns) Add(fd int32) {
	c.fds[c.len] = fd
	c.len++
}

// Remove takes the i-th out and puts the last one in its place.
func (c *Conns) Remove(i int) {
	c.len--
	c.fds[i] = c.fds[c.len]
}

// Drop takes fd out; it walks over all.
func (c *Conns) Drop(fd int32) {
	for i := range c.fds[:c.len] {
		if c.fds[i] == fd {
			c.Remove(i)
			return
		}
	}
}

// A Queue holds descriptors in the order in which they were added, each at
// most once.
type Queue struct {
	fds        []int32
	in         []bool // by descriptor
	first, len int
}

// More is the server's queue of connections with work left. Only one thread
// may use it.
func (t *Thread) More() *Queue { return &t.s.more }

// Len is how many wait.
func (q *Queue) Len() int { return q.len }

// Add puts fd at the end, unless it waits already.
func (q *Queue) Add(fd int32) {
	if q.in[fd] {
		return
	}
	q.in[fd] = true
	q.fds[(q.first+q.len)%len(q.fds)] = fd
	q.len++
}

// Take removes the first.
func (q *Queue) Take() int32 {
	fd := q.fds[q.first]
	q.in[fd] = false
	q.first = (q.first + 1) % len(q.fds)
	q.len--
	return fd
}

// A PollSet is the array that poll(2) works on.
type PollSet struct {
	fds   []sys.PollFD
	place []int32 // in fds, by descriptor
	len   int
}

// PollSet is the server's array. Only one thread may use it.
func (t *Thread) PollSet() *PollSet { return &t.s.polled }

// Len is how many entries it has.
func (p *PollSet) Len() int { return p.len }

// At is the descriptor of entry i.
func (p *PollSet) At(i int) int32 { return p.fds[i].Fd }

// Of is the entry of a descriptor that has one.
func (p *PollSet) Of(fd int32) int { return int(p.place[fd]) }

// Ready tells whether the last answer named entry i.
func (p *PollSet) Ready(i int) bool { return p.fds[i].Revents != 0 }

// Await sets what entry i waits for: sys.PollIn, sys.PollOut, or 0 for
// nothing but the end of the connection.
func (p *PollSet) Await(i int, events int16) { p.fds[i].Events = events }

// Add appends an entry that waits for data.
func (p *PollSet) Add(fd int32) {
	p.fds[p.len] = sys.PollFD{Fd: fd, Events: sys.PollIn}
	p.place[fd] = int32(p.len)
	p.len++
}

// Remove takes entry i out and puts the last one in its place.
func (p *PollSet) Remove(i int) {
	p.len--
	p.fds[i] = p.fds[p.len]
	p.place[p.fds[i].Fd] = int32(i)
}
