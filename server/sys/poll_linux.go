//go:build amd64 || arm64

package sys

import "golang.org/x/sys/unix"

// A PollFD is struct pollfd of poll(2).
type PollFD = unix.PollFd

// PollOut is POLLOUT.
const PollOut = unix.POLLOUT

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
