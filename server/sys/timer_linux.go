//go:build amd64 || arm64

package sys

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ENOSYS is how an older kernel answers a call that it does not know.
const ENOSYS = -int(unix.ENOSYS)

// SharpTimers sets the calling thread's timer slack to one nanosecond
// (PR_SET_TIMERSLACK(2const)): by default the kernel may be 50 µs late to
// wake a thread, so that it can wake several at once.
func SharpTimers() { Call(unix.SYS_PRCTL, unix.PR_SET_TIMERSLACK, 1, 0, 0, 0, 0) }

// EpollWaitNS is epoll_pwait2(2) without a signal mask: epoll_wait with a
// timeout in nanoseconds. Linux has it since 5.11.
//
// However small the timer slack is, the kernel may be late by a thousandth
// of the timeout, or five thousandths for a thread with a nice value
// (select_estimate_accuracy in fs/select.c).
func EpollWaitNS(ep int32, events []EpollEvent, timeoutNS int64) int {
	timeout := unix.Timespec{Sec: timeoutNS / 1e9, Nsec: timeoutNS % 1e9}
	return Call(unix.SYS_EPOLL_PWAIT2, uintptr(ep), uintptr(unsafe.Pointer(unsafe.SliceData(events))),
		uintptr(len(events)), uintptr(unsafe.Pointer(&timeout)), 0, 0)
}

// TimerFD makes a timer on CLOCK_MONOTONIC that is a descriptor
// (timerfd_create(2)), readable once it has expired.
func TimerFD() (int32, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
	return int32(fd), os.NewSyscallError("timerfd_create", err)
}

// ArmTimer makes the timer expire at atNS on CLOCK_MONOTONIC, and forget
// that it has expired before (timerfd_settime(2)). It answers 0 or -errno.
func ArmTimer(timer int32, atNS int64) int {
	at := unix.ItimerSpec{Value: unix.Timespec{Sec: atNS / 1e9, Nsec: atNS % 1e9}}
	return Call(unix.SYS_TIMERFD_SETTIME, uintptr(timer), unix.TFD_TIMER_ABSTIME, uintptr(unsafe.Pointer(&at)), 0, 0, 0)
}
