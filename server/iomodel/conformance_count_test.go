package iomodel

import (
	"testing"

	"iowait/server/wire"
)

// calls is how many system calls the model has made when it is at rest.
func (c *child) calls(model string) int64 {
	c.t.Helper()
	c.rest(model)
	return c.do(wire.Order{Do: wire.DoUsage}).Usage.Syscalls
}

func TestACallMoreOrLessPerRequestIsACallCounted(t *testing.T) {
	const requests = 400
	for _, m := range []struct {
		id        string
		low, high int64 // per request of one client that waits for each answer
	}{
		{"iterative", 2, 2}, // read, write
		{"thread-per-conn", 2, 2},
		{"thread-pool", 2, 2},
		{"select", 3, 3}, // select, read, write
		{"poll", 3, 3},
		{"epoll", 3, 3},
		{"multi-reactor", 3, 3},
		{"completion-pool", 4, 4}, // and epoll_ctl
		{"epoll-et", 3, 4},        // and a read that finds nothing, if the client is not faster
		{"sigio", 3, 4},
		{"epoll-pool", 4, 6},      // and futex on both sides, unless the worker is awake already
		{"io_uring", 1, 2},        // io_uring_enter for each completion: of a receive, of a send
		{"io_uring-sqpoll", 0, 2}, // and none while the kernel's thread is awake
	} {
		t.Run(m.id, func(t *testing.T) {
			available(t, m.id)
			c := start(t, m.id, 0)
			conns := c.crowd(1)
			defer conns.close()
			ask := func(i int) {
				want := content(i, 10)
				if _, err := conns[0].Write(want); err != nil {
					t.Fatal(err)
				}
				if closed, err := hear(conns[0], want); closed || err != nil {
					t.Fatalf("closed %v, %v", closed, err)
				}
			}
			ask(0)
			before := c.calls(m.id)
			for i := range requests {
				ask(i)
			}
			if got := c.calls(m.id) - before; got < m.low*requests || got > m.high*requests {
				t.Errorf("got %d calls for %d requests, %.3f each, want %d to %d", got, requests, float64(got)/requests, m.low, m.high)
			}
		})
	}
}

// The more are ready, the fewer calls each costs, where a call can be for
// many.
func TestACallForManyIsSharedByThem(t *testing.T) {
	const clients = 1000
	for _, m := range []struct {
		id        string
		perAnswer float64 // at most
	}{
		{"epoll", 2.1}, // read, write and a small part of epoll_wait
		{"multi-reactor", 2.1},
		{"poll", 2.1},
		{"io_uring", 0.1},
		{"io_uring-sqpoll", 0.1},
		{"thread-per-conn", 2}, // no call is for two
	} {
		t.Run(m.id, func(t *testing.T) {
			available(t, m.id)
			c := start(t, m.id, 0)
			conns := c.crowd(clients)
			defer conns.close()
			var before int64
			for round := range 2 {
				before = c.calls(m.id)
				c.stopped(func() {
					for i, conn := range conns {
						if _, err := conn.Write(content(i, 10)); err != nil {
							t.Fatal(err)
						}
					}
				})
				for i, conn := range conns {
					if closed, err := hear(conn, content(i, 10)); closed || err != nil {
						t.Fatalf("round %d, client %d: closed %v, %v", round, i, closed, err)
					}
				}
			}
			got := float64(c.calls(m.id)-before) / clients
			if got > m.perAnswer {
				t.Errorf("got %.3f calls per answer of %d clients, want at most %g", got, clients, m.perAnswer)
			}
		})
	}
}

// available skips a test of a model that this host refuses.
func available(t *testing.T, model string) {
	t.Helper()
	m, _ := Find(model)
	if err := m.Probe(); err != nil {
		t.Skip(err)
	}
}
