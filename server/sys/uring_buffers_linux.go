//go:build amd64 || arm64

package sys

import (
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Buffers are receive buffers that the kernel picks from: a ring-mapped
// buffer group (io_uring_register_buf_ring(3)).
type Buffers struct {
	Size  int // of one buffer, in bytes
	ring  []pbuf
	mem   []byte
	tail  uint16
	rings []byte
}

// pbuf is struct io_uring_buf. The ring's tail lies in the last two bytes of
// its first element.
type pbuf struct {
	addr uint64
	len  uint32
	bid  uint16
	tail uint16
}

// NewBuffers registers count buffers (a power of two, at most 32,768) of the
// given size as the group's. The ring must not be enabled on another thread yet.
func (r *Uring) NewBuffers(group uint16, count, size int) (*Buffers, error) {
	b := &Buffers{Size: size}
	var err error
	if b.rings, err = unix.Mmap(-1, 0, count*16, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON); err != nil {
		return nil, os.NewSyscallError("mmap", err)
	}
	if b.mem, err = unix.Mmap(-1, 0, count*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON); err != nil {
		_ = unix.Munmap(b.rings)
		return nil, os.NewSyscallError("mmap", err)
	}
	b.ring = unsafe.Slice((*pbuf)(unsafe.Pointer(&b.rings[0])), count)
	reg := struct {
		addr    uint64
		entries uint32
		group   uint16
		flags   uint16
		_       [3]uint64
	}{addr: uint64(uintptr(unsafe.Pointer(&b.rings[0]))), entries: uint32(count), group: group}
	_, _, errno := unix.Syscall6(unix.SYS_IO_URING_REGISTER, uintptr(r.fd), registerPbuf, uintptr(unsafe.Pointer(&reg)), 1, 0, 0)
	if errno != 0 {
		b.Close()
		return nil, uringRefused(os.NewSyscallError("io_uring_register", errno))
	}
	for id := range count {
		b.Return(uint16(id))
	}
	return b, nil
}

// Bytes is the buffer with this id.
func (b *Buffers) Bytes(id uint16) []byte { return b.mem[int(id)*b.Size : (int(id)+1)*b.Size] }

// Return gives the buffer back to the kernel.
func (b *Buffers) Return(id uint16) {
	e := &b.ring[b.tail&uint16(len(b.ring)-1)]
	e.addr = uint64(uintptr(unsafe.Pointer(&b.mem[int(id)*b.Size])))
	e.len, e.bid = uint32(b.Size), id
	b.tail++
	// A release store of the 16-bit tail, through the word that holds it:
	// bid and tail of element 0.
	word := (*uint32)(unsafe.Pointer(&b.ring[0].bid))
	atomic.StoreUint32(word, uint32(b.ring[0].bid)|uint32(b.tail)<<16)
}

// Close frees the memory. The ring must be closed first.
func (b *Buffers) Close() {
	_ = unix.Munmap(b.rings)
	_ = unix.Munmap(b.mem)
}
