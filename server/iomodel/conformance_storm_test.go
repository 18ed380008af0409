package iomodel

import (
	"errors"
	"math/rand/v2"
	"net"
	"sync"
	"testing"

	"iowait/server/sys"
	"iowait/server/wire"
)

func TestTwoThousandReadyAtOnceAreAllAnsweredRight(t *testing.T) {
	const clients, size = 2000, 100
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		fds, _ := c.rest(model)
		var conns crowd
		write := func(round int) {
			for i, conn := range conns {
				if _, err := conn.Write(content(round*clients+i, size)); err != nil {
					t.Fatalf("client %d: %v", i, err)
				}
				if seats(model) > 0 {
					_ = conn.CloseWrite() // or the next one would wait for ever
				}
			}
		}
		// answers reads on all and keeps the connections that were served.
		answers := func(round int) (refused int) {
			var served crowd
			for i, conn := range conns {
				closed, err := hear(conn, content(round*clients+i, size))
				switch {
				case err != nil:
					t.Fatalf("round %d, client %d: %v", round, i, err)
				case closed:
					refused++
					_ = conn.Close()
				default:
					served = append(served, conn)
				}
			}
			conns = served
			return refused
		}
		// All connect and send before the first is accepted.
		c.stopped(func() { conns = c.crowd(clients); write(0) })
		refused := answers(0)
		defer func() { conns.close() }()
		if model == "select" {
			if len(conns) > sys.FDSetSize-fds || len(conns) < sys.FDSetSize-fds-16 {
				t.Errorf("got %d clients served, want as many as have descriptors below %d, of which the server uses %d itself", len(conns), sys.FDSetSize, fds)
			}
		} else if refused > 0 {
			t.Errorf("got %d clients refused, want none", refused)
		}
		if got := c.do(wire.Order{Do: wire.DoUsage}).Usage.Refused; got != int64(refused) {
			t.Errorf("the server counted %d refused, want %d", got, refused)
		}
		// Standing connections become ready all at once.
		if seats(model) == 0 {
			c.stopped(func() { write(1) })
			if again := answers(1); again > 0 {
				t.Errorf("got %d standing connections closed, want none", again)
			}
		}
		for i, conn := range conns {
			_ = conn.CloseWrite()
			if err := ends(conn); err != nil {
				t.Fatalf("client %d: %v", i, err)
			}
		}
		c.settles(fds, 300)
	})
}

func TestResetsInTheMiddleOfAMessageDisturbNobodyElse(t *testing.T) {
	const resets, resetters = 1000, 4
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		var steady crowd
		if seats(model) != 1 { // one client that stays would keep all others waiting
			steady = c.crowd(20)
			defer steady.close()
		}
		for i, conn := range steady {
			if err := echoInSplits(conn, rand.New(rand.NewPCG(uint64(i), 5)), 10, 1); err != nil {
				t.Fatal(err)
			}
		}
		fds, tasks := c.rest(model)
		rings := c.rings()

		var resetting, echoing sync.WaitGroup
		over := make(chan struct{})
		for i, conn := range steady {
			echoing.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 6))
				for last := false; !last; {
					select {
					case <-over: // once more, after the resets
						last = true
					default:
					}
					if err := echoInSplits(conn, r, 1+r.IntN(2000), 1); err != nil {
						t.Errorf("steady client %d: %v", i, err)
						return
					}
				}
			})
		}
		for i := range resetters {
			resetting.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 7))
				for range resets / resetters {
					if err := breakOff(c.addr, r); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		resetting.Wait()
		close(over)
		echoing.Wait()

		const goThreads = 16 // that the runtime may have started meanwhile
		c.settles(fds, tasks+goThreads)
		if got := c.rings(); got != rings {
			t.Errorf("got %d rings open, want the %d of before", got, rings)
		}
		last := c.crowd(1)
		defer last.close()
		if err := echoInSplits(last[0], rand.New(rand.NewPCG(1, 1)), 10_000, 1); err != nil {
			t.Error("after the resets:", err)
		}
	})
}

// breakOff sends a part of a message, perhaps reads a part of the answer,
// and resets the connection.
func breakOff(addr string, r *rand.Rand) error {
	conn, err := net.Dial("tcp4", addr)
	if err != nil {
		return err
	}
	_, err = conn.Write(content(r.IntN(1<<16), 1+r.IntN(200_000)>>r.IntN(12)))
	if err == nil && r.IntN(3) == 0 {
		_, err = conn.Read(make([]byte, 1+r.IntN(5000)))
	}
	_ = conn.(*net.TCPConn).SetLinger(0)
	return errors.Join(err, conn.Close())
}
