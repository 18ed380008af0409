package sys

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"iowait/server/wire"
)

// raceEnabled tells whether this test binary is instrumented, in which case
// no code of it can run on a Thread.
var raceEnabled = func() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" && s.Value == "true" {
			return true
		}
	}
	return false
}()

type echoed struct {
	fd    int32
	tid   int32
	bytes int64
	at    int64
}

// echoOnThread blocks in read and counts bytes until the end of input.
//
//go:norace
func echoOnThread(arg unsafe.Pointer) {
	e := (*echoed)(arg)
	e.tid = Gettid()
	var buf [64]byte
	for {
		n := Read(e.fd, buf[:])
		if n <= 0 {
			return
		}
		e.bytes += int64(n)
		e.at = Nanotime()
	}
}

func TestThreadBlocksInReadWhileTheCollectorRuns(t *testing.T) {
	if raceEnabled {
		t.Skip("native threads cannot run instrumented code; the models' tests run them in the real program")
	}
	const n = 200
	var threads [n]*Thread
	var args [n]*echoed
	var ends [n]int
	for i := range n {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		args[i], ends[i] = &echoed{fd: int32(pair[0])}, pair[1]
		threads[i], err = StartThread(echoOnThread, unsafe.Pointer(args[i]))
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		runtime.GC()
		for _, fd := range ends {
			if _, err := unix.Write(fd, []byte("hello")); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, th := range threads {
		_ = unix.Close(ends[i])
		id := th.ID()
		th.Join()
		_ = unix.Close(int(args[i].fd))
		if got, want := args[i].bytes, int64(25); got != want {
			t.Errorf("thread %d read %d bytes, want %d", i, got, want)
		}
		if got, want := int(args[i].tid), id; got != want {
			t.Errorf("thread %d ran as %d, want %d", i, got, want)
		}
		for deadline := time.Now().Add(5 * time.Second); ; { // the kernel lists it for a moment more
			if _, err := os.Stat(filepath.Join("/proc/self/task", strconv.Itoa(id))); err != nil {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("thread %d is still there after Join", id)
			}
		}
	}
}

func TestNanotimeIsTheMonotonicClock(t *testing.T) {
	before := Monotonic()
	now := Nanotime()
	after := Monotonic()
	if now < before || now > after {
		t.Errorf("got %d, want between %d and %d", now, before, after)
	}
	if vdsoClock == 0 {
		t.Log("this host has no clock_gettime in a vDSO: each mark costs a system call")
	}
}

func TestRingKeepsEventsAndCountsWhatFoundNoRoom(t *testing.T) {
	r, err := NewRing(100)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range 130 {
		r.Add(wire.Event{AtNS: int64(i), TID: 7, Conn: 40000, FD: 5, Result: -11, Site: 3, Kind: wire.KindSysExit, Op: wire.OpRead})
	}
	events, dropped := r.Events()
	if got, want := len(events), 100; got != want {
		t.Fatalf("got %d events, want %d", got, want)
	}
	if got, want := dropped, int64(30); got != want {
		t.Errorf("got %d dropped, want %d", got, want)
	}
	want := wire.Event{AtNS: 99, TID: 7, Conn: 40000, FD: 5, Result: -11, Site: 3, Kind: wire.KindSysExit, Op: wire.OpRead}
	if got := events[99]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !r.Full() {
		t.Error("a ring with dropped events does not say that it is full")
	}
}

func TestKernelTellsWhoRanAndWhoWaited(t *testing.T) {
	if raceEnabled {
		t.Skip("native threads cannot run instrumented code; the recordings' tests run them in the real program")
	}
	cpus, err := AllowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	s, err := WatchSwitches(cpus)
	var refused *UnsupportedError
	if errors.As(err, &refused) {
		t.Skip(refused)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	arg := &echoed{fd: int32(pair[0])}
	th, err := StartThread(echoOnThread, unsafe.Pointer(arg))
	if err != nil {
		t.Fatal(err)
	}
	before := Monotonic()
	if err := s.Enable(); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		_, _ = unix.Write(pair[1], []byte("x"))
		for atomic.LoadInt64(&arg.bytes) <= int64(i) {
			runtime.Gosched()
		}
	}
	_ = unix.Close(pair[1])
	id := th.ID()
	th.Join()
	after := Monotonic()
	if err := s.Disable(); err != nil {
		t.Fatal(err)
	}
	in, out, last := 0, 0, int64(0)
	lost := s.Drain(func(e wire.Event) {
		if int(e.TID) != id {
			return
		}
		switch e.Kind {
		case wire.KindSwitchIn:
			in++
		case wire.KindSwitchOut:
			out++
		}
		if e.AtNS < before || e.AtNS > after || e.AtNS < last && len(cpus) == 1 {
			t.Errorf("switch at %d, want within %d and %d", e.AtNS, before, after)
		}
		last = e.AtNS
	})
	if in == 0 || out == 0 || lost != 0 {
		t.Errorf("got %d switches in, %d out, %d lost; want some of each and none lost", in, out, lost)
	}
}

func BenchmarkNanotime(b *testing.B) {
	for range b.N {
		Nanotime()
	}
}

// BenchmarkRecordOneEvent is what one mark costs: the clock, then the slot.
func BenchmarkRecordOneEvent(b *testing.B) {
	r, err := NewRing(1 << 20)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	b.ResetTimer()
	for i := range b.N {
		if i&(1<<20-1) == 0 {
			atomic.StoreInt64(&r.head.next, 0)
		}
		r.Add(wire.Event{AtNS: Nanotime(), TID: 1, Conn: 2, FD: 3, Kind: wire.KindSysEnter, Op: wire.OpRead})
	}
}
