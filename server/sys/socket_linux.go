//go:build amd64 || arm64

package sys

import (
	"errors"
	"net/netip"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Dial begins to connect a non-blocking TCP socket with TCP_NODELAY to an
// IPv4 address. EpollOut tells when the attempt is over and SocketError how
// it ended. Close aborts the connection (a reset), so that thousands of them
// leave no TIME_WAIT behind. It is for goroutines.
func Dial(to netip.AddrPort) (fd int32, err error) {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	NoDelay(int32(s))
	err = os.NewSyscallError("setsockopt", unix.SetsockoptLinger(s, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1}))
	if err == nil {
		err = unix.Connect(s, &unix.SockaddrInet4{Addr: to.Addr().As4(), Port: int(to.Port())})
		if errors.Is(err, unix.EINPROGRESS) {
			err = nil
		}
		err = os.NewSyscallError("connect", err)
	}
	if err != nil {
		_ = unix.Close(s)
		return -1, err
	}
	return int32(s), nil
}

// SocketError is the socket's pending error, which it clears: nil for an
// attempt to connect that has succeeded.
func SocketError(fd int32) error {
	errno, err := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_ERROR)
	if err != nil {
		return os.NewSyscallError("getsockopt", err)
	}
	if errno != 0 {
		return os.NewSyscallError("connect", unix.Errno(errno))
	}
	return nil
}

// LocalPort is the TCP port of this end, or 0.
func LocalPort(fd int32) int32 {
	var addr unix.RawSockaddrInet4
	size := uint32(unsafe.Sizeof(addr))
	if Call(unix.SYS_GETSOCKNAME, uintptr(fd), uintptr(unsafe.Pointer(&addr)), uintptr(unsafe.Pointer(&size)), 0, 0, 0) < 0 {
		return 0
	}
	return portOf(&addr)
}

// EpollWaitGo is EpollWait for goroutines: the Go scheduler knows that it
// blocks.
func EpollWaitGo(ep int32, events []EpollEvent, timeoutMS int) (int, error) {
	for {
		n, err := unix.EpollWait(int(ep), events, timeoutMS)
		if !errors.Is(err, unix.EINTR) {
			return n, os.NewSyscallError("epoll_wait", err)
		}
	}
}

// EventFD makes a non-blocking counter (eventfd(2)), which is readable once
// it was signalled.
func EventFD() (int32, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	return int32(fd), os.NewSyscallError("eventfd", err)
}

// Signal adds one to an event counter; it may be called on a Thread.
func Signal(eventFD int32) {
	one := [8]byte{1} // little-endian, as are amd64 and arm64
	Write(eventFD, one[:])
}

// IsTerminal tells whether f is a terminal.
func IsTerminal(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	return err == nil
}
