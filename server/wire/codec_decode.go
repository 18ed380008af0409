package wire

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// A DamageError tells that a recording is good only up to a point, or that
// its events were out of order. What was decoded can be used; it is sorted.
type DamageError struct {
	Offset    int64  // of the first byte that could not be used, or of the first block that was out of order
	Events    int    // that were decoded
	Want      int64  // events that the header announces; 0 when there is no header
	LastNS    int64  // time of the last event that was decoded, since the recording's begin
	WantNS    int64  // length of the recording, as the header says; 0 when there is no header
	Unordered int    // events that were earlier than the one before them
	What      string // what was found, and what was expected; "" when only the order was wrong
}

func (e *DamageError) Error() string {
	text := "decode a recording: "
	if e.What != "" {
		text += e.What + " at byte " + strconv.FormatInt(e.Offset, 10) + "; "
	}
	if e.Unordered > 0 {
		text += "sorted " + strconv.Itoa(e.Unordered) + " events that were earlier than the one before them; "
	}
	text += strconv.Itoa(e.Events)
	if e.Want > 0 {
		text += " of " + strconv.FormatInt(e.Want, 10)
	}
	text += " events are good"
	if missing := e.WantNS - e.LastNS; e.What != "" && int64(e.Events) < e.Want && missing > 0 {
		text += ", nothing is known of the last " + strconv.FormatInt(missing, 10) + " of " + strconv.FormatInt(e.WantNS, 10) + " ns"
	}
	return text
}

// A VersionError tells that a recording was made by a newer iowait, in a
// format that this one cannot read.
type VersionError struct{ Found int }

func (e *VersionError) Error() string {
	return "decode a recording: found version " + strconv.Itoa(e.Found) + " of the format, this program reads up to version " +
		strconv.Itoa(Version) + "; use the iowait that made it, or a newer one"
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
	rec       *Recording
	buf       []byte // not yet decoded
	offset    int64  // of buf's first byte
	last      int64
	unordered int   // events earlier than the one before them
	first     int64 // offset of the block with the first of them
	opened    bool  // magic and version are read
	done      bool
	err       error
}

// Recording is what has been decoded so far: nil before the header, then
// one recording whose Events grow. They are sorted by the time Done or an
// error tells that there will be no more.
func (d *Decoder) Recording() *Recording { return d.rec }

// Done tells whether the end frame has been read.
func (d *Decoder) Done() bool { return d.done }

// End says that no more bytes will come, and answers what is wrong.
func (d *Decoder) End() error {
	if d.err == nil && !d.done {
		d.fail(d.damage("found its end before the end frame"))
	}
	if d.err == nil && d.unordered > 0 {
		d.err = d.damage("")
	}
	return d.err
}

// Feed takes the next bytes. Once it has answered an error, it answers the
// same for ever. That events are out of order is for End to tell.
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

// fail ends the decoding: no more events will come.
func (d *Decoder) fail(err error) {
	d.err = err
	d.sort()
}

// sort puts the events in order; of those of one time none overtakes another.
func (d *Decoder) sort() {
	if d.unordered > 0 {
		slices.SortStableFunc(d.rec.Events, func(a, b Event) int {
			switch {
			case a.AtNS < b.AtNS:
				return -1
			case a.AtNS > b.AtNS:
				return 1
			}
			return 0
		})
	}
}

// step decodes one item at the start of buf and answers its length, 0 when
// more bytes are needed or an error was found.
func (d *Decoder) step() int {
	if !d.opened {
		return d.open()
	}
	if d.done {
		if len(d.buf) > 0 {
			d.fail(d.damage("found more bytes behind the end frame"))
		}
		return 0
	}
	if len(d.buf) < 2 {
		return 0
	}
	size, n := binary.Uvarint(d.buf[1:])
	if n < 0 || size > maxFrame {
		d.fail(d.damage("found a frame longer than " + strconv.Itoa(maxFrame) + " bytes"))
		return 0
	}
	end := 1 + n + int(size)
	if n == 0 || len(d.buf) < end+4 {
		return 0
	}
	payload := d.buf[1+n : end]
	if binary.LittleEndian.Uint32(d.buf[end:]) != frameSum(d.buf[0], payload) {
		d.fail(d.damage("found a frame whose checksum is wrong"))
		return 0
	}
	if err := d.frame(d.buf[0], payload); err != nil {
		d.fail(err)
		return 0
	}
	return end + 4
}

// open reads the magic and the version.
func (d *Decoder) open() int {
	head := min(len(d.buf), len(magic))
	if string(d.buf[:head]) != magic[:head] {
		d.fail(d.damage("found " + strconv.Quote(string(d.buf[:head])) + ", want a recording, which begins with " + strconv.Quote(magic)))
		return 0
	}
	if len(d.buf) <= len(magic) {
		return 0
	}
	if v := d.buf[len(magic)]; v > Version {
		d.fail(&VersionError{int(v)})
		return 0
	} else if v == 0 {
		d.fail(d.damage("found version 0, want 1 or more"))
		return 0
	}
	d.opened = true
	return len(magic) + 1
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
		d.sort()
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
	good, last, unordered := len(d.rec.Events), d.last, 0
	for range n {
		e := Event{Kind: Kind(c.byte()), Op: Op(c.byte())}
		last += c.varint()
		e.AtNS = last
		e.TID, e.Conn, e.FD, e.Result = int32(c.varint()), int32(c.varint()), int32(c.varint()), int32(c.varint())
		e.Site = uint32(c.uvarint())
		if before := len(d.rec.Events); before > 0 && e.AtNS < d.rec.Events[before-1].AtNS {
			unordered++
		}
		d.rec.Events = append(d.rec.Events, e)
	}
	if c.bad {
		d.rec.Events = d.rec.Events[:good]
		return d.damage("found a block that ends too early")
	}
	if d.unordered == 0 {
		d.first = d.offset
	}
	d.last, d.unordered = last, d.unordered+unordered
	return nil
}

// damage words what is wrong at this offset; "" when only the order is.
func (d *Decoder) damage(what string) error {
	e := &DamageError{Offset: d.offset, What: what, Unordered: d.unordered}
	if what == "" {
		e.Offset = d.first
	}
	if d.rec != nil {
		e.Events = len(d.rec.Events)
		e.Want = max(d.rec.Total-d.rec.Dropped, 0)
		e.WantNS = d.rec.LengthNS
		for i := range d.rec.Events {
			e.LastNS = max(e.LastNS, d.rec.Events[i].AtNS)
		}
	}
	return e
}
