package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
)

// lockName is an abstract socket address (unix(7)): it exists as long as
// somebody listens on it, and so leaves nothing stale behind.
const lockName = "@iowait-run-lock"

const (
	lockLine   = 1 << 10         // bytes of a holder's answer at most
	lockPeers  = 128             // that are answered at the same time; the others wait
	lockAnswer = 5 * time.Second // within which a holder should say who it is
	lockPause  = time.Second     // at most between tries, when the address is taken by what nobody can connect to
)

// A holder is what the one who has the lock says of itself: one line of
// JSON to each who connects. Then the connection stays open for as long as
// the lock is held.
type holder struct {
	PID   int    `json:"pid"`
	About string `json:"about"` // what it does, e.g. "run echo"
	Since string `json:"since"` // RFC 3339, UTC
}

// String words it for whoever waits. What it holds may come from anybody.
func (h holder) String() string {
	return fmt.Sprintf("%s (process %d, since %s)", printable(h.About, 100), h.PID, printable(h.Since, 30))
}

// printable keeps what can be shown, up to a number of runes.
func printable(s string, most int) string {
	kept := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")))
	if len(kept) > most {
		return string(kept[:most]) + "…"
	}
	return string(kept)
}

// notAnswering is what a waiter is told of a name that is taken by something
// that does not say what it is: a process that is stopped or very busy, or
// none of ours.
const notAnswering = "something that holds the address " + lockName + " and does not answer"

// Acquire takes the lock on running anything on this host, and waits until
// it is free or ctx ends. Runs disturb each other, so that whoever measures
// holds it, whatever process or user it is of. waiting, which may be nil, is
// told who has the lock, and again when that changes. release gives the lock
// back; it may be called more than once. A holder that dies gives it back
// too: the kernel frees the address with its last descriptor.
//
// Abstract addresses belong to a network namespace: two containers with
// networks of their own do not see each other's lock, although they share
// CPUs. And any local process can take the address; Acquire then reports
// what it finds there, and waits.
func Acquire(ctx context.Context, about string, waiting func(holder string)) (release func(), err error) {
	return lock{lockName, lockAnswer}.acquire(ctx, about, waiting)
}

// A lock is an address, and how long who holds it may take to answer.
type lock struct {
	name   string
	answer time.Duration
}

func (l lock) acquire(ctx context.Context, about string, waiting func(string)) (func(), error) {
	told := ""
	tell := func(holder string) {
		if holder != told && waiting != nil {
			waiting(holder)
		}
		told = holder
	}
	for vain := 0; ; vain++ {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("wait for the run lock: %w", ctx.Err())
		}
		listener, err := new(net.ListenConfig).Listen(ctx, "unix", l.name)
		if err == nil {
			return hold(listener, about), nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return nil, fmt.Errorf("take the run lock: %w", err)
		}
		began := time.Now()
		answered, err := l.await(ctx, tell)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		// What ends at once again and again is no holder of ours: it closes
		// connections while it holds the address, or takes none.
		if time.Since(began) > lockPause {
			vain = 0
		} else if vain > 2 {
			if !answered {
				tell(notAnswering)
			}
			select {
			case <-ctx.Done():
			case <-time.After(min(time.Millisecond<<min(vain, 20), lockPause)):
			}
		}
	}
}

// await asks the holder who it is and waits until it is gone. It tells
// whether that has answered; an error when it is not one of ours.
func (l lock) await(ctx context.Context, tell func(string)) (answered bool, err error) {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", l.name)
	if err != nil {
		return false, nil // gone meanwhile, or not listening (yet)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	_ = conn.SetReadDeadline(time.Now().Add(l.answer))
	r := bufio.NewReaderSize(conn, lockLine)
	_, err = r.Peek(1)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		tell(notAnswering)
		_ = conn.SetReadDeadline(time.Time{})
	}
	line, err := r.ReadSlice('\n')
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		return false, nil
	}
	var h holder
	if err != nil || json.Unmarshal(line, &h) != nil {
		return false, fmt.Errorf("wait for the run lock: its address %s is held by something that is not iowait", l.name)
	}
	_ = conn.SetReadDeadline(time.Time{})
	tell(h.String())
	_, _ = r.ReadByte() // returns at the end, for nothing more is said
	return true, nil
}

// hold answers all who ask until the lock is released.
func hold(listener net.Listener, about string) (release func()) {
	line, _ := json.Marshal(holder{os.Getpid(), printable(about, 100), time.Now().UTC().Format(time.RFC3339)})
	line = append(line, '\n')
	ended := make(chan struct{})
	room := make(chan struct{}, lockPeers)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			select {
			case room <- struct{}{}:
			case <-ended:
				return
			}
			conn, err := listener.Accept()
			if err != nil {
				select {
				case <-ended:
					return
				case <-time.After(lockPause): // e.g. out of descriptors
					<-room
					continue
				}
			}
			all.Go(func() {
				defer func() { conn.Close(); <-room }()
				answer(conn, line, ended)
			})
		}
	})
	var once sync.Once
	return func() {
		once.Do(func() {
			_ = listener.Close() // first, so that who sees the end can take the name
			close(ended)
			all.Wait()
		})
	}
}

// answer says who holds the lock and returns when either side has ended.
func answer(conn net.Conn, line []byte, ended <-chan struct{}) {
	_ = conn.SetWriteDeadline(time.Now().Add(lockAnswer))
	if _, err := conn.Write(line); err != nil {
		return
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = io.ReadFull(conn, make([]byte, 1))
	}()
	select {
	case <-ended:
		conn.Close()
		<-gone
	case <-gone:
	}
}
