package load

import "encoding/binary"

// content makes the messages of the echo protocol. Every message of every
// connection differs in its first and last eight bytes; those between depend
// on their place. It holds one message at a time.
type content struct {
	out  []byte
	seed uint64
}

func newContent(size int, seed int64) content {
	out := make([]byte, size)
	for i := range out {
		out[i] = byte(i ^ i>>8*7 ^ i>>16)
	}
	return content{out, uint64(seed)}
}

// stamp turns the content into message seq of connection id.
func (c *content) stamp(id, seq uint32) {
	word := (c.seed ^ (uint64(id)<<32 | uint64(seq))) * 0x9e3779b97f4a7c15 // both reach the upper half
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
