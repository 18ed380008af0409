package wire

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"sort"
)

// The file format of a recording: the magic, a version byte, then frames.
// A frame is a type byte, the payload's length as a uvarint, the payload,
// and the CRC-32 (IEEE) of type and payload, little-endian. The first frame
// is the header, then come blocks of events, then an end frame with the
// number of events. Within a block, times are differences to the event
// before; the first is relative to the window's begin. All integers are
// varints (encoding/binary), so a reader in a browser loses no digit.
//
// A new version may add frame types, which a reader passes over, fields at
// the header's end, kinds of events and operations, which it keeps with their
// numbers; whatever an old reader could misread gets a new version byte.
const (
	magic   = "IOWR"
	Version = 1 // of the file format

	frameHeader = 'H'
	frameEvents = 'E'
	frameEnd    = 'Z'

	maxFrame    = 8 << 20 // bytes; a longer frame is damage
	blockEvents = 4096
)

// Encode writes r in the file format. Events must be sorted by AtNS.
func Encode(r *Recording) []byte { return encode(r, blockEvents) }

// encode writes blocks of so many events.
func encode(r *Recording, perBlock int) []byte {
	b := make([]byte, 0, 512+len(r.Events)*12)
	b = append(b, magic...)
	b = append(b, Version)
	b = appendFrame(b, frameHeader, encodeHeader(&r.Header))
	var block []byte
	for rest, last := r.Events, int64(0); len(rest) > 0; {
		n := min(len(rest), perBlock)
		block = binary.AppendUvarint(block[:0], uint64(n))
		for i := range rest[:n] {
			e := &rest[i]
			block = append(block, byte(e.Kind), byte(e.Op))
			block = binary.AppendVarint(block, e.AtNS-last)
			block = binary.AppendVarint(block, int64(e.TID))
			block = binary.AppendVarint(block, int64(e.Conn))
			block = binary.AppendVarint(block, int64(e.FD))
			block = binary.AppendVarint(block, int64(e.Result))
			block = binary.AppendUvarint(block, uint64(e.Site))
			last = e.AtNS
		}
		b = appendFrame(b, frameEvents, block)
		rest = rest[n:]
	}
	return appendFrame(b, frameEnd, binary.AppendUvarint(nil, uint64(len(r.Events))))
}

func appendFrame(b []byte, kind byte, payload []byte) []byte {
	b = append(b, kind)
	b = binary.AppendUvarint(b, uint64(len(payload)))
	b = append(b, payload...)
	return binary.LittleEndian.AppendUint32(b, frameSum(kind, payload))
}

func frameSum(kind byte, payload []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE([]byte{kind}), crc32.IEEETable, payload)
}

// encodeHeader writes the header's fields in their order; new ones go to
// the end, where an older reader passes over them.
func encodeHeader(h *Header) []byte {
	var b []byte
	for _, s := range []string{h.Run, h.Experiment, h.Model, h.Host, h.RecordedAt, h.Switches, h.NoSwitches} {
		b = appendString(b, s)
	}
	for _, n := range []int64{h.StartNS, h.LengthNS, h.Total, h.Dropped} {
		b = binary.AppendVarint(b, n)
	}
	b = binary.AppendUvarint(b, uint64(len(h.Params)))
	names := make([]string, 0, len(h.Params))
	for name := range h.Params {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		b = appendString(b, name)
		b = binary.AppendVarint(b, h.Params[name])
	}
	b = binary.AppendUvarint(b, uint64(len(h.Threads)))
	for _, t := range h.Threads {
		b = binary.AppendVarint(b, int64(t.TID))
		b = appendString(b, t.Proc)
		b = appendString(b, t.Name)
		b = binary.AppendVarint(b, int64(t.Conn))
	}
	b = binary.AppendUvarint(b, uint64(len(h.Sites)))
	for _, s := range h.Sites {
		b = appendString(b, s.File)
		b = binary.AppendVarint(b, int64(s.Line))
		b = appendString(b, s.Func)
	}
	if h.CostPct == nil {
		return append(b, 0)
	}
	return binary.LittleEndian.AppendUint64(append(b, 1), math.Float64bits(*h.CostPct))
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
