package iomodel

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
