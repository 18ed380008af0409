//go:build amd64 || arm64

package sys

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// An EpollEvent is struct epoll_event with the descriptor as its data.
type EpollEvent = unix.EpollEvent

// Event masks and operations of epoll(7).
const (
	EpollIn      = unix.EPOLLIN
	EpollOut     = unix.EPOLLOUT
	EpollET      = unix.EPOLLET & 0xffffffff
	EpollOneShot = unix.EPOLLONESHOT

	EpollAdd = unix.EPOLL_CTL_ADD
	EpollMod = unix.EPOLL_CTL_MOD
	EpollDel = unix.EPOLL_CTL_DEL
)

// EpollCreate is epoll_create1(2).
func EpollCreate() int { return Call(unix.SYS_EPOLL_CREATE1, unix.EPOLL_CLOEXEC, 0, 0, 0, 0, 0) }

// EpollCtl is epoll_ctl(2).
func EpollCtl(ep int32, op int, fd int32, mask uint32) int {
	ev := EpollEvent{Events: mask, Fd: fd}
	return Call(unix.SYS_EPOLL_CTL, uintptr(ep), uintptr(op), uintptr(fd), uintptr(unsafe.Pointer(&ev)), 0, 0)
}

// EpollWait is epoll_pwait(2) without a signal mask; timeout in
// milliseconds, -1 waits for ever.
func EpollWait(ep int32, events []EpollEvent, timeoutMS int) int {
	return Call(unix.SYS_EPOLL_PWAIT, uintptr(ep), uintptr(unsafe.Pointer(unsafe.SliceData(events))),
		uintptr(len(events)), uintptr(timeoutMS), 0, 0)
}
