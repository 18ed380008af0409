package iofile

import (
	"unsafe"

	"iowait/server/sys"
)

// A Chunk is one request: a piece of a big file, or a small file whole. It
// lives in a slot of its Job, with a buffer of its own, until it is done.
type Chunk struct {
	FD   int32 // of the open file; small files: see Thread.Open
	File int   // its number
	Off  int64 // in the file
	Len  int   // bytes wanted

	got, sent int // bytes that have arrived; that have been passed on
	errno     int // negative: why there will be no more
	failed    failure
	slot      int32
	buf       uintptr // not a pointer: what it points to is not Go's
	bufLen    int     // Len, or more where requests are aligned
	askedNS   int64
	name      [8]byte // a small file's, for Thread.Open
}

// Room is where the bytes that are still missing belong.
func (c *Chunk) Room() []byte { return bytesAt(c.buf+uintptr(c.got), c.bufLen-c.got) }

// At is the offset in the file of what is still missing.
func (c *Chunk) At() int64 { return c.Off + int64(c.got) }

// Has is how many bytes have arrived.
func (c *Chunk) Has() int { return c.got }

// Missing tells that bytes are still missing and may come.
func (c *Chunk) Missing() bool { return c.got < c.Len && c.errno == 0 }

// Got notes the result of a read or write: n more bytes, the end of the
// file, or -errno.
func (c *Chunk) Got(n int) {
	switch {
	case n > 0:
		c.got = min(c.got+n, c.Len)
	case n == 0:
		c.fail(failShort, -1)
	default:
		c.fail(failRead, n)
	}
}

func (c *Chunk) fail(kind failure, errno int) {
	if c.errno == 0 {
		c.failed, c.errno = kind, errno
	}
}

// Data is what has arrived.
func (c *Chunk) Data() []byte { return bytesAt(c.buf, c.got) }

// Unsent tells that bytes have arrived that have not been passed on.
func (c *Chunk) Unsent() bool { return c.sent < c.got && c.errno == 0 }

// Rest is what has not been passed on.
func (c *Chunk) Rest() []byte { return bytesAt(c.buf+uintptr(c.sent), c.got-c.sent) }

// Sent notes the result of a write to the socket.
func (c *Chunk) Sent(n int) {
	if n <= 0 {
		c.fail(failWrite, n)
		return
	}
	c.sent += n
}

// Passed notes the result of a call that takes n bytes from the file to the
// socket by itself.
func (c *Chunk) Passed(n int) {
	c.Got(n)
	c.sent = c.got
}

func bytesAt(addr uintptr, n int) []byte {
	return unsafe.Slice((*byte)(sys.At(addr)), n)
}
