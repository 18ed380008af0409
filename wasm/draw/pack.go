package draw

import (
	"encoding/binary"
	"math"
)

// Pack appends the list to buf for canvas.js. Each shape takes 20 bytes,
// little-endian: kind, colour, align (with 4 for monospace, 8 for bold, and
// the fade in the upper four bits), size, then X, Y, W and H as float32. A text is followed by its length in bytes as
// uint32 and its UTF-8, padded with zeros to a multiple of four; a profile
// by the number of its points as uint32 and their X and Y as float32.
func Pack(buf []byte, l *List) []byte {
	for i := range l.Ops {
		o := &l.Ops[i]
		align := byte(o.Align) | min(o.Fade, 15)<<4
		if o.Mono {
			align |= 4
		}
		if o.Bold {
			align |= 8
		}
		buf = append(buf, byte(o.Kind), byte(o.Color), align, o.Size)
		for _, v := range [4]float32{o.X, o.Y, o.W, o.H} {
			buf = appendFloat(buf, v)
		}
		switch o.Kind {
		case Text:
			buf = binary.LittleEndian.AppendUint32(buf, uint32(len(o.Text)))
			buf = append(buf, o.Text...)
			for len(buf)%4 != 0 {
				buf = append(buf, 0)
			}
		case Steps:
			buf = binary.LittleEndian.AppendUint32(buf, uint32(len(o.Points)/2))
			for _, v := range o.Points {
				buf = appendFloat(buf, v)
			}
		}
	}
	return buf
}

func appendFloat(buf []byte, v float32) []byte {
	return binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
}
