package iomodel

import (
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"

	"iowait/server/wire"
)

// eachRing runs a test for the models whose connections share a pool of
// provided buffers.
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

// greedy are n clients that send and do not read yet, each with content of
// its own; sent is done when the server has taken it all, or the client is gone.
func (c *child) greedy(n, size int) (conns crowd, sent *sync.WaitGroup) {
	c.t.Helper()
	sent = new(sync.WaitGroup)
	for i := range n {
		conn := c.narrow()
		conns = append(conns, conn)
		sent.Go(func() { _, _ = conn.Write(content(i, size)) })
	}
	return conns, sent
}

// Clients that do not read keep the server's buffers.
func TestBuffersThatRunOutLoseNothing(t *testing.T) {
	for name, size := range map[string]int{"64 KiB, which the kernel can hold": 64 << 10, "512 KiB, which it cannot": 512 << 10} {
		t.Run(name, func(t *testing.T) {
			eachRing(t, func(t *testing.T, model string) {
				const clients, piece = 200, 1000
				c := start(t, model, 0)
				c.do(wire.Order{Do: wire.DoRecord})
				conns, sent := c.greedy(clients, size)
				defer sent.Wait()
				defer conns.close()
				if size > 64<<10 {
					eventually(t, "a receive finds no buffer", func() bool { return c.starved() > 0 })
				}
				var reading sync.WaitGroup
				defer reading.Wait()
				for i, conn := range conns {
					reading.Go(func() { // slowly: a little at a time
						want := content(i, size)
						for off := 0; off < size; off += piece {
							if closed, err := hear(conn, want[off:min(off+piece, size)]); closed || err != nil {
								t.Errorf("client %d after %d bytes: closed %v, %v", i, off, closed, err)
								return
							}
						}
					})
				}
			})
		})
	}
}

func TestThoseWhoHoldAllBuffersKeepNobodyElseWaiting(t *testing.T) {
	eachRing(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		c.do(wire.Order{Do: wire.DoRecord})
		holders, sent := c.greedy(200, 512<<10)
		defer sent.Wait()
		defer holders.close()
		eventually(t, "a receive finds no buffer", func() bool { return c.starved() > 0 })
		var all sync.WaitGroup
		for i, conn := range c.crowd(50) {
			all.Go(func() {
				defer conn.Close()
				if err := echoInSplits(conn, rand.New(rand.NewPCG(uint64(i), 12)), 30_000, 2); err != nil {
					t.Errorf("client %d that reads: %v", i, err)
				}
			})
		}
		all.Wait()
	})
}

// A send that fails must not keep its buffer: more of them fail here than
// there are buffers.
func TestBuffersComeBackFromClientsThatVanish(t *testing.T) {
	eachRing(t, func(t *testing.T, model string) {
		const clients = 200
		c := start(t, model, 0)
		fds, _ := c.rest(model)
		for failed := 0; failed < ringBuffers+2*clients; failed += clients {
			conns, sent := c.greedy(clients, 512<<10)
			eventually(t, "all are accepted", func() bool { return c.count("fd") >= fds+clients })
			conns.close()
			sent.Wait()
			c.settles(fds, 1000)
		}
		conns := c.crowd(ringBuffers)
		defer conns.close()
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
	})
}

// A connection that waits for a buffer must have the one that comes back,
// however many before it in the queue have been reset meanwhile.
func TestResetsAmongThoseWhoWaitForABufferKeepNobodyWaiting(t *testing.T) {
	eachRing(t, func(t *testing.T, model string) {
		const others = ringBuffers + 200
		c := start(t, model, 0)
		c.do(wire.Order{Do: wire.DoRecord})
		holders, sent := c.greedy(200, 512<<10)
		defer sent.Wait()
		defer holders.close()
		eventually(t, "a receive finds no buffer", func() bool { return c.starved() > 0 })
		waiting := c.crowd(others)
		defer waiting.close()
		hello := []byte("hello")
		for _, conn := range waiting {
			if _, err := conn.Write(hello); err != nil {
				t.Fatal(err)
			}
		}
		eventually(t, "all are accepted", func() bool { return c.count("fd") > others+len(holders) })
		last := c.crowd(1)
		defer last.close()
		if _, err := last[0].Write(hello); err != nil {
			t.Fatal(err)
		}
		waiting.close()
		holders.close()
		if closed, err := hear(last[0], hello); closed || err != nil {
			t.Errorf("the last one: closed %v, %v", closed, err)
		}
	})
}
