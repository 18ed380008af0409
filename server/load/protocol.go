package load

import (
	"bytes"

	"iowait/server/dataset"
)

// statusOK is the only status that counts as an answer.
const statusOK = 200

// unknown is the length of a body whose header is not there yet.
const unknown = -1

// An answer is what a client needs to read answers in HTTP.
type answer struct {
	http    bool
	request []byte // with room for the number of a file
	prefix  int    // bytes before it
	rest    []byte // what comes after it

	bodies  []byte // of all files, one after another; of HTTP: the only one
	made    bool   // bodies are too big to hold: they are made piece by piece
	scratch []byte

	headers []byte // maxHeader for each connection, untouched until a header comes in pieces
	seen    []byte // the last whole header of a good answer
	seenLen int
}

// compose makes the request in hand.
func (c *client) compose(k *conn) []byte {
	a := &c.answer
	switch {
	case !a.http:
		c.message.stamp(k.id, k.seq)
		return c.message.out
	case a.prefix == 0:
		return a.request
	}
	n := a.prefix + putNumber(a.request[a.prefix:], c.file(k))
	return a.request[:n+copy(a.request[n:], a.rest)]
}

// file is the one that k asks for now.
func (c *client) file(k *conn) int {
	return int((uint64(k.id) + uint64(k.seq)) % uint64(c.scenario.files))
}

// putNumber writes n in decimal and answers the number of digits.
func putNumber(p []byte, n int) int {
	digits := 1
	for m := n / 10; m > 0; m /= 10 {
		digits++
	}
	for i := digits - 1; i >= 0; i-- {
		p[i] = byte('0' + n%10)
		n /= 10
	}
	return digits
}

// room is where to read to: not beyond a message, so that one call reads it
// whole and its end is never read twice.
func (c *client) room(k *conn) []byte {
	if c.answer.http {
		return c.in
	}
	return c.in[:min(len(c.message.out)-int(k.got), len(c.in))]
}

// hear takes in what was read and tells whether the answer is over.
func (c *client) hear(k *conn, piece []byte) (over bool, fail failure) {
	if c.answer.http {
		return c.hearHTTP(k, piece)
	}
	c.message.stamp(k.id, k.seq)
	end := int(k.got) + len(piece)
	if end > int(k.sent) || !bytes.Equal(piece, c.message.out[k.got:end]) {
		return false, failCorrupt
	}
	k.got = int32(end)
	return end == len(c.message.out), noFailure
}

func (c *client) hearHTTP(k *conn, piece []byte) (over bool, fail failure) {
	if k.sent == 0 {
		return false, failCorrupt // nobody asked
	}
	if k.length == unknown {
		n := c.hearHeader(k, piece)
		if n < 0 {
			return false, failHeader
		}
		piece = piece[n:]
		if k.length == unknown {
			return false, noFailure
		}
		if k.status == statusOK && int(k.length) != c.scenario.size {
			return false, failCorrupt
		}
	}
	if len(piece) > int(k.length-k.got) {
		return false, failCorrupt
	}
	if k.status == statusOK {
		if !bytes.Equal(piece, c.body(k, len(piece))) {
			return false, failCorrupt
		}
		c.intervals[c.current].body += int64(len(piece))
	}
	k.got += int32(len(piece))
	return k.got == k.length, noFailure
}

// body is what the next n bytes of the body should be.
func (c *client) body(k *conn, n int) []byte {
	a, off := &c.answer, int(k.got)
	switch {
	case a.made:
		want := a.scratch[:n]
		dataset.Fill(want, c.scenario.seed, c.file(k), int64(off))
		return want
	case c.scenario.files > 0:
		off += c.file(k) * c.scenario.size
	}
	return a.bodies[off : off+n]
}

// hearHeader takes in a piece of a header and answers how much of it is
// header, or -1 when it is none. A header that is like the last one, as they
// mostly are, needs no parsing.
func (c *client) hearHeader(k *conn, piece []byte) int {
	a := &c.answer
	if n := a.seenLen; k.kept == 0 && n > 0 && len(piece) >= n && bytes.Equal(piece[:n], a.seen[:n]) {
		k.status, k.length = statusOK, int32(c.scenario.size)
		return n
	}
	head, before := piece, int(k.kept)
	if before > 0 { // the rest of one that came in pieces
		head = a.headers[int(k.index)*maxHeader:][:maxHeader]
		head = head[:before+copy(head[before:], piece)]
	}
	from := max(before-len(headerEnd)+1, 0)
	end := bytes.Index(head[from:min(len(head), maxHeader)], headerEnd)
	if end < 0 {
		if len(head) >= maxHeader {
			return -1
		}
		if before == 0 {
			copy(a.headers[int(k.index)*maxHeader:][:maxHeader], piece)
		}
		k.kept = int32(len(head))
		return len(piece)
	}
	end += from + len(headerEnd)
	h, ok := parseHeader(head[:end])
	if !ok {
		return -1
	}
	k.status, k.length, k.kept = h.status, h.length, 0
	if h.status == statusOK && int(h.length) == c.scenario.size {
		a.seenLen = copy(a.seen, head[:end])
	}
	return end - before
}
