package iomodel

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"iowait/server/sys"
	"iowait/server/testbin"
	"iowait/server/wire"
)

// buildTwins compiles the named programs of testdata and answers the folder
// that they are in; it skips where there is no C compiler.
func buildTwins(t testing.TB, names ...string) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip(&sys.UnsupportedError{Feature: "twins in C", Why: err.Error(), Fix: "install gcc", Err: err})
	}
	dir := t.TempDir()
	for _, name := range names {
		build := exec.Command(cc, "-O2", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", filepath.Join(dir, name), filepath.Join("testdata", name+".c"))
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", build, err, out)
		}
	}
	return dir
}

// A process is one side of a comparison. It ends when its input does.
type process struct {
	t       testing.TB
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	replies *json.Decoder // of the program's own
	ring    *sys.Ring     // nil without a recording
	addr    string        // of a server
	over    sync.Once
}

// launch starts cmd on the given CPUs, or on all.
func launch(t testing.TB, cmd *exec.Cmd, cpus []int) *process {
	t.Helper()
	p := &process{t: t, cmd: cmd}
	cmd.Stderr = os.Stderr
	var err error
	if p.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // for good: this thread's CPUs are the child's
		mask := sys.MaskOf(cpus)
		mask.PinSelf()
		started <- cmd.Start()
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	return p
}

// end lets the process end and waits for it.
func (p *process) end() {
	p.over.Do(func() {
		_ = p.in.Close()
		if err := p.cmd.Wait(); err != nil {
			p.t.Errorf("%v: %v", p.cmd, err)
		}
		if p.ring != nil {
			_ = p.ring.Close()
		}
	})
}

// launchTwin starts a server in C.
func launchTwin(t testing.TB, exe string, cpus []int) *process {
	t.Helper()
	p := launch(t, exec.Command(exe), cpus)
	port, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatalf("%s: read its port: %v", exe, err)
	}
	p.addr = "127.0.0.1:" + strings.TrimSpace(port)
	return p
}

// launchWorker starts the program as "server" or "load". With events > 0 it
// can record so many.
func launchWorker(t testing.TB, side string, events int) *process {
	t.Helper()
	cmd := exec.Command(testbin.Path(), "worker", side)
	var ring *sys.Ring
	if events > 0 {
		var err error
		if ring, err = sys.NewRing(events); err != nil {
			t.Fatal(err)
		}
		cmd.ExtraFiles = []*os.File{ring.File()}
		cmd.Env = append(os.Environ(), "IOWAIT_RING=1")
	}
	p := launch(t, cmd, nil)
	p.ring, p.replies = ring, json.NewDecoder(p.out)
	return p
}

// do gives the program an order and answers its reply.
func (p *process) do(o wire.Order) wire.Reply {
	p.t.Helper()
	if err := json.NewEncoder(p.in).Encode(o); err != nil {
		p.t.Fatalf("order %s: %v", o.Do, err)
	}
	for {
		var r wire.Reply
		if err := p.replies.Decode(&r); err != nil {
			p.t.Fatalf("order %s: %v", o.Do, err)
		}
		if r.Error != "" {
			p.t.Fatalf("order %s: %s", o.Do, r.Error)
		}
		if r.To != "sample" {
			return r
		}
	}
}

// cpu is the CPU time that all threads of the process have had so far
// (clock_getcpuclockid(3)).
func (p *process) cpu() time.Duration {
	const allThreads = 2 // CPUCLOCK_SCHED of a process
	var ts syscall.Timespec
	clock := ^uintptr(p.cmd.Process.Pid)<<3 | allThreads
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&ts)), 0); errno != 0 {
		p.t.Fatal(fmt.Errorf("clock_gettime of process %d: %w", p.cmd.Process.Pid, errno))
	}
	return time.Duration(ts.Nano())
}
