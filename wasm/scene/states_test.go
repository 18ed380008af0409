package scene

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"iowait/server/wire"
)

var stateNames = [States]string{"unknown", "running", "kernel", "polling", "runnable", "blocked", "off", "call", "outside"}

// told writes a thread's spans as "time state call".
func told(s *Scene, tid int32) string {
	var parts []string
	for _, span := range s.Lanes[s.lane[tid]].Spans {
		parts = append(parts, strings.TrimSpace(fmt.Sprint(span.At, " ", stateNames[span.State], " ", span.Op)))
	}
	return strings.Join(parts, ", ")
}

func TestStatesAreWhatWasRecorded(t *testing.T) {
	server, client := wire.Thread{TID: 10, Proc: "server", Name: "loop"}, wire.Thread{TID: 20, Proc: "client", Name: "client"}
	for _, test := range []struct {
		name     string
		switches string
		write    func(s *script)
		want     string // of thread 10, from 0 to 1000
	}{
		{"a thread that sleeps in a call is blocked in it", "kernel", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(200).cpu(10, out).at(700).cpu(10, in).at(800).exit(10, wire.OpRead, conn1, 9)
		}, "0 running, 100 kernel read, 200 blocked read, 700 kernel read, 800 running"},
		{"with the client's write the data is there: what is left is waiting for a CPU", "kernel", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(200).cpu(10, out).at(500).exit(20, wire.OpWrite, conn1, 9).at(700).cpu(10, in).at(800).exit(10, wire.OpRead, conn1, 9)
		}, "0 running, 100 kernel read, 200 blocked read, 500 runnable read, 700 kernel read, 800 running"},
		{"data on another connection wakes nobody in read", "kernel", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(200).cpu(10, out).at(500).exit(20, wire.OpWrite, conn2, 9).at(700).cpu(10, in).at(800).exit(10, wire.OpRead, conn1, 9)
		}, "0 running, 100 kernel read, 200 blocked read, 700 kernel read, 800 running"},
		{"data on any connection that it handles wakes a multiplexer", "kernel", func(s *script) {
			s.at(50).add(10, wire.KindReady, wire.OpEpollWait, conn2, 1).at(100).enter(10, wire.OpEpollWait, 0).at(200).cpu(10, out)
			s.at(400).exit(20, wire.OpWrite, conn1, 9).at(500).exit(20, wire.OpWrite, conn2, 9).at(700).cpu(10, in).at(800).exit(10, wire.OpEpollWait, 0, 1)
		}, "0 running, 100 kernel epoll_wait, 200 blocked epoll_wait, 500 runnable epoll_wait, 700 kernel epoll_wait, 800 running"},
		{"a write that failed brought no data", "kernel", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(200).cpu(10, out).at(500).exit(20, wire.OpWrite, conn1, -11).at(700).cpu(10, in)
		}, "0 running, 100 kernel read, 200 blocked read, 700 kernel read"},
		{"a thread that never comes back is not said to be ready", "kernel", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(200).cpu(10, out).at(500).exit(20, wire.OpWrite, conn1, 9)
		}, "0 running, 100 kernel read, 200 blocked read"},
		{"who is preempted could go on", "kernel", func(s *script) {
			s.at(100).cpu(10, in).at(400).cpu(10, preempt).at(600).cpu(10, in)
		}, "0 off, 100 running, 400 runnable, 600 running"},
		{"a read that found nothing is polling, also before anybody knew that", "kernel", func(s *script) {
			s.at(100).cpu(10, in).at(200).enter(10, wire.OpRead, conn1).at(300).exit(10, wire.OpRead, conn1, -11).at(400).enter(10, wire.OpRead, conn1).at(500).exit(10, wire.OpRead, conn1, 5)
		}, "0 off, 100 running, 200 polling read, 300 running, 400 kernel read, 500 running"},
		{"two calls in a row stay two", "kernel", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(200).exit(10, wire.OpRead, conn1, 9).enter(10, wire.OpRead, conn1).at(300).exit(10, wire.OpRead, conn1, 9)
		}, "0 running, 100 kernel read, 200 kernel read, 300 running"},
		{"why it was off the CPU before its first record is not known", "kernel", func(s *script) {
			s.at(0).add(10, wire.KindInside, wire.OpRead, conn1, 0).at(300).exit(20, wire.OpWrite, conn1, 9).at(400).cpu(10, in).at(500).exit(10, wire.OpRead, conn1, 9)
		}, "0 off read, 400 kernel read, 500 running"},
		{"a thread inside a call without any record may be on a CPU or not", "kernel", func(s *script) {
			s.at(0).add(10, wire.KindInside, wire.OpAccept, 0, 0)
		}, "0 call accept4"},
		{"unless its side had one CPU, which others ran on", "kernel", func(s *script) {
			s.at(0).add(10, wire.KindInside, wire.OpAccept, 0, 0).at(100).cpu(11, in).at(200).cpu(11, out)
		}, "0 off accept4"},
		{"where records contradict each other, some were lost", "kernel", func(s *script) {
			s.at(100).cpu(10, in).at(400).cpu(10, in).at(600).cpu(10, out).at(800).enter(10, wire.OpRead, conn1)
		}, "0 off, 100 unknown, 400 running, 600 unknown, 800 kernel read"},
		{"without switch records a call is a call: waiting or not is not known", "none", func(s *script) {
			s.at(100).enter(10, wire.OpRead, conn1).at(500).exit(20, wire.OpWrite, conn1, 9).at(800).exit(10, wire.OpRead, conn1, 9)
		}, "0 outside, 100 call read, 800 outside"},
		{"without switch records and marks nothing is known", "none", func(s *script) {
			s.at(100).mark(10, wire.KindUnpark, conn1)
		}, "0 unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newScript(test.switches, server, client, wire.Thread{TID: 11, Proc: "server", Name: "go"})
			test.write(s)
			if got := told(New(s.until(1000)), 10); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAllTimeOfALaneIsAccountedFor(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := New(pollingBurst(300))
	for i := range s.Lanes {
		l := &s.Lanes[i]
		for range 500 {
			from := r.Int64N(s.End)
			to := from + r.Int64N(s.End-from) + 1
			var want [States]int64
			for k := range l.Spans {
				if a, b := max(l.Spans[k].At, from), min(l.endOf(k), to); b > a {
					want[l.Spans[k].State] += b - a
				}
			}
			if got := l.Totals(from, to); got != want {
				t.Fatalf("%s from %d to %d: got %v, want %v", l.Label, from, to, got, want)
			}
		}
	}
}

func TestServerThreadsComeFirstAndWorkersInTheOrderOfTheirWork(t *testing.T) {
	s := newScript("kernel", wire.Thread{TID: 9, Proc: "client", Name: "client"}, wire.Thread{TID: 10, Proc: "server", Name: "accept"},
		wire.Thread{TID: 11, Proc: "server", Name: "worker", Conn: conn1}, wire.Thread{TID: 12, Proc: "server", Name: "worker", Conn: conn2}, wire.Thread{TID: 13, Proc: "client", Name: "go"})
	s.at(0).add(10, wire.KindInside, wire.OpAccept, 0, 0)
	s.at(100).mark(9, wire.KindSent, conn2).exit(12, wire.OpRead, conn2, 9).cpu(13, in)
	s.at(200).mark(9, wire.KindSent, conn1).exit(11, wire.OpRead, conn1, 9)
	var got []string
	for _, l := range New(s.until(1000)).Lanes {
		got = append(got, l.Label)
	}
	if got, want := strings.Join(got, ", "), "accept 10, worker 12, worker 11, client 9, go 13"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestARequestIsFollowedThroughBothProcesses(t *testing.T) {
	s := New(blockingEcho("kernel"))
	if len(s.Requests) != 2 {
		t.Fatalf("got %d requests, want 2", len(s.Requests))
	}
	want := Request{Conn: conn1, Client: s.lane[20], Server: s.lane[11], Sent: 1000, Arrived: 3000, Read: 4500, Wrote: 5000, Back: 8000, Received: 9900}
	if got := s.Requests[0]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	q := &s.Lanes[s.lane[12]].queue
	for at, want := range map[int64]int{4999: 0, 5000: 1, 9399: 1, 9400: 0} {
		if got := q.at(at); got != want {
			t.Errorf("messages that wait for thread 12 at %d: got %d, want %d", at, got, want)
		}
	}
	if got, want := float64(q.area(1, 0, 6000)-q.area(0, 0, 4000))/float64(6000-4000), 0.5; got != want {
		t.Errorf("mean: got %v, want %v", got, want)
	}
}
