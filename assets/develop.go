//go:build !embed

package assets

import (
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// An FS serves the files of the source tree and the WebAssembly compiled
// from it. It is safe for concurrent use.
type FS struct {
	ctx  context.Context
	root string // of the module; "" when the sources were not found

	mu      sync.Mutex
	wasm    *file
	now     status
	builtAt time.Time // when the compilation in hand or the last one began
	running sync.WaitGroup
}

// Open begins to compile the front end; compiling ends with ctx. That the
// sources are not there, or do not compile, is told by /assets/status.
func Open(ctx context.Context) (*FS, error) {
	root, err := moduleRoot(ctx)
	a := &FS{ctx: ctx, root: root}
	if err != nil {
		a.now = status{failed, err.Error()}
		return a, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.build()
	return a, nil
}

// build compiles in the background. The caller holds the lock.
func (a *FS) build() {
	a.now, a.builtAt = status{State: building}, time.Now()
	a.running.Go(func() {
		wasm, err := compile(a.ctx, a.root)
		a.mu.Lock()
		defer a.mu.Unlock()
		if err != nil {
			a.now = status{failed, err.Error()}
			return
		}
		a.wasm, a.now = newFile(wasm), status{State: ready}
	})
}

// Refresh compiles anew if a source of the front end has changed.
func (a *FS) Refresh() {
	if a.root == "" {
		return
	}
	newest := newestSource(a.root)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now.State != building && newest.After(a.builtAt) {
		a.build()
	}
}

// Wait returns when nothing compiles any more.
func (a *FS) Wait() { a.running.Wait() }

// URL is where a page finds the file of this name.
func (a *FS) URL(name string) string {
	if f, ok := a.find(name); ok {
		return url(name, f.hash)
	}
	return url(name, "")
}

func (a *FS) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	now := a.now
	a.mu.Unlock()
	serve(w, r, now, a.find)
}

// find reads an asset. The name has no slash in it.
func (a *FS) find(name string) (*file, bool) {
	switch {
	case name == wasmName:
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.wasm, a.wasm != nil && a.now.State == ready
	case a.root == "":
		return nil, false
	case name == execName:
		plain, err := execScript()
		return newFile(plain), err == nil
	}
	plain, err := os.ReadFile(filepath.Join(a.root, "assets", name))
	return newFile(plain), err == nil
}

// sources are the folders that the WebAssembly is compiled from.
var sources = []string{"wasm", "server/wire", "lessons/i18n"}

// newestSource is when the last change was made to what the WebAssembly is
// compiled from.
func newestSource(root string) (newest time.Time) {
	for _, folder := range sources {
		_ = filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil // a file that vanished under our hands is no reason
			}
			if info, err := d.Info(); err == nil && info.ModTime().After(newest) {
				newest = info.ModTime()
			}
			return nil
		})
	}
	return newest
}
