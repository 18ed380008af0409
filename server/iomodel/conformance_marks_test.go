package iomodel

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"iowait/server/wire"
)

// callNames say what stands in the line that a mark of the operation names.
var callNames = map[wire.Op][]string{
	wire.OpNone:      {"Put(", "Take("},
	wire.OpRead:      {"Read(", "mark("},
	wire.OpWrite:     {"Answer(", "Flush(", "mark("},
	wire.OpAccept:    {"Accept(", "Completion("},
	wire.OpClose:     {"Close(", "Completion("},
	wire.OpEpollWait: {"EpollWait("},
	wire.OpEpollCtl:  {"EpollAdd(", "EpollMod(", "EpollLeave(", "Await("},
	wire.OpPoll:      {"Poll("},
	wire.OpSelect:    {"Select("},
	wire.OpSigWait:   {"SignalWait("},
	wire.OpFutex:     {"Put(", "Take("},
	wire.OpRingEnter: {"Enter("},
	wire.OpRecv:      {"Recv(", "Open(", "Completion("},
	wire.OpSend:      {"Answer(", "Completion("},
}

func TestARecordingHoldsEveryMarkOfItsModelWithTheModelsOwnLines(t *testing.T) {
	served := []string{"enter read", "exit read", "enter write", "exit write", "exit accept4", "enter close", "exit close"}
	multiplexed := func(op string, more ...string) []string {
		return slices.Concat(served, []string{"enter " + op, "exit " + op, "ready " + op}, more)
	}
	ring := []string{"enter io_uring_enter", "exit io_uring_enter", "complete accept4",
		"submit recv", "complete recv", "submit send", "complete send", "submit close"}
	wants := map[string][]string{
		"iterative":       served,
		"thread-per-conn": served,
		"thread-pool":     served,
		"busy-poll":       {"empty read", "exit read", "exit write", "empty accept4"},
		"select":          multiplexed("select"),
		"poll":            multiplexed("poll"),
		"epoll":           multiplexed("epoll_wait", "enter epoll_ctl", "exit epoll_ctl"),
		"epoll-et":        multiplexed("epoll_wait", "enter epoll_ctl", "exit epoll_ctl", "empty read", "empty accept4"),
		"epoll-pool":      multiplexed("epoll_wait", "enter epoll_ctl", "exit epoll_ctl", "enqueue ", "dequeue ", "enter futex", "exit futex"),
		"multi-reactor":   multiplexed("epoll_wait", "enter epoll_ctl", "exit epoll_ctl"),
		"sigio":           slices.Concat(served, []string{"enter rt_sigtimedwait", "exit rt_sigtimedwait", "signal rt_sigtimedwait", "empty read", "empty accept4"}),
		"io_uring":        ring,
		"io_uring-sqpoll": ring,
		"completion-pool": multiplexed("epoll_wait", "enter epoll_ctl", "exit epoll_ctl"),
		"goroutine":       {"park read", "unpark read", "park write", "unpark write"},
	}
	eachModel(t, func(t *testing.T, model string) {
		if wants[model] == nil {
			t.Fatal("got no marks wanted of this model: say which")
		}
		c := start(t, model, 0)
		first := c.crowd(1)
		defer first.close()
		hello := func(conns crowd) {
			t.Helper()
			if _, err := conns[0].Write([]byte("hello")); err != nil {
				t.Fatal(err)
			}
			if closed, err := hear(conns[0], []byte("hello")); closed || err != nil {
				t.Fatalf("closed %v, %v", closed, err)
			}
		}
		leave := func(conns crowd) {
			t.Helper()
			_ = conns[0].CloseWrite()
			if err := ends(conns[0]); err != nil {
				t.Fatal(err)
			}
		}
		hello(first)
		if seats(model) == 0 { // one that says nothing more: asked in vain where all are asked
			silent := c.crowd(1)
			defer silent.close()
			hello(silent)
		}
		c.rest(model)
		c.do(wire.Order{Do: wire.DoRecord})
		for range 3 {
			hello(first)
		}
		c.rest(model) // who reads until nothing is left finds nothing now
		leave(first)  // an iterative server accepts the next one now
		second := c.crowd(1)
		defer second.close()
		hello(second)
		leave(second)
		c.rest(model)
		r := c.do(wire.Order{Do: wire.DoRecEnd})
		events, _ := c.ring.Events()
		seen := map[string]bool{}
		strange := map[string]bool{}
		inside := map[int32]wire.Op{} // threads whose call began before the recording
		for _, e := range events {
			mark := fmt.Sprint(e.Kind, " ", e.Op)
			seen[mark] = true
			if e.Result == -int32(syscall.EAGAIN) {
				seen["empty "+e.Op.String()] = true
			}
			switch {
			case e.Kind == wire.KindInside:
				inside[e.TID] = e.Op
			case e.Kind == wire.KindSysExit && e.Site == 0 && inside[e.TID] == e.Op:
				delete(inside, e.TID) // where it was called was not asked in time
			case e.Kind == wire.KindSwitchIn || e.Kind == wire.KindSwitchOut || e.Kind == wire.KindPreempt:
			default:
				if why := strangeSite(r.Sites[e.Site], e.Op); why != "" {
					strange[mark+": "+why] = true
				}
			}
		}
		for _, want := range wants[model] {
			if !seen[want] {
				t.Errorf("got no %q among %d events", want, len(events))
			}
		}
		for what := range strange {
			t.Error(what)
		}
	})
}

// strangeSite says what is wrong with a mark's line: it has to be one of a
// file that defines a model, and to call for the operation.
func strangeSite(site wire.Site, op wire.Op) string {
	text, err := Source.ReadFile(site.File)
	if err != nil {
		return fmt.Sprintf("got no source line: %+v", site)
	}
	lines := strings.Split(string(text), "\n")
	if site.Line < 1 || int(site.Line) > len(lines) {
		return fmt.Sprintf("got line %d of the %d of %s", site.Line, len(lines), site.File)
	}
	line := strings.TrimSpace(lines[site.Line-1])
	where := fmt.Sprintf("got %s:%d, %q", site.File, site.Line, line)
	if !strings.Contains(string(text), " = Model{") {
		return where + ", want a line of a file that defines a model"
	}
	if !slices.ContainsFunc(callNames[op], func(name string) bool { return strings.Contains(line, name) }) {
		return where + fmt.Sprintf(", want one of %q in it", callNames[op])
	}
	return ""
}
