//go:build amd64 || arm64

package sys

import (
	"path/filepath"
	"reflect"
	"runtime"
	"sync/atomic"

	"iowait/server/wire"
)

func grandcallerPC() uintptr

func greatGrandcallerPC() uintptr

func threadKey() uintptr

// textBase is an address in the program's text; sites are counted from it.
var textBase = reflect.ValueOf(siteBase).Pointer()

// siteBase only lends its address.
func siteBase() {}

// CallerSite names the line that called the function that calls it: what a
// mark records. That function must carry //go:noinline.
//
//go:noinline
func CallerSite() uint32 { return uint32(grandcallerPC() - textBase) }

// CallersCallerSite is CallerSite for use one call further down; both
// functions above it must carry //go:noinline.
//
//go:noinline
func CallersCallerSite() uint32 { return uint32(greatGrandcallerPC() - textBase) }

// SiteOf turns a recorded site into a source position.
func SiteOf(site uint32) wire.Site {
	pc := textBase + uintptr(int64(int32(site)))
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	return wire.Site{File: filepath.Base(frame.File), Line: frame.Line, Func: frame.Function}
}

// goThreads remembers the thread ids of the Go runtime's threads by the
// address of the runtime's own structure, which is read but never followed.
var goThreads [1024]struct {
	key atomic.Uintptr
	tid atomic.Int32
}

// GoThreadID is the kernel's id of the thread that runs the calling
// goroutine just now, without a system call after the first time per thread.
// It is not for Threads.
func GoThreadID() int32 {
	key := threadKey()
	for i, n := key>>6, 0; n < 8; i, n = i+1, n+1 {
		e := &goThreads[i%uintptr(len(goThreads))]
		switch e.key.Load() {
		case key:
			if tid := e.tid.Load(); tid != 0 {
				return tid
			}
			return Gettid()
		case 0:
			runtime.LockOSThread() // key and id must be of one thread
			if threadKey() == key && e.key.CompareAndSwap(0, key) {
				e.tid.Store(Gettid())
			}
			runtime.UnlockOSThread()
			return Gettid()
		}
	}
	return Gettid()
}
