package iofile

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"iowait/server/dataset"
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

// A child is the real program working with one method.
type child struct {
	t       testing.TB
	cmd     *exec.Cmd
	orders  io.WriteCloser
	replies *json.Decoder
	ring    *sys.Ring
	started wire.Reply
}

// launch starts a process that has got no order yet.
func launch(t testing.TB) *child {
	t.Helper()
	c := &child{t: t, cmd: exec.Command(testbin.Path(), "worker", "files")}
	ring, err := sys.NewRing(100000)
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
		_ = c.cmd.Wait()
		_ = ring.Close()
	})
	return c
}

// begin starts a method. A combination that the host or the method refuses
// skips the test, with the reason.
func begin(t testing.TB, o wire.Order) *child {
	t.Helper()
	c := launch(t)
	o.Do = wire.DoStart
	c.started = c.ask(o)
	if c.started.Unsupported {
		t.Skip(strings.Join([]string{c.started.Error, c.started.Fix}, "; "))
	}
	if c.started.Error != "" {
		t.Fatalf("order start: %s", c.started.Error)
	}
	return c
}

// ask gives one order and answers the reply; samples are passed over.
func (c *child) ask(o wire.Order) (r wire.Reply) {
	c.t.Helper()
	if err := json.NewEncoder(c.orders).Encode(o); err != nil {
		c.t.Fatal(err)
	}
	for r.To == "" || r.To == "sample" {
		r = wire.Reply{}
		if err := c.replies.Decode(&r); err != nil {
			c.t.Fatalf("order %s: %v", o.Do, err)
		}
	}
	return r
}

// do is ask for an order that must not fail.
func (c *child) do(o wire.Order) wire.Reply {
	c.t.Helper()
	r := c.ask(o)
	if r.Error != "" {
		c.t.Fatalf("order %s: %s", o.Do, r.Error)
	}
	return r
}

func (c *child) measure(ms int64) *wire.Interval {
	c.t.Helper()
	i := c.do(wire.Order{Do: wire.DoMeasure, MS: ms}).Interval
	if i == nil {
		c.t.Fatal("order measure: got no interval")
	}
	return i
}

// stop ends the child, which must end well.
func (c *child) stop() {
	c.t.Helper()
	c.do(wire.Order{Do: wire.DoStop})
	if err := c.cmd.Wait(); err != nil {
		c.t.Errorf("the process ended with %v", err)
	}
}

func (c *child) pid() string { return fmt.Sprint(c.cmd.Process.Pid) }

// count is how many entries the child's /proc directory of this name has.
func (c *child) count(name string) int {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/%s", c.cmd.Process.Pid, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return len(entries)
}

const seed = 7

// makeSet makes files for a test.
func makeSet(t testing.TB, files int, size int64) *dataset.Set {
	t.Helper()
	s, err := dataset.Make(t.Context(), t.TempDir(), seed, files, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// A workload is an experiment with what it needs.
type workload struct {
	name, experiment string
	files            int
	size             int64
	params           wire.Params
}

func (w workload) order(model, dir string, cache int64) wire.Order {
	p := wire.Params{wire.ParamCache: cache, wire.ParamDepth: 4, wire.ParamPool: 3, wire.ParamFiles: int64(w.files)}
	if w.experiment == "small-files" {
		p[wire.ParamSize] = w.size
	} else {
		p[wire.ParamFileSize] = w.size
	}
	for name, v := range w.params {
		p[name] = v
	}
	return wire.Order{Model: model, Experiment: w.experiment, Params: p, Seed: seed, Dir: dir}
}
