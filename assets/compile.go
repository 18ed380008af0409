//go:build !embed

package assets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// moduleRoot finds the source tree: where this file was when it was
// compiled, or else the module of the working directory.
func moduleRoot(ctx context.Context) (string, error) {
	if _, here, _, ok := runtime.Caller(0); ok && filepath.IsAbs(here) {
		root := filepath.Dir(filepath.Dir(here))
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root, nil
		}
	}
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}").Output()
	if root, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "iowait "); ok {
		return root, nil
	}
	return "", errors.Join(errors.New("find the source tree of the front end: start this program inside it, "+
		"or use the one that `make build` makes"), err)
}

// compile builds the WebAssembly. When it fails, the error is what the
// compiler said.
func compile(ctx context.Context, root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "iowait-wasm-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out := filepath.Join(dir, wasmName)
	// Without inlining (-l) it is 8 % smaller, and frames take no longer.
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-gcflags=all=-l", "-o", out, "./wasm")
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	// On an interrupt the go command removes its temporary files. Its own
	// children are in its group. Pdeathsig follows the death of a thread,
	// hence the lock.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	build.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	build.Cancel = func() error { return syscall.Kill(-build.Process.Pid, syscall.SIGINT) }
	build.WaitDelay = time.Second
	if said, err := build.CombinedOutput(); err != nil {
		if len(said) == 0 || ctx.Err() != nil {
			return nil, fmt.Errorf("compile the front end: %w", err)
		}
		return nil, errors.New(strings.TrimSpace(string(said)))
	}
	return os.ReadFile(out)
}

// goroot asks the go command once.
var goroot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// execScript reads the script that starts a Go WebAssembly.
func execScript() ([]byte, error) {
	root, err := goroot()
	if err != nil {
		return nil, fmt.Errorf("ask the go command for GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(root, "lib", "wasm", execName))
}
