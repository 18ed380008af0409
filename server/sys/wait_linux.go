//go:build amd64 || arm64

package sys

import (
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Forever is the timeout of a call that waits without a time limit.
// Timeouts are in nanoseconds; 0 only asks.
const Forever = -1

// ETIME is how IORING_OP_TIMEOUT ends when its time has come.
const ETIME = -int(unix.ETIME)

// timespec puts a timeout into ts and answers its address, or 0 to wait for
// ever.
//
//go:nosplit
func timespec(ts *unix.Timespec, timeoutNS int64) uintptr {
	if timeoutNS < 0 {
		return 0
	}
	ts.Sec, ts.Nsec = timeoutNS/1e9, timeoutNS%1e9
	return uintptr(unsafe.Pointer(ts))
}

// Poll waits until an entry is ready or the time is over: ppoll(2).
func Poll(fds []PollFD, timeoutNS int64) int {
	var ts unix.Timespec
	return Call(unix.SYS_PPOLL, uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)), timespec(&ts, timeoutNS), 0, 8, 0)
}

// Select waits until a descriptor below n that is in one of the sets is
// ready, or the time is over, and leaves the ready ones in them: pselect6(2).
func Select(n int32, read, write *FDSet, timeoutNS int64) int {
	var ts unix.Timespec
	return Call(unix.SYS_PSELECT6, uintptr(n), uintptr(unsafe.Pointer(read)), uintptr(unsafe.Pointer(write)), 0, timespec(&ts, timeoutNS), 0)
}

// SleepUntil sleeps until atNS on CLOCK_MONOTONIC: clock_nanosleep(2) with
// TIMER_ABSTIME. It answers 0 or -errno.
func SleepUntil(atNS int64) int {
	ts := unix.Timespec{Sec: atNS / 1e9, Nsec: atNS % 1e9}
	const absolute = 1
	return Call(unix.SYS_CLOCK_NANOSLEEP, unix.CLOCK_MONOTONIC, absolute, uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
}

// ShutdownWrite is shutdown(2) of the direction to the peer: it is told that
// no more will come, and may still send.
func ShutdownWrite(fd int32) int {
	return Call(unix.SYS_SHUTDOWN, uintptr(fd), unix.SHUT_WR, 0, 0, 0, 0)
}

// A Span is a length of time in the form that IORING_OP_TIMEOUT reads. It
// must be kept until the submission was taken.
type Span struct{ ts unix.Timespec }

// SpanOf is a span of ns nanoseconds.
func SpanOf(ns int64) *Span { return &Span{unix.Timespec{Sec: ns / 1e9, Nsec: ns % 1e9}} }

// SetTimeout makes e complete with ETIME after the span. The kernel adds no
// slack to it.
func (e *SQE) SetTimeout(s *Span) {
	const ringOpTimeout = 11
	e.Op, e.FD, e.Len = ringOpTimeout, -1, 1
	e.Addr = uint64(uintptr(unsafe.Pointer(s)))
}

func readInt(path string) (int, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}
