package load

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"iowait/server/dataset"
	"iowait/server/wire"
)

// serveHTTP serves with Go's own server, which knows nothing of the client.
func serveHTTP(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func filled(size int) []byte {
	body := make([]byte, size)
	wire.FillBody(body)
	return body
}

func TestHTTPAnswersAreReadAndVerified(t *testing.T) {
	for name, c := range map[string]struct {
		conns, size   int
		rate, perConn int64
	}{
		"small":                       {conns: 50, size: 100},
		"one byte":                    {conns: 3, size: 1},
		"larger than a read":          {conns: 3, size: 1 << 20},
		"open loop":                   {conns: 10, size: 100, rate: 500},
		"connections are made anew":   {conns: 10, size: 100, perConn: 2},
		"pieces as the network likes": {conns: 4, size: 70_000, perConn: 3},
	} {
		t.Run(name, func(t *testing.T) {
			body := filled(c.size)
			addr := serveHTTP(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Host == "" || r.Method != "GET" || r.URL.Path != "/" {
					http.Error(w, "bad request", http.StatusBadRequest)
					return
				}
				w.Header().Set("Content-Length", strconv.Itoa(len(body)))
				_, _ = w.Write(body)
			})
			p := params(c.conns, c.size)
			p[wire.ParamRate], p[wire.ParamPerConn] = c.rate, c.perConn
			i := start(t).measure("http", addr, p, 300)
			if len(i.Errors) > 0 || i.Requests == 0 {
				t.Fatalf("got %d requests and errors %v, want some and none", i.Requests, i.Errors)
			}
			if off := i.BodyBytes - i.Requests*int64(c.size); off > int64(c.conns*c.size) || off < -int64(c.conns*c.size) {
				t.Errorf("got %d bytes of bodies for %d answers of %d", i.BodyBytes, i.Requests, c.size)
			}
			if i.BytesRead <= i.BodyBytes {
				t.Errorf("got %d bytes read, want more than the %d of bodies", i.BytesRead, i.BodyBytes)
			}
		})
	}
}

func TestFilesAreAskedForInTurnAndVerified(t *testing.T) {
	const seed = 7 // measure's
	for name, c := range map[string]struct{ files, size int }{
		"held":            {13, 93_000},
		"too big to hold": {1000, 93_000},
	} {
		t.Run(name, func(t *testing.T) {
			var asked [1000]atomic.Bool
			addr := serveHTTP(t, func(w http.ResponseWriter, r *http.Request) {
				n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
				if err != nil || n < 0 || n >= c.files {
					http.NotFound(w, r)
					return
				}
				asked[n].Store(true)
				p := make([]byte, c.size)
				dataset.Fill(p, seed, n, 0)
				w.Header().Set("Content-Length", strconv.Itoa(len(p)))
				_, _ = w.Write(p)
			})
			p := wire.Params{wire.ParamConns: 13, wire.ParamFiles: int64(c.files), wire.ParamFileSize: int64(c.size)}
			i := start(t).measure("file-server", addr, p, 400)
			if len(i.Errors) > 0 || i.Requests < 13 {
				t.Fatalf("got %d requests and errors %v, want at least 13 and none", i.Requests, i.Errors)
			}
			for n := range min(c.files, 13) {
				if !asked[n].Load() {
					t.Errorf("file %d was never asked for", n)
				}
			}
		})
	}
}

func TestBadHTTPAnswersAreCountedByTheirKind(t *testing.T) {
	body := string(filled(100))
	ok := "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + body
	wrong := []byte(ok)
	wrong[len(wrong)-37]++
	for name, c := range map[string]struct{ answer, want string }{
		"not found":           {"HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nnothing", "status 404"},
		"no body at all":      {"HTTP/1.1 503 x\r\ncontent-length:0\r\n\r\n", "status 503"},
		"one wrong byte":      {string(wrong), "corrupt"},
		"too short":           {"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + body[:99], "corrupt"},
		"surplus":             {ok + "!", "corrupt"},
		"no length":           {"HTTP/1.1 200 OK\r\n\r\n" + body, "header"},
		"chunks":              {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n" + body + "\r\n0\r\n\r\n", "header"},
		"endless header":      {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", maxHeader), "header"},
		"another protocol":    {"SSH-2.0-OpenSSH_9.6\r\n\r\n", "header"},
		"the server hangs up": {"", "closed"},
	} {
		t.Run(name, func(t *testing.T) {
			var bad atomic.Bool
			addr := listen(t, func(conn net.Conn) {
				buf := make([]byte, 4096)
				for {
					if _, err := conn.Read(buf); err != nil {
						return
					}
					answer := ok
					if bad.CompareAndSwap(true, false) {
						answer = c.answer
					}
					if _, err := io.WriteString(conn, answer); err != nil || answer == "" {
						return
					}
				}
			})
			load := start(t)
			p := params(2, 100)
			load.measure("http", addr, p, 50)
			bad.Store(true)
			i := load.interval(p, 300)
			if len(i.Errors) != 1 || i.Errors[c.want] != 1 {
				t.Errorf("got errors %v, want one %q", i.Errors, c.want)
			}
			if i.Requests == 0 {
				t.Error("got no request answered on the other connection")
			}
			if kept := strings.HasPrefix(c.want, "status"); kept && i.PerConn.Min == 0 {
				t.Error("the connection was not used any more")
			}
		})
	}
}

// An answer in any pieces is the same answer.
func TestAnswersMayComeInAnyPieces(t *testing.T) {
	const size = 40
	answer := []byte("HTTP/1.1 200 OK\r\nServer: x\r\nCONTENT-length: \t40 \r\nDate: now\r\n\r\n" + string(filled(size)))
	other := []byte("HTTP/1.1 404 No\r\nContent-Length: 3\r\n\r\nabc")
	s := scenario{protocol: protocolHTTP, conns: 2, size: size, one: 1}
	fresh := func() (*client, *conn) {
		c := &client{scenario: s, answer: newAnswer(s, s.bodies(), 2)}
		return c, &conn{index: 1, length: unknown, sent: 1}
	}
	feed := func(c *client, k *conn, pieces ...[]byte) (status int32) {
		for i, piece := range pieces {
			over, fail := c.hear(k, piece)
			if fail != noFailure {
				return -int32(fail) - 1
			}
			if over != (i == len(pieces)-1) {
				return -100
			}
		}
		status = k.status
		k.got, k.length = 0, unknown // what finish does
		return status
	}
	for i := 1; i < len(answer); i++ {
		for j := i + 1; j < len(answer); j++ {
			c, k := fresh()
			// The first header is new, the last one is known.
			for round, want := range []int32{200, 404, 200} {
				a, m, n := answer, i, j
				if want == 404 {
					a, m, n = other, 1+i%(len(other)-2), len(other)-1
				}
				if got := feed(c, k, a[:m], a[m:n], a[n:]); m < n && got != want {
					t.Fatalf("cut at %d and %d, round %d: got %d, want %d", m, n, round, got, want)
				}
			}
		}
	}
	c, k := fresh()
	for i := range answer {
		over, fail := c.hear(k, answer[i:i+1])
		if fail != noFailure || over != (i == len(answer)-1) {
			t.Fatalf("byte %d: got over %v, failure %d", i, over, fail)
		}
	}
	for i := len(answer) - size; i < len(answer); i++ {
		c, k := fresh()
		bad := bytes.Clone(answer)
		bad[i] ^= 1
		if _, fail := c.hear(k, bad); fail != failCorrupt {
			t.Errorf("byte %d wrong: got failure %d, want %d", i, fail, failCorrupt)
		}
	}
}

func FuzzParseHeader(f *testing.F) {
	for _, s := range []string{"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "HTTP/1.0 404\r\ncontent-length:0\r\nX: y\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "\r\n\r\n", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		h, ok := parseHeader(p)
		if !ok {
			return
		}
		if h.length < 0 || h.status < 0 || h.status > 999 || !bytes.HasSuffix(p, headerEnd) {
			t.Errorf("got %+v of %q", h, p)
		}
		// What it found is all there is to it.
		text := fmt.Sprintf("HTTP/1.1 %03d x\r\nContent-Length: %d\r\n\r\n", h.status, h.length)
		if again, ok := parseHeader([]byte(text)); !ok || again != h {
			t.Errorf("got %+v of %q, want %+v", again, text, h)
		}
	})
}
