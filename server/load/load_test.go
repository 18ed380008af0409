package load

import (
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

func TestEveryRequestIsAnsweredAndCountedOnce(t *testing.T) {
	for name, c := range map[string]struct{ conns, size, threads int }{
		"one byte":                          {3, 1, 1},
		"less than a stamp":                 {10, 7, 1},
		"small":                             {100, 100, 1},
		"larger than the read buffer":       {4, 300_000, 1},
		"larger than both socket buffers":   {8, 1 << 20, 1},
		"several client threads":            {7, 100, 3},
		"more connections than are at once": {1500, 64, 1},
	} {
		t.Run(name, func(t *testing.T) {
			addr := listen(t, echo)
			load := start(t)
			allowed, err := sys.AllowedCPUs()
			if err != nil {
				t.Fatal(err)
			}
			// One thread for each CPU listed, whether or not it is another one.
			cpus := slices.Repeat(allowed[:1], c.threads)
			load.do(wire.Order{Do: wire.DoStart, Addr: addr, Params: params(c.conns, c.size), CPUs: cpus})
			load.do(wire.Order{Do: wire.DoWarm, MS: 20})
			got := load.do(wire.Order{Do: wire.DoMeasure, MS: 450}).Interval
			load.do(wire.Order{Do: wire.DoStop})

			if len(got.Errors) != 0 {
				t.Errorf("got errors %v, want none", got.Errors)
			}
			if got.Requests == 0 {
				t.Fatal("got no request answered")
			}
			if length := time.Duration(got.EndNS - got.StartNS); length < 450*time.Millisecond {
				t.Errorf("got an interval of %v, want at least the 450ms asked for", length)
			}
			most := int64(c.conns * c.size) // one request of each connection may be partly inside
			for side, bytes := range map[string]int64{"read": got.BytesRead, "written": got.BytesSent} {
				if diff := bytes - got.Requests*int64(c.size); diff > most || diff < -most {
					t.Errorf("got %d bytes %s for %d requests of %d bytes, %d too many", bytes, side, got.Requests, c.size, diff)
				}
			}
			checkCounts(t, got, params(c.conns, c.size))
			var sampled int64
			for _, s := range load.samples {
				sampled += s.Requests
			}
			if len(load.samples) != 2 || sampled != got.Requests {
				t.Errorf("got %d samples with %d requests, want 2 with %d", len(load.samples), sampled, got.Requests)
			}
			if p := got.PerConn; p.Min > p.Median || p.Median > p.Max || p.Max == 0 {
				t.Errorf("got %+v requests per connection, want them ordered", p)
			}
		})
	}
}

func TestLostConnectionsAreCountedByTheirKind(t *testing.T) {
	answer := func(n int, then func(net.Conn, []byte)) func(net.Conn) {
		return func(c net.Conn) {
			buf := make([]byte, 16)
			for i := 0; ; i++ {
				if _, err := io.ReadFull(c, buf); err != nil {
					return
				}
				if i == n {
					then(c, buf)
					return
				}
				if _, err := c.Write(buf); err != nil {
					return
				}
			}
		}
	}
	for name, c := range map[string]struct {
		serve func(net.Conn)
		want  string
	}{
		"closed while a request is under way": {answer(0, func(c net.Conn, _ []byte) {}), "1 × closed"},
		"reset":                               {answer(0, func(c net.Conn, _ []byte) { _ = c.(*net.TCPConn).SetLinger(0) }), "1 × reset"},
		"an answer with one wrong byte": {answer(0, func(c net.Conn, b []byte) {
			b[9]++
			_, _ = c.Write(b)
			_, _ = c.Read(b)
		}), "1 × corrupt"},
		"the answer of the request before": {func(c net.Conn) {
			buf := make([]byte, 32)
			_, _ = io.ReadFull(c, buf[:16])
			_, _ = c.Write(buf[:16])
			_, _ = io.ReadFull(c, buf[16:])
			_, _ = c.Write(buf[:16])
			_, _ = c.Read(buf)
		}, "corrupt"},
		"more than was sent": {func(c net.Conn) {
			buf := make([]byte, 16)
			_, _ = io.ReadFull(c, buf)
			_, _ = c.Write(append(buf, 0))
			_, _ = c.Read(buf)
			_, _ = c.Read(buf)
		}, "corrupt"},
	} {
		t.Run(name, func(t *testing.T) {
			load := start(t)
			r := load.try(wire.Order{Do: wire.DoStart, Addr: listen(t, c.serve), Params: params(1, 16)})
			if r.Error == "" {
				r = load.try(wire.Order{Do: wire.DoWarm, MS: 1})
			}
			if r.Error == "" {
				m := load.do(wire.Order{Do: wire.DoMeasure, MS: 100}).Interval
				if m.Errors[strings.TrimPrefix(c.want, "1 × ")] != 1 {
					t.Errorf("got errors %v, want one %s", m.Errors, c.want)
				}
				return
			}
			if !strings.Contains(r.Error, c.want) {
				t.Errorf("got %q, want it to name %q", r.Error, c.want)
			}
		})
	}
}

func TestConnectSaysWhyItFailed(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	r := start(t).try(wire.Order{Do: wire.DoStart, Addr: addr, Params: params(3, 16)})
	if want := "connect: connection refused"; !strings.Contains(r.Error, want) {
		t.Errorf("got %q, want it to name %q", r.Error, want)
	}
}

func TestStartNamesHowManyWereNeverAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the limit on the first round")
	}
	var once sync.Once
	addr := listen(t, func(c net.Conn) {
		silent := false
		once.Do(func() { silent = true })
		if silent {
			_, _ = io.Copy(io.Discard, c)
			return
		}
		echo(c)
	})
	load := start(t)
	r := load.try(wire.Order{Do: wire.DoStart, Addr: addr, Params: params(5, 16)})
	if want := "1 of 5 connections were never answered"; !strings.Contains(r.Error, want) {
		t.Errorf("got %q, want it to say %q", r.Error, want)
	}
}

func TestIdleConnectionsCostNoCPU(t *testing.T) {
	load := start(t)
	load.do(wire.Order{Do: wire.DoStart, Addr: listen(t, echo), Params: params(50, 16)})
	before := load.do(wire.Order{Do: wire.DoUsage}).Usage
	after := before
	for after.ElapsedNS < before.ElapsedNS+int64(20*time.Millisecond) {
		after = load.do(wire.Order{Do: wire.DoUsage}).Usage
	}
	if got := after.Syscalls - before.Syscalls; got != 0 {
		t.Errorf("got %d system calls of the client threads, want none", got)
	}
}

func TestRecordingTellsOfEveryRequest(t *testing.T) {
	load := start(t)
	load.do(wire.Order{Do: wire.DoStart, Addr: listen(t, echo), Params: params(4, 16)})
	load.do(wire.Order{Do: wire.DoWarm, MS: 10})
	load.do(wire.Order{Do: wire.DoRecord})
	load.do(wire.Order{Do: wire.DoMeasure, MS: 20})
	end := load.do(wire.Order{Do: wire.DoRecEnd})
	events, _ := load.ring.Events()

	counts := map[wire.Kind]int{}
	ports := map[int32]bool{}
	var tid int32
	for _, e := range events {
		counts[e.Kind]++
		if e.Kind == wire.KindSent {
			ports[e.Conn] = true
			tid = e.TID
		}
		if e.Kind == wire.KindSysEnter {
			if site := end.Sites[e.Site]; !strings.HasSuffix(site.File, ".go") || site.Line == 0 {
				t.Fatalf("got site %+v of %s, want a source line", site, e.Op)
			}
		}
	}
	if len(ports) != 4 {
		t.Errorf("got requests on %d connections, want 4", len(ports))
	}
	if diff := counts[wire.KindSent] - counts[wire.KindReceived]; diff > 4 || diff < -4 || counts[wire.KindSent] == 0 {
		t.Errorf("got %d requests sent, %d received; want as many but for 4 under way", counts[wire.KindSent], counts[wire.KindReceived])
	}
	var found bool
	for _, th := range end.Threads {
		found = found || th == wire.Thread{TID: tid, Proc: "client", Name: "client"}
	}
	if _, err := os.Stat("/proc/" + strconv.Itoa(load.cmd.Process.Pid) + "/task/" + strconv.Itoa(int(tid))); err != nil || !found {
		t.Errorf("got threads %+v and %v, want the client's real thread %d", end.Threads, err, tid)
	}
}

func BenchmarkLoadAgainstGoNet(b *testing.B) {
	load := start(b)
	load.do(wire.Order{Do: wire.DoStart, Addr: listen(b, echo), Params: params(100, 100)})
	load.do(wire.Order{Do: wire.DoWarm, MS: 200})
	var requests, ns int64
	for range b.N {
		m := load.do(wire.Order{Do: wire.DoMeasure, MS: 300}).Interval
		requests += m.Requests
		ns += m.EndNS - m.StartNS
	}
	b.ReportMetric(float64(requests)/float64(ns)*1e9, "requests/s")
}
