package iofile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

// recorded lists what a recording of each method must show in each
// experiment that it takes part in.
var recorded = []struct {
	method, file string
	chunks       []wire.Op
	small        []wire.Op
	socket       []wire.Op
	kinds        []wire.Kind
}{
	{"read", "read.go", []wire.Op{wire.OpRead}, []wire.Op{wire.OpOpen, wire.OpRead, wire.OpClose}, []wire.Op{wire.OpRead, wire.OpWrite}, nil},
	{"pread-pool", "pread_pool.go", []wire.Op{wire.OpPread}, []wire.Op{wire.OpOpen, wire.OpPread, wire.OpClose}, nil,
		[]wire.Kind{wire.KindEnqueue, wire.KindDequeue}},
	{"mmap", "mmap.go", []wire.Op{wire.OpTouch, wire.OpMmap, wire.OpMunmap}, []wire.Op{wire.OpOpen, wire.OpMmap, wire.OpTouch, wire.OpMunmap}, []wire.Op{wire.OpWrite}, nil},
	{"sendfile", "sendfile.go", nil, nil, []wire.Op{wire.OpSendfile}, nil},
	{"direct", "direct.go", []wire.Op{wire.OpPread}, nil, []wire.Op{wire.OpPread, wire.OpWrite}, nil},
	{"linux-aio", "linux_aio.go", []wire.Op{wire.OpIoSubmit, wire.OpIoGetevents}, nil, nil, []wire.Kind{wire.KindSubmit, wire.KindComplete}},
	{"linux-aio-direct", "linux_aio.go", []wire.Op{wire.OpIoSubmit, wire.OpIoGetevents}, nil, nil, []wire.Kind{wire.KindSubmit, wire.KindComplete}},
	{"io_uring", "io_uring.go", []wire.Op{wire.OpRingEnter, wire.OpRead}, []wire.Op{wire.OpRingEnter, wire.OpOpen, wire.OpRead, wire.OpClose},
		[]wire.Op{wire.OpRingEnter, wire.OpRead, wire.OpSend}, []wire.Kind{wire.KindSubmit, wire.KindComplete}},
	{"goroutine", "goroutine.go", []wire.Op{wire.OpPread}, []wire.Op{wire.OpOpen, wire.OpRead}, []wire.Op{wire.OpSendfile}, nil},
}

func TestARecordingShowsEachCallWithItsLine(t *testing.T) {
	for _, m := range recorded {
		for _, w := range []struct {
			workload
			ops []wire.Op
		}{
			{workload{"chunks", "file-read", 1, 256 << 10, wire.Params{wire.ParamChunk: 64 << 10}}, m.chunks},
			{workload{"small", "small-files", 10, 1000, nil}, m.small},
			{workload{"socket", "large-files", 1, 256 << 10, wire.Params{wire.ParamChunk: 64 << 10, wire.ParamTo: wire.ToSocket}}, m.socket},
		} {
			if w.ops == nil {
				continue
			}
			t.Run(m.method+"/"+w.name, func(t *testing.T) {
				set := makeSet(t, w.files, w.size)
				c := begin(t, w.order(m.method, set.Dir, wire.CacheWarm))
				c.do(wire.Order{Do: wire.DoWarm, MS: 1})
				c.do(wire.Order{Do: wire.DoRecord})
				files := int64(0)
				for files < 2*int64(w.files) {
					files += c.measure(1).Files
				}
				r := c.do(wire.Order{Do: wire.DoRecEnd})
				events, _ := c.ring.Events()
				c.stop()
				shows(t, r, events, m.file, w.ops, m.kinds)
			})
		}
	}
}

// shows checks what a recording holds.
func shows(t *testing.T, r wire.Reply, events []wire.Event, file string, ops []wire.Op, kinds []wire.Kind) {
	t.Helper()
	names := map[int32]string{}
	for _, thread := range r.Threads {
		names[thread.TID] = thread.Name
	}
	inside := map[int32]wire.Op{}
	for _, e := range events {
		if names[e.TID] == "" {
			t.Fatalf("got an event of thread %d, which has no name", e.TID)
		}
		ops = slices.DeleteFunc(slices.Clone(ops), func(op wire.Op) bool { return op == e.Op })
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k wire.Kind) bool { return k == e.Kind })
		if wants := e.Kind == wire.KindSysEnter || e.Kind == wire.KindSubmit || e.Kind == wire.KindPark; wants && r.Sites[e.Site].File != file {
			t.Fatalf("%v %v: got the line %+v, want one of %s", e.Kind, e.Op, r.Sites[e.Site], file)
		}
		switch e.Kind {
		case wire.KindSysEnter, wire.KindInside:
			if op := inside[e.TID]; op != wire.OpNone {
				t.Fatalf("thread %d enters %v within %v", e.TID, e.Op, op)
			}
			inside[e.TID] = e.Op
		case wire.KindSysExit:
			if op := inside[e.TID]; op != e.Op && op != wire.OpNone {
				t.Fatalf("thread %d leaves %v, want %v", e.TID, e.Op, op)
			}
			inside[e.TID] = wire.OpNone
			if reads := e.Op == wire.OpRead || e.Op == wire.OpPread || e.Op == wire.OpTouch || e.Op == wire.OpSendfile; reads && (e.FD == 0 || e.Result <= 0) {
				t.Fatalf("%v: got descriptor %d and result %d, want both", e.Op, e.FD, e.Result)
			}
		}
	}
	for _, op := range ops {
		t.Errorf("got no %v", op)
	}
	for _, kind := range kinds {
		t.Errorf("got no %v", kind)
	}
}

func TestColdPassesAreMarkedAndReadTheDevice(t *testing.T) {
	const size, chunk = 8 << 20, 256 << 10
	for _, m := range recorded {
		if m.chunks == nil {
			continue
		}
		t.Run(m.method, func(t *testing.T) {
			set := makeSet(t, 1, size)
			onDevice(t, set)
			w := workload{"", "file-read", 1, size, wire.Params{wire.ParamChunk: chunk}}
			c := begin(t, w.order(m.method, set.Dir, wire.CacheCold))
			c.do(wire.Order{Do: wire.DoRecord})
			before := c.do(wire.Order{Do: wire.DoUsage}).Usage
			var files, paused, read int64
			for files < 3 {
				i := c.measure(5)
				files, paused, read = files+i.Files, paused+i.PausedNS, read+i.BytesRead
			}
			device := c.do(wire.Order{Do: wire.DoUsage}).Usage.DeviceRead - before.DeviceRead
			c.do(wire.Order{Do: wire.DoRecEnd})
			c.stop()
			if device < read*9/10 {
				t.Errorf("got %d bytes from the device of %d read, want about all", device, read)
			}
			if paused <= 0 {
				t.Error("got no pause for dropping the files")
			}
			if m.method == "goroutine" {
				return
			}
			drops := 0
			events, _ := c.ring.Events()
			for _, e := range events {
				if e.Kind == wire.KindSysExit && e.Op == wire.OpFadvise && e.Result == 0 {
					drops++
				}
			}
			if drops < 3 {
				t.Errorf("got %d marked drops, want one for each pass", drops)
			}
		})
	}
}

func TestWarmPassesDoNotReadTheDevice(t *testing.T) {
	const size = 8 << 20
	set := makeSet(t, 1, size)
	onDevice(t, set)
	for _, m := range recorded {
		if m.chunks == nil || m.method == "direct" || m.method == "linux-aio-direct" {
			continue
		}
		t.Run(m.method, func(t *testing.T) {
			if err := dataset.Drop(dataset.Path(set.Dir, 0)); err != nil {
				t.Fatal(err)
			}
			w := workload{"", "file-read", 1, size, wire.Params{wire.ParamChunk: 64 << 10}}
			c := begin(t, w.order(m.method, set.Dir, wire.CacheWarm))
			c.do(wire.Order{Do: wire.DoWarm}) // no time, but a whole pass
			before := c.do(wire.Order{Do: wire.DoUsage}).Usage
			i := c.measure(20)
			after := c.do(wire.Order{Do: wire.DoUsage}).Usage
			c.stop()
			if got := after.DeviceRead - before.DeviceRead; got > i.BytesRead/100 {
				t.Errorf("got %d bytes from the device of %d read, want next to none", got, i.BytesRead)
			}
		})
	}
}

// onDevice skips where reading a dropped file is not told by proc_pid_io(5):
// in memory, and on file systems without a device of their own.
func onDevice(t *testing.T, set *dataset.Set) {
	t.Helper()
	if fs, err := sys.StatFS(set.Dir); err != nil || fs.InMemory {
		t.Skip(&sys.UnsupportedError{Feature: "cold files", Why: set.Dir + " keeps files in the page cache only", Fix: "set TMPDIR to a directory on a disk"})
	}
	path := dataset.Path(set.Dir, 0)
	if err := dataset.Drop(path); err != nil {
		t.Fatal(err)
	}
	before := deviceBytes(t)
	if _, err := os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if deviceBytes(t) == before {
		t.Skip(&sys.UnsupportedError{Feature: "cold files", Why: filepath.Dir(path) + ": no byte came from the device after the file was dropped", Fix: "set TMPDIR to a directory on a disk"})
	}
}

func deviceBytes(t *testing.T) int64 {
	t.Helper()
	u, err := sys.ReadUsage()
	if err != nil {
		t.Fatal(err)
	}
	return u.DeviceRead
}

func TestSubmittingIsMeasuredWhereItIsACallOfItsOwn(t *testing.T) {
	for method, want := range map[string]bool{"read": false, "mmap": false, "linux-aio": true, "io_uring": true} {
		t.Run(method, func(t *testing.T) {
			set := makeSet(t, 1, 1<<20)
			w := workload{"", "large-files", 1, 1 << 20, wire.Params{wire.ParamChunk: 64 << 10}}
			c := begin(t, w.order(method, set.Dir, wire.CacheWarm))
			c.do(wire.Order{Do: wire.DoWarm})
			u := c.do(wire.Order{Do: wire.DoUsage}).Usage
			c.stop()
			if got := u.Submits > 0 && u.SubmitNS > 0; got != want {
				t.Errorf("got %d submissions in %d ns, want some: %v", u.Submits, u.SubmitNS, want)
			}
		})
	}
}

func TestAnOrderThatCannotBeCarriedOutSaysWhy(t *testing.T) {
	set := makeSet(t, 2, 1000)
	for name, test := range map[string]struct {
		order wire.Order
		want  string
	}{
		"no such method":     {wire.Order{Model: "telepathy"}, `"telepathy" is not known`},
		"no such experiment": {wire.Order{Model: "read", Experiment: "echo"}, "want file-read"},
		"no directory":       {wire.Order{Model: "read", Experiment: "file-read"}, "dir: found none"},
		"no chunk":           {wire.Order{Model: "read", Experiment: "file-read", Dir: set.Dir, Params: wire.Params{wire.ParamFileSize: 1000}}, "asked for at once: found 0"},
		"other files": {wire.Order{Model: "read", Experiment: "file-read", Dir: set.Dir, Params: wire.Params{wire.ParamFileSize: 999, wire.ParamChunk: 512}},
			"found 2 files of 1000 bytes, want 1 of 999"},
		"not to memory": {wire.Order{Model: "sendfile", Experiment: "large-files", Dir: set.Dir, Params: wire.Params{wire.ParamFileSize: 1000, wire.ParamChunk: 512}}, "not to the program"},
	} {
		t.Run(name, func(t *testing.T) {
			c := launch(t)
			test.order.Do = wire.DoStart
			if r := c.ask(test.order); !strings.Contains(r.Error, test.want) {
				t.Errorf("got %q, want %q in it", r.Error, test.want)
			}
		})
	}
}

func TestAMethodMayWriteNoFileLargerThanItsTask(t *testing.T) {
	set := makeSet(t, 3, 1000)
	for name, test := range map[string]struct {
		op    int64
		limit string
	}{"reading": {wire.FilesRead, "0"}, "writing": {wire.FilesWritten, "1000"}} {
		t.Run(name, func(t *testing.T) {
			w := workload{"", "small-files", 3, 1000, wire.Params{wire.ParamOp: test.op}}
			c := begin(t, w.order("read", set.Dir, wire.CacheWarm))
			limits, err := os.ReadFile(filepath.Join("/proc", c.pid(), "limits"))
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(string(limits), "Max file size")
			if got := strings.Fields(rest); got[0] != test.limit || got[1] != test.limit {
				t.Errorf("got limits %v, want %s", got[:2], test.limit)
			}
			c.stop()
		})
	}
}
