package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"iowait/server/archive"
	"iowait/server/wire"
)

const testToken = "the-token-of-this-start"

// noAssets stands in for the front end's files.
type noAssets struct{ http.Handler }

func (noAssets) URL(name string) string { return "/assets/" + name }
func (noAssets) Refresh()               {}

// A hub under test: the real server on a free port of loopback, with a
// stand-in for what makes the runs.
type underTest struct {
	t    *testing.T
	addr string // host:port
	hub  *Hub
	runs *archive.Archive
	stop func() // ends the server and waits for it; also done at the test's end
}

func start(t *testing.T, limits Limits, execute archive.Execute) *underTest {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u := &underTest{t: t, addr: listener.Addr().String(), hub: NewHub("test", limits)}
	var ids atomic.Int64
	u.runs = archive.New(archive.Options{
		Runs: 10, Bytes: 1 << 20, Queue: 2, Observe: u.hub.Publish,
		Now: time.Now, NewID: func() string { return fmt.Sprint("r", ids.Add(1)) },
	})
	s := New(Config{
		Version: "test", Token: testToken, Hosts: Hosts(u.addr), Runs: u.runs, Hub: u.hub,
		Doctor: func() wire.Doctor {
			return wire.Doctor{Models: []wire.ModelInfo{{ID: "epoll", Kind: "socket", OK: true}}}
		},
		Assets: noAssets{http.NotFoundHandler()},
	})
	s.echo.GET("/api/panic", func(echoContext) error { panic("boom") })
	ctx, cancel := context.WithCancel(context.Background())
	worked, served := make(chan struct{}), make(chan error, 1)
	go func() { defer close(worked); u.runs.Work(ctx, execute) }()
	go func() { served <- s.Serve(ctx, listener) }()
	ended := false
	u.stop = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		<-worked
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	}
	t.Cleanup(u.stop)
	return u
}

// idle is for tests that start no run.
func idle(ctx context.Context, run wire.Run, _ func(wire.Message, []byte)) wire.Run {
	<-ctx.Done()
	return run
}

// ask sends one request, by default as our own page would.
func (u *underTest) ask(method, path, body string, headers ...string) (int, http.Header, string) {
	u.t.Helper()
	r, err := http.NewRequest(method, "http://"+u.addr+path, strings.NewReader(body))
	if err != nil {
		u.t.Fatal(err)
	}
	if method != http.MethodGet {
		r.Header.Set("Origin", "http://"+u.addr)
		r.Header.Set(TokenHeader, testToken)
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		switch name, value := headers[i], headers[i+1]; {
		case name == "Host":
			r.Host = value
		case value == "":
			r.Header.Del(name)
		default:
			r.Header.Set(name, value)
		}
	}
	client := http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     &http.Transport{DisableKeepAlives: true},
	}
	answer, err := client.Do(r)
	if err != nil {
		u.t.Fatal(err)
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	if err != nil {
		u.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(got)
}
