//go:build amd64 || arm64

package sys

import (
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ECONNREFUSED is how an attempt to connect fails where nobody listens.
const ECONNREFUSED = -int(unix.ECONNREFUSED)

// A Peer is an IPv4 address and port to connect to.
type Peer struct{ addr unix.RawSockaddrInet4 }

// PeerOf is the peer at to, which must be an IPv4 address.
func PeerOf(to netip.AddrPort) Peer {
	port := to.Port()
	p := Peer{unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: to.Addr().As4()}}
	*(*[2]byte)(unsafe.Pointer(&p.addr.Port)) = [2]byte{byte(port >> 8), byte(port)}
	return p
}

// Socket makes a non-blocking TCP socket. It answers the descriptor or -errno.
func Socket() int {
	return Call(unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0, 0, 0, 0)
}

// AbortOnClose makes close(2) reset the connection (SO_LINGER with a time of
// zero, socket(7)). An orderly close leaves a TIME_WAIT of a minute on the
// side that closes first, which keeps the port: a client that makes more
// than some 470 connections a second to one address would run out of the
// 28,232 ports that it has by default. A reset leaves nothing.
func AbortOnClose(fd int32) int {
	linger := unix.Linger{Onoff: 1}
	return Call(unix.SYS_SETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_LINGER, uintptr(unsafe.Pointer(&linger)), unsafe.Sizeof(linger), 0)
}

// Connect is connect(2). On a non-blocking socket it answers -EINPROGRESS;
// writing to it then answers -EAGAIN until it is connected, and the errno of
// the attempt if that has failed.
func Connect(fd int32, to *Peer) int {
	return Call(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&to.addr)), unsafe.Sizeof(to.addr), 0, 0, 0)
}

// EpollTag is epoll_ctl(2) with a number of the caller's as the event's
// data, which is found in its Fd.
func EpollTag(ep int32, op int, fd int32, mask uint32, tag int32) int {
	ev := EpollEvent{Events: mask, Fd: tag}
	return Call(unix.SYS_EPOLL_CTL, uintptr(ep), uintptr(op), uintptr(fd), uintptr(unsafe.Pointer(&ev)), 0, 0)
}
