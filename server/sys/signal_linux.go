//go:build amd64 || arm64

package sys

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// ioSignal is a real-time signal that nothing else uses: unlike SIGIO, one
// is queued for each descriptor.
const ioSignal = 34 + 8

// SignalOn sends ioSignal to thread tid whenever something happens on fd.
func SignalOn(fd, tid int32) int {
	owner := struct{ kind, id int32 }{0 /* F_OWNER_TID */, tid}
	const setSig, setOwnerEx = 10, 15
	if r := Call(unix.SYS_FCNTL, uintptr(fd), setOwnerEx, uintptr(unsafe.Pointer(&owner)), 0, 0, 0); r < 0 {
		return r
	}
	if r := Call(unix.SYS_FCNTL, uintptr(fd), setSig, ioSignal, 0, 0, 0); r < 0 {
		return r
	}
	return Call(unix.SYS_FCNTL, uintptr(fd), unix.F_SETFL, unix.O_ASYNC|unix.O_NONBLOCK, 0, 0, 0)
}

// SignalWait takes an ioSignal, or a SIGIO, from the calling Thread's queue,
// for which it waits at most so long. It answers the descriptor, -1 for a
// SIGIO, and the signal's number or -errno, -EAGAIN when the time is over.
func SignalWait(timeoutNS int64) (fd int32, result int) {
	set := uint64(1)<<(ioSignal-1) | uint64(1)<<(unix.SIGIO-1)
	var info [128]byte
	var ts unix.Timespec
	r := Call(unix.SYS_RT_SIGTIMEDWAIT, uintptr(unsafe.Pointer(&set)), uintptr(unsafe.Pointer(&info)), timespec(&ts, timeoutNS), 8, 0, 0)
	if r != ioSignal {
		return -1, r
	}
	const offFD = 24 // si_fd, behind si_signo, si_errno, si_code, padding, si_band
	return *(*int32)(unsafe.Pointer(&info[offFD])), r
}
