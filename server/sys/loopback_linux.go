//go:build amd64 || arm64

package sys

import (
	"os"

	"golang.org/x/sys/unix"
)

// Loopback makes both ends of a TCP connection within this process, in
// blocking mode.
func Loopback() (near, far int32, err error) {
	listener, port, err := Listen(Listening{Backlog: 1})
	if err != nil {
		return -1, -1, err
	}
	defer Close(listener)
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, -1, os.NewSyscallError("socket", err)
	}
	if err := unix.Connect(s, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		_ = unix.Close(s)
		return -1, -1, os.NewSyscallError("connect", err)
	}
	accepted, _ := Accept(listener, 0)
	if accepted < 0 {
		_ = unix.Close(s)
		return -1, -1, Errno("accept4", accepted)
	}
	NoDelay(int32(s))
	return int32(s), int32(accepted), nil
}
