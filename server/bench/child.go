package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
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

// endBytes is how much of each end of a child's standard error is kept.
const endBytes = 4096

// reasonBytes bounds a reason taken from it.
const reasonBytes = 300

// ends keeps the first and the last bytes written to it. The first line of a
// Go program that panics says why; the last one of others.
type ends struct {
	mu          sync.Mutex
	first, last []byte
}

func (e *ends) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := len(p)
	k := min(endBytes-len(e.first), len(p))
	e.first = append(e.first, p[:k]...)
	if e.last = append(e.last, p[k:]...); len(e.last) > 2*endBytes {
		e.last = append([]byte(nil), e.last[len(e.last)-endBytes:]...)
	}
	return n, nil
}

// line is the one that tells most: of a panic or fatal error, else the last.
func (e *ends) line() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	last := ""
	for _, part := range [][]byte{e.first, e.last} {
		for line := range bytes.Lines(part) {
			s := strings.TrimSpace(string(line))
			if strings.HasPrefix(s, "panic: ") || strings.HasPrefix(s, "fatal error: ") || strings.HasPrefix(s, "unexpected fault") {
				return shorten(s)
			}
			if s != "" {
				last = s
			}
		}
	}
	return shorten(last)
}

func shorten(s string) string {
	if len(s) > reasonBytes {
		return strings.ToValidUTF8(s[:reasonBytes], "") + "…"
	}
	return s
}

// crash words how a process ended and what it said last.
func crash(state *os.ProcessState, stderr *ends) string {
	how := "ended"
	if state != nil {
		how = state.String()
		if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			how = fmt.Sprintf("killed by signal %d (%v)", int(status.Signal()), status.Signal())
		}
	}
	if line := stderr.line(); line != "" {
		return how + ": " + line
	}
	return how
}
