package iomodel

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestWhatWasSentBeforeAHalfCloseComesBackAndThenTheEnd(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		fds, _ := c.rest(model)
		for i, size := range []int{0, 1, 100, 16 << 10, 64 << 10, 64<<10 + 1, 1 << 20} {
			conn := c.crowd(1)[0]
			want := content(i, size)
			sent := make(chan error, 1)
			go func() {
				_, err := conn.Write(want)
				_ = conn.CloseWrite() // shutdown(2)
				sent <- err
			}()
			if closed, err := hear(conn, want); size > 0 && (closed || err != nil) {
				t.Fatalf("%d bytes: closed %v, %v", size, closed, err)
			}
			if err := ends(conn); err != nil {
				t.Errorf("%d bytes: %v", size, err)
			}
			if err := <-sent; err != nil {
				t.Errorf("%d bytes: %v", size, err)
			}
			_ = conn.Close()
		}
		c.settles(fds, 300)
	})
}

func TestClientsThatSayNothingAreForgotten(t *testing.T) {
	const clients = 60
	for name, leave := range map[string]func(conns crowd){
		"reset": crowd.close,
		"close": func(conns crowd) {
			for _, conn := range conns {
				_ = conn.Close()
			}
		},
		"half-close": func(conns crowd) {
			for _, conn := range conns {
				_ = conn.CloseWrite()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachModel(t, func(t *testing.T, model string) {
				c := start(t, model, 0)
				fds, _ := c.rest(model)
				// Once while the server is at rest, once before it can accept.
				conns := c.crowd(clients)
				if seats(model) == 0 {
					eventually(t, "all are accepted", func() bool { return c.count("fd") >= fds+clients })
				}
				leave(conns)
				defer conns.close()
				c.stopped(func() {
					early := c.crowd(clients)
					leave(early)
					conns = append(conns, early...)
				})
				if name == "half-close" {
					for i, conn := range conns {
						if err := ends(conn); err != nil {
							t.Fatalf("client %d: %v", i, err)
						}
					}
				}
				last := c.crowd(1)
				defer last.close()
				if err := echoInSplits(last[0], rand.New(rand.NewPCG(1, 11)), 1000, 3); err != nil {
					t.Error("a client after them:", err)
				}
				_ = last[0].Close()
				c.settles(fds, 300)
			})
		})
	}
}

func TestSlowClientsThatSendByteByByteAreAnsweredByteByByte(t *testing.T) {
	const clients, size = 10, 100
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		var all sync.WaitGroup
		for i, conn := range c.crowd(clients) {
			all.Go(func() {
				defer conn.Close()
				want := content(i, size)
				for round := range 2 {
					for k := range want {
						if _, err := conn.Write(want[k : k+1]); err != nil {
							t.Errorf("client %d, byte %d: %v", i, k, err)
							return
						}
						if round > 0 {
							continue // all are heard at the end
						}
						if closed, err := hear(conn, want[k:k+1]); closed || err != nil {
							t.Errorf("client %d, byte %d: closed %v, %v", i, k, closed, err)
							return
						}
					}
				}
				if closed, err := hear(conn, want); closed || err != nil {
					t.Errorf("client %d: closed %v, %v", i, closed, err)
				}
			})
		}
		all.Wait()
	})
}
