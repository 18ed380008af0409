// Package testbin builds the program for tests that start it as a real
// process. The build is made without -race, whatever the test itself was
// built with, because native threads (sys.Thread) cannot run race-instrumented code.
package testbin

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var path string

// Main is to be called from TestMain: it builds iowait/server into a
// temporary directory, runs the tests and removes it again.
func Main(m *testing.M) {
	dir, err := os.MkdirTemp("", "iowait-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	path = filepath.Join(dir, "iowait")
	build := exec.Command("go", "build", "-o", path, "iowait/server")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build the program under test:", err)
		_ = os.RemoveAll(dir)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// Path is the program's file name. It is empty unless Main was called.
func Path() string { return path }
