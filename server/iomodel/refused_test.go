package iomodel

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

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
	for _, test := range []struct {
		errno syscall.Errno
		why   string
		fix   string
	}{
		{syscall.EPERM, "operation not permitted", "io_uring_disabled=0"},
		{syscall.ENOSYS, "function not implemented", "Linux 6.0"},
		{syscall.EINVAL, "invalid argument", "Linux 6.0"},
	} {
		t.Run(test.errno.Error(), func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", refuseVariable, int(test.errno)))
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			var infos []wire.ModelInfo
			if err := json.Unmarshal(out, &infos); err != nil {
				t.Fatal(err)
			}
			for _, info := range infos {
				if got, want := info.OK, !strings.HasPrefix(info.ID, "io_uring"); got != want {
					t.Errorf("%s: got ok %v, want %v", info.ID, got, want)
				}
				if info.ID == "io_uring" && (!strings.Contains(info.Reason, test.why) || !strings.Contains(info.Fix, test.fix)) {
					t.Errorf("got reason %q and fix %q, want %q and %q in them", info.Reason, info.Fix, test.why, test.fix)
				}
			}
		})
	}
}
