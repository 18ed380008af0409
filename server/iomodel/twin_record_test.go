package iomodel

import (
	"testing"
	"time"

	"iowait/server/wire"
)

const (
	recordConns  = 100
	recordEvents = 120_000 // room for events in each process, as trials have
	recordFill   = 0.6     // how much of it a window should take
	recordLimit  = 100 * time.Millisecond
	recordTurns  = 10 // windows for each round
)

// A recorded is a server and its load, both of which can be recorded.
type recorded struct {
	b            *testing.B
	server, load *process
	length       time.Duration // of a window
	full         int           // windows in which a ring had no room left
}

func (r *recorded) both(do string) {
	r.server.do(wire.Order{Do: do})
	r.load.do(wire.Order{Do: do})
}

// measure is one window, which is all zero when nothing was answered in it.
func (r *recorded) measure() (w window) {
	began, server, load := time.Now(), r.server.cpu(), r.load.cpu()
	i := r.load.do(wire.Order{Do: wire.DoMeasure, MS: r.length.Milliseconds()}).Interval
	elapsed := time.Since(began)
	if len(i.Errors) > 0 {
		r.b.Fatalf("got errors %v, want none", i.Errors)
	}
	if i.Requests == 0 {
		return w
	}
	w.perS = rate(i)
	w.serverCPU, w.loadCPU = w.each(r.server.cpu()-server, elapsed), w.each(r.load.cpu()-load, elapsed)
	return w
}

// record is one window that is recorded and its number of events; the next
// one is as long as the rings have room for.
func (r *recorded) record() (w window, events int) {
	r.both(wire.DoRecord)
	w = r.measure()
	r.both(wire.DoRecEnd)
	most := 0
	for _, p := range []*process{r.server, r.load} {
		if p.ring.Full() {
			r.full++
		}
		found, dropped := p.ring.Events()
		events += len(found)
		most = max(most, len(found)+int(dropped))
		p.ring.Reset()
	}
	fit := float64(r.length) * recordEvents * recordFill / float64(max(most, 1))
	r.length = max(min(time.Duration(fit), recordLimit).Truncate(time.Millisecond), time.Millisecond)
	return w, events
}

// BenchmarkRecordingCost is how much less is answered while server and load
// are recorded than just before and just after, within one pair of processes.
func BenchmarkRecordingCost(b *testing.B) {
	for _, model := range []string{"thread-per-conn", "epoll", "io_uring"} {
		b.Run(model, func(b *testing.B) {
			skipUnsupported(b, model)
			cpus, loadCPUs := apart(b)
			r := recorded{b: b, length: 20 * time.Millisecond}
			r.server = serve(b, model, cpus, loadCPUs, recordConns, recordEvents)
			r.load = launchWorker(b, "load", recordEvents)
			warm(r.load, r.server.addr, loadCPUs, recordConns)
			for range 3 { // finds the length
				r.record()
			}
			r.full = 0
			var kept, serverCPU, loadCPU, perRequest ratios
			before := r.measure()
			for range benchRounds(b) * recordTurns {
				length := r.length
				during, events := r.record()
				after := r.measure()
				if before.perS > 0 && during.perS > 0 && after.perS > 0 {
					kept = append(kept, 2*during.perS/(before.perS+after.perS))
					serverCPU = append(serverCPU, 2*float64(during.serverCPU)/float64(before.serverCPU+after.serverCPU))
					loadCPU = append(loadCPU, 2*float64(during.loadCPU)/float64(before.loadCPU+after.loadCPU))
					perRequest = append(perRequest, float64(events)/(during.perS*length.Seconds()))
				}
				before = after
			}
			if len(kept) == 0 {
				b.Fatal("nothing was answered in any window")
			}
			cost := 100 * (1 - kept.median())
			b.Logf("recording, %s, %d connections, %d windows of about %v: throughput %s, so it costs %.1f %%; CPU per request of the server %v, of the load %v; %.1f events per request; rings full: %d",
				model, recordConns, len(kept), r.length, kept.against(">=", 1-mostRecording/100), cost, serverCPU, loadCPU, perRequest.median(), r.full)
			b.ReportMetric(cost, "%cost")
			b.ReportMetric(serverCPU.median(), "server-cpu-x")
			b.ReportMetric(loadCPU.median(), "load-cpu-x")
			b.ReportMetric(perRequest.median(), "events/request")
			b.ReportMetric(0, "ns/op")
			r.load.do(wire.Order{Do: wire.DoStop})
		})
	}
}
