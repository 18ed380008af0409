package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// lockChild makes the test binary a process that takes the lock with this
// name, says so, and gives it back at the end of its input.
const lockChild = "IOWAIT_TEST_LOCK"

func TestMain(m *testing.M) {
	name := os.Getenv(lockChild)
	if name == "" {
		os.Exit(m.Run())
	}
	release, err := lock{name, time.Minute}.acquire(context.Background(), "test "+os.Args[len(os.Args)-1], func(holder string) {
		fmt.Println("waits for", holder)
	})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("holds")
	_, _ = io.Copy(io.Discard, os.Stdin)
	fmt.Println("releases")
	release()
	os.Exit(0)
}

// A process competes for a lock.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.Closer
	lines *bufio.Scanner
}

func compete(t *testing.T, l lock, about string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0], about)
	cmd.Env = append(os.Environ(), lockChild+"="+l.name)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{t, cmd, stdin, bufio.NewScanner(stdout)}
	t.Cleanup(p.kill)
	return p
}

// says waits for the next line.
func (p *process) says(want string) {
	p.t.Helper()
	if got := p.line(); !strings.HasPrefix(got, want) {
		p.t.Fatalf("got %q, want %q", got, want)
	}
}

func (p *process) line() string {
	p.lines.Scan()
	return p.lines.Text()
}

// holder is how others see this process.
func (p *process) holder(about string) string {
	return fmt.Sprintf("test %s (process %d, since ", about, p.cmd.Process.Pid)
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// testLock is a lock that no other test or program knows.
func testLock(t *testing.T) lock {
	return lock{fmt.Sprintf("@iowait-test-%d-%s", os.Getpid(), t.Name()), time.Minute}
}

func TestAWaiterSaysWhoHoldsTheLockAndAKilledHolderFreesIt(t *testing.T) {
	l := testLock(t)
	first := compete(t, l, "a")
	first.says("holds")
	second := compete(t, l, "b")
	second.says("waits for " + first.holder("a"))
	first.kill()
	second.says("holds")
}

func TestThreeProcessesHoldTheLockOneAfterAnother(t *testing.T) {
	l := testLock(t)
	first := compete(t, l, "a")
	first.says("holds")
	second, third := compete(t, l, "b"), compete(t, l, "c")
	second.says("waits for " + first.holder("a"))
	third.says("waits for " + first.holder("a"))
	_ = first.stdin.Close()
	first.says("releases")

	// Which of the two comes next is the kernel's choice; the other one is
	// told of it, maybe after it has met nobody for a moment.
	lines := make(chan string)
	for name, p := range map[string]*process{"b": second, "c": third} {
		go func() { lines <- name + p.line() }()
	}
	next, last, said := second, third, [2]string{<-lines, <-lines}
	if strings.HasSuffix(said[1], "holds") {
		said[0], said[1] = said[1], said[0]
	}
	name := said[0][:1]
	if name == "c" {
		next, last = third, second
	}
	if said[0][1:] != "holds" || !strings.HasPrefix(said[1][1:], "waits for "+next.holder(name)) {
		t.Fatalf("got %q, want one to hold the lock and the other to wait for it", said)
	}
	_ = next.stdin.Close()
	next.says("releases")
	last.says("holds")
}

func TestOneHoldsTheLockAtATime(t *testing.T) {
	l := testLock(t)
	var inside, turns atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			release, err := l.acquire(t.Context(), "turn", nil)
			if err != nil {
				t.Error(err)
				return
			}
			if n := inside.Add(1); n != 1 {
				t.Errorf("got %d inside, want 1", n)
			}
			turns.Add(1)
			inside.Add(-1)
			release()
			release() // once more does no harm
		})
	}
	all.Wait()
	if turns.Load() != 8 {
		t.Errorf("got %d turns, want 8", turns.Load())
	}
}

func TestTheEndOfTheContextEndsTheWait(t *testing.T) {
	l := testLock(t)
	release, err := l.acquire(t.Context(), "hold", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	_, err = l.acquire(ctx, "wait", func(string) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := l.acquire(ctx, "late", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: got %v, want %v", err, context.Canceled)
	}
}

// occupy takes a lock's address for something that is not iowait.
func occupy(t *testing.T, l lock, serve func(net.Conn)) net.Listener {
	t.Helper()
	listener, err := net.Listen("unix", l.name)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { serve(conn) })
		}
	})
	t.Cleanup(func() { listener.Close(); all.Wait() })
	return listener
}

func TestWhoDoesNotAnswerIsSaidNotTo(t *testing.T) {
	untilGone := func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn); conn.Close() }
	for name, serve := range map[string]func(net.Conn){
		"it is silent":           untilGone,
		"it closes at once":      func(conn net.Conn) { conn.Close() },
		"it answers half a line": func(conn net.Conn) { _, _ = io.WriteString(conn, `{"pid":`); conn.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			l := testLock(t)
			l.answer = time.Millisecond
			occupy(t, l, serve)
			ctx, cancel := context.WithCancel(t.Context())
			told := ""
			_, err := l.acquire(ctx, "wait", func(holder string) { told = holder; cancel() })
			if told != notAnswering || !errors.Is(err, context.Canceled) {
				t.Errorf("got %q and %v, want %q until the wait is cancelled", told, err, notAnswering)
			}
		})
	}
}

func TestASilentHolderThatGoesLeavesTheLock(t *testing.T) {
	l := testLock(t)
	l.answer = time.Millisecond
	gone := make(chan struct{})
	listener := occupy(t, l, func(conn net.Conn) { <-gone; conn.Close() })
	release, err := l.acquire(t.Context(), "wait", func(string) { listener.Close(); close(gone) })
	if err != nil {
		t.Fatal(err)
	}
	release()
}

func TestAnAnswerThatIsNotOursIsAnError(t *testing.T) {
	for name, answer := range map[string]string{
		"other words":     "HTTP/1.1 400 Bad Request\r\n",
		"a line too long": strings.Repeat("x", 2*lockLine) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			l := testLock(t)
			occupy(t, l, func(conn net.Conn) {
				_, _ = io.WriteString(conn, answer)
				_, _ = io.Copy(io.Discard, conn)
				conn.Close()
			})
			if _, err := l.acquire(t.Context(), "wait", nil); err == nil || !strings.Contains(err.Error(), "not iowait") {
				t.Errorf("got %v, want it said that something else has the address", err)
			}
		})
	}
}

func TestAHolderCannotWriteOnTheTerminal(t *testing.T) {
	h := holder{1, "run\x1b[31m echo\n" + strings.Repeat("x", 500), "\x00now"}
	want := "run[31m echo" + strings.Repeat("x", 88) + "… (process 1, since now)"
	if got := h.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
