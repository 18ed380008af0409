//go:build amd64 || arm64

package sys

import (
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// Ring operations on files, numbers from linux/io_uring.h. All exist since
// Linux 5.6, so that a kernel that grants NewUring has them.
const (
	ringOpOpenat = 18
	ringOpClose  = 19
	ringOpRead   = 22
	ringOpWrite  = 23
)

// LinkNext is the flag of an operation that the next one waits for; if it
// fails or is short, that one is cancelled (IOSQE_IO_LINK).
const LinkNext = 1 << 2

// SetRead makes e a pread64(2). The memory must be kept until the completion.
func (e *SQE) SetRead(fd int32, p []byte, off int64) {
	e.Op, e.FD, e.Off = ringOpRead, fd, uint64(off)
	e.SetBytes(p)
}

// SetWrite makes e a pwrite64(2), with the same rule.
func (e *SQE) SetWrite(fd int32, p []byte, off int64) {
	e.SetRead(fd, p, off)
	e.Op = ringOpWrite
}

// SetOpen makes e an openat(2) of the file called name, which ends in a zero
// byte and must be kept until the completion, with flags as for Open.
func (e *SQE) SetOpen(dir int32, name []byte, flags int) {
	e.Op, e.FD, e.OpFlags = ringOpOpenat, dir, uint32(flags|unix.O_CLOEXEC)
	e.SetBytes(name)
	e.Len = 0o600
}

// SetClose makes e a close(2).
func (e *SQE) SetClose(fd int32) { e.Op, e.FD = ringOpClose, fd }

// SetSend makes e a send(2) of all of p on a connected socket.
func (e *SQE) SetSend(fd int32, p []byte) {
	e.Op, e.FD, e.OpFlags = RingOpSend, fd, SendAll
	e.SetBytes(p)
}

// Unsubmitted is how many entries Enter would hand over.
func (r *Uring) Unsubmitted() uint32 { return r.tail - atomic.LoadUint32(r.sqHead) }

// Ready tells that a completion waits to be taken.
func (r *Uring) Ready() bool { return atomic.LoadUint32(r.cqTail) != *r.cqHead }

// EBUSY is what Enter answers while the completion queue overflows.
const EBUSY = -int(unix.EBUSY)
