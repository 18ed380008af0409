package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"iowait/server/testbin"
)

func TestMain(m *testing.M) { testbin.Main(m) }

// serveForTest starts the real program on a free port and answers its URL
// without a slash at the end. It is told to end with the test.
func serveForTest(t *testing.T) string {
	t.Helper()
	url, _ := startServer(t)
	return url
}

func startServer(t *testing.T) (url string, cmd *exec.Cmd) {
	t.Helper()
	cmd = exec.Command(testbin.Path(), "serve", "--addr", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(strings.TrimSpace(line), "/"), cmd
}
