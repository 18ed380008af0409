package iomodel

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
)

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

func TestTwoThousandRequestsReadyAtOnceAreAllAnsweredRight(t *testing.T) {
	const clients, size = 2000, 300
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, size)
		fds, _ := c.rest(model)
		var conns crowd
		c.stopped(func() {
			conns = c.crowd(clients)
			for i, conn := range conns {
				// Each of another length, and the last of its connection.
				text := fmt.Sprintf("GET /%s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", strings.Repeat("x", i%500))
				if _, err := io.WriteString(conn, text); err != nil {
					t.Fatalf("client %d: %v", i, err)
				}
			}
		})
		defer conns.close()
		refused := 0
		for i, conn := range conns {
			answers := bufio.NewReaderSize(conn, 1024)
			if _, err := answers.Peek(1); model == "select" && gone(err) {
				refused++ // its descriptor was beyond the set
				continue
			}
			if err := wants(answers, "GET", 200, page(size)); err != nil {
				t.Fatalf("client %d: %v", i, err)
			}
			if _, err := answers.ReadByte(); err != io.EOF {
				t.Fatalf("client %d: got %v behind the last answer, want the end", i, err)
			}
		}
		if refused > clients/2 {
			t.Errorf("got %d refused, want at most those for whom the set has no bit", refused)
		}
		c.settles(fds, 300)
	})
}

func TestRequestsByteByByteOnManyConnectionsAtOnce(t *testing.T) {
	const clients, times, size = 10, 3, 1000
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, size)
		var all sync.WaitGroup
		for i, conn := range c.crowd(clients) {
			all.Go(func() {
				defer conn.Close()
				answers := bufio.NewReader(conn)
				for range times {
					for k := range get {
						if _, err := io.WriteString(conn, get[k:k+1]); err != nil {
							t.Errorf("client %d: %v", i, err)
							return
						}
					}
					if err := wants(answers, "GET", 200, page(size)); err != nil {
						t.Errorf("client %d: %v", i, err)
						return
					}
				}
			})
		}
		all.Wait()
	})
}

// 100 requests at once whose answers the client's kernel cannot hold.
func TestHundredPipelinedRequestsOfClientsThatDoNotReadYet(t *testing.T) {
	const clients, requests, size = 3, 100, 15_000
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, size)
		conns := make(crowd, clients)
		var all sync.WaitGroup
		for i := range conns {
			conns[i] = c.narrow()
			if _, err := io.WriteString(conns[i], strings.Repeat(get, requests)); err != nil {
				t.Fatal(err)
			}
			_ = conns[i].CloseWrite()
		}
		defer conns.close()
		if seats(model) != 1 { // others are served meanwhile
			other := c.crowd(1)
			defer other.close()
			if _, err := io.WriteString(other[0], get); err != nil {
				t.Fatal(err)
			}
			if err := wants(bufio.NewReader(other[0]), "GET", 200, page(size)); err != nil {
				t.Error("another client:", err)
			}
		}
		for i, conn := range conns {
			all.Go(func() {
				answers := bufio.NewReader(conn)
				for k := range requests {
					if err := wants(answers, "GET", 200, page(size)); err != nil {
						t.Errorf("client %d, answer %d: %v", i, k, err)
						return
					}
				}
				if _, err := answers.ReadByte(); err != io.EOF {
					t.Errorf("client %d: got %v behind the last answer, want the end", i, err)
				}
			})
		}
		all.Wait()
	})
}

func TestClientsThatVanishInTheMiddleOfAMebibyteLeaveNothingBehind(t *testing.T) {
	const vanishing, size = 100, 1 << 20
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, size)
		var steady crowd
		if seats(model) != 1 {
			steady = c.crowd(4)
			defer steady.close()
		}
		ask := func(conn *net.TCPConn, answers *bufio.Reader) error {
			if _, err := io.WriteString(conn, get); err != nil {
				return err
			}
			return wants(answers, "GET", 200, page(size))
		}
		readers := make([]*bufio.Reader, len(steady))
		for i, conn := range steady {
			readers[i] = bufio.NewReader(conn)
			if err := ask(conn, readers[i]); err != nil {
				t.Fatal(err)
			}
		}
		fds, tasks := c.rest(model)
		r := rand.New(rand.NewPCG(1, 13))
		for range vanishing / 20 {
			leaving := make(crowd, 20)
			for i := range leaving {
				leaving[i] = c.narrow()
				if _, err := io.WriteString(leaving[i], get+get[:r.IntN(len(get))]); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := io.CopyN(io.Discard, leaving[0], 1+r.Int64N(10_000)); err != nil {
				t.Error("in the middle of an answer:", err)
			}
			for i, conn := range steady[:min(1, len(steady))] {
				if err := ask(conn, readers[i]); err != nil {
					t.Error("a steady client:", err)
				}
			}
			leaving.close()
		}
		const goThreads = 16 // that the runtime may have started meanwhile
		c.settles(fds, tasks+goThreads)
		for i, conn := range steady {
			if err := ask(conn, readers[i]); err != nil {
				t.Error("a steady client, afterwards:", err)
			}
		}
		if len(steady) == 0 {
			last := c.crowd(1)
			defer last.close()
			if err := ask(last[0], bufio.NewReader(last[0])); err != nil {
				t.Error("a client afterwards:", err)
			}
		}
	})
}
