package bench

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
)

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
