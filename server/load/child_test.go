package load

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/sys"
	"iowait/server/testbin"
	"iowait/server/wire"
)

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case roleEcho:
		serveEcho()
	case roleOldKernel:
		execOnOldKernel()
	default:
		testbin.Main(m)
	}
}

// A child is the real program generating load.
type child struct {
	t       testing.TB
	cmd     *exec.Cmd
	orders  io.WriteCloser
	replies *json.Decoder
	stderr  strings.Builder
	ring    *sys.Ring
	samples []wire.Interval
	sampled func(n int) // called after sample number n, from 1; may be nil
}

func start(t testing.TB) *child {
	t.Helper()
	return startAs(t, exec.Command(testbin.Path(), "worker", "load"))
}

// startAs runs cmd, which ends up as the program.
func startAs(t testing.TB, cmd *exec.Cmd) *child {
	t.Helper()
	ring, err := sys.NewRing(200000)
	if err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, ring: ring, cmd: cmd}
	c.cmd.ExtraFiles = []*os.File{ring.File()}
	c.cmd.Env = append(c.cmd.Environ(), "IOWAIT_RING=1")
	c.cmd.Stderr = &c.stderr
	if c.orders, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.replies = json.NewDecoder(out)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.orders.Close()
		_ = c.cmd.Wait()
		if t.Failed() {
			t.Logf("standard error: %s", c.stderr.String())
		}
		_ = ring.Close()
	})
	return c
}

// try gives one order and answers the reply, whatever it is.
func (c *child) try(o wire.Order) wire.Reply {
	c.t.Helper()
	if err := json.NewEncoder(c.orders).Encode(o); err != nil {
		c.t.Fatal(err)
	}
	for {
		var r wire.Reply
		if err := c.replies.Decode(&r); err != nil {
			c.t.Fatalf("order %s: %v", o.Do, err)
		}
		if r.To != "sample" {
			return r
		}
		c.samples = append(c.samples, *r.Interval)
		if c.sampled != nil {
			c.sampled(len(c.samples))
		}
	}
}

func (c *child) do(o wire.Order) wire.Reply {
	c.t.Helper()
	r := c.try(o)
	if r.Error != "" {
		c.t.Fatalf("order %s: %s", o.Do, r.Error)
	}
	return r
}

// listen serves every connection with serve; at the end it closes all and
// waits for them.
func listen(t testing.TB, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, conn)
			mu.Unlock()
			all.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		mu.Lock()
		for _, c := range conns {
			_ = c.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return l.Addr().String()
}

func echo(c net.Conn) { _, _ = io.Copy(c, onlyReader{c}) }

// onlyReader hides what would let io.Copy splice.
type onlyReader struct{ io.Reader }

// measure starts a load with these parameters, warms it up, measures for ms
// and checks what holds for every load.
func (c *child) measure(experiment, addr string, p wire.Params, ms int64) *wire.Interval {
	c.t.Helper()
	c.do(wire.Order{Do: wire.DoStart, Experiment: experiment, Addr: addr, Params: p, Seed: 7})
	c.do(wire.Order{Do: wire.DoWarm, MS: 20})
	return c.interval(p, ms)
}

// interval measures for ms.
func (c *child) interval(p wire.Params, ms int64) *wire.Interval {
	c.t.Helper()
	i := c.do(wire.Order{Do: wire.DoMeasure, MS: ms}).Interval
	checkCounts(c.t, i, p)
	return i
}

// checkCounts checks the identities of wire.Interval.
func checkCounts(t testing.TB, i *wire.Interval, p wire.Params) {
	t.Helper()
	if i.Arrived != 0 && i.Arrived != i.Requests+i.Waiting+i.Lost {
		t.Errorf("got %d requests due, want them to be %d answered + %d waiting + %d lost", i.Arrived, i.Requests, i.Waiting, i.Lost)
	}
	for name, encoded := range map[string][]byte{"latency": i.Histogram, "service": i.ServiceHistogram} {
		if name == "service" && p[wire.ParamRate] == 0 {
			continue
		}
		h, err := hdrhistogram.Decode(encoded)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if h.TotalCount() != i.Requests {
			t.Errorf("%s: got %d values, want one for each of %d requests", name, h.TotalCount(), i.Requests)
		}
	}
	if len(i.Errors) > 0 {
		return
	}
	service := i.MeanNS
	if p[wire.ParamRate] > 0 {
		service = i.ServiceMeanNS
	}
	conns := p[wire.ParamConns]
	if _, idle := p[wire.ParamActive]; idle {
		conns = Active(p)
	}
	// The flips of several threads are apart, so that this is not exact.
	sum := service*float64(i.Requests) + float64(i.AgeNS) + float64(i.ThinkNS)
	if got := sum / float64(i.EndNS-i.StartNS); got < 0.99*float64(conns) || got > 1.01*float64(conns) {
		t.Errorf("got %.2f connections serving, aging or thinking, want %d: %+v", got, conns, i)
	}
}

func params(conns, size int) wire.Params {
	return wire.Params{wire.ParamConns: int64(conns), wire.ParamSize: int64(size)}
}
