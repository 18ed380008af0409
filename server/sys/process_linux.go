//go:build amd64 || arm64

package sys

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"iowait/server/wire"
)

// AllowedCPUs lists the CPUs this process may run on (sched_getaffinity(2)).
func AllowedCPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, os.NewSyscallError("sched_getaffinity", err)
	}
	var cpus []int
	for c := 0; len(cpus) < set.Count(); c++ {
		if set.IsSet(c) {
			cpus = append(cpus, c)
		}
	}
	return cpus, nil
}

// PinProcess confines every thread of this process, and so every thread they
// start later, to the given CPUs (sched_setaffinity(2)).
func PinProcess(cpus []int) error {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	return eachThread(func(tid int) error {
		if err := unix.SchedSetaffinity(tid, &set); err != nil {
			return fmt.Errorf("pin thread %d to CPUs %v: %w", tid, cpus, err)
		}
		return nil
	})
}

// A CPUMask is a set of CPUs for a Thread to pin itself to.
type CPUMask struct{ set unix.CPUSet }

// MaskOf is the mask of these CPUs.
func MaskOf(cpus []int) (m CPUMask) {
	for _, c := range cpus {
		m.set.Set(c)
	}
	return m
}

// PinSelf confines the calling thread to the mask, unless that is empty, and
// answers 0 or -errno. It may be called on a Thread.
func (m *CPUMask) PinSelf() int {
	if m.set == (unix.CPUSet{}) {
		return 0
	}
	return Call(unix.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(m.set), uintptr(unsafe.Pointer(&m.set)), 0, 0, 0)
}

// eachThread calls f for every thread of this process until no new one
// appears. Threads that end meanwhile are passed over.
func eachThread(f func(tid int) error) error {
	seen := map[int]bool{}
	for fresh := true; fresh; {
		fresh = false
		entries, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, e := range entries {
			tid, err := strconv.Atoi(e.Name())
			if err != nil || seen[tid] {
				continue
			}
			seen[tid], fresh = true, true
			if err := f(tid); err != nil {
				if _, gone := os.Stat("/proc/self/task/" + e.Name()); gone != nil {
					continue
				}
				return err
			}
		}
	}
	return nil
}

// ReadUsage tells what this process has used since it began. CPU time and
// context switches are the kernel's sums over all threads, dead ones
// included (getrusage(2)); threads and resident sizes are those of
// proc_pid_status(5), what went to and came from the device those of
// proc_pid_io(5) (0 where the kernel does not count that). ElapsedNS is the
// time of the reading, CLOCK_MONOTONIC. Syscalls is left to those who count
// them.
func ReadUsage() (wire.Usage, error) {
	r, atNS, err := rusage()
	if err != nil {
		return wire.Usage{}, err
	}
	u := wire.Usage{
		ElapsedNS:   atNS,
		UserNS:      r.Utime.Nano(),
		SystemNS:    r.Stime.Nano(),
		Voluntary:   r.Nvcsw,
		Involuntary: r.Nivcsw,
	}
	status, err := ReadProc("status")
	if err != nil {
		return u, err
	}
	u.Threads = int(procField(status, "Threads:"))
	u.RSS = procField(status, "VmRSS:") * 1024
	u.RSSPeak = procField(status, "VmHWM:") * 1024
	io, err := ReadProc("io")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return u, err
	}
	u.DeviceRead, u.DeviceWrite = procField(io, "read_bytes:"), procField(io, "write_bytes:")
	return u, nil
}

// IOCalls is the kernel's count of read(2), write(2) and their like that this
// process has made (syscr and syscw of proc_pid_io(5)). It fails on a kernel
// without I/O accounting, where bytes from the device are not counted either.
func IOCalls() (int64, error) {
	io, err := ReadProc("io")
	if err != nil {
		return 0, err
	}
	return procField(io, "syscr:") + procField(io, "syscw:"), nil
}

// rusage reads the kernel's sums and the time at which they held. This thread
// may lose the CPU to thousands of others between the two, so that the
// closest of a few readings counts.
func rusage() (r unix.Rusage, atNS int64, err error) {
	const tries, closeNS = 10, 1e6
	gap := int64(1 << 62)
	for i := 0; i < tries && gap > closeNS; i++ {
		var u unix.Rusage
		before := Monotonic()
		if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
			return r, 0, os.NewSyscallError("getrusage", err)
		}
		if after := Monotonic(); after-before < gap {
			gap, r, atNS = after-before, u, before+(after-before)/2
		}
	}
	return r, atNS, nil
}

// procFiles are the files of ReadProc, open for good.
var procFiles sync.Map

// ReadProc reads /proc/self/NAME. The file stays open, so that it can be
// read again when the process has no descriptor left.
func ReadProc(name string) ([]byte, error) {
	f, ok := procFiles.Load(name)
	if !ok {
		opened, err := os.Open("/proc/self/" + name)
		if err != nil {
			return nil, err
		}
		var late bool
		if f, late = procFiles.LoadOrStore(name, opened); late {
			_ = opened.Close()
		}
	}
	b := make([]byte, 8<<10)
	n, err := f.(*os.File).ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return b[:n], nil
}

// procField is the number behind a name at the begin of a line, or 0.
func procField(text []byte, name string) int64 {
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte(name)); ok {
			if fields := bytes.Fields(value); len(fields) > 0 {
				n, _ := strconv.ParseInt(string(fields[0]), 10, 64)
				return n
			}
		}
	}
	return 0
}

// Monotonic reads CLOCK_MONOTONIC in nanoseconds; for goroutines.
func Monotonic() int64 {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return ts.Nano()
}

// RaiseLimit lifts the soft limit on open descriptors to the hard one and
// answers it (getrlimit(2)).
func RaiseLimit() (uint64, error) {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &l); err != nil {
		return 0, os.NewSyscallError("getrlimit", err)
	}
	l.Cur = l.Max
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &l); err != nil {
		return 0, os.NewSyscallError("setrlimit", err)
	}
	return l.Cur, nil
}

// Confine limits what this process can do from now on: no core dump, no file
// written that is larger than the given number of bytes (setrlimit(2)).
func Confine(fileBytes int64) error {
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return os.NewSyscallError("setrlimit", err)
	}
	return LimitFiles(fileBytes)
}

// NoNewPrivileges keeps the calling thread, and every process it starts from
// now on, from gaining privileges through exec (PR_SET_NO_NEW_PRIVS). The
// goroutine must be locked to its thread.
func NoNewPrivileges() error {
	return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
}
