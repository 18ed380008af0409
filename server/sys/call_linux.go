//go:build amd64 || arm64

package sys

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Call makes a raw system call: the Go scheduler is not told, so a call that
// blocks must be made on a Thread. It answers the result, or -errno. It takes
// half of the instructions of unix.RawSyscall6.
//
//go:noescape
func Call(number uintptr, a, b, c, d, e, f uintptr) int

// Read is read(2) as Call makes it.
//
//go:nosplit
//go:norace
func Read(fd int32, p []byte) int {
	return Call(unix.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), 0, 0, 0)
}

// Write is write(2) as Call makes it. SIGPIPE is blocked on a Thread, so a
// connection that is gone answers -EPIPE.
//
//go:nosplit
//go:norace
func Write(fd int32, p []byte) int {
	return Call(unix.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), 0, 0, 0)
}

// Close is close(2) as Call makes it.
//
//go:nosplit
//go:norace
func Close(fd int32) int { return Call(unix.SYS_CLOSE, uintptr(fd), 0, 0, 0, 0, 0) }

// Gettid is the kernel's id of the calling thread.
//
//go:nosplit
//go:norace
func Gettid() int32 { return int32(Call(unix.SYS_GETTID, 0, 0, 0, 0, 0, 0)) }

// Accept takes a connection with accept4(2); flags may be O_NONBLOCK. It
// answers the descriptor or -errno, and the TCP port of the peer.
func Accept(listener int32, flags int) (fd int, port int32) {
	var addr unix.RawSockaddrInet4
	size := uint32(unsafe.Sizeof(addr))
	fd = Call(unix.SYS_ACCEPT4, uintptr(listener), uintptr(unsafe.Pointer(&addr)),
		uintptr(unsafe.Pointer(&size)), uintptr(flags|unix.SOCK_CLOEXEC), 0, 0)
	return fd, portOf(&addr)
}

// PeerPort is the TCP port of the other end, or 0.
func PeerPort(fd int32) int32 {
	var addr unix.RawSockaddrInet4
	size := uint32(unsafe.Sizeof(addr))
	if Call(unix.SYS_GETPEERNAME, uintptr(fd), uintptr(unsafe.Pointer(&addr)), uintptr(unsafe.Pointer(&size)), 0, 0, 0) < 0 {
		return 0
	}
	return portOf(&addr)
}

func portOf(addr *unix.RawSockaddrInet4) int32 {
	p := (*[2]byte)(unsafe.Pointer(&addr.Port))
	return int32(p[0])<<8 | int32(p[1])
}

// NoDelay turns off Nagle's algorithm (tcp(7)).
func NoDelay(fd int32) {
	one := int32(1)
	Call(unix.SYS_SETSOCKOPT, uintptr(fd), unix.IPPROTO_TCP, unix.TCP_NODELAY, uintptr(unsafe.Pointer(&one)), 4, 0)
}

// Errnos that models and generators act on, as Call answers them.
const (
	EINTR       = -int(unix.EINTR)
	EAGAIN      = -int(unix.EAGAIN)
	EMFILE      = -int(unix.EMFILE)
	ENFILE      = -int(unix.ENFILE)
	ENOBUFS     = -int(unix.ENOBUFS)
	ECANCELED   = -int(unix.ECANCELED)
	ECONNRESET  = -int(unix.ECONNRESET)
	EPIPE       = -int(unix.EPIPE)
	EINPROGRESS = -int(unix.EINPROGRESS)
	NonBlock    = unix.SOCK_NONBLOCK
)

// ErrnoName is the symbolic name of a negative result, e.g. "EAGAIN".
func ErrnoName(result int) string { return unix.ErrnoName(unix.Errno(-result)) }

// Errno turns a negative result of a Call into an error.
func Errno(call string, result int) error { return os.NewSyscallError(call, unix.Errno(-result)) }

// CloseOnExec is SOCK_CLOEXEC.
const CloseOnExec = unix.SOCK_CLOEXEC

// Shutdown is shutdown(2) in both directions.
func Shutdown(fd int32) { Call(unix.SYS_SHUTDOWN, uintptr(fd), unix.SHUT_RDWR, 0, 0, 0, 0) }

// Spare opens a descriptor that can be given up later, or answers -errno.
func Spare() int32 {
	name := [...]byte{'/', 'd', 'e', 'v', '/', 'n', 'u', 'l', 'l', 0}
	const atFDCWD = ^uintptr(99) // -100
	return int32(Call(unix.SYS_OPENAT, atFDCWD, uintptr(unsafe.Pointer(&name[0])), unix.O_RDONLY|unix.O_CLOEXEC, 0, 0, 0))
}

// Reserve maps n bytes of zeroed memory outside the Go heap that cost
// nothing until they are touched.
func Reserve(n int) (uintptr, error) {
	r := Call(unix.SYS_MMAP, 0, uintptr(n), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE, ^uintptr(0), 0)
	if r < 0 && r > -4096 {
		return 0, Errno("mmap", r)
	}
	return uintptr(r), nil
}

// At turns an address outside the Go heap into a pointer.
//
//go:nosplit
func At(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// Exit prints a failed call to standard error and ends the process with
// status 1. It is for Threads, which cannot return an error.
func Exit(call string, result int) {
	const prefix = "iowait: "
	Write(2, unsafe.Slice(unsafe.StringData(prefix), len(prefix)))
	Write(2, unsafe.Slice(unsafe.StringData(call), len(call)))
	name := [...]byte{':', ' ', 'e', 'r', 'r', 'n', 'o', ' ', byte('0' - result/100%10), byte('0' - result/10%10), byte('0' - result%10), '\n'}
	Write(2, name[:])
	Call(unix.SYS_EXIT_GROUP, 1, 0, 0, 0, 0, 0)
}
