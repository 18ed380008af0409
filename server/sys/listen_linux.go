//go:build amd64 || arm64

package sys

import (
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Listening says how to listen for TCP connections on 127.0.0.1. Buffer
// sizes and TCP_NODELAY are inherited by the connections (tcp(7)).
type Listening struct {
	Port        int // 0: a free one
	Backlog     int
	BufferBytes int // SO_SNDBUF and SO_RCVBUF, which the kernel doubles; 0: sized by the kernel
	NonBlock    bool
	ReusePort   bool // others may listen on the same port (SO_REUSEPORT)
}

// Listen opens a listener and answers its descriptor and port.
func Listen(l Listening) (fd int32, port int, err error) {
	kind := unix.SOCK_STREAM | unix.SOCK_CLOEXEC
	if l.NonBlock {
		kind |= unix.SOCK_NONBLOCK
	}
	s, err := unix.Socket(unix.AF_INET, kind, 0)
	if err != nil {
		return -1, 0, os.NewSyscallError("socket", err)
	}
	port, err = l.listen(s)
	if err != nil {
		_ = unix.Close(s)
		return -1, 0, err
	}
	return int32(s), port, nil
}

func (l Listening) listen(s int) (port int, err error) {
	if err := unix.SetsockoptInt(s, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1); err != nil {
		return 0, os.NewSyscallError("setsockopt", err)
	}
	if err := SetBuffers(s, l.BufferBytes); err != nil {
		return 0, err
	}
	if l.ReusePort {
		if err := unix.SetsockoptInt(s, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
			return 0, os.NewSyscallError("setsockopt", err)
		}
	}
	if err := unix.Bind(s, &unix.SockaddrInet4{Port: l.Port, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return 0, os.NewSyscallError("bind", err)
	}
	if err := unix.Listen(s, l.Backlog); err != nil {
		return 0, os.NewSyscallError("listen", err)
	}
	addr, err := unix.Getsockname(s)
	if err != nil {
		return 0, os.NewSyscallError("getsockname", err)
	}
	return addr.(*unix.SockaddrInet4).Port, nil
}

// SetBuffers sets SO_SNDBUF and SO_RCVBUF of a socket (socket(7)), unless
// bytes is 0. A listener must be given them before listen(2).
func SetBuffers(s, bytes int) error {
	if bytes == 0 {
		return nil
	}
	for _, option := range []int{unix.SO_SNDBUF, unix.SO_RCVBUF} {
		if err := unix.SetsockoptInt(s, unix.SOL_SOCKET, option, bytes); err != nil {
			return os.NewSyscallError("setsockopt", err)
		}
	}
	return nil
}

// A SocketSetting is what getsockopt(2) tells of a socket. Sizes are in
// bytes, as the kernel counts them.
type SocketSetting struct {
	SendBuffer, ReceiveBuffer int
	NoDelay                   bool
}

// SettingOf asks a socket.
func SettingOf(s int) (o SocketSetting, err error) {
	noDelay := 0
	for _, ask := range []struct {
		level, option int
		answer        *int
	}{
		{unix.SOL_SOCKET, unix.SO_SNDBUF, &o.SendBuffer},
		{unix.SOL_SOCKET, unix.SO_RCVBUF, &o.ReceiveBuffer},
		{unix.IPPROTO_TCP, unix.TCP_NODELAY, &noDelay},
	} {
		if *ask.answer, err = unix.GetsockoptInt(s, ask.level, ask.option); err != nil {
			return o, os.NewSyscallError("getsockopt", err)
		}
	}
	o.NoDelay = noDelay != 0
	return o, nil
}

// BufferedBy is a net.ListenConfig.Control that calls SetBuffers.
func BufferedBy(bytes int) func(network, address string, c syscall.RawConn) error {
	return func(_, _ string, c syscall.RawConn) error {
		var err error
		if e := c.Control(func(fd uintptr) { err = SetBuffers(int(fd), bytes) }); e != nil {
			return e
		}
		return err
	}
}

// SettingOfGo is SettingOf for a listener of package net.
func SettingOfGo(l *net.TCPListener) (o SocketSetting, err error) {
	c, err := l.SyscallConn()
	if err != nil {
		return o, err
	}
	if e := c.Control(func(fd uintptr) { o, err = SettingOf(int(fd)) }); e != nil {
		return o, e
	}
	return o, err
}

// LongestBacklog is what listen(2) cuts a longer backlog to, silently:
// /proc/sys/net/core/somaxconn.
func LongestBacklog() (int, error) { return readInt("/proc/sys/net/core/somaxconn") }
