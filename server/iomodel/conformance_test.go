package iomodel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"

	"iowait/server/wire"
)

func TestEveryByteComesBackOnceAndInOrder(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		if model == "iterative" {
			t.Skip("serves one connection at a time; TestIterativeServesOneAfterTheOther covers it")
		}
		c := start(t, model, 0)
		var wg sync.WaitGroup
		for i, size := range []int{1, 2, 100, 1023, 4096, 65535, 65537, 300_000, 1 << 20} {
			wg.Add(1)
			conn := c.dial()
			go func() {
				defer wg.Done()
				defer conn.Close()
				if err := echoInSplits(conn, rand.New(rand.NewPCG(uint64(i), 1)), size, 5); err != nil {
					t.Errorf("%d bytes: %v", size, err)
				}
			}()
		}
		wg.Wait()
	})
}

// echoInSplits sends messages of the size in pieces of odd lengths, while it
// reads and compares what comes back.
func echoInSplits(conn *net.TCPConn, r *rand.Rand, size, times int) error {
	want := make([]byte, size*times)
	for i := range want {
		want[i] = byte(r.Uint32())
	}
	done := make(chan error, 1)
	go func() {
		for rest := want; len(rest) > 0; {
			n := min(len(rest), 1+r.IntN(1+size*2/3))
			if _, err := conn.Write(rest[:n]); err != nil {
				done <- err
				return
			}
			rest = rest[n:]
		}
		done <- nil
	}()
	got := make([]byte, len(want))
	if _, err := io.ReadFull(conn, got); err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errors.New("the answer differs from what was sent")
	}
	return <-done
}

func TestFourMebibytesSentBeforeAnythingIsRead(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		greedy := c.dial()
		defer greedy.Close()
		sent := make(chan error, 1)
		want := bytes.Repeat([]byte("0123456789abcdef"), 4<<20/16)
		go func() {
			_, err := greedy.Write(want)
			_ = greedy.CloseWrite()
			sent <- err
		}()
		// Another client must not wait for the greedy one.
		polite := c.dial()
		defer polite.Close()
		for range 20 {
			if model == "iterative" {
				break // it must
			}
			if err := echoInSplits(polite, rand.New(rand.NewPCG(2, 2)), 1000, 1); err != nil {
				t.Fatal("another client:", err)
			}
		}
		got, err := io.ReadAll(greedy) // to the end: the server closes after the last byte
		if err != nil {
			t.Fatal(err)
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("got %d bytes that differ from the %d sent", len(got), len(want))
		}
	})
}

func TestVanishingClientsLeaveNothingBehind(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		for range 20 { // so that each thread of the model has begun
			first := c.dial()
			if err := echoInSplits(first, rand.New(rand.NewPCG(1, 1)), 10, 1); err != nil {
				t.Fatal(err)
			}
			_ = first.Close()
		}
		fds, tasks := c.count("fd"), c.count("task")
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for k := range 50 {
					conn, err := net.Dial("tcp4", c.addr)
					if err != nil {
						t.Error(err)
						return
					}
					_, _ = conn.Write(bytes.Repeat([]byte{1}, 1+i*k*97))
					if k%2 == 0 {
						_ = conn.(*net.TCPConn).SetLinger(0) // close resets
					}
					_ = conn.Close()
				}
			}()
		}
		wg.Wait()
		const goThreads = 16 // that the runtime may have started meanwhile
		c.settles(fds, tasks+goThreads)
		last := c.dial()
		defer last.Close()
		if err := echoInSplits(last, rand.New(rand.NewPCG(1, 1)), 10_000, 1); err != nil {
			t.Error("after the resets:", err)
		}
	})
}

func TestClientsBeyondTheDescriptorLimitAreToldAtOnce(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		if model == "iterative" || model == "thread-pool" {
			t.Skip("its clients wait in the accept queue while it has no thread for them")
		}
		c := start(t, model, 64)
		var served []*net.TCPConn
		refused := 0
		for range 80 {
			conn := c.dial()
			_, _ = conn.Write([]byte("hello"))
			var answer [5]byte
			if _, err := io.ReadFull(conn, answer[:]); err == nil {
				served = append(served, conn)
				continue
			} else if !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
				t.Fatalf("got %v, want the connection closed", err)
			}
			refused++
			_ = conn.Close()
		}
		if len(served) < 40 || refused < 16 {
			t.Errorf("got %d served and %d refused with 64 descriptors, want most of 64 served and the rest refused", len(served), refused)
		}
		if got := c.do(wire.Order{Do: wire.DoUsage}).Usage.Refused; got != int64(refused) {
			t.Errorf("the server counted %d refused, want %d", got, refused)
		}
		for _, conn := range served {
			if err := echoInSplits(conn, rand.New(rand.NewPCG(3, 3)), 50, 1); err != nil {
				t.Error("a served client:", err)
			}
			_ = conn.Close()
		}
		c.settles(30, 1000)
		again := c.dial()
		defer again.Close()
		if err := echoInSplits(again, rand.New(rand.NewPCG(3, 3)), 50, 1); err != nil {
			t.Error("a client after there is room again:", err)
		}
	})
}

func TestSystemCallsArePreciselyCounted(t *testing.T) {
	const requests = 500
	for _, m := range []struct {
		id       string
		low      int64 // per request
		high     int64
		anyEmpty bool
	}{
		{"thread-per-conn", 2, 2, false}, // read, write
		{"iterative", 2, 2, false},
		{"thread-pool", 2, 2, false},
		{"select", 3, 3, false}, // select, read, write
		{"poll", 3, 3, false},
		{"epoll", 3, 3, false},           // epoll_wait, read, write
		{"epoll-et", 3, 4, true},         // and a read that finds nothing
		{"sigio", 3, 4, true},            // rt_sigtimedwait, read, write, and that read
		{"completion-pool", 4, 4, false}, // epoll_wait, read, write, epoll_ctl
		{"goroutine", 2, 3, false},       // read, write, and a read that finds nothing
		{"busy-poll", 3, 1 << 40, true},  // whatever it takes
	} {
		t.Run(m.id, func(t *testing.T) {
			c := start(t, m.id, 0)
			conn := c.dial()
			defer conn.Close()
			ask := func() {
				var b [10]byte
				if _, err := conn.Write(b[:]); err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadFull(conn, b[:]); err != nil {
					t.Fatal(err)
				}
			}
			ask()
			before := c.do(wire.Order{Do: wire.DoUsage}).Usage
			for range requests {
				ask()
			}
			after := c.do(wire.Order{Do: wire.DoUsage}).Usage
			const pipe = 20 // the orders' own reads and writes, which the kernel's count for goroutine includes
			// A thread may not have made its next calls yet when its client has the answer.
			if got := after.Syscalls - before.Syscalls; got < m.low*(requests-1) || got > m.high*requests+pipe {
				t.Errorf("got %d calls for %d requests, want %d to %d each", got, requests, m.low, m.high)
			}
			if got := after.Empty > before.Empty; got != m.anyEmpty {
				t.Errorf("got %d reads that found nothing, want any: %v", after.Empty-before.Empty, m.anyEmpty)
			}
		})
	}
}

func TestMarksNameTheThreadTheLineAndTheConnection(t *testing.T) {
	plumbing := map[string]bool{"thread.go": true, "thread_answer.go": true, "due.go": true, "ring_answer.go": true, "ring_conn.go": true, "go_answer.go": true, "thread_epoll.go": true, "thread_poll.go": true,
		"thread_signal.go": true, "ring.go": true, "handoff.go": true, "go_server.go": true, "site_linux.go": true}
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		conn := c.dial()
		defer conn.Close()
		port := int32(conn.LocalAddr().(*net.TCPAddr).Port)
		ask := func() {
			if _, err := conn.Write([]byte("hello")); err != nil {
				t.Fatal(err)
			}
			var b [5]byte
			if _, err := io.ReadFull(conn, b[:]); err != nil {
				t.Fatal(err)
			}
		}
		ask()
		c.do(wire.Order{Do: wire.DoRecord})
		ask()
		ask()
		r := c.do(wire.Order{Do: wire.DoRecEnd})
		events, _ := c.ring.Events()
		seen := map[string]bool{}
		for _, e := range events {
			if c.exists(e.TID) != nil {
				t.Errorf("event %+v: thread %d is none of the server's", e, e.TID)
			}
			if e.Conn != 0 && e.Conn != port {
				t.Errorf("event %+v: got connection %d, want %d", e, e.Conn, port)
			}
			if site, ok := r.Sites[e.Site]; ok && plumbing[site.File] {
				t.Errorf("event %+v: got %s:%d, want a line of the model's own file", e, site.File, site.Line)
			}
			if e.Result == 5 && e.Conn == port {
				seen[fmt.Sprint(e.Kind, " ", e.Op)] = true
			}
		}
		wants := map[string][]string{
			"io_uring":        {"complete recv", "complete send"},
			"io_uring-sqpoll": {"complete recv", "complete send"},
			"goroutine":       {"unpark read", "unpark write"},
		}[model]
		if wants == nil {
			wants = []string{"exit read", "exit write"}
		}
		for _, want := range wants {
			if !seen[want] {
				t.Errorf("got no %q of 5 bytes among %d events", want, len(events))
			}
		}
		if len(r.Threads) == 0 || r.Switches == "kernel" == (r.NoSwitches != "") {
			t.Errorf("got threads %v, switches %q, reason %q", r.Threads, r.Switches, r.NoSwitches)
		}
	})
}

func TestUnknownModelIsNamedInTheError(t *testing.T) {
	_, err := NewWorker(nil).Do(wire.Order{Do: wire.DoStart, Model: "psychic"}, nil)
	if err == nil || !strings.Contains(err.Error(), `"psychic"`) {
		t.Errorf("got %v, want an error that names the model", err)
	}
}

func TestIterativeServesOneAfterTheOther(t *testing.T) {
	c := start(t, "iterative", 0)
	first, second := c.dial(), c.dial()
	if err := echoInSplits(first, rand.New(rand.NewPCG(1, 1)), 1000, 3); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	// The second one has no answer while the first is served.
	if err := echoInSplits(first, rand.New(rand.NewPCG(1, 2)), 1000, 3); err != nil {
		t.Fatal(err)
	}
	if got := c.do(wire.Order{Do: wire.DoUsage}).Usage.Syscalls; got > 1000 {
		t.Errorf("got %d calls", got)
	}
	_ = first.Close()
	var answer [5]byte
	if _, err := io.ReadFull(second, answer[:]); err != nil || string(answer[:]) != "hello" {
		t.Errorf("got %q, %v after the first client has gone, want hello", answer, err)
	}
	_ = second.Close()
}
