//go:build amd64 || arm64

package sys

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Flags of Open.
const (
	ReadOnly = unix.O_RDONLY
	Rewrite  = unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC // make the file, or empty it
	Direct   = unix.O_DIRECT
)

// Open is openat(2) as Call makes it: the file called name, which ends in a
// zero byte, in the directory dir. It answers the descriptor or -errno.
//
//go:nosplit
//go:norace
func Open(dir int32, name []byte, flags int) int {
	return Call(unix.SYS_OPENAT, uintptr(dir), uintptr(unsafe.Pointer(unsafe.SliceData(name))), uintptr(flags|unix.O_CLOEXEC), 0o600, 0, 0)
}

// Pread is pread64(2) as Call makes it.
//
//go:nosplit
//go:norace
func Pread(fd int32, p []byte, off int64) int {
	return Call(unix.SYS_PREAD64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), uintptr(off), 0, 0)
}

// Truncate is ftruncate(2) as Call makes it.
//
//go:nosplit
//go:norace
func Truncate(fd int32, size int64) int {
	return Call(unix.SYS_FTRUNCATE, uintptr(fd), uintptr(size), 0, 0, 0, 0)
}

// Sendfile is sendfile(2) as Call makes it: up to n bytes of the file from
// off on go to a socket without passing through user space.
//
//go:nosplit
//go:norace
func Sendfile(socket, file int32, off int64, n int) int {
	return Call(unix.SYS_SENDFILE, uintptr(socket), uintptr(file), uintptr(unsafe.Pointer(&off)), uintptr(n), 0, 0)
}

// Discard is recv(2) with MSG_TRUNC, which takes up to n bytes off a TCP
// socket and copies them nowhere (tcp(7)).
//
//go:nosplit
//go:norace
func Discard(socket int32, n int) int {
	return Call(unix.SYS_RECVFROM, uintptr(socket), 0, uintptr(n), unix.MSG_TRUNC, 0, 0)
}

// MapFile is mmap(2) of the first n bytes of a file as Call makes it, to be
// read, or also written through to the file. It answers the address or
// -errno.
//
//go:nosplit
//go:norace
func MapFile(fd int32, n int, writable bool) int {
	prot := uintptr(unix.PROT_READ)
	if writable {
		prot |= unix.PROT_WRITE
	}
	return Call(unix.SYS_MMAP, 0, uintptr(n), prot, unix.MAP_SHARED, uintptr(fd), 0)
}

// Unmap is munmap(2) as Call makes it.
//
//go:nosplit
//go:norace
func Unmap(addr uintptr, n int) int { return Call(unix.SYS_MUNMAP, addr, uintptr(n), 0, 0, 0, 0) }

// DropCache asks that the file's clean pages be put out of the page cache:
// posix_fadvise(2) with POSIX_FADV_DONTNEED, as Call makes it.
//
//go:nosplit
//go:norace
func DropCache(fd int32) int {
	return Call(unix.SYS_FADVISE64, uintptr(fd), 0, 0, unix.FADV_DONTNEED, 0, 0)
}

// CachedBytes is how much of the file, which has size bytes, is in the page
// cache: cachestat(2), or mincore(2) before Linux 6.5. It is rounded up to
// whole pages.
func CachedBytes(f *os.File, size int64) (int64, error) {
	var stat unix.Cachestat_t
	err := unix.Cachestat(uint(f.Fd()), &unix.CachestatRange{}, &stat, 0)
	if err == nil {
		return int64(stat.Cache) * int64(os.Getpagesize()), nil
	}
	if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EOPNOTSUPP) {
		return 0, os.NewSyscallError("cachestat", err)
	}
	return mappedCore(f, size)
}

// mappedCore asks mincore(2) about a mapping of the whole file.
func mappedCore(f *os.File, size int64) (int64, error) {
	if size == 0 {
		return 0, nil
	}
	m, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return 0, os.NewSyscallError("mmap", err)
	}
	defer unix.Munmap(m)
	page := os.Getpagesize()
	resident := make([]byte, (len(m)+page-1)/page)
	if _, _, errno := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&m[0])), uintptr(len(m)), uintptr(unsafe.Pointer(&resident[0]))); errno != 0 {
		return 0, os.NewSyscallError("mincore", errno)
	}
	n := int64(0)
	for _, r := range resident {
		n += int64(r & 1)
	}
	return n * int64(page), nil
}

// A Filesystem says how much room a file system has (statfs(2)).
type Filesystem struct {
	InMemory   bool // tmpfs or ramfs: the page cache is all there is
	TotalBytes int64
	FreeBytes  int64 // for this user
	BlockBytes int64 // a file takes a multiple of it
	FreeFiles  int64 // inodes; 0 together with TotalFiles: not limited
	TotalFiles int64
}

// StatFS asks about the file system that holds path.
func StatFS(path string) (Filesystem, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return Filesystem{}, &os.PathError{Op: "statfs", Path: path, Err: err}
	}
	return Filesystem{
		InMemory:   s.Type == unix.TMPFS_MAGIC || s.Type == unix.RAMFS_MAGIC,
		TotalBytes: int64(s.Blocks) * s.Bsize, FreeBytes: int64(s.Bavail) * s.Bsize, BlockBytes: s.Bsize,
		FreeFiles: int64(s.Ffree), TotalFiles: int64(s.Files),
	}, nil
}

// SyncFS writes all of the file system that holds f to its device
// (syncfs(2)).
func SyncFS(f *os.File) error {
	return os.NewSyscallError("syncfs", unix.Syncfs(int(f.Fd())))
}

// Lock takes the file's lock (flock(2)) without waiting; false: another
// process has it. It is given back when the file is closed, or the process
// ends.
func Lock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, os.NewSyscallError("flock", err)
}

// DirectAlign is what offsets, lengths and addresses of O_DIRECT reads in
// files of this directory must be multiples of, in bytes: STATX_DIOALIGN of
// statx(2), or the file system's block size where the kernel does not say.
// It leaves nothing behind in the directory. The error is
// *UnsupportedError where the file system refuses O_DIRECT.
func DirectAlign(dir string) (int, error) {
	refused := func(why string, err error) error {
		return &UnsupportedError{Feature: "O_DIRECT", Why: dir + ": " + why, Err: err,
			Fix: "put the files on a file system such as ext4 or xfs, e.g. with --files DIR"}
	}
	fs, err := StatFS(dir)
	if err != nil {
		return 0, err
	}
	if fs.InMemory {
		return 0, refused("the file system keeps files in the page cache only, so there is no device to read from directly", nil)
	}
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_DIRECT|unix.O_CLOEXEC, 0o600)
	if errors.Is(err, unix.EINVAL) {
		return 0, refused("open with O_DIRECT: "+err.Error(), err)
	}
	if err != nil { // no unnamed files, or none for us: a read will tell
		return int(fs.BlockBytes), nil
	}
	defer unix.Close(fd)
	var s unix.Statx_t
	if err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_DIOALIGN, &s); err != nil || s.Mask&unix.STATX_DIOALIGN == 0 {
		return int(fs.BlockBytes), nil
	}
	if s.Dio_offset_align == 0 {
		return 0, refused("the file system does not support it (statx: no alignment)", nil)
	}
	return int(max(s.Dio_offset_align, s.Dio_mem_align)), nil
}

// LimitFiles lowers how large a file this process may write, in bytes
// (RLIMIT_FSIZE of setrlimit(2)), for good.
func LimitFiles(bytes int64) error {
	l := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &l); err != nil {
		return fmt.Errorf("limit files to %d bytes: %w", bytes, os.NewSyscallError("setrlimit", err))
	}
	return nil
}

// OpenDir opens a directory for Open.
func OpenDir(path string) (int32, error) {
	fd, err := unix.Open(filepath.Clean(path), unix.O_DIRECTORY|unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return int32(fd), nil
}
