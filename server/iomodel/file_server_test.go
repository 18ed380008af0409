package iomodel

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"iowait/server/dataset"
	"iowait/server/wire"
)

// library is n files of a size, and what each holds.
func library(t *testing.T, n int, size int64) (dir string, contents [][]byte) {
	t.Helper()
	const seed = 7
	set, err := dataset.Make(context.Background(), t.TempDir(), seed, n, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := set.Close(); err != nil {
			t.Error(err)
		}
	})
	for i := range n {
		p := make([]byte, size)
		dataset.Fill(p, seed, i, 0)
		contents = append(contents, p)
	}
	return set.Dir, contents
}

func lending(t *testing.T, model, dir string, p wire.Params) *child {
	t.Helper()
	return startOn(t, wire.Order{Model: model, Experiment: "file-server", Dir: dir, Params: p}, 0)
}

func TestAFileArrivesAsItIs(t *testing.T) {
	for _, size := range []int64{1, 93_000, 1_000_003} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			dir, contents := library(t, 3, size)
			eachModel(t, func(t *testing.T, model string) {
				for _, chunk := range []int64{0, 4096, 4 << 20} {
					for _, cache := range []int64{wire.CacheWarm, wire.CacheCold} {
						c := lending(t, model, dir, wire.Params{wire.ParamFiles: 3, wire.ParamChunk: chunk, wire.ParamCache: cache})
						conn := c.dial()
						answers := bufio.NewReader(conn)
						// At once, so that answers do not fit into the socket's buffer.
						asked := []struct {
							text   string
							method string
							status int
							body   []byte
						}{
							{"GET /0 HTTP/1.1\r\n\r\n", "GET", 200, contents[0]},
							{"GET /2 HTTP/1.1\r\n\r\n", "GET", 200, contents[2]},
							{"HEAD /1 HTTP/1.1\r\n\r\n", "HEAD", 200, nil},
							{"GET /3 HTTP/1.1\r\n\r\n", "GET", 404, nil},
							{"GET /nothing HTTP/1.1\r\n\r\n", "GET", 404, nil},
							{"GET / HTTP/1.1\r\n\r\n", "GET", 404, nil},
							{"PUT /1 HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", "GET", 405, nil},
							{"GET http://127.0.0.1/1?a=b HTTP/1.1\r\n\r\n", "GET", 200, contents[1]},
							{"GET /1 HTTP/1.1\r\nConnection: close\r\n\r\n", "GET", 200, contents[1]},
						}
						var all strings.Builder
						for _, a := range asked {
							all.WriteString(a.text)
						}
						if _, err := conn.Write([]byte(all.String())); err != nil {
							t.Fatal(err)
						}
						for i, a := range asked {
							if err := wants(answers, a.method, a.status, a.body); err != nil {
								t.Fatalf("chunk %d, cache %d, answer %d: %v", chunk, cache, i, err)
							}
						}
						if b, err := answers.ReadByte(); err == nil {
							t.Errorf("got %q after the last answer, want the end", b)
						}
						_ = conn.Close()
					}
				}
			})
		})
	}
}

func TestReadersOfFilesWhoLeaveOrDawdleHarmNobody(t *testing.T) {
	const clients, size = 30, 500_000
	dir, contents := library(t, 5, size)
	eachModel(t, func(t *testing.T, model string) {
		if seats(model) == 1 {
			t.Skip("its clients would wait for each other")
		}
		c := lending(t, model, dir, wire.Params{wire.ParamFiles: 5})
		fds := c.count("fd")
		for round := range 5 {
			conns := c.crowd(clients)
			for i, conn := range conns {
				if _, err := fmt.Fprintf(conn, "GET /%d HTTP/1.1\r\n\r\n", i%5); err != nil {
					t.Fatal(err)
				}
				if i%3 == 0 {
					_ = conn.SetLinger(0)
					_ = conn.Close()
				}
			}
			for i := len(conns) - 1; i >= 0; i-- { // who asked last reads first
				if i%3 == 0 {
					continue
				}
				if err := wants(bufio.NewReader(conns[i]), "GET", 200, contents[i%5]); err != nil {
					t.Fatalf("round %d, client %d: %v", round, i, err)
				}
			}
			conns.close()
		}
		c.settles(fds, 1000)
	})
}

func TestAColdFileLeavesThePageCacheAfterEachAnswer(t *testing.T) {
	dir, contents := library(t, 1, 100_000)
	eachModel(t, func(t *testing.T, model string) {
		c := lending(t, model, dir, wire.Params{wire.ParamFiles: 1, wire.ParamCache: wire.CacheCold})
		conn := c.dial()
		defer conn.Close()
		c.do(wire.Order{Do: wire.DoRecord})
		answers := bufio.NewReader(conn)
		for range 3 {
			if _, err := conn.Write([]byte("GET /0 HTTP/1.1\r\n\r\n")); err != nil {
				t.Fatal(err)
			}
			if err := wants(answers, "GET", 200, contents[0]); err != nil {
				t.Fatal(err)
			}
		}
		eventually(t, "three answers are over", func() bool {
			events, _ := c.ring.Events()
			n := 0
			for _, e := range events {
				if e.Kind == wire.KindSysExit && e.Op == wire.OpFadvise {
					n++
				}
			}
			return n == 3
		})
	})
}

func TestMissingFilesAreSaidAtTheStart(t *testing.T) {
	dir, _ := library(t, 2, 10)
	for want, o := range map[string]wire.Order{
		"dir: found none":                      {Params: wire.Params{wire.ParamFiles: 1}},
		"files: found 0, want 1 to 1000":       {Dir: dir},
		"no such file or directory":            {Dir: dir, Params: wire.Params{wire.ParamFiles: 3}},
		"chunk: found -1, want 0 to 107374182": {Dir: dir, Params: wire.Params{wire.ParamFiles: 1, wire.ParamChunk: -1}},
	} {
		o.Do, o.Model, o.Experiment = wire.DoStart, "epoll", "file-server"
		_, err := NewWorker(nil).Do(o, nil)
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte(want)) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
