package dataset

import (
	"bytes"
	"encoding/binary"
)

// word is the i-th 64-bit word of a file: a counter through the finalizer
// of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", 2014).
func word(key, i uint64) uint64 {
	x := key + i*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// key makes the words of two files, or of two seeds, differ.
func key(seed int64, file int) uint64 {
	return word(word(uint64(seed), 1), uint64(file)+1)
}

// Fill writes into p what the file has from off on, in a set with this
// seed. It depends on nothing else. It may be called on a sys.Thread.
func Fill(p []byte, seed int64, file int, off int64) {
	k, i := key(seed, file), uint64(off)/8
	if skip := int(off % 8); skip > 0 {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], word(k, i))
		p = p[copy(p, w[skip:]):]
		i++
	}
	for ; len(p) >= 8; i++ {
		binary.LittleEndian.PutUint64(p, word(k, i))
		p = p[8:]
	}
	if len(p) > 0 {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], word(k, i))
		copy(p, w[:])
	}
}

// Sum adds up the 64-bit little-endian words of which p is the part from
// offset off on, with zeros for what p does not have. So the sums of a
// file's pieces, cut anywhere and added in any order, are the file's sum.
// It may be called on a sys.Thread.
func Sum(p []byte, off int64) uint64 {
	head := uint64(0)
	for shift := uint(off%8) * 8; shift > 0 && len(p) > 0; p = p[1:] {
		head += uint64(p[0]) << shift
		shift = (shift + 8) % 64
	}
	var a, b, c, d uint64 // independent, so that the additions overlap
	for ; len(p) >= 32; p = p[32:] {
		a += binary.LittleEndian.Uint64(p)
		b += binary.LittleEndian.Uint64(p[8:])
		c += binary.LittleEndian.Uint64(p[16:])
		d += binary.LittleEndian.Uint64(p[24:])
	}
	for ; len(p) >= 8; p = p[8:] {
		a += binary.LittleEndian.Uint64(p)
	}
	for i, x := range p {
		b += uint64(x) << (8 * i)
	}
	return head + a + b + c + d
}

// Lines counts the line ends in p, one after another, as a program that
// splits text does. It may be called on a sys.Thread.
func Lines(p []byte) uint64 {
	n := uint64(0)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			return n
		}
		n++
		p = p[i+1:]
	}
}
