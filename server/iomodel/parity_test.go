package iomodel

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"

	"iowait/server/wire"
)

// has finds a line of the parity sheet.
func (c *child) has(what string) string {
	for _, h := range c.started.Has {
		if h.What == what {
			return h.Is
		}
	}
	return ""
}

func TestEachModelSaysWhatItHas(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		c := startOn(t, wire.Order{Model: model, Params: wire.Params{wire.ParamBuffer: 1000, wire.ParamSockBuf: 20_000, wire.ParamPool: 7}}, 0)
		for what, want := range map[string]string{
			"read buffer": "1000 B",
			"SO_SNDBUF":   "40000 B", // the kernel doubles it
			"SO_RCVBUF":   "40000 B",
			"TCP_NODELAY": "on",
		} {
			if got := c.has(what); got != want {
				t.Errorf("got %s %q, want %q", what, got, want)
			}
		}
		for _, what := range []string{"threads", "backlog", "blocks in"} {
			if c.has(what) == "" {
				t.Errorf("got nothing on %s among %v", what, c.started.Has)
			}
		}
		if got, want := c.has("rings") != "", strings.HasPrefix(model, "io_uring"); got != want {
			t.Errorf("got rings %q", c.has("rings"))
		}
		if want, ok := map[string]string{"thread-pool": "7", "epoll-pool": "8", "completion-pool": "7", "iterative": "1", "epoll": "1"}[model]; ok && c.has("threads") != want {
			t.Errorf("got %s threads, want %s", c.has("threads"), want)
		}
	})
}

func TestNoMoreIsReadWithOneCallThanTheBufferHolds(t *testing.T) {
	const size = 100
	eachModel(t, func(t *testing.T, model string) {
		c := startOn(t, wire.Order{Model: model, Params: wire.Params{wire.ParamBuffer: size}}, 0)
		conn := c.dial()
		defer conn.Close()
		c.do(wire.Order{Do: wire.DoRecord})
		want := content(1, 10*size+50)
		if _, err := conn.Write(want); err != nil {
			t.Fatal(err)
		}
		if closed, err := hear(conn, want); closed || err != nil {
			t.Fatalf("closed %v, %v", closed, err)
		}
		c.do(wire.Order{Do: wire.DoRecEnd})
		events, _ := c.ring.Events()
		reads := 0
		for _, e := range events {
			read := (e.Kind == wire.KindSysExit || e.Kind == wire.KindUnpark) && e.Op == wire.OpRead || e.Kind == wire.KindComplete && e.Op == wire.OpRecv
			if read && e.Result > size {
				t.Errorf("got a read of %d bytes, want at most %d", e.Result, size)
			}
			if read && e.Result > 0 {
				reads++
			}
		}
		if reads < 11 {
			t.Errorf("got %d reads, want at least 11", reads)
		}
	})
}

func TestUsageTellsOfMemoryAndTheDevice(t *testing.T) {
	u := start(t, "epoll", 0).do(wire.Order{Do: wire.DoUsage}).Usage
	if u.RSS <= 0 || u.RSS > u.RSSPeak {
		t.Errorf("got %d bytes resident and %d at the peak", u.RSS, u.RSSPeak)
	}
	if u.DeviceRead < 0 || u.DeviceWrite < 0 {
		t.Errorf("got %d bytes from and %d to the device", u.DeviceRead, u.DeviceWrite)
	}
}

func TestWhoTakesNoPartSaysWhy(t *testing.T) {
	for _, info := range Doctor() {
		for experiment, why := range info.Not {
			_, err := NewWorker(nil).Do(wire.Order{Do: wire.DoStart, Model: info.ID, Experiment: experiment}, nil)
			if info.OK && (err == nil || !strings.Contains(err.Error(), why)) {
				t.Errorf("%s on %s: got %v, want %s", info.ID, experiment, err, why)
			}
		}
	}
	_, err := NewWorker(nil).Do(wire.Order{Do: wire.DoStart, Model: "epoll", Experiment: "file-read"}, nil)
	if err == nil || !strings.Contains(err.Error(), `"file-read", want one of echo, http, backend, idle, file-server`) {
		t.Errorf("got %v, want the experiments that there are", err)
	}
}

// What a model did is shown beside its source: so each mark names a line of
// a model's file, whatever is served.
func TestMarksOfEveryExperimentNameALineOfAModel(t *testing.T) {
	files := map[string]bool{"thread_per_conn.go": true, "select.go": true}
	for _, m := range All() {
		files[strings.ReplaceAll(m.ID, "-", "_")+".go"] = true
	}
	dir, contents := library(t, 1, 100_000)
	waits := wire.Params{wire.ParamSize: 5, wire.ParamDelayMS: 5}
	for _, test := range []struct {
		o      wire.Order
		ask    string
		answer func(r *bufio.Reader) error
		wants  func(m Model) []string // kinds and operations
	}{
		{wire.Order{Experiment: "http", Params: wire.Params{wire.ParamSize: 10}}, "GET / HTTP/1.1\r\n\r\n",
			func(r *bufio.Reader) error { return wants(r, "GET", 200, page(10)) },
			func(Model) []string { return nil }},
		{wire.Order{Experiment: "backend", Params: waits}, "hello",
			func(r *bufio.Reader) error { _, err := io.ReadFull(r, make([]byte, 5)); return err },
			func(m Model) []string {
				switch {
				case m.sleeps():
					return []string{"enter clock_nanosleep", "exit clock_nanosleep"}
				case strings.HasPrefix(m.ID, "io_uring"):
					return []string{"wait-backend ", "submit timeout", "complete timeout", "backend "}
				}
				return []string{"wait-backend ", "backend "}
			}},
		{wire.Order{Experiment: "file-server", Dir: dir, Params: wire.Params{wire.ParamFiles: 1, wire.ParamCache: wire.CacheCold}}, "GET /0 HTTP/1.1\r\n\r\n",
			func(r *bufio.Reader) error { return wants(r, "GET", 200, contents[0]) },
			func(m Model) []string {
				if strings.HasPrefix(m.ID, "io_uring") {
					return []string{"submit read", "complete read", "exit posix_fadvise"}
				}
				return []string{"enter pread64", "exit pread64", "exit posix_fadvise"}
			}},
	} {
		t.Run(test.o.Experiment, func(t *testing.T) {
			eachModel(t, func(t *testing.T, model string) {
				o := test.o
				o.Model = model
				c := startOn(t, o, 0)
				conn := c.dial()
				defer conn.Close()
				port := int32(portOfConn(conn))
				answers := bufio.NewReader(conn)
				ask := func() {
					if _, err := conn.Write([]byte(test.ask)); err != nil {
						t.Fatal(err)
					}
					if err := test.answer(answers); err != nil {
						t.Fatal(err)
					}
				}
				ask()
				c.do(wire.Order{Do: wire.DoRecord})
				ask()
				ask()
				ask() // whose begin says that all of those before is over
				r := c.do(wire.Order{Do: wire.DoRecEnd})
				events, _ := c.ring.Events()
				seen := map[string]bool{}
				for _, e := range events {
					site, ok := r.Sites[e.Site]
					if ok && !files[site.File] {
						t.Errorf("event %+v: got %s:%d, want a line of a model's own file", e, site.File, site.Line)
					}
					if e.Conn != 0 && e.Conn != port {
						t.Errorf("event %+v: got connection %d, want %d", e, e.Conn, port)
					}
					if ok && e.Conn == port {
						seen[fmt.Sprint(e.Kind, " ", e.Op)] = true
					}
				}
				m, _ := Find(model)
				for _, want := range test.wants(m) {
					if !seen[want] {
						t.Errorf("got no %q with its line among %d events", want, len(events))
					}
				}
			})
		})
	}
}

func TestASignalIsMarkedWithItsDescriptor(t *testing.T) {
	c := start(t, "sigio", 0)
	conn := c.dial()
	defer conn.Close()
	ask := func() {
		if _, err := conn.Write([]byte("hello")); err != nil {
			t.Fatal(err)
		}
		if closed, err := hear(conn, []byte("hello")); closed || err != nil {
			t.Fatal(errors.Join(err, fmt.Errorf("closed %v", closed)))
		}
	}
	ask() // so that it is accepted: what comes before that needs no signal
	c.do(wire.Order{Do: wire.DoRecord})
	ask()
	c.do(wire.Order{Do: wire.DoRecEnd})
	events, _ := c.ring.Events()
	for _, e := range events {
		if e.Kind == wire.KindSignal && e.Conn == int32(portOfConn(conn)) && e.FD > 0 && e.Result >= 34 {
			return
		}
	}
	t.Errorf("got no signal of the connection among %d events", len(events))
}

func portOfConn(conn interface{ LocalAddr() net.Addr }) int {
	_, port, _ := strings.Cut(conn.LocalAddr().String(), ":")
	n, _ := strconv.Atoi(port)
	return n
}
