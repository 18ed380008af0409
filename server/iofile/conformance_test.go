package iofile

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/dataset"
	"iowait/server/wire"
)

// workloads are all that a method can be asked for, with sizes that do not
// come out even.
var workloads = []workload{
	{"file-read", "file-read", 1, 3<<20 + 5, wire.Params{wire.ParamChunk: 64 << 10}},
	{"file-read of one byte", "file-read", 1, 1, wire.Params{wire.ParamChunk: 4096}},
	{"file-read of a chunk and a byte", "file-read", 1, 4097, wire.Params{wire.ParamChunk: 4096}},
	{"file-read in odd chunks", "file-read", 1, 100_000, wire.Params{wire.ParamChunk: 5003}},
	{"file-read of lines", "file-read", 1, 1<<20 + 511, wire.Params{wire.ParamChunk: 8192, wire.ParamWork: wire.WorkLines}},
	{"large-files", "large-files", 3, 1<<20 + 513, wire.Params{wire.ParamChunk: 128 << 10}},
	{"large-files to a socket", "large-files", 2, 1<<20 + 513, wire.Params{wire.ParamChunk: 64 << 10, wire.ParamTo: wire.ToSocket}},
	{"small-files", "small-files", 100, 1000, nil},
	{"small-files of one byte", "small-files", 3, 1, nil},
	{"small-files written", "small-files", 100, 1000, wire.Params{wire.ParamOp: wire.FilesWritten}},
	{"small-files of 1 MiB written", "small-files", 3, 1 << 20, wire.Params{wire.ParamOp: wire.FilesWritten}},
}

// each runs a test for every method, workload and cache state; what a
// method or the host refuses is skipped with the reason.
func each(t *testing.T, test func(t *testing.T, w workload, model string, cache int64)) {
	for _, m := range All() {
		for _, w := range workloads {
			for cache, state := range []string{"warm", "cold"} {
				t.Run(fmt.Sprintf("%s/%s/%s", m.ID, w.name, state), func(t *testing.T) {
					test(t, w, m.ID, int64(cache))
				})
			}
		}
	}
}

func TestEveryByteOfEveryFileIsWorkedOn(t *testing.T) {
	each(t, func(t *testing.T, w workload, model string, cache int64) {
		set := makeSet(t, w.files, w.size)
		c := begin(t, w.order(model, set.Dir, cache))
		c.do(wire.Order{Do: wire.DoWarm, MS: 1})
		var files, read, written, requests int64
		for files < 2*int64(w.files) { // passes are cut by intervals, and go on
			i := c.measure(5)
			for kind, n := range i.Errors {
				t.Fatalf("got %d errors %q, want none", n, kind)
			}
			if i.Requests < 1 {
				t.Fatal("got no request in an interval, want at least one")
			}
			files, read, written, requests = files+i.Files, read+i.BytesRead, written+i.BytesSent, requests+i.Requests
			check(t, i, 5)
		}
		least := files * w.size // and of the one that the last interval cut, a part
		switch {
		case w.params[wire.ParamOp] == wire.FilesWritten:
			if written != least || read != 0 || requests != files {
				t.Errorf("got %d bytes written, %d read, %d requests, want %d, 0, %d", written, read, requests, least, files)
			}
		case w.experiment == "small-files":
			if read != least || requests != files {
				t.Errorf("got %d bytes read, %d requests, want %d, %d", read, requests, least, files)
			}
		case read < least-2*int64(w.files)*w.size:
			t.Errorf("got %d bytes read, want about %d", read, least)
		}
		if w.params[wire.ParamTo] == wire.ToSocket && written != read {
			t.Errorf("got %d bytes sent of %d read, want all", written, read)
		}
		u := c.do(wire.Order{Do: wire.DoUsage}).Usage
		if u == nil || u.Threads < 1 || u.ElapsedNS == 0 || u.Syscalls < 1 {
			t.Errorf("got usage %+v, want threads, a time and system calls", u)
		}
		c.stop()
		intact(t, set, w)
	})
}

// check looks at what holds for every interval.
func check(t *testing.T, i *wire.Interval, ms int64) {
	t.Helper()
	h, err := hdrhistogram.Decode(i.Histogram)
	if err != nil {
		t.Fatal(err)
	}
	if h.TotalCount() != i.Requests {
		t.Errorf("got %d latencies of %d requests", h.TotalCount(), i.Requests)
	}
	if i.EndNS <= i.StartNS || i.PausedNS < 0 || i.PausedNS > i.EndNS-i.StartNS {
		t.Errorf("got an interval from %d to %d with %d paused", i.StartNS, i.EndNS, i.PausedNS)
	}
	elapsed := time.Duration(i.EndNS - i.StartNS)
	asked := time.Duration(ms) * time.Millisecond
	if elapsed-time.Duration(i.PausedNS) < asked && elapsed < 2*asked {
		t.Errorf("got %v with %v paused, want %v without the pauses, or twice that", elapsed, time.Duration(i.PausedNS), asked)
	}
	// Every moment of the interval has a bounded number of requests under way.
	if under := i.MeanNS * float64(i.Requests); under > 4*float64(i.EndNS-i.StartNS)*1.001 {
		t.Errorf("got %.0f ns of requests in %d ns, want at most four at a time", under, i.EndNS-i.StartNS)
	}
}

// intact tells that the files still hold what they should, and that there
// are no others.
func intact(t *testing.T, set *dataset.Set, w workload) {
	t.Helper()
	entries, err := os.ReadDir(set.Dir)
	if want := w.files + 2; err != nil || len(entries) != want { // with lock and manifest
		t.Errorf("got %d files, %v, want %d", len(entries), err, want)
	}
	want := make([]byte, w.size)
	for i := range w.files {
		got, err := os.ReadFile(dataset.Path(set.Dir, i))
		dataset.Fill(want, seed, i, 0)
		if err != nil || string(got) != string(want) {
			t.Fatalf("file %d: got %d bytes, %v, want the %d that were made", i, len(got), err, len(want))
		}
	}
}

func TestADamagedFileIsFound(t *testing.T) {
	for _, m := range All() {
		for _, w := range workloads {
			if w.params[wire.ParamOp] == wire.FilesWritten || w.params[wire.ParamTo] == wire.ToSocket || w.params[wire.ParamWork] == wire.WorkLines {
				continue
			}
			t.Run(m.ID+"/"+w.name, func(t *testing.T) {
				set := makeSet(t, w.files, w.size)
				path := dataset.Path(set.Dir, w.files-1)
				b, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				b[len(b)/2] ^= 0x10
				if err := os.WriteFile(path, b, 0o600); err != nil {
					t.Fatal(err)
				}
				c := begin(t, w.order(m.ID, set.Dir, wire.CacheWarm))
				c.do(wire.Order{Do: wire.DoWarm, MS: 1})
				for i := c.measure(5); i.Errors["corrupt"] == 0; i = c.measure(5) {
					if i.Files > int64(2*w.files) {
						t.Fatalf("got %d files and errors %v, want some corrupt", i.Files, i.Errors)
					}
				}
				c.stop()
			})
		}
	}
}

func TestAFileThatIsGoneOrTooShortIsAnError(t *testing.T) {
	for _, m := range All() {
		for _, w := range []workload{
			{"large", "large-files", 2, 1 << 20, wire.Params{wire.ParamChunk: 64 << 10}},
			{"small", "small-files", 10, 5000, nil},
		} {
			if m.ID == "mmap" {
				continue // see below
			}
			t.Run(m.ID+"/"+w.name, func(t *testing.T) {
				set := makeSet(t, w.files, w.size)
				c := begin(t, w.order(m.ID, set.Dir, wire.CacheWarm))
				if err := os.Truncate(dataset.Path(set.Dir, 1), w.size/2); err != nil {
					t.Fatal(err)
				}
				c.do(wire.Order{Do: wire.DoWarm, MS: 1})
				for i := c.measure(5); i.Errors["short"] == 0; i = c.measure(5) {
				}
				if err := os.Remove(dataset.Path(set.Dir, 1)); err != nil {
					t.Fatal(err)
				}
				for i := c.measure(5); i.Errors["open: ENOENT"] == 0; i = c.measure(5) {
				}
				c.stop()
			})
		}
	}
}

// A page of a mapping that is not in the file any more is no error that a
// call could answer: mmap(2), SIGBUS.
func TestAMappingOfAFileThatShrinksEndsTheProcess(t *testing.T) {
	w := workload{"", "file-read", 1, 1 << 20, wire.Params{wire.ParamChunk: 64 << 10}}
	set := makeSet(t, w.files, w.size)
	c := begin(t, w.order("mmap", set.Dir, wire.CacheWarm))
	if err := os.Truncate(dataset.Path(set.Dir, 0), 0); err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(c.orders).Encode(wire.Order{Do: wire.DoWarm}); err != nil {
		t.Fatal(err)
	}
	var r wire.Reply
	if err := c.replies.Decode(&r); err != io.EOF {
		t.Errorf("got %+v, %v, want no answer", r, err)
	}
	_ = c.cmd.Wait()
	status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGBUS {
		t.Errorf("got %v, want killed by SIGBUS", c.cmd.ProcessState)
	}
}

func TestNothingIsLeftOver(t *testing.T) {
	for _, m := range All() {
		for _, w := range workloads {
			t.Run(m.ID+"/"+w.name, func(t *testing.T) {
				set := makeSet(t, w.files, w.size)
				c := begin(t, w.order(m.ID, set.Dir, wire.CacheCold))
				c.do(wire.Order{Do: wire.DoWarm, MS: 5})
				files := int64(0)
				for files < 1 {
					files += c.measure(5).Files
				}
				limit := c.count("fd") + w.files // big files that are open
				threads := c.count("task")
				for n := int64(0); n < 3*int64(w.files); {
					n += c.measure(5).Files
				}
				if got := c.count("fd"); got > limit {
					t.Errorf("got %d descriptors after more passes, want at most %d", got, limit)
				}
				const more = 16 // the Go runtime and the kernel start threads of their own
				if got := c.count("task"); got > threads+more {
					t.Errorf("got %d threads after more passes, want about %d", got, threads)
				}
				c.stop()
			})
		}
	}
}
