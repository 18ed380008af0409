//go:build amd64 || arm64

package sys

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Thread is a plain kernel thread that the Go scheduler does not know:
// clone(2) with the flags of pthread_create, a small stack of its own and
// every signal blocked. A system call that blocks it blocks nothing else,
// and the runtime neither preempts nor stops it, exactly as in C.
//
// What runs on it is ordinary compiled Go, under four rules: allocate
// nothing, store no pointers in the heap, use no channel or lock, do not
// panic (so no time.Now, no append beyond capacity, no fmt). Whoever breaks
// them gets a segmentation fault at once, since the thread has no Go
// scheduler behind it. What it touches must be
// kept alive by others. A binary built with -race cannot run code
// on such threads, since its instrumentation is a runtime call: tests run
// the real program instead (package testbin).
type Thread struct {
	tid  uint32  // set by the kernel at start, cleared at exit
	id   int32   // the same, kept
	base uintptr // the stack's mapping; not a pointer: a store needs no write barrier
}

// StackBytes is the stack of a Thread. It does not grow.
const StackBytes = 64 << 10

const tlsBytes = 512

// live keeps the memory of threads made by StartThread reachable.
var live sync.Map

// fakeG stands for the goroutine structure that compiled Go expects in a
// register. It is all zero, so that the stack check at the start of each
// function passes.
var fakeG = func() uintptr {
	b, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		panic(fmt.Errorf("map a page: %w", err))
	}
	return uintptr(unsafe.Pointer(&b[0]))
}()

func clone(flags, stack, tid, tls uintptr) (ret uintptr)

// StartThread runs fn(arg) on a new kernel thread. It fails with the
// errno of clone(2) (EAGAIN at a limit on threads) or mmap(2).
func StartThread(fn func(arg unsafe.Pointer), arg unsafe.Pointer) (*Thread, error) {
	t := new(Thread)
	live.Store(t, [2]any{fn, arg})
	if r := t.Start(fn, arg); r < 0 {
		live.Delete(t)
		return nil, Errno("clone", r)
	}
	return t, nil
}

// Start runs fn(arg) on a new kernel thread in t, which must be new or have
// Ended, and answers its id or -errno. It may be called on a Thread as well
// as on a goroutine; the caller keeps t and arg alive, and fn must be a
// function, not a closure.
func (t *Thread) Start(fn func(arg unsafe.Pointer), arg unsafe.Pointer) int {
	if t.base == 0 {
		r := Call(unix.SYS_MMAP, 0, StackBytes, unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_STACK|unix.MAP_NORESERVE, ^uintptr(0), 0)
		if r < 0 {
			return r
		}
		t.base = uintptr(r)
		Call(unix.SYS_MPROTECT, t.base, 4096, unix.PROT_NONE, 0, 0, 0) // guard page
	}
	// The thread pointer is near the stack's end. Below it lies what amd64
	// looks for g in, at an offset that the linker chooses; below that, what
	// the assembly takes off the new stack.
	tls := t.base + StackBytes - 64
	top := tls - tlsBytes - 64
	words := (*[8 + tlsBytes/8]uintptr)(At(top))
	words[0] = *(*uintptr)(unsafe.Pointer(&fn))
	words[1] = uintptr(arg)
	words[2] = fakeG
	for i := range tlsBytes / 8 {
		words[8+i] = fakeG
	}
	atomic.StoreUint32(&t.tid, 1)

	// A signal must never be handled here, so the thread is born with all
	// of them blocked. On a Thread they are blocked already.
	const flags = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND |
		unix.CLONE_THREAD | unix.CLONE_SYSVSEM | unix.CLONE_SETTLS |
		unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID
	all, old := ^uint64(0), uint64(0)
	sigmask(&all, &old)
	ret := clone(flags, top, uintptr(unsafe.Pointer(&t.tid)), tls)
	sigmask(&old, nil)
	if int(ret) < 0 {
		atomic.StoreUint32(&t.tid, 0)
		return int(ret)
	}
	t.id = int32(ret)
	return int(ret)
}

//go:nosplit
func sigmask(set, old *uint64) {
	const setmask = 2
	Call(unix.SYS_RT_SIGPROCMASK, setmask, uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), 8, 0, 0)
}

// ID is the kernel's thread id, as in /proc/PID/task.
func (t *Thread) ID() int { return int(t.id) }

// Ended tells whether the thread is over, or was never started.
func (t *Thread) Ended() bool { return atomic.LoadUint32(&t.tid) == 0 }

// Join blocks until the thread has ended and frees its stack. Call it on a
// goroutine.
func (t *Thread) Join() {
	for !t.Ended() {
		const futexWait = 0
		tid := atomic.LoadUint32(&t.tid)
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.tid)), futexWait, uintptr(tid), 0, 0, 0)
	}
	Call(unix.SYS_MUNMAP, t.base, StackBytes, 0, 0, 0, 0)
	t.base = 0
	live.Delete(t)
}
