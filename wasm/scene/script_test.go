package scene

import (
	"iowait/server/wire"
)

// script writes recordings for tests: plainly made up, with round numbers.
type script struct {
	rec wire.Recording
	now int64
}

func newScript(switches string, threads ...wire.Thread) *script {
	return &script{rec: wire.Recording{Header: wire.Header{Experiment: "echo", Model: "test", Host: "no host", Switches: switches, Threads: threads,
		Sites: []wire.Site{{}, {File: "made_up.go", Line: 7, Func: "loop"}}}}}
}

// at goes on at a moment, in ns.
func (s *script) at(ns int64) *script {
	s.now = ns
	return s
}

// add appends an event of a thread at the moment in hand.
func (s *script) add(tid int32, kind wire.Kind, op wire.Op, conn, result int32) *script {
	e := wire.Event{AtNS: s.now, TID: tid, Kind: kind, Op: op, Conn: conn, Result: result}
	if op != wire.OpNone {
		e.Site = 1
	}
	if conn != 0 {
		e.FD = conn % 100
	}
	s.rec.Events = append(s.rec.Events, e)
	return s
}

func (s *script) enter(tid int32, op wire.Op, conn int32) *script {
	return s.add(tid, wire.KindSysEnter, op, conn, 0)
}

func (s *script) exit(tid int32, op wire.Op, conn, result int32) *script {
	return s.add(tid, wire.KindSysExit, op, conn, result)
}

func (s *script) mark(tid int32, kind wire.Kind, conn int32) *script {
	return s.add(tid, kind, wire.OpNone, conn, 0)
}

func (s *script) cpu(tid int32, kind wire.Kind) *script { return s.add(tid, kind, wire.OpNone, 0, 0) }

// until ends the recording.
func (s *script) until(ns int64) *wire.Recording {
	s.rec.LengthNS, s.rec.Total = ns, int64(len(s.rec.Events))
	return &s.rec
}

const (
	conn1, conn2 = int32(40001), int32(40002)
	in           = wire.KindSwitchIn
	out          = wire.KindSwitchOut
	preempt      = wire.KindPreempt
)

// blockingEcho is one request to a thread that sleeps in read, and another
// one that finds its CPU taken.
func blockingEcho(switches string) *wire.Recording {
	s := newScript(switches, wire.Thread{TID: 10, Proc: "server", Name: "accept"}, wire.Thread{TID: 11, Proc: "server", Name: "worker", Conn: conn1},
		wire.Thread{TID: 12, Proc: "server", Name: "worker", Conn: conn2}, wire.Thread{TID: 20, Proc: "client", Name: "client"})
	s.at(0).add(10, wire.KindInside, wire.OpAccept, 0, 0).add(11, wire.KindInside, wire.OpRead, conn1, 0).enter(12, wire.OpRead, conn2)
	s.at(500).cpu(12, out)
	s.at(1000).mark(20, wire.KindSent, conn1).enter(20, wire.OpWrite, conn1)
	s.at(3000).exit(20, wire.OpWrite, conn1, 100)
	s.at(3500).mark(20, wire.KindSent, conn2).enter(20, wire.OpWrite, conn2)
	s.at(4000).cpu(11, in)
	s.at(4500).exit(11, wire.OpRead, conn1, 100)
	s.at(5000).exit(20, wire.OpWrite, conn2, 100).enter(11, wire.OpWrite, conn1)
	s.at(5200).enter(20, wire.OpEpollWait, 0)
	s.at(5400).cpu(20, out)
	s.at(8000).exit(11, wire.OpWrite, conn1, 100)
	s.at(8300).enter(11, wire.OpRead, conn1)
	s.at(8600).cpu(20, in)
	s.at(8700).exit(20, wire.OpEpollWait, 0, 1).add(20, wire.KindReady, wire.OpEpollWait, conn1, 1)
	s.at(9000).cpu(11, out).cpu(12, in).enter(20, wire.OpRead, conn1)
	s.at(9400).exit(12, wire.OpRead, conn2, 100)
	s.at(9900).exit(20, wire.OpRead, conn1, 100).mark(20, wire.KindReceived, conn1).enter(12, wire.OpWrite, conn2)
	s.at(10500).cpu(12, preempt)
	s.at(12500).cpu(12, in)
	s.at(13000).exit(12, wire.OpWrite, conn2, 100)
	s.at(13200).enter(20, wire.OpRead, conn2)
	s.at(14000).exit(20, wire.OpRead, conn2, 100).mark(20, wire.KindReceived, conn2)
	return s.until(16000)
}

// pollingBurst is a thread that asks in vain a great many times.
func pollingBurst(n int) *wire.Recording {
	s := newScript("kernel", wire.Thread{TID: 10, Proc: "server", Name: "poller"}, wire.Thread{TID: 20, Proc: "client", Name: "client"})
	at := int64(100)
	for range n {
		s.at(at).enter(10, wire.OpRead, conn1)
		s.at(at+300).exit(10, wire.OpRead, conn1, -11)
		at += 400
	}
	s.at(at).mark(20, wire.KindSent, conn1).enter(20, wire.OpWrite, conn1)
	s.at(at+2000).exit(20, wire.OpWrite, conn1, 100).enter(10, wire.OpRead, conn1)
	s.at(at+3000).exit(10, wire.OpRead, conn1, 100).enter(10, wire.OpWrite, conn1)
	s.at(at+6000).exit(10, wire.OpWrite, conn1, 100).enter(20, wire.OpRead, conn1)
	s.at(at+7000).exit(20, wire.OpRead, conn1, 100).mark(20, wire.KindReceived, conn1)
	return s.until(at + 8000)
}
