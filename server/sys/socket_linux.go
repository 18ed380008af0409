//go:build amd64 || arm64

package sys

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// LocalPort is the TCP port of this end, or 0.
func LocalPort(fd int32) int32 {
	var addr unix.RawSockaddrInet4
	size := uint32(unsafe.Sizeof(addr))
	if Call(unix.SYS_GETSOCKNAME, uintptr(fd), uintptr(unsafe.Pointer(&addr)), uintptr(unsafe.Pointer(&size)), 0, 0, 0) < 0 {
		return 0
	}
	return portOf(&addr)
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
