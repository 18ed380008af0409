package iomodel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is for a busy machine. It decides no test that goes well.
const patience = time.Minute

// seats is how many connections a model serves at the same time because each
// holds a thread until it is closed; 0: all of them.
func seats(model string) int {
	switch model {
	case "iterative":
		return 1
	case "thread-pool":
		return 200
	}
	return 0
}

// A crowd is many connections to one child, each with content of its own.
type crowd []*net.TCPConn

// crowd connects n clients. A child that is stopped accepts none of them,
// but its kernel answers them (listen(2): backlog).
func (c *child) crowd(n int) crowd {
	c.t.Helper()
	conns := make(crowd, n)
	for i := range conns {
		conns[i] = c.dial()
		_ = conns[i].SetDeadline(time.Now().Add(patience))
	}
	return conns
}

func (conns crowd) close() {
	for _, conn := range conns {
		_ = conn.SetLinger(0) // a reset leaves no TIME_WAIT
		_ = conn.Close()
	}
}

// narrow is a client whose kernel takes little: small segments keep both
// ends' buffers small, so that a server soon cannot send what is not read.
func (c *child) narrow() *net.TCPConn {
	c.t.Helper()
	small := func(_, _ string, raw syscall.RawConn) error {
		var err error
		failed := raw.Control(func(fd uintptr) {
			err = errors.Join(syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536),
				syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096),
				syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_SNDBUF, 4096))
		})
		return errors.Join(failed, err)
	}
	dialer := net.Dialer{Control: small}
	conn, err := dialer.Dial("tcp4", c.addr)
	if err != nil {
		c.t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	return conn.(*net.TCPConn)
}

// content is n bytes that differ from those of any other seed.
func content(seed, n int) []byte {
	p := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16)}).Read(p)
	return p
}

// hear reads an answer and compares it. Refused tells that the server closed
// the connection instead.
func hear(conn *net.TCPConn, want []byte) (refused bool, err error) {
	got := make([]byte, len(want))
	n, err := io.ReadFull(conn, got)
	switch {
	case n == 0 && gone(err):
		return true, nil
	case err != nil:
		return false, fmt.Errorf("after %d of %d bytes: %w", n, len(want), err)
	case !bytes.Equal(got, want):
		return false, errors.New("the answer differs from what was sent")
	}
	return false, nil
}

// gone tells that the other end closed the connection.
func gone(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// ends reports an error unless the server closes after what it has sent.
func ends(conn *net.TCPConn) error {
	if n, err := conn.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return fmt.Errorf("got %d surplus bytes, %v, want the end", n, err)
	}
	return nil
}

// stopped stops the child's threads (SIGSTOP) and lets them go on after f,
// so that all that f has done meanwhile is there at once.
func (c *child) stopped(f func()) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = c.cmd.Process.Signal(syscall.SIGCONT) }()
	eventually(c.t, "the child is stopped", func() bool { return c.state() == "T" })
	f()
}

// state is the main thread's in proc_pid_stat(5), e.g. "T": stopped.
func (c *child) state() string { return c.stateOf(fmt.Sprint(c.cmd.Process.Pid)) }

func (c *child) stateOf(tid string) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/stat", c.cmd.Process.Pid, tid))
	if err != nil {
		return "" // it has ended
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	return rest[:1]
}

// rest waits until all threads sleep, as they do when nothing is left to be
// done, and answers how many descriptors and threads there are then. The
// thread of busy-poll never sleeps.
func (c *child) rest(model string) (fds, tasks int) {
	c.t.Helper()
	asleep := func() bool {
		entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", c.cmd.Process.Pid))
		if err != nil {
			c.t.Fatal(err)
		}
		awake := 0
		for _, e := range entries {
			if c.stateOf(e.Name()) == "R" {
				awake++
			}
		}
		return awake == 0 || awake == 1 && model == "busy-poll"
	}
	eventually(c.t, "all threads sleep", func() bool { return asleep() && asleep() })
	return c.count("fd"), c.count("task")
}

// rings is how many io_uring instances the child has open.
func (c *child) rings() (n int) {
	dir := fmt.Sprintf("/proc/%d/fd/", c.cmd.Process.Pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range entries {
		if link, _ := os.Readlink(dir + e.Name()); strings.Contains(link, "io_uring") {
			n++
		}
	}
	return n
}

// eventually waits until the condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited for a minute in vain until %s", what)
		}
	}
}
