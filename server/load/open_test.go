package load

import (
	"io"
	"math"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"iowait/server/sys"
	"iowait/server/wire"
)

func TestOpenLoopOffersItsRate(t *testing.T) {
	for name, c := range map[string]struct {
		rate, spacing, perConn int64
		threads                int
		old                    bool
	}{
		"constant":                    {rate: 1000, threads: 1},
		"constant, several threads":   {rate: 1001, threads: 3},
		"poisson":                     {rate: 1000, spacing: wire.ArrivalsPoisson, threads: 1},
		"poisson, several threads":    {rate: 1000, spacing: wire.ArrivalsPoisson, threads: 2},
		"slower than the samples":     {rate: 3, threads: 2},
		"connections are made anew":   {rate: 1000, perConn: 3, threads: 1},
		"a kernel without pwait2":     {rate: 1000, threads: 1, old: true},
		"more than one can be served": {rate: 200_000, threads: 1},
	} {
		t.Run(name, func(t *testing.T) {
			load := start
			if c.old {
				load = func(t testing.TB) *child { return onOldKernel(t.(*testing.T)) }
			}
			l := load(t)
			allowed, err := sys.AllowedCPUs()
			if err != nil {
				t.Fatal(err)
			}
			p := params(10, 100)
			p[wire.ParamRate], p[wire.ParamArrivals], p[wire.ParamPerConn] = c.rate, c.spacing, c.perConn
			r := l.do(wire.Order{Do: wire.DoStart, Addr: listen(t, echo), Params: p, Seed: 3, CPUs: slices.Repeat(allowed[:1], c.threads)})
			if got := strings.Contains(strings.Join(r.Notes, " "), "timerfd"); got != c.old {
				t.Errorf("got notes %q, want timerfd named: %v", r.Notes, c.old)
			}
			l.do(wire.Order{Do: wire.DoWarm, MS: 20})
			i := l.interval(p, 700)
			if len(i.Errors) > 0 {
				t.Fatalf("got errors %v, want none", i.Errors)
			}
			want := float64(c.rate) * float64(i.EndNS-i.StartNS) / 1e9
			off := 1 + float64(c.threads) + float64(c.rate)*1e-3 // the ends of the threads' intervals are apart
			if c.spacing == wire.ArrivalsPoisson {
				off += 5 * math.Sqrt(want)
			}
			if math.Abs(float64(i.Arrived)-want) > off {
				t.Errorf("got %d requests due, want %.0f ± %.0f", i.Arrived, want, off)
			}
			if i.ServiceNS == nil || i.LagNS == nil {
				t.Fatalf("got %+v, want service time and lag", i)
			}
			if i.ServiceNS.Max > i.LatencyNS.Max || i.ServiceMeanNS > i.MeanNS {
				t.Errorf("got service time %+v, want it within response time %+v", *i.ServiceNS, i.LatencyNS)
			}
		})
	}
}

// A server that stands still for s seconds while r requests a second are due
// keeps r·s of them waiting, evenly from 0 to s. With a tenth of all
// requests, the worst percent of all is the worst tenth of those: p99 = 0.9·s.
// One connection has only one request under way meanwhile, so service time,
// and a closed loop, show the stall to one in a thousand.
func TestAStallIsNotHiddenByTheGenerator(t *testing.T) {
	const stall, length = 250 * time.Millisecond, 2500 * time.Millisecond
	stalled := func(p wire.Params) *wire.Interval {
		addr, server := startEcho(t)
		load := start(t)
		load.do(wire.Order{Do: wire.DoStart, Addr: addr, Params: p})
		load.do(wire.Order{Do: wire.DoWarm, MS: 20})
		load.sampled = func(n int) {
			if n == int(length/2/SampleEvery) {
				_ = server.Signal(syscall.SIGSTOP)
				time.Sleep(stall)
				_ = server.Signal(syscall.SIGCONT)
			}
		}
		i := load.interval(p, length.Milliseconds())
		if len(i.Errors) > 0 {
			t.Fatalf("got errors %v, want none", i.Errors)
		}
		return i
	}
	p := params(1, 16)
	p[wire.ParamRate] = 400
	open := stalled(p)
	// 20 of about 1000 requests wait for more than 0.8 of the stall.
	if got, want := time.Duration(open.LatencyNS.P99), stall*8/10; got < want {
		t.Errorf("open loop: got response p99 %v, want at least %v", got, want)
	}
	if got, want := time.Duration(open.ServiceNS.Max), stall*8/10; got < want {
		t.Errorf("open loop: got longest service time %v, want at least %v", got, want)
	}
	// To fail, ten requests would have to take 0.1 s each on their own.
	if got, limit := time.Duration(open.ServiceNS.P99), stall*4/10; got > limit {
		t.Errorf("open loop: got service p99 %v, want less than %v", got, limit)
	}
	delete(p, wire.ParamRate)
	p[wire.ParamThinkMS] = 2
	closed := stalled(p)
	if got, limit := time.Duration(closed.LatencyNS.P99), stall*4/10; got > limit {
		t.Errorf("closed loop: got p99 %v, want less than %v", got, limit)
	}
	if got, want := time.Duration(closed.LatencyNS.Max), stall*8/10; got < want {
		t.Errorf("closed loop: got longest %v, want at least %v", got, want)
	}
}

func TestWaitingArrivalsAreBounded(t *testing.T) {
	addr := listen(t, func(c net.Conn) { // answers once
		buf := make([]byte, 16)
		_, _ = io.ReadFull(c, buf)
		_, _ = c.Write(buf)
		_, _ = io.Copy(io.Discard, c)
	})
	p := params(2, 16)
	p[wire.ParamRate] = 1_000_000
	load := start(t)
	i := load.measure("echo", addr, p, 1500)
	if i.Requests != 0 || i.Waiting > maxWaiting+2 {
		t.Errorf("got %d requests and %d waiting, want none and at most %d with those under way", i.Requests, i.Waiting, maxWaiting+2)
	}
	if got, want := int64(i.Errors["overload"]), i.Arrived-maxWaiting; got < want-2 {
		t.Errorf("got %d too many, want at least %d", got, want)
	}
}

func TestALostConnectionTakesOneArrivalWithIt(t *testing.T) {
	cut := make(chan struct{})
	addr := listen(t, func(c net.Conn) {
		buf := make([]byte, 16)
		for {
			if _, err := io.ReadFull(c, buf); err != nil {
				return
			}
			select {
			case <-cut:
				return
			default:
				_, _ = c.Write(buf)
			}
		}
	})
	p := params(2, 16)
	p[wire.ParamRate] = 400
	load := start(t)
	load.sampled = func(n int) {
		if n == 1 {
			close(cut)
		}
	}
	i := load.measure("echo", addr, p, 600)
	if lost := i.Errors["closed"] + i.Errors["reset"]; i.Lost != 2 || lost != 2 || i.Waiting < 1 {
		t.Errorf("got %d arrivals lost by %d connections and %d waiting, want 2 by 2 and some: %+v", i.Lost, lost, i.Waiting, i)
	}
}
