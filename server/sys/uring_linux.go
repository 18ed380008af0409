//go:build amd64 || arm64

package sys

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Uring is one io_uring(7) instance: a submission queue and a completion
// queue in memory shared with the kernel. Make it on a goroutine, then use
// it on one Thread only. Nothing but NewUring and Close allocates.
type Uring struct {
	fd    int
	flags uint32

	sqHead, sqTail, sqFlags *uint32
	cqHead, cqTail          *uint32
	sqes                    []SQE
	cqes                    []CQE
	tail                    uint32 // entries filled; the kernel sees them at Enter
	submitted               uint32

	rings, entries []byte
}

// SQE is struct io_uring_sqe, 64 bytes.
type SQE struct {
	Op       uint8
	Flags    uint8
	IoPrio   uint16
	FD       int32
	Off      uint64
	Addr     uint64
	Len      uint32
	OpFlags  uint32
	UserData uint64
	BufGroup uint16
	_        [22]byte
}

// CQE is struct io_uring_cqe.
type CQE struct {
	UserData uint64
	Result   int32
	Flags    uint32
}

// HasMore tells that a multishot request goes on after this completion.
func (c *CQE) HasMore() bool { return c.Flags&cqeMore != 0 }

// BufferID is the provided buffer that the kernel chose, if it did.
func (c *CQE) BufferID() (id uint16, ok bool) { return uint16(c.Flags >> 16), c.Flags&cqeBuffer != 0 }

// Numbers from linux/io_uring.h.
const (
	RingOpPoll   = 6
	RingOpAccept = 13
	RingOpCancel = 14
	RingOpSend   = 26
	RingOpRecv   = 27

	PollIn          = unix.POLLIN
	AcceptMultishot = 1 << 0
	RecvMultishot   = 1 << 1
	BufferSelect    = 1 << 5
	SendAll         = unix.MSG_WAITALL | unix.MSG_NOSIGNAL

	cqeBuffer = 1 << 0
	cqeMore   = 1 << 1

	setupClamp        = 1 << 4
	setupCQSize       = 1 << 3
	setupRDisabled    = 1 << 6
	setupCoopTaskrun  = 1 << 8
	setupSingleIssuer = 1 << 12
	setupDeferTaskrun = 1 << 13

	featSingleMmap = 1 << 0
	featNoDrop     = 1 << 1

	enterGetEvents = 1 << 0
	sqCQOverflow   = 1 << 1
	enterSQWakeup  = 1 << 1
	enterSQWait    = 1 << 2
	setupSQPoll    = 1 << 1
	setupSQAff     = 1 << 2
	sqNeedWakeup   = 1 << 0
	registerEnable = 12
	registerPbuf   = 22
	offSQRing      = 0
	offSQEs        = 0x10000000
)

type uringParams struct {
	SQEntries, CQEntries, Flags, SQThreadCPU, SQThreadIdle, Features, WQFD uint32
	_                                                                      [3]uint32
	SQ                                                                     struct {
		Head, Tail, Mask, Entries, Flags, Dropped, Array, _ uint32
		UserAddr                                            uint64
	}
	CQ struct {
		Head, Tail, Mask, Entries, Overflow, CQEs, Flags, _ uint32
		UserAddr                                            uint64
	}
}

type uringMode struct {
	name  string
	flags uint32
}

// uringModes lists the ways to run completion work, best first.
var uringModes = []uringMode{
	{"SINGLE_ISSUER|DEFER_TASKRUN", setupSingleIssuer | setupDeferTaskrun},
	{"COOP_TASKRUN", setupCoopTaskrun},
	{"none", 0},
}

// pollModes is the same for a ring whose submissions a kernel thread takes.
var pollModes = []uringMode{
	{"SQPOLL|SINGLE_ISSUER", setupSQPoll | setupSingleIssuer},
	{"SQPOLL", setupSQPoll},
}

// sqIdleMS is how long the kernel's submission thread looks for work before
// it sleeps and has to be woken.
const sqIdleMS = 100

// NewUring makes a ring with room for the given number of submissions and
// eight times as many completions. It asks for the cheapest mode that the kernel grants; Mode tells
// which that was. The ring is disabled until Enable.
func NewUring(entries uint32) (*Uring, error) { return firstUring(entries, -1, uringModes) }

// NewPolledUring is NewUring with a kernel thread that takes submissions
// from the queue by itself, so that most cost no system call. The thread
// runs on the given CPU, or on any when that is negative.
func NewPolledUring(entries uint32, cpu int) (*Uring, error) {
	return firstUring(entries, cpu, pollModes)
}

func firstUring(entries uint32, cpu int, modes []uringMode) (*Uring, error) {
	var err error
	for _, mode := range modes {
		var r *Uring
		r, err = newUring(entries, mode.flags, cpu)
		if err == nil || !errors.Is(err, unix.EINVAL) {
			return r, uringRefused(err)
		}
	}
	return nil, uringRefused(err)
}

func newUring(entries, flags uint32, cpu int) (*Uring, error) {
	p := uringParams{Flags: flags | setupClamp | setupRDisabled | setupCQSize, CQEntries: entries * 8, SQThreadIdle: sqIdleMS}
	if cpu >= 0 {
		p.Flags, p.SQThreadCPU = p.Flags|setupSQAff, uint32(cpu)
	}
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, uintptr(entries), uintptr(unsafe.Pointer(&p)), 0)
	if errno != 0 {
		return nil, os.NewSyscallError("io_uring_setup", errno)
	}
	r := &Uring{fd: int(fd), flags: flags}
	unix.CloseOnExec(r.fd)
	if p.Features&featSingleMmap == 0 || p.Features&featNoDrop == 0 {
		r.Close()
		return nil, os.NewSyscallError("io_uring_setup", unix.EOPNOTSUPP)
	}
	size := max(int(p.SQ.Array)+4*int(p.SQEntries), int(p.CQ.CQEs)+int(unsafe.Sizeof(CQE{}))*int(p.CQEntries))
	var err error
	if r.rings, err = unix.Mmap(r.fd, offSQRing, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE); err != nil {
		r.Close()
		return nil, os.NewSyscallError("mmap", err)
	}
	if r.entries, err = unix.Mmap(r.fd, offSQEs, int(p.SQEntries)*64, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE); err != nil {
		r.Close()
		return nil, os.NewSyscallError("mmap", err)
	}
	word := func(off uint32) *uint32 { return (*uint32)(unsafe.Pointer(&r.rings[off])) }
	r.sqHead, r.sqTail, r.sqFlags = word(p.SQ.Head), word(p.SQ.Tail), word(p.SQ.Flags)
	r.cqHead, r.cqTail = word(p.CQ.Head), word(p.CQ.Tail)
	r.sqes = unsafe.Slice((*SQE)(unsafe.Pointer(&r.entries[0])), p.SQEntries)
	r.cqes = unsafe.Slice((*CQE)(unsafe.Pointer(&r.rings[p.CQ.CQEs])), p.CQEntries)
	for i, array := 0, unsafe.Slice(word(p.SQ.Array), p.SQEntries); i < len(array); i++ {
		array[i] = uint32(i) // slot i always holds entry i
	}
	return r, nil
}

func uringRefused(err error) error {
	if err == nil {
		return nil
	}
	u := &UnsupportedError{Feature: "io_uring", Why: err.Error(), Err: err}
	switch {
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		u.Fix = "sysctl kernel.io_uring_disabled=0; in a container also allow io_uring_setup, io_uring_enter and io_uring_register in its seccomp profile"
	case errors.Is(err, unix.ENOSYS):
		u.Fix = "needs Linux 6.0 or newer, built with CONFIG_IO_URING, and a container profile that lets io_uring_setup through"
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.EOPNOTSUPP):
		u.Fix = "needs Linux 6.0 or newer (multishot receive, ring-mapped buffers)"
	case errors.Is(err, unix.ENOMEM):
		u.Fix = "raise the limit on locked memory: ulimit -l unlimited"
	}
	return u
}

// Mode names the granted setup flags, e.g. "SINGLE_ISSUER|DEFER_TASKRUN".
func (r *Uring) Mode() string {
	for _, m := range append(pollModes, uringModes...) {
		if m.flags == r.flags {
			return m.name
		}
	}
	return fmt.Sprintf("%#x", r.flags)
}

// SetBytes makes p the memory that the operation works on; it must lie
// outside the Go heap or be kept alive until the completion.
func (e *SQE) SetBytes(p []byte) {
	e.Addr = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(p))))
	e.Len = uint32(len(p))
}

// TryMultishot finds out on a disabled ring whether the kernel knows
// multishot receive: it lets one complete on a socket pair and enables the
// ring for the calling thread.
func (r *Uring) TryMultishot(group uint16) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	defer unix.Close(pair[0])
	if _, err := unix.Write(pair[1], []byte{1}); err != nil {
		return os.NewSyscallError("write", err)
	}
	_ = unix.Close(pair[1])
	if n := r.Enable(); n < 0 {
		return uringRefused(Errno("io_uring_register", n))
	}
	e := r.Next()
	e.Op, e.FD, e.IoPrio, e.Flags, e.BufGroup = RingOpRecv, int32(pair[0]), RecvMultishot, BufferSelect, group
	c, ok := r.Completion()
	for !ok { // a signal may end the wait, also after the submission
		if n := r.Enter(1); n < 0 && n != EINTR {
			return uringRefused(Errno("io_uring_enter", n))
		}
		c, ok = r.Completion()
	}
	if c.Result != 1 || !c.HasMore() {
		return uringRefused(fmt.Errorf("multishot receive: %w", unix.EINVAL))
	}
	return nil
}

// Enable makes the calling thread the ring's only submitter
// (IORING_REGISTER_ENABLE_RINGS). It answers 0 or -errno.
func (r *Uring) Enable() int {
	return Call(unix.SYS_IO_URING_REGISTER, uintptr(r.fd), registerEnable, 0, 0, 0, 0)
}

// Full tells that Next has no free entry until Enter is called.
func (r *Uring) Full() bool { return r.tail-atomic.LoadUint32(r.sqHead) >= uint32(len(r.sqes)) }

// Next clears the next submission entry for the caller to fill in. The queue must not be Full.
func (r *Uring) Next() *SQE {
	e := &r.sqes[r.tail&uint32(len(r.sqes)-1)]
	*e = SQE{}
	r.tail++
	return e
}

// Enter shows the filled entries to the kernel and waits until at least
// wait completions are there: io_uring_enter(2). It answers how many
// entries the kernel took, or -errno.
func (r *Uring) Enter(wait uint32) int {
	atomic.StoreUint32(r.sqTail, r.tail)
	if r.flags&setupSQPoll != 0 {
		return r.enterPolled(wait)
	}
	n := Call(unix.SYS_IO_URING_ENTER, uintptr(r.fd), uintptr(r.tail-r.submitted), uintptr(wait), enterGetEvents, 0, 0)
	if n > 0 {
		r.submitted += uint32(n)
	}
	return n
}

// Quiet tells that Enter would make no system call: the kernel's thread is
// awake and the completions waited for are there.
func (r *Uring) Quiet(wait uint32) bool {
	return r.flags&setupSQPoll != 0 && !r.Full() && atomic.LoadUint32(r.sqFlags)&(sqNeedWakeup|sqCQOverflow) == 0 &&
		atomic.LoadUint32(r.cqTail)-*r.cqHead >= wait
}

func (r *Uring) enterPolled(wait uint32) int {
	flags := uintptr(enterGetEvents)
	if atomic.LoadUint32(r.sqFlags)&sqNeedWakeup != 0 {
		flags |= enterSQWakeup
	}
	if r.Full() {
		flags |= enterSQWait
	}
	return Call(unix.SYS_IO_URING_ENTER, uintptr(r.fd), uintptr(r.tail-atomic.LoadUint32(r.sqHead)), uintptr(wait), flags, 0, 0)
}

// Show lets the kernel's thread see the filled entries without a call.
func (r *Uring) Show() { atomic.StoreUint32(r.sqTail, r.tail) }

// Completion takes the oldest completion out of the queue.
func (r *Uring) Completion() (c CQE, ok bool) {
	head := *r.cqHead
	if head == atomic.LoadUint32(r.cqTail) {
		return c, false
	}
	c = r.cqes[head&uint32(len(r.cqes)-1)]
	atomic.StoreUint32(r.cqHead, head+1)
	return c, true
}

// Close frees the ring.
func (r *Uring) Close() {
	if r.rings != nil {
		_ = unix.Munmap(r.rings)
	}
	if r.entries != nil {
		_ = unix.Munmap(r.entries)
	}
	_ = unix.Close(r.fd)
}
