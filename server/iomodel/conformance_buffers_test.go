package iomodel

import (
	"sync"
	"syscall"
	"testing"

	"iowait/server/wire"
)

// eachRing runs a test for the models with provided buffers: a pool that the
// connections share.
func eachRing(t *testing.T, test func(t *testing.T, model string)) {
	eachModel(t, func(t *testing.T, model string) {
		if model == "io_uring" || model == "io_uring-sqpoll" {
			test(t, model)
		}
	})
}

// starved counts the receives that found no buffer, in the recording so far.
func (c *child) starved() (n int) {
	events, _ := c.ring.Events()
	for _, e := range events {
		if e.Kind == wire.KindComplete && e.Op == wire.OpRecv && e.Result == -int32(syscall.ENOBUFS) {
			n++
		}
	}
	return n
}

func TestMoreMessagesThanBuffersAreAllAnswered(t *testing.T) {
	const clients, size = 3 * ringBuffers, 100
	eachRing(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		var conns crowd
		defer func() { conns.close() }()
		for round := range 3 {
			c.stopped(func() {
				if round == 0 {
					conns = c.crowd(clients)
				}
				for i, conn := range conns {
					if _, err := conn.Write(content(round*clients+i, size)); err != nil {
						t.Fatalf("client %d: %v", i, err)
					}
				}
			})
			for i, conn := range conns {
				if closed, err := hear(conn, content(round*clients+i, size)); closed || err != nil {
					t.Fatalf("round %d, client %d: closed %v, %v", round, i, closed, err)
				}
			}
		}
	})
}

// Clients that do not read what they are sent keep the server's buffers.
func TestBuffersThatRunOutLoseNothing(t *testing.T) {
	for name, size := range map[string]int{"64 KiB": 64 << 10, "512 KiB": 512 << 10} {
		t.Run(name, func(t *testing.T) {
			eachRing(t, func(t *testing.T, model string) {
				const clients = 200
				c := start(t, model, 0)
				c.do(wire.Order{Do: wire.DoRecord})
				conns := make(crowd, clients)
				for i := range conns {
					conns[i] = c.narrow()
				}
				defer conns.close()
				var all sync.WaitGroup
				for i, conn := range conns {
					all.Go(func() {
						if _, err := conn.Write(content(i, size)); err != nil {
							t.Errorf("client %d: %v", i, err)
						}
					})
				}
				if size > 100<<10 {
					eventually(t, "a receive finds no buffer", func() bool { return c.starved() > 0 })
				}
				t.Log(c.starved())
				for i, conn := range conns {
					all.Go(func() {
						if closed, err := hear(conn, content(i, size)); closed || err != nil {
							t.Errorf("client %d: closed %v, %v", i, closed, err)
						}
					})
				}
				all.Wait()
				t.Log(c.starved())
			})
		})
	}
}
