package bench

import (
	"reflect"
	"testing"
	"time"

	"iowait/server/wire"
)

func TestMergePutsBothSidesOnOneClock(t *testing.T) {
	read := wire.Site{File: "epoll.go", Line: 40, Func: "epollLoop"}
	send := wire.Site{File: "loop.go", Line: 9, Func: "send"}
	server := traced{
		events: []wire.Event{
			{AtNS: 90, TID: 1, Kind: wire.KindSysEnter, Op: wire.OpEpollWait, FD: 3, Site: 7},
			{AtNS: 120, TID: 1, Kind: wire.KindSysExit, Op: wire.OpEpollWait, FD: 3, Site: 7},
			{AtNS: 150, TID: 1, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 5, Site: 8},
			{AtNS: 201, TID: 1, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 5, Site: 8},
			{AtNS: 130, TID: 1, Kind: wire.KindSwitchIn, Result: 0},
		},
		reply: wire.Reply{Switches: "kernel", Lost: 2, Sites: map[uint32]wire.Site{7: read, 8: read},
			Threads: []wire.Thread{{TID: 1, Proc: "server", Name: "loop"}, {TID: 9, Proc: "server", Name: "go"}}},
	}
	client := traced{
		events: []wire.Event{
			{AtNS: 120, TID: 2, Kind: wire.KindSysExit, Op: wire.OpWrite, FD: 4, Result: 10, Site: 7},
			{AtNS: 140, TID: 2, Kind: wire.KindSent, Conn: 40000, FD: 4},
		},
		dropped: 1,
		reply: wire.Reply{Switches: "kernel", Sites: map[uint32]wire.Site{7: send},
			Threads: []wire.Thread{{TID: 2, Proc: "client", Name: "client"}}},
	}
	r := &wire.Recording{Header: wire.Header{StartNS: 100}}
	merge(r, 200, []traced{server, client})

	want := []wire.Event{
		{AtNS: 0, TID: 1, Kind: wire.KindInside, Op: wire.OpEpollWait, FD: 3, Site: 1},
		{AtNS: 0, TID: 2, Kind: wire.KindInside, Op: wire.OpWrite, FD: 4, Site: 2},
		{AtNS: 20, TID: 1, Kind: wire.KindSysExit, Op: wire.OpEpollWait, FD: 3, Site: 1},
		{AtNS: 20, TID: 2, Kind: wire.KindSysExit, Op: wire.OpWrite, FD: 4, Result: 10, Site: 2},
		{AtNS: 30, TID: 1, Kind: wire.KindSwitchIn},
		{AtNS: 40, TID: 2, Kind: wire.KindSent, Conn: 40000, FD: 4},
		{AtNS: 50, TID: 1, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 5, Site: 1},
	}
	if !reflect.DeepEqual(r.Events, want) {
		t.Errorf("got  %+v\nwant %+v", r.Events, want)
	}
	if want := []wire.Site{{}, read, send}; !reflect.DeepEqual(r.Sites, want) {
		t.Errorf("got sites %+v, want %+v", r.Sites, want)
	}
	if len(r.Threads) != 2 || r.Threads[0].Name != "loop" || r.Threads[1].Proc != "client" {
		t.Errorf("got threads %+v, want the two that appear", r.Threads)
	}
	if r.LengthNS != 100 || r.Dropped != 3 || r.Total != 10 || r.Switches != "kernel" {
		t.Errorf("got length %d, %d dropped, %d in all, switches %q; want 100, 3, 10, kernel", r.LengthNS, r.Dropped, r.Total, r.Switches)
	}
}

func TestTheWindowEndsWhereARingIsFull(t *testing.T) {
	full := traced{full: true, dropped: 500, reply: wire.Reply{Switches: "none", NoSwitches: "forbidden"}, events: []wire.Event{
		{AtNS: 110, TID: 1, Kind: wire.KindSysEnter}, {AtNS: 130, TID: 1, Kind: wire.KindSysExit},
		{AtNS: 180, TID: 1, Kind: wire.KindSwitchOut}}}
	other := traced{reply: wire.Reply{Switches: "kernel"}, events: []wire.Event{
		{AtNS: 130, TID: 2, Kind: wire.KindSent}, {AtNS: 131, TID: 2, Kind: wire.KindReceived}}}
	r := &wire.Recording{Header: wire.Header{StartNS: 100}}
	merge(r, 200, []traced{full, other})
	if len(r.Events) != 3 || r.LengthNS != 30 || r.Dropped != 0 || r.Total != 3 {
		t.Errorf("got %d events in %d ns, %d dropped of %d; want 3 in 30 ns, none dropped of 3", len(r.Events), r.LengthNS, r.Dropped, r.Total)
	}
	if r.Switches != "none" || r.NoSwitches != "forbidden" {
		t.Errorf("got switches %q, %q; want none, forbidden", r.Switches, r.NoSwitches)
	}
}

func TestAThreadThatSleepsThroughTheWindowIsInsideItsCall(t *testing.T) {
	got := clip([]wire.Event{{AtNS: 50, TID: 4, FD: 6, Conn: 41000, Kind: wire.KindInside, Op: wire.OpRead},
		{AtNS: 60, TID: 5, FD: 7, Kind: wire.KindSysEnter, Op: wire.OpRead}, {AtNS: 70, TID: 5, FD: 7, Kind: wire.KindSysExit, Op: wire.OpRead},
		{AtNS: 300, TID: 5, FD: 7, Kind: wire.KindSysEnter, Op: wire.OpRead}}, 100, 200)
	want := []wire.Event{{AtNS: 100, TID: 4, FD: 6, Conn: 41000, Kind: wire.KindInside, Op: wire.OpRead}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTheWindowIsCutToTheEventsWanted(t *testing.T) {
	for name, c := range map[string]struct {
		lengthMS int64
		perS     float64
		wantMS   int64
	}{
		"few events":        {100, 1000, 100},
		"too many":          {100, 2e6, 50},
		"far too many":      {100, 1e12, 1},
		"nothing to go by":  {100, 0, 100},
		"a very short wish": {1, 1000, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := window(time.Duration(c.lengthMS)*time.Millisecond, c.perS).Milliseconds(); got != c.wantMS {
				t.Errorf("got %d ms, want %d", got, c.wantMS)
			}
		})
	}
}

func TestCostComparesWithTheSlicesAround(t *testing.T) {
	at := func(requests, lengthNS int64, meanNS float64) *wire.Interval {
		return &wire.Interval{Requests: requests, EndNS: lengthNS, MeanNS: meanNS}
	}
	for name, c := range map[string]struct {
		before, during, after *wire.Interval
		want                  float64
		none                  bool
	}{
		"slower":                {at(1000, 2e8, 1e6), at(450, 1e8, 1e6), at(1000, 2e8, 1e6), 10, false},
		"drifting":              {at(1200, 2e8, 1e6), at(500, 1e8, 1e6), at(800, 2e8, 1e6), 0, false},
		"faster by chance":      {at(1000, 2e8, 1e6), at(550, 1e8, 1e6), at(1000, 2e8, 1e6), -10, false},
		"too short to tell":     {at(1000, 2e8, 3e7), at(450, 1e8, 3e7), at(1000, 2e8, 3e7), 0, true},
		"nothing in the slices": {at(0, 2e8, 0), at(450, 1e8, 0), nil, 0, true},
		"no interval":           {at(1000, 2e8, 1e6), nil, at(1000, 2e8, 1e6), 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			got := cost(c.before, c.during, c.after)
			if c.none != (got == nil) || got != nil && (*got-c.want > 1e-9 || c.want-*got > 1e-9) {
				t.Errorf("got %v, want %v (none: %v)", got, c.want, c.none)
			}
		})
	}
}
