//go:build amd64 || arm64

package sys

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// A PollFD is struct pollfd of poll(2).
type PollFD = unix.PollFd

// PollOut is POLLOUT.
const PollOut = unix.POLLOUT

// Poll waits without a time limit: ppoll(2).
func Poll(fds []PollFD) int {
	return Call(unix.SYS_PPOLL, uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)), 0, 0, 8, 0)
}

// FDSetSize is how many descriptors select(2) can name.
const FDSetSize = 1024

// An FDSet is fd_set of select(2).
type FDSet [FDSetSize / 64]uint64

// Zero empties the set.
func (s *FDSet) Zero() { *s = FDSet{} }

// Set puts fd, which must be below FDSetSize, into the set.
func (s *FDSet) Set(fd int32) { s[fd/64] |= 1 << (fd % 64) }

// Has tells whether fd is in the set.
func (s *FDSet) Has(fd int32) bool { return s[fd/64]&(1<<(fd%64)) != 0 }

// Select waits without a time limit and leaves the ready descriptors in the
// sets: pselect6(2).
func Select(n int32, read, write *FDSet) int {
	return Call(unix.SYS_PSELECT6, uintptr(n), uintptr(unsafe.Pointer(read)), uintptr(unsafe.Pointer(write)), 0, 0, 0)
}
