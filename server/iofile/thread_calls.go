package iofile

import (
	"iowait/server/sys"
	"iowait/server/wire"
)

// Open is openat(2) of a small file for reading.
//
//go:noinline
func (t *Thread) Open(c *Chunk) int32 {
	return t.openChunk(c, t.j.method.open|sys.ReadOnly, t.site())
}

// Create is openat(2) of a small file for writing; what it held is gone.
//
//go:noinline
func (t *Thread) Create(c *Chunk) int32 {
	return t.openChunk(c, t.j.method.open|sys.Rewrite, t.site())
}

func (t *Thread) openChunk(c *Chunk, flags int, site uint32) int32 {
	fd := t.open(dataName(c.File), flags, site)
	if fd < 0 {
		c.fail(failOpen, fd)
	}
	c.FD = int32(fd)
	return c.FD
}

func (t *Thread) open(name [8]byte, flags int, site uint32) int {
	t.enter(wire.OpOpen, 0, site)
	fd := sys.Open(t.j.dir, name[:], flags)
	t.exit(wire.OpOpen, 0, fd, site)
	return fd
}

// Close is close(2) of what Open or Create answered.
//
//go:noinline
func (t *Thread) Close(fd int32) {
	if fd >= 0 {
		t.close(fd, t.site())
	}
}

func (t *Thread) close(fd int32, site uint32) {
	t.enter(wire.OpClose, fd, site)
	r := sys.Close(fd)
	t.exit(wire.OpClose, fd, r, site)
}

// Read is read(2).
//
//go:noinline
func (t *Thread) Read(fd int32, p []byte) int {
	site := t.site()
	t.enter(wire.OpRead, fd, site)
	n := sys.Read(fd, p)
	t.exit(wire.OpRead, fd, n, site)
	return n
}

// Pread is pread64(2).
//
//go:noinline
func (t *Thread) Pread(fd int32, p []byte, off int64) int {
	site := t.site()
	t.enter(wire.OpPread, fd, site)
	n := sys.Pread(fd, p, off)
	t.exit(wire.OpPread, fd, n, site)
	return n
}

// Write is write(2).
//
//go:noinline
func (t *Thread) Write(fd int32, p []byte) int {
	site := t.site()
	t.enter(wire.OpWrite, fd, site)
	n := sys.Write(fd, p)
	t.exit(wire.OpWrite, fd, n, site)
	return n
}

// Sendfile is sendfile(2): n bytes of the file from off on to the socket.
//
//go:noinline
func (t *Thread) Sendfile(socket, fd int32, off int64, n int) int {
	site := t.site()
	t.enter(wire.OpSendfile, fd, site)
	r := sys.Sendfile(socket, fd, off, n)
	t.exit(wire.OpSendfile, fd, r, site)
	return r
}

// Socket is where big files go.
func (t *Thread) Socket() int32 { return t.j.socket }

// A Mapping is a file in memory.
type Mapping struct {
	addr  uintptr
	errno int
}

// Map is mmap(2) of the whole file.
//
//go:noinline
func (t *Thread) Map(fd int32, writable bool) Mapping {
	site := t.site()
	t.enter(wire.OpMmap, fd, site)
	r := sys.MapFile(fd, int(t.j.size), writable)
	m, result := Mapping{addr: uintptr(r)}, 0
	if r < 0 && r > -4096 {
		m, result = Mapping{errno: r}, r
	}
	t.exit(wire.OpMmap, fd, result, site)
	return m
}

// Unmap is munmap(2) of what Map answered, or nothing.
//
//go:noinline
func (t *Thread) Unmap(m Mapping) {
	if m.addr == 0 {
		return
	}
	site := t.site()
	t.enter(wire.OpMunmap, 0, site)
	r := sys.Unmap(m.addr, int(t.j.size))
	t.exit(wire.OpMunmap, 0, r, site)
}

// Truncate is ftruncate(2) to the size of the piece.
//
//go:noinline
func (t *Thread) Truncate(c *Chunk) {
	site := t.site()
	t.enter(wire.OpFtruncate, c.FD, site)
	r := sys.Truncate(c.FD, int64(c.Len))
	t.exit(wire.OpFtruncate, c.FD, r, site)
	if r < 0 {
		c.fail(failRead, r)
	}
}

// At makes the piece's part of the mapping its data.
func (m Mapping) At(c *Chunk) {
	if m.errno != 0 || m.addr == 0 {
		c.fail(failMap, m.errno)
		return
	}
	c.buf, c.got = m.addr+uintptr(c.Off), c.Len
}

// Touch is Work on bytes of a mapping. It is no system call, but the thread
// waits in it all the same: a page that is not there yet faults.
//
//go:noinline
func (t *Thread) Touch(c *Chunk) {
	fd := c.FD
	if !t.recording() {
		t.Work(c)
		return
	}
	site := t.site()
	t.mark(wire.KindSysEnter, wire.OpTouch, fd, 0, site)
	n := c.got
	t.Work(c)
	t.mark(wire.KindSysExit, wire.OpTouch, fd, n, site)
}

// Store copies the piece's new content into the mapping.
//
//go:noinline
func (t *Thread) Store(c *Chunk, m Mapping) {
	if c.errno != 0 {
		return
	}
	if m.addr == 0 {
		c.fail(failMap, m.errno)
		return
	}
	site := t.site()
	if t.recording() {
		t.mark(wire.KindSysEnter, wire.OpTouch, c.FD, 0, site)
	}
	c.Got(copy(bytesAt(m.addr, c.Len), c.Room()))
	if t.recording() {
		t.mark(wire.KindSysExit, wire.OpTouch, c.FD, c.got, site)
	}
}
