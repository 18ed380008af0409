package wire

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"sort"
	"strconv"
)

// The file format of a recording: the magic, a version byte, then frames.
// A frame is a type byte, the payload's length as a uvarint, the payload,
// and the CRC-32 (IEEE) of type and payload, little-endian. The first frame
// is the header, then come blocks of events, then an end frame with the
// number of events. Within a block, times are differences to the event
// before; the first is relative to the window's begin. All integers are
// varints (encoding/binary), so a reader in a browser loses no digit.
//
// A new version may add frame types, which a reader passes over; whatever
// an old reader could misread gets a new version byte.
const (
	magic   = "IOWR"
	Version = 1 // of the file format

	frameHeader = 'H'
	frameEvents = 'E'
	frameEnd    = 'Z'

	maxFrame    = 8 << 20 // bytes; a longer frame is damage
	blockEvents = 4096
)

// A DamageError tells that a recording is good only up to a point. What was
// decoded before it can be used.
type DamageError struct {
	Offset int64  // of the first byte that could not be used
	Events int    // that were decoded before it
	Want   int64  // events that the header announces; 0 when there is no header
	What   string // what was found, and what was expected
}

func (e *DamageError) Error() string {
	got := strconv.Itoa(e.Events)
	if e.Want > 0 {
		got += " of " + strconv.FormatInt(e.Want, 10)
	}
	return "decode a recording: " + e.What + " at byte " + strconv.FormatInt(e.Offset, 10) +
		"; " + got + " events are good"
}

// ErrNewer tells that the recording was made by a newer iowait.
var ErrNewer = errors.New("decode a recording: its format is newer than this program; use the iowait that made it, or a newer one")

// Encode writes r in the file format. Events must be sorted by AtNS.
func Encode(r *Recording) []byte {
	b := make([]byte, 0, 512+len(r.Events)*12)
	b = append(b, magic...)
	b = append(b, Version)
	b = appendFrame(b, frameHeader, encodeHeader(&r.Header))
	var block []byte
	for rest, last := r.Events, int64(0); len(rest) > 0; {
		n := min(len(rest), blockEvents)
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

// Decode reads a whole recording. With a *DamageError the recording holds
// what is good; it is nil when not even the header could be read.
func Decode(b []byte) (*Recording, error) {
	var d Decoder
	_ = d.Feed(b) // End answers the same
	return d.Recording(), d.End()
}

// A Decoder decodes a recording while it comes in. The zero value is ready.
type Decoder struct {
	rec    *Recording
	buf    []byte // not yet decoded
	offset int64  // of buf's first byte
	last   int64
	opened bool // magic and version are read
	done   bool
	err    error
}

// Recording is what has been decoded so far: nil before the header, then
// one recording whose Events grow.
func (d *Decoder) Recording() *Recording { return d.rec }

// Done tells whether the end frame has been read.
func (d *Decoder) Done() bool { return d.done }

// End says that no more bytes will come, and answers what is wrong.
func (d *Decoder) End() error {
	if d.err == nil && !d.done {
		d.err = d.damage("the recording ends before its end frame")
	}
	return d.err
}

// Feed takes the next bytes. Once it has answered an error, it answers the
// same for ever.
func (d *Decoder) Feed(p []byte) error {
	if d.err != nil {
		return d.err
	}
	d.buf = append(d.buf, p...)
	for d.err == nil {
		n := d.step()
		if n == 0 {
			break
		}
		d.buf = d.buf[n:]
		d.offset += int64(n)
	}
	return d.err
}

// step decodes one item at the start of buf and answers its length, 0 when
// more bytes are needed or an error was found.
func (d *Decoder) step() int {
	if !d.opened {
		head := min(len(d.buf), len(magic))
		if string(d.buf[:head]) != magic[:head] {
			d.err = d.damage("found " + strconv.Quote(string(d.buf[:head])) + ", want a recording, which begins with " + strconv.Quote(magic))
			return 0
		}
		if len(d.buf) <= len(magic) {
			return 0
		}
		if v := d.buf[len(magic)]; v > Version {
			d.err = ErrNewer
			return 0
		} else if v == 0 {
			d.err = d.damage("found version 0, want 1 or more")
			return 0
		}
		d.opened = true
		return len(magic) + 1
	}
	if d.done {
		if len(d.buf) > 0 {
			d.err = d.damage("found more bytes behind the end frame")
		}
		return 0
	}
	if len(d.buf) < 2 {
		return 0
	}
	size, n := binary.Uvarint(d.buf[1:])
	if n < 0 || size > maxFrame {
		d.err = d.damage("found a frame longer than " + strconv.Itoa(maxFrame) + " bytes")
		return 0
	}
	end := 1 + n + int(size)
	if n == 0 || len(d.buf) < end+4 {
		return 0
	}
	payload := d.buf[1+n : end]
	if binary.LittleEndian.Uint32(d.buf[end:]) != frameSum(d.buf[0], payload) {
		d.err = d.damage("found a frame whose checksum is wrong")
		return 0
	}
	if d.err = d.frame(d.buf[0], payload); d.err != nil {
		return 0
	}
	return end + 4
}

func (d *Decoder) frame(kind byte, payload []byte) error {
	c := cursor{b: payload}
	switch {
	case kind == frameHeader && d.rec == nil:
		h := decodeHeader(&c)
		if c.bad {
			return d.damage("found a header that ends too early")
		}
		d.rec = &Recording{Header: h}
	case d.rec == nil:
		return d.damage("found a frame before the header")
	case kind == frameEvents:
		return d.events(&c)
	case kind == frameEnd:
		if want := c.uvarint(); want != uint64(len(d.rec.Events)) {
			return d.damage("found " + strconv.Itoa(len(d.rec.Events)) + " events, want " + strconv.FormatUint(want, 10))
		}
		d.done = true
	}
	return nil
}

// events appends a block whole or not at all.
func (d *Decoder) events(c *cursor) error {
	const least = 8 // bytes of an event
	n := c.uvarint()
	if n > uint64(len(c.b))/least {
		return d.damage("found a block of " + strconv.FormatUint(n, 10) + " events in " + strconv.Itoa(len(c.b)) + " bytes")
	}
	good, last := len(d.rec.Events), d.last
	for range n {
		e := Event{Kind: Kind(c.byte()), Op: Op(c.byte())}
		last += c.varint()
		e.AtNS = last
		e.TID, e.Conn, e.FD, e.Result = int32(c.varint()), int32(c.varint()), int32(c.varint()), int32(c.varint())
		e.Site = uint32(c.uvarint())
		if before := len(d.rec.Events); before > 0 && e.AtNS < d.rec.Events[before-1].AtNS {
			d.rec.Events = d.rec.Events[:good]
			return d.damage("found an event earlier than the one before it")
		}
		d.rec.Events = append(d.rec.Events, e)
	}
	if c.bad {
		d.rec.Events = d.rec.Events[:good]
		return d.damage("found a block that ends too early")
	}
	d.last = last
	return nil
}

func (d *Decoder) damage(what string) error {
	e := &DamageError{Offset: d.offset, What: what}
	if d.rec != nil {
		e.Events = len(d.rec.Events)
		e.Want = max(d.rec.Total-d.rec.Dropped, 0)
	}
	return e
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

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

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
