package iomodel

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"iowait/server/wire"
)

// delaying starts a model on the backend experiment.
func delaying(t *testing.T, model string, size, delayMS, pool int64) *child {
	t.Helper()
	return startOn(t, wire.Order{Model: model, Experiment: "backend",
		Params: wire.Params{wire.ParamSize: size, wire.ParamDelayMS: delayMS, wire.ParamPool: pool}}, 0)
}

func TestEveryRequestWaitsForItsBackend(t *testing.T) {
	const delay = 20 * time.Millisecond
	for name, size := range map[string]int{"100 B": 100, "more than is read at once": 150_000} {
		t.Run(name, func(t *testing.T) {
			eachModel(t, func(t *testing.T, model string) {
				c := delaying(t, model, int64(size), delay.Milliseconds(), 0)
				conn := c.dial()
				defer conn.Close()
				messages := content(1, 4*size)
				var sent sync.WaitGroup
				defer sent.Wait()
				begun := time.Now()
				sent.Go(func() { // one in two pieces, then three at once
					_, _ = conn.Write(messages[:size/3])
					_, _ = conn.Write(messages[size/3 : size])
					_, _ = conn.Write(messages[size:])
					_ = conn.CloseWrite() // it still wants its answers
				})
				for i := range 4 {
					if closed, err := hear(conn, messages[i*size:(i+1)*size]); closed || err != nil {
						t.Fatalf("answer %d: closed %v, %v", i, closed, err)
					}
					if took, least := time.Since(begun), time.Duration(i+1)*delay; took < least {
						t.Errorf("answer %d: got it after %v, want at least %v: one connection's requests wait one after the other", i, took, least)
					}
				}
				if err := ends(conn); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// askAll has n clients ask at the same time, and answers how long it took
// until all had their answers.
func askAll(t *testing.T, c *child, n int) time.Duration {
	t.Helper()
	conns := c.crowd(n)
	defer conns.close()
	begun := time.Now()
	for i, conn := range conns {
		if _, err := conn.Write(content(i, 100)); err != nil {
			t.Fatal(err)
		}
	}
	for i, conn := range conns {
		if closed, err := hear(conn, content(i, 100)); closed || err != nil {
			t.Fatalf("client %d: closed %v, %v", i, closed, err)
		}
	}
	return time.Since(begun)
}

func TestManyWaitAtTheSameTimeWhereNoThreadDoes(t *testing.T) {
	const clients, delay = 50, 300 * time.Millisecond
	eachModel(t, func(t *testing.T, model string) {
		c := delaying(t, model, 100, delay.Milliseconds(), 0)
		if c.started.AtOnce > 0 {
			t.Skip("a pool: TestAPoolIsTheCeiling covers it")
		}
		got := askAll(t, c, clients)
		if inTurn := clients * delay; got < delay || got >= inTurn/2 {
			t.Errorf("got all answers after %v, want about %v and never %v", got, delay, inTurn)
		}
	})
}

func TestAPoolIsTheCeiling(t *testing.T) {
	const requests, delay = 12, 50 * time.Millisecond
	for _, model := range []string{"thread-pool", "epoll-pool", "completion-pool"} {
		t.Run(model, func(t *testing.T) {
			for _, pool := range []int64{1, 3} {
				c := delaying(t, model, 100, delay.Milliseconds(), pool)
				if c.started.AtOnce != pool {
					t.Errorf("got %d at once, want %d", c.started.AtOnce, pool)
				}
				begun := time.Now()
				if model == "thread-pool" { // a connection holds its thread until it ends
					var all sync.WaitGroup
					for i := range requests {
						all.Go(func() {
							if err := pay(c.addr, content(i, 100)); err != nil {
								t.Error(err)
							}
						})
					}
					all.Wait()
				} else {
					askAll(t, c, requests)
				}
				if got, least := time.Since(begun), requests/time.Duration(pool)*delay; got < least {
					t.Errorf("pool of %d: got %d answers after %v, want at least %v", pool, requests, got, least)
				}
			}
		})
	}
}

func TestWhoLeavesWhileItsBackendWorksIsForgotten(t *testing.T) {
	const clients, delay = 40, 100 * time.Millisecond
	eachModel(t, func(t *testing.T, model string) {
		if seats(model) == 1 {
			t.Skip("its clients would wait for each other")
		}
		c := delaying(t, model, 100, delay.Milliseconds(), clients)
		fds := c.count("fd")
		for round := range 3 {
			conns := c.crowd(clients)
			begun := time.Now()
			for i, conn := range conns {
				if _, err := conn.Write(content(i, 100)); err != nil {
					t.Fatal(err)
				}
			}
			for i, conn := range conns {
				if i%2 == 0 {
					_ = conn.SetLinger(0)
					_ = conn.Close()
				}
			}
			// Who comes now gets the descriptors of those, but not their time.
			late := c.dial()
			asked := time.Now()
			if _, err := late.Write(content(clients, 100)); err != nil {
				t.Fatal(err)
			}
			if closed, err := hear(late, content(clients, 100)); closed || err != nil {
				t.Fatalf("round %d: closed %v, %v", round, closed, err)
			}
			if got := time.Since(asked); got < delay {
				t.Errorf("round %d: got an answer after %v, want %v", round, got, delay)
			}
			for i, conn := range conns {
				if i%2 == 0 {
					continue
				}
				if closed, err := hear(conn, content(i, 100)); closed || err != nil {
					t.Fatalf("round %d, client %d: closed %v, %v", round, i, closed, err)
				}
			}
			if got := time.Since(begun); got < delay {
				t.Errorf("round %d: got all answers after %v, want at least %v", round, got, delay)
			}
			_ = late.Close()
			conns.close()
		}
		c.settles(fds, 1000)
	})
}

func TestABackendNeedsToKnowWhatAMessageIs(t *testing.T) {
	_, err := NewWorker(nil).Do(wire.Order{Do: wire.DoStart, Model: "epoll", Experiment: "backend"}, nil)
	if want := "size: found 0, want 1 to 1048576"; err == nil || !bytes.Contains([]byte(err.Error()), []byte(want)) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestHalfAMessageIsNotAnswered(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		c := delaying(t, model, 100, 1, 0)
		conn := c.dial()
		defer conn.Close()
		if _, err := conn.Write(make([]byte, 50)); err != nil {
			t.Fatal(err)
		}
		_ = conn.CloseWrite()
		if n, err := conn.Read(make([]byte, 100)); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("got %d bytes and %v, want the end", n, err)
		}
	})
}
