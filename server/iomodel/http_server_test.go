package iomodel

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"

	"iowait/server/wire"
)

// serving starts a model on the http experiment with bodies of size bytes.
func serving(t *testing.T, model string, size int64) *child {
	t.Helper()
	return startOn(t, wire.Order{Model: model, Experiment: "http", Params: wire.Params{wire.ParamSize: size}}, 0)
}

func page(size int) []byte {
	p := make([]byte, size)
	wire.FillBody(p)
	return p
}

// hears reads one answer to a request with this method, and its whole body.
func hears(r *bufio.Reader, method string) (*http.Response, []byte, error) {
	answer, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(answer.Body)
	return answer, body, err
}

// wants is an error unless the next answer on r is this one.
func wants(r *bufio.Reader, method string, status int, body []byte) error {
	answer, got, err := hears(r, method)
	if err != nil {
		return err
	}
	if answer.StatusCode != status || !bytes.Equal(got, body) {
		return fmt.Errorf("got %s with %d bytes, want %d with %d", answer.Status, len(got), status, len(body))
	}
	if method == "GET" && answer.ContentLength != int64(len(body)) {
		return fmt.Errorf("got Content-Length %d, want %d", answer.ContentLength, len(body))
	}
	return nil
}

func TestClientsOfNetHTTPAreServed(t *testing.T) {
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, 1000)
		transport := &http.Transport{MaxIdleConnsPerHost: 1}
		defer transport.CloseIdleConnections()
		client := &http.Client{Transport: transport, Timeout: patience}
		for i, ask := range []struct {
			method string
			body   string
			reused bool
			status int
			length int64
		}{
			{"GET", "", false, 200, 1000},
			{"GET", "", true, 200, 1000},
			{"HEAD", "", true, 200, 1000},
			{"POST", "a=b", true, 405, 0},
			{"DELETE", "", true, 405, 0},
			{"GET", "", true, 200, 1000},
		} {
			reused := false
			trace := &httptrace.ClientTrace{GotConn: func(g httptrace.GotConnInfo) { reused = g.Reused }}
			req, err := http.NewRequestWithContext(httptrace.WithClientTrace(context.Background(), trace), ask.method,
				"http://"+c.addr+"/any/path?a=b", strings.NewReader(ask.body))
			if err != nil {
				t.Fatal(err)
			}
			answer, err := client.Do(req)
			if err != nil {
				t.Fatalf("request %d: %v", i, err)
			}
			body, err := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if err != nil {
				t.Fatalf("request %d: %v", i, err)
			}
			if answer.StatusCode != ask.status || answer.ContentLength != ask.length || reused != ask.reused {
				t.Errorf("request %d: got %s, length %d, connection reused %v; want %+v", i, answer.Status, answer.ContentLength, reused, ask)
			}
			if ask.method == "GET" && !bytes.Equal(body, page(1000)) {
				t.Errorf("request %d: got another body", i)
			}
			if got := answer.Header.Get("Content-Type"); got != "text/plain" {
				t.Errorf("request %d: got Content-Type %q, want text/plain", i, got)
			}
			if ask.status == 405 && answer.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("request %d: got Allow %q, want GET, HEAD", i, answer.Header.Get("Allow"))
			}
		}
	})
}

func TestRequestsMayBeSplitAnywhere(t *testing.T) {
	const request = "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, 100)
		conn := c.dial()
		defer conn.Close()
		answers := bufio.NewReader(conn)
		for at := 1; at < len(request); at++ {
			for _, piece := range []string{request[:at], request[at:]} {
				if _, err := conn.Write([]byte(piece)); err != nil {
					t.Fatal(err)
				}
				c.do(wire.Order{Do: wire.DoUsage}) // so that the server mostly reads it by itself
			}
			if err := errors.Join(wants(answers, "GET", 200, page(100)), wants(answers, "HEAD", 200, nil)); err != nil {
				t.Fatalf("split after %d bytes: %v", at, err)
			}
		}
	})
}

func TestRequestsThatComeTogetherAreAnsweredInOrder(t *testing.T) {
	for _, size := range []int{10, 20_000, 1 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			eachModel(t, func(t *testing.T, model string) {
				c := serving(t, model, int64(size))
				conn := c.dial()
				defer conn.Close()
				r := rand.New(rand.NewPCG(1, uint64(size)))
				var methods []string
				var text strings.Builder
				for range min(2000, 20<<20/size) {
					method := []string{"GET", "GET", "GET", "HEAD", "PUT"}[r.IntN(5)]
					methods = append(methods, method)
					body := strings.Repeat("x", r.IntN(50))
					fmt.Fprintf(&text, "%s /%d HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s", method, len(methods), len(body), body)
				}
				var sent sync.WaitGroup
				sent.Go(func() { _, _ = conn.Write([]byte(text.String())) })
				defer sent.Wait()
				answers := bufio.NewReader(conn)
				for i, method := range methods {
					status, body := 200, page(size)
					switch method {
					case "HEAD":
						body = nil
					case "PUT":
						status, body = 405, nil
					}
					if err := wants(answers, method, status, body); err != nil {
						t.Fatalf("answer %d of %d: %v", i, len(methods), err)
					}
				}
			})
		})
	}
}

func TestTheConnectionEndsWhenItShould(t *testing.T) {
	long := "GET / HTTP/1.1\r\nA: " + strings.Repeat("a", 20<<10)
	for name, test := range map[string]struct {
		text     string
		method   string
		statuses []int
		stays    bool
	}{
		"HTTP/1.1":                         {"GET / HTTP/1.1\r\n\r\n", "GET", []int{200}, true},
		"HTTP/1.0":                         {"GET / HTTP/1.0\r\n\r\n", "GET", []int{200}, false},
		"HTTP/1.0 that wants it to stay":   {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET", []int{200}, true},
		"Connection: close":                {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "GET", []int{200}, false},
		"HEAD and Connection: close":       {"HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n", "HEAD", []int{200}, false},
		"more after Connection: close":     {"GET / HTTP/1.1\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n", "GET", []int{200}, false},
		"the second of three closes":       {"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\n\r\n", "GET", []int{200, 200}, false},
		"no method that is served":         {"BREW / HTTP/1.1\r\n\r\n", "GET", []int{405}, true},
		"no HTTP":                          {"hello\r\n\r\n", "GET", []int{400}, false},
		"a request and then no HTTP":       {"GET / HTTP/1.1\r\n\r\nhello\r\n\r\n", "GET", []int{200, 400}, false},
		"a header without an end":          {long, "GET", []int{431}, false},
		"a header that is too long":        {long + "\r\n\r\n", "GET", []int{431}, false},
		"a body in chunks":                 {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "GET", []int{501}, false},
		"another version of the protocol":  {"GET / HTTP/3.0\r\n\r\n", "GET", []int{505}, false},
		"a body that waits to be welcomed": {"POST / HTTP/1.1\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n", "GET", []int{405}, false},
	} {
		t.Run(name, func(t *testing.T) {
			eachModel(t, func(t *testing.T, model string) {
				c := serving(t, model, 100)
				conn := c.dial()
				defer conn.Close()
				if _, err := conn.Write([]byte(test.text)); err != nil {
					t.Fatal(err)
				}
				answers := bufio.NewReader(conn)
				for i, status := range test.statuses {
					answer, _, err := hears(answers, test.method)
					if err != nil {
						t.Fatalf("answer %d: %v", i, err)
					}
					if answer.StatusCode != status {
						t.Errorf("answer %d: got %s, want %d", i, answer.Status, status)
					}
					last := i == len(test.statuses)-1 && !test.stays
					if answer.Close != last {
						t.Errorf("answer %d: got Connection: close %v, want %v", i, answer.Close, last)
					}
				}
				if test.stays {
					if _, err := conn.Write([]byte("GET / HTTP/1.1\r\n\r\n")); err != nil {
						t.Fatal(err)
					}
					if err := wants(answers, "GET", 200, page(100)); err != nil {
						t.Error("a request after that:", err)
					}
				} else if b, err := answers.ReadByte(); err != io.EOF {
					t.Errorf("got %q, %v after the last answer, want the end", b, err)
				}
			})
		})
	}
}

func TestPagesThatAreNotReadWaitForTheirClient(t *testing.T) {
	const size, requests = 1 << 20, 20
	eachModel(t, func(t *testing.T, model string) {
		c := serving(t, model, size)
		slow := c.dial()
		defer slow.Close()
		if _, err := slow.Write([]byte(strings.Repeat("GET / HTTP/1.1\r\n\r\n", requests))); err != nil {
			t.Fatal(err)
		}
		_ = slow.CloseWrite() // it still wants its answers
		if model != "iterative" {
			quick := c.dial()
			defer quick.Close()
			if _, err := quick.Write([]byte("GET / HTTP/1.1\r\n\r\n")); err != nil {
				t.Fatal(err)
			}
			if err := wants(bufio.NewReader(quick), "GET", 200, page(size)); err != nil {
				t.Error("another client:", err)
			}
		}
		answers := bufio.NewReader(slow)
		for i := range requests {
			if err := wants(answers, "GET", 200, page(size)); err != nil {
				t.Fatalf("answer %d: %v", i, err)
			}
		}
		if _, err := answers.ReadByte(); err != io.EOF {
			t.Errorf("got %v after the last answer, want the end", err)
		}
	})
}
