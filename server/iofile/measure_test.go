package iofile

import (
	"encoding/json"
	"testing"

	"iowait/server/wire"
)

func TestSamplesAddUpToTheInterval(t *testing.T) {
	for _, method := range []string{"read", "pread-pool", "goroutine"} {
		t.Run(method, func(t *testing.T) {
			set := makeSet(t, 1, 1<<20)
			w := workload{"", "file-read", 1, 1 << 20, wire.Params{wire.ParamChunk: 64 << 10}}
			c := begin(t, w.order(method, set.Dir, wire.CacheCold))
			if err := json.NewEncoder(c.orders).Encode(wire.Order{Do: wire.DoMeasure, MS: 500}); err != nil {
				t.Fatal(err)
			}
			var sum wire.Interval
			samples := 0
			for {
				var r wire.Reply
				if err := c.replies.Decode(&r); err != nil {
					t.Fatal(err)
				}
				i := r.Interval
				if r.To == wire.DoMeasure {
					if sum.Requests != i.Requests || sum.BytesRead != i.BytesRead || sum.Files != i.Files || sum.PausedNS != i.PausedNS ||
						sum.StartNS != i.StartNS || sum.EndNS != i.EndNS {
						t.Errorf("got samples of %+v in all, want the interval's %+v", sum, *i)
					}
					break
				}
				if samples++; samples == 1 {
					sum.StartNS = i.StartNS
				} else if i.StartNS != sum.EndNS {
					t.Errorf("sample %d: begins at %d, want %d, where the last one ended", samples, i.StartNS, sum.EndNS)
				}
				sum.EndNS = i.EndNS
				sum.Requests, sum.BytesRead = sum.Requests+i.Requests, sum.BytesRead+i.BytesRead
				sum.Files, sum.PausedNS = sum.Files+i.Files, sum.PausedNS+i.PausedNS
			}
			if samples < 2 {
				t.Errorf("got %d samples in half a second, want at least 2", samples)
			}
			c.stop()
		})
	}
}

func TestTheMethodWorksOnlyDuringAnInterval(t *testing.T) {
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			set := makeSet(t, 1, 1<<20)
			w := workload{"", "large-files", 1, 1 << 20, wire.Params{wire.ParamChunk: 64 << 10, wire.ParamTo: wire.ToMemory}}
			if m.notToMemory != "" {
				w.params[wire.ParamTo] = wire.ToSocket
			}
			c := begin(t, w.order(m.ID, set.Dir, wire.CacheWarm))
			c.do(wire.Order{Do: wire.DoWarm, MS: 1})
			before := c.do(wire.Order{Do: wire.DoUsage}).Usage.Syscalls
			after := c.do(wire.Order{Do: wire.DoUsage}).Usage.Syscalls
			own := int64(20) // reads and writes of orders and answers, which the goroutine's count includes
			if after-before > own {
				t.Errorf("got %d system calls between two intervals, want none", after-before)
			}
			c.stop()
		})
	}
}

func TestRequestsInFlightFitIntoMemory(t *testing.T) {
	set := makeSet(t, 1, 1<<20)
	w := workload{"", "file-read", 1, 1 << 20, wire.Params{wire.ParamChunk: 4 << 20, wire.ParamDepth: 256}}
	c := begin(t, w.order("pread-pool", set.Dir, wire.CacheWarm))
	if got := c.started.Has[1]; got.Is != "64" || len(c.started.Notes) != 1 {
		t.Errorf("got %+v, notes %q, want 64 in flight and a note", got, c.started.Notes)
	}
	c.stop()
}
