package iofile

import (
	"bytes"
	"fmt"
	"os"
	"sync/atomic"

	"iowait/server/sys"
	"iowait/server/wire"
)

// usage is what the process has used so far, with the method's own calls.
// Without I/O accounting nothing could be said of the page cache: it fails.
func (j *Job) usage() (wire.Usage, error) {
	u, err := sys.ReadUsage()
	if err != nil {
		return u, err
	}
	calls, err := sys.IOCalls()
	if err != nil {
		return u, err
	}
	if j.golang != nil {
		u.Syscalls, u.Uncounted = calls, "openat, close and futex of the Go runtime"
		return u, nil
	}
	for i := range j.threads {
		t := &j.threads[i]
		u.Syscalls += int64(atomic.LoadUint64(&t.state) >> 32)
		u.Submits += atomic.LoadInt64(&t.submits)
		u.SubmitNS += atomic.LoadInt64(&t.submitNS)
	}
	return u, nil
}

// states and inside list the threads that were within a system call when
// recording began and still are, which no mark tells of.
func (j *Job) states() []uint64 {
	states := make([]uint64, len(j.threads))
	for i := range j.threads {
		states[i] = atomic.LoadUint64(&j.threads[i].state)
	}
	return states
}

func (j *Job) inside(before []uint64, atNS int64) {
	for i := range j.threads {
		t := &j.threads[i]
		state := atomic.LoadUint64(&t.state)
		if op := wire.Op(state >> 24); op != wire.OpNone && state == before[i] {
			j.ring.Add(wire.Event{AtNS: atNS, TID: t.id, FD: int32(state & 0xffffff), Kind: wire.KindInside, Op: op})
		}
	}
}

// describe names the threads that appear in events.
func (j *Job) describe(events []wire.Event) []wire.Thread {
	known := map[int32]string{}
	for i := range j.threads {
		known[j.threads[i].id] = j.method.names[min(i, 1)]
	}
	if j.drain != nil {
		known[j.drain.id] = "drain"
	}
	var threads []wire.Thread
	seen := map[int32]bool{}
	for _, e := range events {
		if seen[e.TID] {
			continue
		}
		seen[e.TID] = true
		name, ok := known[e.TID]
		if !ok {
			name = unknown(e.TID)
		}
		threads = append(threads, wire.Thread{TID: e.TID, Proc: "server", Name: name})
	}
	return threads
}

// unknown names a thread that is not the method's own: io_uring's kernel
// workers do what would block, the others are the Go runtime's.
func unknown(tid int32) string {
	comm, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/comm", tid))
	if err == nil && bytes.HasPrefix(comm, []byte("iou-")) {
		return "io-wq"
	}
	return "go"
}
