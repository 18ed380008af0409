package load

import (
	"bytes"
	"encoding/binary"
)

// content makes the bytes of requests. Every request of every connection
// differs in its first and last eight bytes; those between depend on their
// place. It holds one request at a time.
type content struct{ out []byte }

func newContent(size int) content {
	out := make([]byte, size)
	for i := range out {
		out[i] = byte(i ^ i>>8*7 ^ i>>16)
	}
	return content{out}
}

// stamp turns the content into request seq of connection id.
func (c *content) stamp(id, seq uint32) {
	word := (uint64(id)<<32 | uint64(seq)) * 0x9e3779b97f4a7c15 // both reach the upper half
	word ^= word >> 32
	if len(c.out) < 8 {
		for i := range c.out {
			c.out[i] = byte(word >> (8 * i))
		}
		return
	}
	binary.LittleEndian.PutUint64(c.out, word)
	binary.LittleEndian.PutUint64(c.out[len(c.out)-8:], word)
}

// checkBytes is how much of each end of a piece is compared.
const checkBytes = 2048

// matches tells whether piece is what the stamped request holds from off on.
// Of a long piece it looks only at the ends.
func (c *content) matches(off int, piece []byte) bool {
	want := c.out[off : off+len(piece)]
	if len(piece) <= 2*checkBytes {
		return bytes.Equal(piece, want)
	}
	last := len(piece) - checkBytes
	return bytes.Equal(piece[:checkBytes], want[:checkBytes]) && bytes.Equal(piece[last:], want[last:])
}
