package iomodel

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A full signal queue names no descriptor any more: all have to be asked.
func TestASignalQueueThatOverflowsLosesNoByte(t *testing.T) {
	const clients, queued = 500, 8
	c := start(t, "sigio", 0)
	conns := c.crowd(clients)
	defer conns.close()
	for round := range 3 {
		before := c.do(wire.Order{Do: wire.DoUsage}).Usage.Overflows
		if round == 1 { // from now on
			c.limitSignals(queued)
		}
		c.stopped(func() {
			for i, conn := range conns {
				if _, err := conn.Write(content(round*clients+i, 100)); err != nil {
					t.Fatal(err)
				}
			}
		})
		for i, conn := range conns {
			if closed, err := hear(conn, content(round*clients+i, 100)); closed || err != nil {
				t.Fatalf("round %d, client %d: closed %v, %v", round, i, closed, err)
			}
		}
		after := c.do(wire.Order{Do: wire.DoUsage}).Usage.Overflows
		if overflowed := after > before; overflowed != (round > 0) {
			t.Errorf("round %d: got %d overflows counted, want any: %v", round, after-before, round > 0)
		}
	}
	// Connections that nobody has accepted overflow it too.
	c.stopped(func() {
		late := c.crowd(clients)
		for i, conn := range late {
			if _, err := conn.Write(content(i, 10)); err != nil {
				t.Fatal(err)
			}
		}
		conns = append(conns, late...)
	})
	for i, conn := range conns[clients:] {
		if closed, err := hear(conn, content(i, 10)); closed || err != nil {
			t.Fatalf("late client %d: closed %v, %v", i, closed, err)
		}
	}
}

// limitSignals allows the child so many queued signals (RLIMIT_SIGPENDING of
// prlimit(2), which is ulimit -i).
func (c *child) limitSignals(n uint64) {
	c.t.Helper()
	const sigPending = 11
	limit := syscall.Rlimit{Cur: n, Max: n}
	_, _, errno := syscall.Syscall6(syscall.SYS_PRLIMIT64, uintptr(c.cmd.Process.Pid), sigPending, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if errno != 0 {
		c.t.Fatal(os.NewSyscallError("prlimit", errno))
	}
}

// The kernel's thread goes on accepting while the server's does not run, so
// that more completions come than their queue has room for. (Without that
// thread completions are made only as the server asks for them: there the
// queue cannot overflow.)
func TestACompletionQueueThatOverflowsLosesNoConnection(t *testing.T) {
	const clients = 8*ringEntries + 500
	eachRing(t, func(t *testing.T, model string) {
		if model == "io_uring" {
			t.Skip("its completions are made as it asks for them (IORING_SETUP_DEFER_TASKRUN)")
		}
		limit, err := sys.RaiseLimit()
		if err != nil {
			t.Fatal(err)
		}
		if limit < clients+1000 {
			t.Skip((&sys.UnsupportedError{Feature: "17,000 connections", Why: fmt.Sprintf("the limit is %d descriptors", limit), Fix: "ulimit -n 20000"}).Error())
		}
		c := start(t, model, 0)
		first := c.crowd(1)
		defer first.close()
		loop := c.loop(first[0])
		var conns crowd
		defer func() { conns.close() }()
		c.held(loop, func() {
			conns = c.crowd(clients)
			eventually(t, "the completion queue overflows", c.overflows)
			for i, conn := range conns {
				if _, err := conn.Write(content(i, 10)); err != nil {
					t.Fatal(err)
				}
			}
		})
		for i, conn := range conns {
			if closed, err := hear(conn, content(i, 10)); closed || err != nil {
				t.Fatalf("client %d: closed %v, %v", i, closed, err)
			}
		}
	})
}

// loop is the id of the thread that answers conn.
func (c *child) loop(conn interface {
	Write([]byte) (int, error)
	Read([]byte) (int, error)
}) int {
	c.t.Helper()
	c.do(wire.Order{Do: wire.DoRecord})
	var b [1]byte
	if _, err := conn.Write(b[:]); err != nil {
		c.t.Fatal(err)
	}
	if _, err := conn.Read(b[:]); err != nil {
		c.t.Fatal(err)
	}
	for _, thread := range c.do(wire.Order{Do: wire.DoRecEnd}).Threads {
		if thread.Name == "loop" {
			return int(thread.TID)
		}
	}
	c.t.Fatal("got no thread called loop in the recording")
	return 0
}

// held stops one of the child's threads (ptrace(2)) and no other during f.
func (c *child) held(tid int, f func()) {
	c.t.Helper()
	runtime.LockOSThread() // who has attached must detach
	defer runtime.UnlockOSThread()
	if err := syscall.PtraceAttach(tid); err != nil {
		c.t.Fatal(os.NewSyscallError("ptrace", err))
	}
	defer func() {
		if err := syscall.PtraceDetach(tid); err != nil {
			c.t.Error(os.NewSyscallError("ptrace", err))
		}
	}()
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(tid, &status, syscall.WALL, nil); err != nil || !status.Stopped() {
		c.t.Fatalf("wait for thread %d to stop: %v", tid, err)
	}
	f()
}

// overflows tells whether there are completions outside the queue, for which
// it had no room (proc_pid_fdinfo(5)).
func (c *child) overflows() bool {
	dir := fmt.Sprintf("/proc/%d/", c.cmd.Process.Pid)
	entries, err := os.ReadDir(dir + "fd")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range entries {
		if link, _ := os.Readlink(dir + "fd/" + e.Name()); strings.Contains(link, "io_uring") {
			info, _ := os.ReadFile(dir + "fdinfo/" + e.Name())
			_, list, _ := strings.Cut(string(info), "CqOverflowList:\n")
			return strings.Contains(list, "user_data=")
		}
	}
	return false
}
