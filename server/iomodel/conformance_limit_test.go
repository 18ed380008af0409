package iomodel

import (
	"fmt"
	"os"
	"testing"

	"iowait/server/wire"
)

// below is how many of the child's descriptors lie below the limit; those
// that it has inherited may lie above.
func (c *child) below(limit int) (n int) {
	for fd := range limit {
		if _, err := os.Lstat(fmt.Sprintf("/proc/%d/fd/%d", c.cmd.Process.Pid, fd)); err == nil {
			n++
		}
	}
	return n
}

// With 64 descriptors and 200 clients, who cannot be served is told so at
// once, and who comes when there is room again is served.
func TestSurplusClientsAreRefusedAndLaterOnesAcceptedAgain(t *testing.T) {
	const descriptors, clients, leaving = 64, 200, 20
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, descriptors)
		fds, _ := c.rest(model)
		if seats(model) > 0 {
			// Its clients wait in the accept queue until it has a thread
			// for them, and then are served, every one.
			conns := c.crowd(clients)
			defer conns.close()
			for i, conn := range conns {
				if _, err := conn.Write(content(i, 100)); err != nil {
					t.Fatal(err)
				}
				_ = conn.CloseWrite()
			}
			for i, conn := range conns {
				if closed, err := hear(conn, content(i, 100)); closed || err != nil {
					t.Fatalf("client %d: closed %v, %v", i, closed, err)
				}
			}
			c.settles(fds, 1000)
			return
		}
		total := 0
		// come lets n clients come at the same time and tells which were served.
		come := func(n int) (served crowd) {
			conns := c.crowd(n)
			for i, conn := range conns {
				_, _ = conn.Write(content(i, 100)) // fails for one refused already
			}
			for i, conn := range conns {
				closed, err := hear(conn, content(i, 100))
				if err != nil {
					t.Fatalf("client %d: %v", i, err)
				}
				if closed {
					total++
					_ = conn.Close()
				} else {
					served = append(served, conn)
				}
			}
			return served
		}
		served := come(clients)
		defer func() { served.close() }()
		if room := descriptors - c.below(descriptors) + len(served); len(served) < 40 || len(served) > room {
			t.Errorf("got %d of %d served, want about %d", len(served), clients, room)
		}
		for range 3 {
			served[:leaving].close()
			served = served[leaving:]
			c.settles(fds+len(served), 1000)
			again := come(2 * leaving)
			if len(again) < leaving-2 || len(again) > leaving+2 {
				t.Errorf("got %d served of %d who came after %d had left, want as many as left", len(again), 2*leaving, leaving)
			}
			served = append(served, again...)
		}
		for i, conn := range served {
			want := content(1000+i, 50)
			if _, err := conn.Write(want); err != nil {
				t.Fatal(err)
			}
			if closed, err := hear(conn, want); closed || err != nil {
				t.Errorf("served client %d: closed %v, %v", i, closed, err)
			}
		}
		if got := c.do(wire.Order{Do: wire.DoUsage}).Usage.Refused; got != int64(total) {
			t.Errorf("the server counted %d refused, want %d", got, total)
		}
		served.close()
		served = nil
		c.settles(fds, 1000)
	})
}
