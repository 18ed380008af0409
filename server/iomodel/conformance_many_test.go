package iomodel

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
)

func TestMessagesOfAllSizesInOddSplitsOnManyConnectionsAtOnce(t *testing.T) {
	const clients, largest = 48, 1 << 20
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		var all sync.WaitGroup
		for i, conn := range c.crowd(clients) {
			all.Go(func() { // an iterative server takes the next when one has closed
				defer conn.Close()
				size := int(math.Pow(largest, float64(i)/(clients-1))) // from 1 byte on
				if err := echoInSplits(conn, rand.New(rand.NewPCG(uint64(i), 9)), size, 1+5/(1+i/8)); err != nil {
					t.Errorf("%d bytes: %v", size, err)
				}
			})
		}
		all.Wait()
	})
}

// More clients than any pool has threads, or the host CPUs, send up to 4 MiB
// and read nothing.
func TestThoseWhoDoNotReadKeepNobodyElseWaiting(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		greedy, polite := 12, 50
		if seats(model) == 1 {
			greedy, polite = 1, 0 // it promises nothing to others
		}
		c := start(t, model, 0)
		messages, sent := make([][]byte, greedy), make(chan error, 1)
		full := make(crowd, greedy)
		for i := range full {
			full[i], messages[i] = c.narrow(), content(i, 1<<20)
			if i == 0 {
				messages[i] = content(i, 4<<20)
			}
		}
		defer full.close()
		for i, conn := range full {
			go func() {
				_, err := conn.Write(messages[i])
				_ = conn.CloseWrite()
				if i == 0 {
					sent <- err
				}
			}()
		}
		var all sync.WaitGroup
		for i, conn := range c.crowd(polite) {
			all.Go(func() {
				defer conn.Close()
				if err := echoInSplits(conn, rand.New(rand.NewPCG(uint64(i), 10)), 1000, 20); err != nil {
					t.Errorf("client %d that reads: %v", i, err)
				}
			})
		}
		all.Wait()
		if len(sent) > 0 {
			t.Errorf("4 MiB were sent while nothing was read (%v): that proves nothing", <-sent)
		}
		for i, conn := range full {
			all.Go(func() {
				got, err := io.ReadAll(conn) // to the end, which comes after the last byte
				if err != nil || !bytes.Equal(got, messages[i]) {
					t.Errorf("client %d that did not read: got %d bytes, %v, want the %d sent", i, len(got), err, len(messages[i]))
				}
			})
		}
		all.Wait()
	})
}
