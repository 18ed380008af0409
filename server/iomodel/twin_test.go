package iomodel

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"iowait/server/sys"
)

// twins are the models that are measured against the same server in C.
var twins = []struct{ model, program string }{
	{"thread-per-conn", "twin_thread"},
	{"poll", "twin_poll"},
	{"epoll", "twin_epoll"},
	{"io_uring", "twin_io_uring"},
}

const clientInC = "client_epoll"

// skipUnsupported skips what the model's own probe says that the host refuses.
func skipUnsupported(t testing.TB, model string) {
	t.Helper()
	m, ok := Find(model)
	if !ok {
		t.Fatalf("no model %q", model)
	}
	var refused *sys.UnsupportedError
	if err := m.Probe(); errors.As(err, &refused) {
		t.Skip(refused)
	} else if err != nil {
		t.Fatal(err)
	}
}

func TestTwinsInCDoWhatTheirModelsDo(t *testing.T) {
	for _, twin := range twins {
		t.Run(twin.program, func(t *testing.T) {
			skipUnsupported(t, twin.model)
			dir := buildTwins(t, twin.program)
			p := launchTwin(t, filepath.Join(dir, twin.program), nil)
			for i, size := range []int{1, 100, 65537, 1 << 20} {
				conn, err := net.Dial("tcp4", p.addr)
				if err != nil {
					t.Fatal(err)
				}
				_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
				if err := echoInSplits(conn.(*net.TCPConn), rand.New(rand.NewPCG(uint64(i), 1)), size, 5); err != nil {
					t.Errorf("%d bytes: %v", size, err)
				}
				if i%2 == 0 {
					_ = conn.(*net.TCPConn).SetLinger(0) // close resets
				}
				_ = conn.Close()
			}
		})
	}
}

// counted is what the client in C prints.
type counted struct {
	Requests  int64 `json:"requests"`
	ElapsedNS int64 `json:"elapsed_ns"`
	CPUNS     int64 `json:"cpu_ns"`
	MeanNS    int64 `json:"mean_ns"`
	P50NS     int64 `json:"p50_ns"`
	P99NS     int64 `json:"p99_ns"`
}

// runClient runs the client in C to its end.
func runClient(t testing.TB, dir, addr string, cpus []int, args ...string) (c counted) {
	t.Helper()
	_, port, _ := strings.Cut(addr, ":")
	p := launch(t, exec.Command(filepath.Join(dir, clientInC), append([]string{port}, args...)...), cpus)
	if err := json.NewDecoder(p.out).Decode(&c); err != nil {
		t.Fatalf("%s: read its result: %v", clientInC, err)
	}
	p.end()
	return c
}

func TestTheClientInCCountsWholeAnswersAndTheirTimes(t *testing.T) {
	const conns = 3
	dir := buildTwins(t, clientInC)
	c := start(t, "epoll", 0)
	for _, size := range []string{"1", "100", "300000"} {
		got := runClient(t, dir, c.addr, nil, "3", size, "10", "100")
		if got.Requests == 0 || got.CPUNS <= 0 || got.ElapsedNS < 100e6 || got.P50NS > got.P99NS {
			t.Errorf("%s bytes: got %+v, want requests, CPU time, at least 100 ms and ordered percentiles", size, got)
		}
		// Little's law, but for the requests under way at both ends.
		inside := float64(got.MeanNS) * float64(got.Requests) / float64(got.ElapsedNS)
		if slack := 2 * conns * float64(got.P99NS) / float64(got.ElapsedNS); inside > conns+slack+1 {
			t.Errorf("%s bytes: got %.1f requests under way on average, want at most %d", size, inside, conns)
		}
	}
}
