//go:build amd64 || arm64

package sys

import (
	"fmt"
	"os"
	"runtime"
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
// scheduler behind it. arg is kept alive until Join; what else it touches
// must be kept alive by others. A binary built with -race cannot run code
// on such threads, since its instrumentation is a runtime call: tests run
// the real program instead (package testbin).
type Thread struct {
	tid   uint32 // set by the kernel at start, cleared at exit
	id    int
	stack []byte
	arg   unsafe.Pointer
	fn    func(arg unsafe.Pointer)
}

// StackBytes is the stack of a Thread. It does not grow.
const StackBytes = 64 << 10

// live keeps each thread's memory reachable while it runs.
var live sync.Map

// fakeG stands for the goroutine structure that compiled Go expects in a
// register. It is all zero, so that the stack check at the start of each function passes.
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
	stack, err := unix.Mmap(-1, 0, StackBytes, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_STACK|unix.MAP_NORESERVE)
	if err != nil {
		return nil, os.NewSyscallError("mmap", err)
	}
	if err := unix.Mprotect(stack[:4096], unix.PROT_NONE); err != nil {
		_ = unix.Munmap(stack)
		return nil, os.NewSyscallError("mprotect", err)
	}
	t := &Thread{tid: 1, stack: stack, arg: arg, fn: fn}
	words := unsafe.Slice((*uintptr)(unsafe.Pointer(&stack[StackBytes-64])), 8)
	words[0] = *(*uintptr)(unsafe.Pointer(&t.fn))
	words[1] = uintptr(arg)
	words[2] = fakeG
	words[5] = fakeG // just below the thread pointer: where amd64 looks for g
	top := uintptr(unsafe.Pointer(&words[0]))
	live.Store(t, nil)

	const flags = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND |
		unix.CLONE_THREAD | unix.CLONE_SYSVSEM | unix.CLONE_SETTLS |
		unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID
	runtime.LockOSThread()
	var all, old unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	_ = unix.PthreadSigmask(unix.SIG_SETMASK, &all, &old)
	ret := clone(flags, top, uintptr(unsafe.Pointer(&t.tid)), top+6*8)
	_ = unix.PthreadSigmask(unix.SIG_SETMASK, &old, nil)
	runtime.UnlockOSThread()
	if int(ret) < 0 {
		live.Delete(t)
		_ = unix.Munmap(stack)
		return nil, os.NewSyscallError("clone", unix.Errno(-int(ret)))
	}
	t.id = int(ret)
	return t, nil
}

// ID is the kernel's thread id, as in /proc/PID/task.
func (t *Thread) ID() int { return t.id }

// Join blocks until the thread has ended and frees its stack.
func (t *Thread) Join() {
	for {
		tid := atomic.LoadUint32(&t.tid)
		if tid == 0 {
			break
		}
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.tid)), 0 /* FUTEX_WAIT */, uintptr(tid), 0, 0, 0)
	}
	_ = unix.Munmap(t.stack)
	live.Delete(t)
}
