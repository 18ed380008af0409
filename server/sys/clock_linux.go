//go:build amd64 || arm64

package sys

import (
	"debug/elf"
	"encoding/binary"
	"io"
	"os"
	"runtime"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// vdsoClock is the address of the kernel's clock_gettime in the vDSO
// (vdso(7)), or 0 where there is none.
var vdsoClock = findVDSO(map[string]string{
	"amd64": "__vdso_clock_gettime",
	"arm64": "__kernel_clock_gettime",
}[runtime.GOARCH])

func vdsoCall(fn, clock, ts uintptr) (ret uintptr)

// Nanotime reads CLOCK_MONOTONIC in nanoseconds, without a system call
// where the vDSO allows it. It is meant for a Thread's own stack; ordinary
// goroutines use Monotonic.
//
//go:nosplit
//go:norace
func Nanotime() int64 {
	var ts unix.Timespec
	if vdsoClock == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&ts)), 0)
	} else {
		vdsoCall(vdsoClock, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&ts)))
	}
	return ts.Sec*1e9 + ts.Nsec
}

// ticks reads the CPU's own clock: the time-stamp counter of amd64, the
// virtual counter of arm64. It costs a third of Nanotime.
func ticks() int64

// ticking tells that the kernel itself makes CLOCK_MONOTONIC from ticks, so
// that they advance alike on every CPU.
var ticking = func() bool {
	source, err := os.ReadFile("/sys/devices/system/clocksource/clocksource0/current_clocksource")
	return err == nil && strings.TrimSpace(string(source)) == map[string]string{"amd64": "tsc", "arm64": "arch_sys_counter"}[runtime.GOARCH]
}()

// A moment is one point in time on both clocks.
type moment struct{ ticks, ns int64 }

// momentNow is for goroutines. Of some readings it takes the one in which
// the two clocks were read closest to each other.
func momentNow() (m moment) {
	for i, least := 0, int64(0); i < 10; i++ {
		before := ticks()
		ns := Monotonic()
		took := ticks() - before
		if i == 0 || took < least {
			m, least = moment{before + took/2, ns}, took
		}
	}
	return m
}

// between turns ticks into CLOCK_MONOTONIC, by the rate between two moments.
func (m moment) between(later moment, ticks int64) int64 {
	if later.ticks == m.ticks {
		return m.ns
	}
	return m.ns + int64(float64(ticks-m.ticks)*float64(later.ns-m.ns)/float64(later.ticks-m.ticks))
}

// goEpoch ties Go's monotonic clock, which only tells differences, to
// CLOCK_MONOTONIC, which it is made from.
var goEpoch, goEpochNS = func() (time.Time, int64) {
	for {
		before := time.Now()
		ns := Monotonic()
		if after := time.Since(before); after < 2*time.Microsecond {
			return before, ns - int64(after)/2
		}
	}
}()

// GoNanotime is Nanotime for goroutines: no system call, no assumption about
// the stack; off by less than a microsecond.
func GoNanotime() int64 { return goEpochNS + int64(time.Since(goEpoch)) }

func findVDSO(symbol string) uintptr {
	const sysinfoEHDR, maxImage = 33, 64 << 10
	auxv, err := os.ReadFile("/proc/self/auxv")
	if err != nil {
		return 0
	}
	base := uint64(0)
	for ; len(auxv) >= 16; auxv = auxv[16:] {
		if binary.NativeEndian.Uint64(auxv) == sysinfoEHDR {
			base = binary.NativeEndian.Uint64(auxv[8:])
		}
	}
	mem, err := os.Open("/proc/self/mem")
	if base == 0 || err != nil {
		return 0
	}
	defer mem.Close()
	image, err := elf.NewFile(io.NewSectionReader(mem, int64(base), maxImage))
	if err != nil {
		return 0
	}
	syms, err := image.DynamicSymbols()
	if err != nil {
		return 0
	}
	for _, s := range syms {
		if s.Name == symbol {
			return uintptr(base + s.Value)
		}
	}
	return 0
}
