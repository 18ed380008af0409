package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"iowait/server/testbin"
)

func TestAWorkerReadsOrdersWithoutBlockingAThread(t *testing.T) {
	worker := exec.Command(testbin.Path(), "worker", "server")
	worker.Stderr = os.Stderr
	orders, err := worker.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	replies, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintln(orders, `{"do":"start","model":"goroutine"}`); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(replies).ReadString('\n'); err != nil || !strings.Contains(line, `"addr"`) {
		t.Fatalf("got %q, %v, want an address", line, err)
	}
	info, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/0", worker.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(info), "flags:")
	flags, err := strconv.ParseInt(strings.Fields(rest)[0], 8, 64)
	if err != nil || flags&syscall.O_NONBLOCK == 0 {
		t.Errorf("standard input has flags %o, %v, want O_NONBLOCK among them", flags, err)
	}
	_ = orders.Close()
	if err := worker.Wait(); err != nil {
		t.Errorf("the worker does not end with its input: %v", err)
	}
}
