package iofile

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Append puts a piece at the end of those to be sent.
func (r *Ring) Append(c *Chunk) {
	order := r.t.j.order
	order[r.last%int64(len(order))] = c.slot
	r.last++
}

// at is the piece at a place in the order, or nil when there is none or it
// has not been read yet.
func (r *Ring) at(place int64) *Chunk {
	if place >= r.last {
		return nil
	}
	order := r.t.j.order
	c := &r.t.j.slots[order[place%int64(len(order))]]
	if c.Missing() {
		return nil
	}
	return c
}

// First is the piece to be sent first, or nil while it has not been read.
func (r *Ring) First() *Chunk { return r.at(r.first) }

// Remove takes it out.
func (r *Ring) Remove() { r.first++ }

// SendChain asks to send what has been read, linked in order, unless such
// a chain is under way.
//
//go:noinline
func (r *Ring) SendChain() {
	if r.sending > 0 {
		return
	}
	site := r.t.site()
	for place := r.first; ; place++ {
		c := r.at(place)
		if c == nil || !c.Unsent() {
			return
		}
		e := r.next(wire.OpSend, c, site)
		e.SetSend(r.t.j.socket, c.Rest())
		if following := r.at(place + 1); following != nil && following.Unsent() {
			e.Flags = sys.LinkNext
		}
		r.sending++
	}
}

// Sent notes the result of a send. One that was cancelled, because the one
// before it was short, is sent again.
func (r *Ring) Sent(c *Chunk) {
	r.sending--
	if r.Result != sys.ECANCELED {
		c.Sent(r.Result)
	}
}
