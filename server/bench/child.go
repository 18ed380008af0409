package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A child is one worker process. It is killed when its context ends, and
// when this process does. Its methods are for one goroutine.
type child struct {
	side    string // "server" or "load"
	cmd     *exec.Cmd
	orders  io.WriteCloser
	replies chan wire.Reply // closed at the end of the child's output
	gone    chan struct{}   // closed then too
	garbled error           // read after that
	peer    *child          // whose end ends what this one is doing; may be nil
	stderr  ends
	ring    *sys.Ring // nil without a recording

	over    bool // waited for
	endedBy error
}

// A refusal is a child's own report that an order failed.
type refusal struct{ wire.Reply }

func (r *refusal) Error() string { return r.Reply.Error }

// starts takes the children to be started to a thread that lives as long as
// this process: Pdeathsig is sent when the thread that started the child
// ends, not only when the process does.
var starts = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		_ = sys.NoNewPrivileges() // hygiene only: the children need none
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

// start makes a worker process for one side of a trial. With events > 0 it
// records into a ring of that size.
func start(ctx context.Context, exe, side string, events int) (*child, error) {
	c := &child{side: side, replies: make(chan wire.Reply, 16), gone: make(chan struct{})}
	c.cmd = exec.CommandContext(ctx, exe, "worker", side)
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	c.cmd.Cancel = func() error { return syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) }
	c.cmd.WaitDelay = 2 * time.Second
	c.cmd.Stderr = &c.stderr
	if events > 0 {
		var err error
		if c.ring, err = sys.NewRing(events); err != nil {
			return nil, err
		}
		c.cmd.ExtraFiles = []*os.File{c.ring.File()}
		c.cmd.Env = append(os.Environ(), "IOWAIT_RING=1")
	}
	out, in, err := os.Pipe()
	if err != nil {
		c.closeRing()
		return nil, err
	}
	c.cmd.Stdout = in
	if c.orders, err = c.cmd.StdinPipe(); err == nil {
		done := make(chan struct{})
		starts() <- func() { err = c.cmd.Start(); close(done) }
		<-done
	}
	_ = in.Close()
	if err != nil {
		_ = out.Close()
		c.closeRing()
		return nil, fmt.Errorf("start the %s: %w", side, err)
	}
	go c.read(out)
	return c, nil
}

// read passes on what the child answers until its output ends.
func (c *child) read(out *os.File) {
	defer out.Close()
	defer close(c.gone)
	defer close(c.replies)
	in := json.NewDecoder(out)
	for {
		var r wire.Reply
		if err := in.Decode(&r); err != nil {
			if !errors.Is(err, io.EOF) {
				c.garbled = err
			}
			return
		}
		c.replies <- r
	}
}

// do gives an order and waits for its answer. sample, if not nil, gets the
// samples that come first.
func (c *child) do(ctx context.Context, o wire.Order, sample func(*wire.Interval)) (wire.Reply, error) {
	c.tell(o)
	return c.await(ctx, o.Do, sample)
}

// tell gives an order. A child that is gone makes this fail, but that its
// output ends tells more.
func (c *child) tell(o wire.Order) { _ = json.NewEncoder(c.orders).Encode(o) }

// await waits for the answer to the order told last.
func (c *child) await(ctx context.Context, do string, sample func(*wire.Interval)) (wire.Reply, error) {
	var peerGone chan struct{}
	if c.peer != nil {
		peerGone = c.peer.gone
	}
	for {
		select {
		case <-ctx.Done():
			return wire.Reply{}, context.Cause(ctx)
		case <-peerGone:
			return wire.Reply{}, fmt.Errorf("%s process: %w", c.peer.side, c.peer.reason())
		case r, ok := <-c.replies:
			switch {
			case !ok:
				return r, fmt.Errorf("%s process: %w", c.side, c.reason())
			case r.Error != "":
				return r, fmt.Errorf("%s: %w", c.side, &refusal{r})
			case r.To == "sample":
				if sample != nil && r.Interval != nil {
					sample(r.Interval)
				}
			case r.To == do:
				return r, nil
			default:
				return r, fmt.Errorf("%s answered %q to order %q", c.side, r.To, do)
			}
		}
	}
}

// reason says how a child ended whose output has ended.
func (c *child) reason() error {
	if c.garbled != nil {
		return fmt.Errorf("read its answer: %w", c.garbled)
	}
	if err := c.wait(); err != nil {
		return errors.New(crash(c.cmd.ProcessState, &c.stderr))
	}
	return errors.New("ended before it was told to")
}

// wait waits for the process to end, and for its output to be read.
func (c *child) wait() error {
	if !c.over {
		_ = c.orders.Close() // ends a child that is idle
		c.endedBy = c.cmd.Wait()
		for range c.replies {
		}
		c.over = true
	}
	return c.endedBy
}

// end kills the process, if it still runs, waits for it and frees its ring.
func (c *child) end() {
	if !c.over {
		_ = c.cmd.Cancel()
	}
	_ = c.wait()
	c.closeRing()
}

func (c *child) closeRing() {
	if c.ring != nil {
		_ = c.ring.Close()
		c.ring = nil
	}
}
