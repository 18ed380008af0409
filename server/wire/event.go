// Package wire defines what iowait's processes say to each other: recorded
// events and their file format, results, live messages for the browser, and
// the orders that the hub gives its workers. It imports only the standard
// library, so that it compiles small for WebAssembly.
package wire

import "strconv"

// An Event is one thing that happened on one thread during a recording.
// Which fields carry meaning depends on Kind; the rest are zero.
type Event struct {
	AtNS   int64  // CLOCK_MONOTONIC; in a Recording, since its StartNS
	TID    int32  // kernel thread id the event happened on
	Conn   int32  // connection: the client's TCP port; 0 when none
	FD     int32  // descriptor the call was made on; 0 when none (0 is never a socket here)
	Result int32  // SysExit, Complete: the call's result, or -errno; Ready: the epoll event mask; Sent: microseconds since the request was due
	Site   uint32 // index into Recording.Sites of the line that made the call; 0 when unknown
	Kind   Kind
	Op     Op
}

// Kind tells what sort of thing happened.
type Kind uint8

// The kinds. Values are part of the recording format and never reused.
const (
	KindNone        Kind = iota // never stored
	KindSysEnter                // thread enters system call Op on FD
	KindSysExit                 // the call returns Result
	KindReady                   // a multiplexer's answer lists FD (of Conn) as ready; Result is the event mask
	KindSubmit                  // an operation Op on Conn is put into a submission queue (no system call yet)
	KindComplete                // a completion of Op on Conn with Result is taken from a completion queue
	KindSent                    // client: a whole request begins to be written on Conn; Result is for how long it was due, in microseconds: 0 in a closed loop without pauses
	KindReceived                // client: the whole answer on Conn has been read
	KindSwitchIn                // kernel: the thread starts to run; Result is the CPU
	KindSwitchOut               // kernel: the thread stops running because it waits; Result is the CPU
	KindPreempt                 // kernel: the thread stops running though it could go on; Result is the CPU
	KindPark                    // goroutine model: a goroutine begins Op on Conn; it parks if that cannot be done at once
	KindUnpark                  // goroutine model: Op on Conn is over, with Result
	KindInside                  // the thread was inside Op on FD already when the recording began
	KindEnqueue                 // a connection is put into a pool's queue; Result is the length after
	KindDequeue                 // a worker takes it out; Result is the length after
	KindSignal                  // a queued signal that names FD (of Conn) is taken; Result is its number
	KindWaitBackend             // a request on Conn waits for its backend from now on; no thread does
	KindBackend                 // its backend has answered
	KindCount                   // number of kinds
)

// Op is a system call, or a ring operation of the same meaning.
type Op uint8

// The operations. Values are part of the recording format and never reused.
const (
	OpNone Op = iota
	OpRead
	OpWrite
	OpAccept
	OpClose
	OpEpollWait
	OpEpollCtl
	OpRingEnter // io_uring_enter
	OpRecv
	OpSend
	OpConnect
	OpPoll
	OpSelect
	OpFutex
	OpSigWait
	OpNanosleep // clock_nanosleep
	OpOpen      // openat
	OpPread
	OpPwrite
	OpSendfile
	OpMmap
	OpMunmap
	OpTouch // not a call: bytes of a mapping are read, which may fault
	OpFadvise
	OpIoSubmit
	OpIoGetevents
	OpTimeout // ring operation IORING_OP_TIMEOUT
	OpShutdown
	OpFtruncate
	OpCount // number of operations
)

var opNames = [OpCount]string{"", "read", "write", "accept4", "close", "epoll_wait", "epoll_ctl", "io_uring_enter", "recv", "send", "connect", "poll", "select", "futex", "rt_sigtimedwait",
	"clock_nanosleep", "openat", "pread64", "pwrite64", "sendfile", "mmap", "munmap", "touch", "posix_fadvise", "io_submit", "io_getevents", "timeout", "shutdown", "ftruncate"}

// String is the name of the call as its man page spells it.
func (o Op) String() string {
	if o < OpCount {
		return opNames[o]
	}
	return "unknown " + strconv.Itoa(int(o)) // of a newer program
}

var kindNames = [KindCount]string{"none", "enter", "exit", "ready", "submit", "complete", "sent", "received", "switch-in", "switch-out", "preempt", "park", "unpark", "inside", "enqueue", "dequeue", "signal", "wait-backend", "backend"}

// String is a short English word for the kind.
func (k Kind) String() string {
	if k < KindCount {
		return kindNames[k]
	}
	return "unknown " + strconv.Itoa(int(k)) // of a newer program
}
