//go:build amd64 || arm64

package sys

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"iowait/server/wire"
)

// Switches collects the kernel's own records of which thread of this process
// was switched in and out, and whether it was preempted or had to wait:
// perf_event_open(2) with context_switch, on CLOCK_MONOTONIC. It needs no
// privilege at kernel.perf_event_paranoid 2.
type Switches struct {
	fds   []int        // one event per thread and CPU, inherited by new threads
	rings []perfBuffer // one per CPU
}

type perfBuffer struct {
	mem  []byte
	meta *unix.PerfEventMmapPage
	cpu  int
}

// Sizes of a CPU's buffer to try, in pages; each switch takes 32 bytes. An
// unprivileged user may lock only kernel.perf_event_mlock_kb.
var perfPages = []int{1024, 256, 64, 16}

// WatchSwitches prepares the records of all threads of this process, now
// and later, on the given CPUs. Nothing is recorded before Enable. It fails
// with *UnsupportedError where the host forbids it.
func WatchSwitches(cpus []int) (*Switches, error) {
	s := &Switches{}
	attr := unix.PerfEventAttr{
		Type:        unix.PERF_TYPE_SOFTWARE,
		Config:      unix.PERF_COUNT_SW_DUMMY,
		Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Sample_type: unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME | unix.PERF_SAMPLE_CPU,
		Bits: unix.PerfBitDisabled | unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv |
			unix.PerfBitSampleIDAll | unix.PerfBitContextSwitch | unix.PerfBitUseClockID,
		Clockid: unix.CLOCK_MONOTONIC,
	}
	for _, cpu := range cpus {
		output := -1
		err := eachThread(func(tid int) error {
			fd, err := unix.PerfEventOpen(&attr, tid, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
			if err != nil {
				return os.NewSyscallError("perf_event_open", err)
			}
			s.fds = append(s.fds, fd)
			if output < 0 {
				output = fd
				return s.mapBuffer(fd, cpu)
			}
			return os.NewSyscallError("ioctl", unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_SET_OUTPUT, output))
		})
		if err != nil {
			s.Close()
			return nil, switchesRefused(err)
		}
	}
	return s, nil
}

func switchesRefused(err error) error {
	u := &UnsupportedError{Feature: "recording of context switches", Why: err.Error(), Err: err}
	if errors.Is(err, fs.ErrPermission) {
		level, _ := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
		u.Why = fmt.Sprintf("%v (kernel.perf_event_paranoid is %s)", err, trim(level))
		u.Fix = "sysctl kernel.perf_event_paranoid=2; in a container also allow perf_event_open in its seccomp profile"
	}
	return u
}

func trim(b []byte) string {
	for len(b) > 0 && b[len(b)-1] == '\n' {
		b = b[:len(b)-1]
	}
	return string(b)
}

func (s *Switches) mapBuffer(fd, cpu int) error {
	var err error
	for _, pages := range perfPages {
		var mem []byte
		mem, err = unix.Mmap(fd, 0, (1+pages)*os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
		if err == nil {
			s.rings = append(s.rings, perfBuffer{mem, (*unix.PerfEventMmapPage)(unsafe.Pointer(&mem[0])), cpu})
			return nil
		}
	}
	return os.NewSyscallError("mmap", err)
}

// Enable begins recording.
func (s *Switches) Enable() error { return s.ioctl(unix.PERF_EVENT_IOC_ENABLE) }

// Disable stops recording; what was recorded stays until Drain.
func (s *Switches) Disable() error { return s.ioctl(unix.PERF_EVENT_IOC_DISABLE) }

func (s *Switches) ioctl(request uint) error {
	for _, fd := range s.fds {
		if err := unix.IoctlSetInt(fd, request, 0); err != nil {
			return os.NewSyscallError("ioctl", err)
		}
	}
	return nil
}

// Drain passes on each recorded switch, per CPU in order of time, and tells
// how many the kernel had no room for.
func (s *Switches) Drain(add func(wire.Event)) (lost int64) {
	for _, r := range s.rings {
		lost += r.drain(add)
	}
	return lost
}

func (r perfBuffer) drain(add func(wire.Event)) (lost int64) {
	data := r.mem[os.Getpagesize():]
	head := atomic.LoadUint64(&r.meta.Data_head)
	tail := r.meta.Data_tail
	record := make([]byte, 0, 256)
	for tail < head {
		// header: type uint32, misc uint16, size uint16; records may wrap
		at := func(i uint64) byte { return data[(tail+i)%uint64(len(data))] }
		size := uint64(at(6)) | uint64(at(7))<<8
		if size < 8 {
			break
		}
		record = record[:0]
		for i := range size {
			record = append(record, at(i))
		}
		tail += size
		switch binary.NativeEndian.Uint32(record) {
		case unix.PERF_RECORD_LOST:
			if size >= 24 {
				lost += int64(binary.NativeEndian.Uint64(record[16:]))
			}
		case unix.PERF_RECORD_SWITCH:
			if size < 32 {
				continue
			}
			misc := binary.NativeEndian.Uint16(record[4:])
			e := wire.Event{
				Kind:   wire.KindSwitchIn,
				TID:    int32(binary.NativeEndian.Uint32(record[12:])),
				AtNS:   int64(binary.NativeEndian.Uint64(record[16:])),
				Result: int32(binary.NativeEndian.Uint32(record[24:])),
			}
			if misc&unix.PERF_RECORD_MISC_SWITCH_OUT != 0 {
				e.Kind = wire.KindSwitchOut
				if misc&unix.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT != 0 {
					e.Kind = wire.KindPreempt
				}
			}
			add(e)
		}
	}
	atomic.StoreUint64(&r.meta.Data_tail, tail)
	return lost
}

// Close gives everything back to the kernel.
func (s *Switches) Close() {
	for _, r := range s.rings {
		_ = unix.Munmap(r.mem)
	}
	for _, fd := range s.fds {
		_ = unix.Close(fd)
	}
	s.fds, s.rings = nil, nil
}
