//go:build amd64 || arm64

package sys

import (
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	futexWait = 0 | 128 // FUTEX_WAIT | FUTEX_PRIVATE_FLAG
	futexWake = 1 | 128
)

// FutexWait sleeps while *word is value, until FutexWake: futex(2).
func FutexWait(word *uint32, value uint32) int {
	return Call(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(value), 0, 0, 0)
}

// FutexWake wakes up to n threads that sleep on word and answers how many.
func FutexWake(word *uint32, n int) int {
	return Call(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, uintptr(n), 0, 0, 0)
}

// A Mutex is a lock for Threads, which cannot use those of package sync:
// the third one of "Futexes Are Tricky" (Ulrich Drepper, 2011). It is free
// when 0, taken when 1, taken with others waiting when 2.
type Mutex struct{ word uint32 }

// Lock takes the lock.
func (m *Mutex) Lock() {
	if atomic.CompareAndSwapUint32(&m.word, 0, 1) {
		return
	}
	for atomic.SwapUint32(&m.word, 2) != 0 {
		FutexWait(&m.word, 2)
	}
}

// Unlock gives the lock back.
func (m *Mutex) Unlock() {
	if atomic.SwapUint32(&m.word, 0) == 2 {
		FutexWake(&m.word, 1)
	}
}
