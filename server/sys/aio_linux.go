//go:build amd64 || arm64

package sys

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// An AIO is one context of the older asynchronous interface (io_setup(2)).
// Make it on a goroutine, then use it on one Thread only. Nothing but
// NewAIO and Close allocates.
type AIO struct {
	id      uintptr
	control []iocb
	asked   []uintptr // addresses of those to be submitted next
	queued  int
	kernel  int // operations that the kernel has
	events  []AIOEvent
}

// iocb is struct iocb of linux/aio_abi.h, little-endian.
type iocb struct {
	data     uint64
	key      uint32
	rwFlags  uint32
	op       uint16
	priority int16
	fd       uint32
	buf      uint64
	bytes    uint64
	off      int64
	_        uint64
	flags    uint32
	resultFD uint32
}

// AIOEvent is struct io_event: Data is what was given to Pread.
type AIOEvent struct {
	Data    uint64
	_       uint64
	Result  int64
	Result2 int64
}

// NewAIO makes a context for the given number of operations under way. The
// error is *UnsupportedError where the host refuses it.
func NewAIO(depth int) (*AIO, error) {
	a := &AIO{control: make([]iocb, depth), asked: make([]uintptr, depth), events: make([]AIOEvent, depth)}
	if _, _, errno := unix.Syscall(unix.SYS_IO_SETUP, uintptr(depth), uintptr(unsafe.Pointer(&a.id)), 0); errno != 0 {
		u := &UnsupportedError{Feature: "linux-aio", Why: "io_setup: " + errno.Error(), Err: errno}
		switch {
		case errors.Is(errno, unix.EAGAIN):
			u.Fix = "sysctl fs.aio-max-nr=1048576"
		case errors.Is(errno, unix.ENOSYS):
			u.Fix = "needs a kernel built with CONFIG_AIO"
		case errors.Is(errno, unix.EPERM):
			u.Fix = "in a container allow io_setup, io_submit and io_getevents in its seccomp profile"
		}
		return nil, u
	}
	return a, nil
}

// Pread puts a read into the batch that Submit hands over. slot is less
// than the context's depth and not under way; its completion carries data.
func (a *AIO) Pread(slot int32, fd int32, p []byte, off int64, data uint64) {
	a.control[slot] = iocb{data: data, fd: uint32(fd), bytes: uint64(len(p)), off: off,
		buf: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(p))))}
	a.asked[a.queued] = uintptr(unsafe.Pointer(&a.control[slot]))
	a.queued++
}

// UnderWay is how many reads the kernel has.
func (a *AIO) UnderWay() int { return a.kernel }

// Queued is how many reads Submit would hand over.
func (a *AIO) Queued() int { return a.queued }

// Submit hands over the batch: io_submit(2). It answers how many the kernel
// took, the others stay queued; or -errno of the first one, which is
// dropped from the batch then, refused is its data. EINTR, and EAGAIN while
// others are under way, drop nothing.
func (a *AIO) Submit() (n int, refused uint64) {
	n = Call(unix.SYS_IO_SUBMIT, a.id, uintptr(a.queued), uintptr(unsafe.Pointer(unsafe.SliceData(a.asked))), 0, 0, 0)
	took := n
	switch {
	case n == EINTR || n == EAGAIN && a.kernel > 0:
		return n, 0
	case n >= 0:
		a.kernel += n
	default:
		refused, took = (*iocb)(At(a.asked[0])).data, 1
	}
	a.queued = copy(a.asked, a.asked[took:a.queued])
	return n, refused
}

// Wait sleeps until at least one operation is over and takes what is:
// io_getevents(2). It answers how many, see Event, or -errno.
func (a *AIO) Wait() int {
	n := Call(unix.SYS_IO_GETEVENTS, a.id, 1, uintptr(len(a.events)), uintptr(unsafe.Pointer(unsafe.SliceData(a.events))), 0, 0)
	a.kernel -= max(n, 0)
	return n
}

// Event is the i-th one that Wait took.
func (a *AIO) Event(i int) AIOEvent { return a.events[i] }

// Close ends the context (io_destroy(2)).
func (a *AIO) Close() {
	_, _, _ = unix.Syscall(unix.SYS_IO_DESTROY, a.id, 0, 0)
}
