package load

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"iowait/server/wire"
)

func TestConnectionsAreMadeAnew(t *testing.T) {
	for name, c := range map[string]struct{ conns, perConn, think, rate int64 }{
		"one request each":          {500, 1, 0, 0},
		"some requests each":        {50, 3, 0, 0},
		"with thinking between":     {20, 2, 5, 0},
		"when an arrival needs one": {20, 1, 0, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			addr := listen(t, echo)
			load := start(t)
			p := params(int(c.conns), 100)
			p[wire.ParamPerConn], p[wire.ParamThinkMS], p[wire.ParamRate] = c.perConn, c.think, c.rate
			i := load.measure("echo", addr, p, 400)
			if len(i.Errors) > 0 {
				t.Fatalf("got errors %v, want none", i.Errors)
			}
			if i.Requests == 0 || i.ConnectNS == nil || i.ConnectNS.P50 == 0 {
				t.Fatalf("got %+v, want requests and times to connect", i)
			}
			// At each end of the interval a connection may be anywhere in its turn.
			if off := i.Connects*c.perConn - i.Requests; off > c.conns*c.perConn || off < -c.conns*c.perConn {
				t.Errorf("got %d connections for %d requests, want one for each %d", i.Connects, i.Requests, c.perConn)
			}
			// Those that lead elsewhere are of the process itself.
			if got := countFDs(t, load.cmd.Process.Pid, "socket:"); got > int(c.conns) {
				t.Errorf("got %d sockets open, want at most %d", got, c.conns)
			}
			if got := timeWaits(t, addr); got != 0 {
				t.Errorf("got %d ports in TIME_WAIT, want none", got)
			}
			load.do(wire.Order{Do: wire.DoStop})
		})
	}
}

func countFDs(t *testing.T, pid int, kind string) (n int) {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd/", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if to, err := os.Readlink(dir + e.Name()); err == nil && strings.HasPrefix(to, kind) {
			n++
		}
	}
	return n
}

// timeWaits counts the connections to addr in state TIME_WAIT (proc_pid_net(5)).
func timeWaits(t *testing.T, addr string) (n int) {
	t.Helper()
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(addr)
	var number int
	if _, err := fmt.Sscan(port, &number); err != nil {
		t.Fatal(err)
	}
	const timeWait = "06"
	for line := range strings.Lines(string(table)) {
		if f := strings.Fields(line); strings.HasSuffix(f[2], fmt.Sprintf(":%04X", number)) && f[3] == timeWait {
			n++
		}
	}
	return n
}

func TestEveryConnectionGetsItsTurnAtAServerOfOne(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			echo(c)
			_ = c.Close()
		}
	}()
	load := start(t)
	p := params(30, 100)
	p[wire.ParamPerConn] = 5
	i := load.measure("echo", l.Addr().String(), p, 500)
	if len(i.Errors) > 0 || i.PerConn.Min == 0 {
		t.Errorf("got errors %v and %+v requests per connection, want each served", i.Errors, i.PerConn)
	}
	load.do(wire.Order{Do: wire.DoStop})
	_ = l.Close()
	<-served
}

func TestThinkingPausesAConnectionAfterEachAnswer(t *testing.T) {
	p := params(20, 100)
	p[wire.ParamThinkMS] = 20
	i := start(t).measure("echo", listen(t, echo), p, 600)
	if len(i.Errors) > 0 || i.Requests == 0 {
		t.Fatalf("got %d requests and errors %v, want some and none", i.Requests, i.Errors)
	}
	// No connection can begin more often than it stops thinking.
	most := 1 + (i.EndNS-i.StartNS)/int64(20*time.Millisecond)
	if i.PerConn.Max > most {
		t.Errorf("got %d requests on a connection, want at most %d", i.PerConn.Max, most)
	}
	if i.LagNS == nil || i.ServiceNS != nil {
		t.Errorf("got lag %v and service time %v, want only the first: it is a closed loop", i.LagNS, i.ServiceNS)
	}
}

func TestOnlyActiveConnectionsCarryRequests(t *testing.T) {
	for active, want := range map[int64]int64{1: 250, 100: 3, 250: 1, 9999: 1, 0: 0} {
		t.Run(fmt.Sprint("one in ", active), func(t *testing.T) {
			p := params(250, 100)
			p[wire.ParamActive] = active
			if got := Active(p); got != want {
				t.Errorf("got %d active, want %d", got, want)
			}
			load := start(t)
			i := load.measure("idle", listen(t, echo), p, 200)
			if len(i.Errors) > 0 {
				t.Errorf("got errors %v, want none", i.Errors)
			}
			if i.Requests < i.PerConn.Max || i.PerConn.Min*want > i.Requests || i.PerConn.Max*want < i.Requests {
				t.Errorf("got %d requests, %+v per connection, want them on %d", i.Requests, i.PerConn, want)
			}
			if want == 0 && (i.Requests != 0 || i.MeanNS != 0) {
				t.Errorf("got %d requests of %f ns, want none", i.Requests, i.MeanNS)
			}
			if got := countFDs(t, load.cmd.Process.Pid, "socket:"); got != 250 {
				t.Errorf("got %d sockets open, want all 250", got)
			}
			if i.ConnectNS == nil || i.ConnectNS.Max == 0 {
				t.Errorf("got times to connect %v, want those of all", i.ConnectNS)
			}
		})
	}
}
