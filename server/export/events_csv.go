package export

import (
	"fmt"
	"io"

	"iowait/server/wire"
)

var eventColumns = []string{"at_ns", "thread", "process", "thread_name", "kind", "op", "fd", "conn", "result", "errno", "file", "line", "func"}

// EventsCSV writes one line for each event of a recording. Times are since
// its begin. A cell is empty where the event has no such thing; what result
// means is said at wire.Event and its kinds.
func EventsCSV(w io.Writer, r *wire.Recording) error {
	threads := map[int32]wire.Thread{}
	for _, th := range r.Threads {
		threads[th.TID] = th
	}
	t := newTable(w, eventColumns)
	for i := range r.Events {
		e := &r.Events[i]
		th := threads[e.TID]
		t.integer(e.AtNS)
		t.integer(int64(e.TID))
		t.text(th.Proc)
		t.text(th.Name)
		t.text(e.Kind.String())
		t.text(e.Op.String())
		t.known(int64(e.FD))
		t.known(int64(e.Conn))
		errno := ""
		if fails(e.Kind) {
			errno = errnoName(e.Result)
		}
		if answers(e.Kind) {
			t.integer(int64(e.Result))
		} else {
			t.empty(1)
		}
		t.text(errno)
		if site := int(e.Site); site > 0 && site < len(r.Sites) {
			t.text(r.Sites[site].File)
			t.integer(int64(r.Sites[site].Line))
			t.text(r.Sites[site].Func)
		} else {
			t.empty(3)
		}
		if t.end(); t.csv.Error() != nil {
			break
		}
	}
	if err := t.flush(); err != nil {
		return fmt.Errorf("write the events: %w", err)
	}
	return nil
}

// known leaves out 0, which stands for none.
func (t *table) known(n int64) {
	if n == 0 {
		t.empty(1)
	} else {
		t.integer(n)
	}
}

// fails tells whether a negative result of this kind of event is an errno.
func fails(k wire.Kind) bool {
	return k == wire.KindSysExit || k == wire.KindComplete || k == wire.KindUnpark
}

// answers tells whether this kind of event has a result.
func answers(k wire.Kind) bool {
	switch k {
	case wire.KindSysEnter, wire.KindInside, wire.KindSubmit, wire.KindReceived, wire.KindPark, wire.KindWaitBackend, wire.KindBackend:
		return false
	}
	return true
}
