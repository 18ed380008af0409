package iomodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"iowait/server/sys"
	"iowait/server/testbin"
	"iowait/server/wire"
)

func TestMain(m *testing.M) {
	if code, ok := runRefused(); ok {
		os.Exit(code)
	}
	testbin.Main(m)
}

// A child is the real program serving one model.
type child struct {
	t       testing.TB
	cmd     *exec.Cmd
	orders  io.WriteCloser
	replies *json.Decoder
	started wire.Reply
	addr    string
	ring    *sys.Ring
}

// start runs the model in a process that may have limit descriptors (0: as
// many as this one). It serves echo.
func start(t testing.TB, model string, limit int) *child {
	t.Helper()
	return startOn(t, wire.Order{Model: model}, limit)
}

// startOn is start for any experiment.
func startOn(t testing.TB, o wire.Order, limit int) *child {
	t.Helper()
	c := &child{t: t}
	c.cmd = exec.Command(testbin.Path(), "worker", "server")
	if limit > 0 {
		c.cmd = exec.Command("/bin/sh", "-c", fmt.Sprintf("ulimit -n %d; exec %s worker server", limit, testbin.Path()))
	}
	ring, err := sys.NewRing(100_000)
	if err != nil {
		t.Fatal(err)
	}
	c.ring = ring
	c.cmd.ExtraFiles = []*os.File{ring.File()}
	c.cmd.Env = append(os.Environ(), "IOWAIT_RING=1")
	c.cmd.Stderr = os.Stderr
	if c.orders, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.replies = json.NewDecoder(out)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.orders.Close()
		if err := c.cmd.Wait(); err != nil {
			t.Errorf("%s: %v", o.Model, err)
		}
		_ = ring.Close()
	})
	o.Do = wire.DoStart
	c.started = c.do(o)
	c.addr = c.started.Addr
	return c
}

// do gives one order and answers the reply.
func (c *child) do(o wire.Order) wire.Reply {
	c.t.Helper()
	var r wire.Reply
	if err := json.NewEncoder(c.orders).Encode(o); err != nil {
		c.t.Fatal(err)
	}
	if err := c.replies.Decode(&r); err != nil {
		c.t.Fatal(err)
	}
	if r.Error != "" {
		c.t.Fatalf("order %s: %s", o.Do, r.Error)
	}
	return r
}

// exists is nil when the child has a thread of this id, or had one before.
func (c *child) exists(tid int32) error {
	_, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", c.cmd.Process.Pid, tid))
	return err
}

func (c *child) dial() *net.TCPConn {
	c.t.Helper()
	conn, err := net.Dial("tcp4", c.addr)
	if err != nil {
		c.t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	return conn.(*net.TCPConn)
}

// count is how many entries the child's /proc directory of this name has.
func (c *child) count(name string) int {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/%s", c.cmd.Process.Pid, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return len(entries)
}

// settles waits until the child has at most as many descriptors and threads
// as given, and reports what is left over if it never has.
func (c *child) settles(descriptors, threads int) {
	c.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		fds, tasks := c.count("fd"), c.count("task")
		if fds <= descriptors && tasks <= threads {
			return
		}
		if time.Now().After(deadline) {
			c.t.Errorf("got %d descriptors and %d threads left over, want at most %d and %d", fds, tasks, descriptors, threads)
			return
		}
	}
}

// eachModel runs a test for every model, skipping those the host refuses.
func eachModel(t *testing.T, test func(t *testing.T, model string)) {
	for _, info := range Doctor() {
		t.Run(info.ID, func(t *testing.T) {
			if !info.OK {
				t.Skip(strings.Join([]string{info.Reason, info.Fix}, "; "))
			}
			test(t, info.ID)
		})
	}
}
