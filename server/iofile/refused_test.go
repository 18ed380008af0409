package iofile

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

const refuseVariable = "IOWAIT_TEST_REFUSE"

// runRefused is a second life of the test binary: a process in which the
// kernel refuses io_uring_setup(2), as containers do.
func runRefused() (code int, ok bool) {
	var errno int
	if _, err := fmt.Sscan(os.Getenv(refuseVariable), &errno); err != nil {
		return 0, false
	}
	if err := sys.RefuseUring(syscall.Errno(errno)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1, true
	}
	_ = json.NewEncoder(os.Stdout).Encode(Doctor())
	return 0, true
}

func TestARefusedRingIsReportedWithReasonAndFix(t *testing.T) {
	for errno, why := range map[syscall.Errno]string{
		syscall.EPERM:  "operation not permitted",
		syscall.ENOSYS: "function not implemented",
	} {
		t.Run(errno.Error(), func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", refuseVariable, int(errno)))
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			var infos []wire.ModelInfo
			if err := json.Unmarshal(out, &infos); err != nil {
				t.Fatal(err)
			}
			for i, here := range Doctor() {
				got, want := infos[i].OK, here.OK && here.ID != "io_uring"
				if got != want {
					t.Errorf("%s: got ok %v, want %v", here.ID, got, want)
				}
				if here.ID == "io_uring" && (!strings.Contains(infos[i].Reason, why) || infos[i].Fix == "") {
					t.Errorf("got reason %q and fix %q, want %q and a fix", infos[i].Reason, infos[i].Fix, why)
				}
			}
		})
	}
}

func TestDirectIsRefusedInMemoryWithTheReason(t *testing.T) {
	const dir = "/dev/shm"
	if fs, err := sys.StatFS(dir); err != nil || !fs.InMemory {
		t.Skip(&sys.UnsupportedError{Feature: "tmpfs", Why: dir + " is none", Fix: "mount -t tmpfs tmpfs " + dir, Err: err})
	}
	for _, info := range DoctorIn(dir) {
		switch info.ID {
		case "direct", "linux-aio-direct":
			refusesToStart(t, info.ID, dir)
			if info.OK || !strings.Contains(info.Reason, "page cache only") || info.Fix == "" {
				t.Errorf("%s: got ok %v, reason %q, fix %q, want the reason and a fix", info.ID, info.OK, info.Reason, info.Fix)
			}
		case "read", "mmap":
			if !info.OK {
				t.Errorf("%s: got %q, want ok", info.ID, info.Reason)
			}
		}
	}
}

// refusesToStart checks that the order gets the same answer.
func refusesToStart(t *testing.T, method, dir string) {
	t.Helper()
	root, err := os.MkdirTemp(dir, "iowait-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(root)
	set, err := dataset.Make(t.Context(), root, seed, 1, 10000)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	c := launch(t)
	o := workload{"", "file-read", 1, 10000, wire.Params{wire.ParamChunk: 4096}}.order(method, set.Dir, wire.CacheWarm)
	o.Do = wire.DoStart
	if r := c.ask(o); !r.Unsupported || !strings.Contains(r.Error, "page cache only") {
		t.Errorf("%s: got unsupported %v, %q, want the reason", method, r.Unsupported, r.Error)
	}
}
