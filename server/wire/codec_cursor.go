package wire

import (
	"encoding/binary"
	"math"
)

// A cursor reads a payload; once it has run out it answers zeros and is bad.
type cursor struct {
	b   []byte
	bad bool
}

func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.b)) {
		c.bad, c.b = true, nil
		return nil
	}
	p := c.b[:n]
	c.b = c.b[n:]
	return p
}

func (c *cursor) byte() byte {
	if p := c.take(1); p != nil {
		return p[0]
	}
	return 0
}

func (c *cursor) uvarint() uint64 {
	v, n := binary.Uvarint(c.b)
	if n <= 0 {
		c.bad, c.b = true, nil
		return 0
	}
	c.b = c.b[n:]
	return v
}

func (c *cursor) varint() int64 {
	u := c.uvarint()
	v := int64(u >> 1)
	if u&1 != 0 {
		v = ^v
	}
	return v
}

func (c *cursor) string() string { return string(c.take(c.uvarint())) }

// count reads how many items of at least size bytes follow, never more than
// there can be.
func (c *cursor) count(size uint64) uint64 {
	n := c.uvarint()
	if n > uint64(len(c.b))/size {
		c.bad, c.b = true, nil
		return 0
	}
	return n
}

func decodeHeader(c *cursor) (h Header) {
	for _, s := range []*string{&h.Run, &h.Experiment, &h.Model, &h.Host, &h.RecordedAt, &h.Switches, &h.NoSwitches} {
		*s = c.string()
	}
	for _, n := range []*int64{&h.StartNS, &h.LengthNS, &h.Total, &h.Dropped} {
		*n = c.varint()
	}
	if n := c.count(2); n > 0 {
		h.Params = make(Params, n)
		for range n {
			name := c.string()
			h.Params[name] = c.varint()
		}
	}
	for range c.count(4) {
		h.Threads = append(h.Threads, Thread{TID: int32(c.varint()), Proc: c.string(), Name: c.string(), Conn: int32(c.varint())})
	}
	for range c.count(3) {
		h.Sites = append(h.Sites, Site{File: c.string(), Line: int(c.varint()), Func: c.string()})
	}
	if c.byte() == 1 {
		if b := c.take(8); b != nil {
			v := math.Float64frombits(binary.LittleEndian.Uint64(b))
			h.CostPct = &v
		}
	}
	return h
}
