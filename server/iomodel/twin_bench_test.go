package iomodel

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"iowait/server/wire"
)

// The budgets of these comparisons. They are printed next to what was
// measured and decide nothing: timings are no tests.
const (
	leastThroughput = 0.95 // of a model, of its twin's
	mostP99         = 1.5  // of a model, of its twin's
	mostLoadCPU     = 1.1  // of the load generator for each request, of the client's in C
	mostRecording   = 5.0  // percent of throughput that a recording takes
)

const (
	benchSize = 100 // bytes in each message
	benchWarm = 200 * time.Millisecond
)

// A window is what was measured in one interval.
type window struct {
	perS      float64       // requests
	p99NS     float64       // latency
	serverCPU time.Duration // for each request
	loadCPU   time.Duration // the same
}

// each is the CPU time for a request of a process that had so much of the
// wall time. The load goes on around an interval, so shares are compared.
func (w *window) each(cpu, wall time.Duration) time.Duration {
	return time.Duration(float64(cpu) / float64(wall) / w.perS * 1e9)
}

// drive starts a fresh load generator, measures one interval against the
// server and ends it.
func drive(b *testing.B, server *process, cpus []int, conns int) (w window) {
	b.Helper()
	load := launchWorker(b, "load", 0)
	defer load.end()
	warm(load, server.addr, cpus, conns)
	began, serverBefore, loadBefore := time.Now(), server.cpu(), load.cpu()
	i := load.do(wire.Order{Do: wire.DoMeasure, MS: benchLength(b).Milliseconds()}).Interval
	elapsed, serverCPU, loadCPU := time.Since(began), server.cpu()-serverBefore, load.cpu()-loadBefore
	if i.Requests == 0 || len(i.Errors) > 0 {
		b.Fatalf("got %d requests and errors %v, want requests and none", i.Requests, i.Errors)
	}
	w.perS = rate(i)
	w.p99NS = float64(i.LatencyNS.P99)
	w.serverCPU, w.loadCPU = w.each(serverCPU, elapsed), w.each(loadCPU, elapsed)
	load.do(wire.Order{Do: wire.DoStop})
	return w
}

// warm connects a load generator and lets it run.
func warm(load *process, addr string, cpus []int, conns int) {
	load.do(wire.Order{Do: wire.DoStart, Experiment: "echo", Addr: addr, CPUs: cpus, Seed: 1, Params: echoParams(conns)})
	load.do(wire.Order{Do: wire.DoWarm, MS: benchWarm.Milliseconds()})
}

func echoParams(conns int) wire.Params {
	return wire.Params{wire.ParamConns: int64(conns), wire.ParamSize: benchSize, wire.ParamBuffer: BufferBytes}
}

func rate(i *wire.Interval) float64 { return float64(i.Requests) / float64(i.EndNS-i.StartNS) * 1e9 }

// serve starts a model as trials do.
func serve(b *testing.B, model string, cpus, control []int, conns, events int) *process {
	b.Helper()
	p := launchWorker(b, "server", events)
	p.addr = p.do(wire.Order{Do: wire.DoStart, Model: model, Experiment: "echo", CPUs: cpus, Control: control, Seed: 1, Params: echoParams(conns)}).Addr
	return p
}

// inTurn calls a and b in each round, in changing order, so that neither
// always has the other's leftovers.
func inTurn(rounds int, a, b func()) {
	for i := range rounds {
		if i%2 == 0 {
			a()
			b()
		} else {
			b()
			a()
		}
	}
}

// BenchmarkModelAgainstC is the throughput of each model over that of the
// same server in C: paired windows of fresh processes on the same CPUs, both
// driven by iowait's load generator.
func BenchmarkModelAgainstC(b *testing.B) {
	for _, twin := range twins {
		for _, conns := range []int{100, 1000} {
			b.Run(fmt.Sprintf("%s/conns=%d", twin.model, conns), func(b *testing.B) {
				skipUnsupported(b, twin.model)
				exe := filepath.Join(buildTwins(b, twin.program), twin.program)
				cpus, loadCPUs := apart(b)
				var model, inC []window
				inTurn(benchRounds(b), func() {
					p := serve(b, twin.model, cpus, loadCPUs, conns, 0)
					defer p.end()
					model = append(model, drive(b, p, loadCPUs, conns))
				}, func() {
					p := launchTwin(b, exe, cpus)
					defer p.end()
					inC = append(inC, drive(b, p, loadCPUs, conns))
				})
				var throughput, p99, cpu, perS ratios
				for i, m := range model {
					throughput = append(throughput, m.perS/inC[i].perS)
					p99 = append(p99, m.p99NS/inC[i].p99NS)
					cpu = append(cpu, float64(m.serverCPU)/float64(inC[i].serverCPU))
					perS = append(perS, m.perS)
				}
				b.Logf("%s, %d connections, against %s.c, %d pairs: throughput %s; p99 %s; CPU per request %v",
					twin.model, conns, twin.program, len(model), throughput.against(">=", leastThroughput), p99.against("<=", mostP99), cpu)
				b.ReportMetric(throughput.median(), "x-of-C")
				b.ReportMetric(p99.median(), "p99-x-of-C")
				b.ReportMetric(cpu.median(), "cpu-x-of-C")
				b.ReportMetric(perS.median(), "requests/s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkLoadAgainstC is the CPU time that the load generator takes for a
// request over that of an epoll client in C, against one server in C.
func BenchmarkLoadAgainstC(b *testing.B) {
	for _, conns := range []int{100, 1000} {
		b.Run(fmt.Sprintf("conns=%d", conns), func(b *testing.B) {
			dir := buildTwins(b, "twin_epoll", clientInC)
			cpus, loadCPUs := apart(b)
			server := launchTwin(b, filepath.Join(dir, "twin_epoll"), cpus)
			var load []window
			var inC []counted
			inTurn(benchRounds(b), func() {
				load = append(load, drive(b, server, loadCPUs, conns))
			}, func() {
				inC = append(inC, runClient(b, dir, server.addr, loadCPUs, strconv.Itoa(conns), strconv.Itoa(benchSize),
					strconv.FormatInt(benchWarm.Milliseconds(), 10), strconv.FormatInt(benchLength(b).Milliseconds(), 10)))
			})
			var cpu, each ratios
			for i, w := range load {
				cpu = append(cpu, float64(w.loadCPU)*float64(inC[i].Requests)/float64(inC[i].CPUNS))
				each = append(each, float64(w.loadCPU))
			}
			b.Logf("load generator, %d connections, against %s.c, %d pairs: CPU per request %s", conns, clientInC, len(load), cpu.against("<=", mostLoadCPU))
			b.ReportMetric(cpu.median(), "cpu-x-of-C")
			b.ReportMetric(each.median(), "cpu-ns/request")
			b.ReportMetric(0, "ns/op")
		})
	}
}
