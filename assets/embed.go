//go:build embed

package assets

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

// dist is made by `go run assets/generate.go`.
//
//go:embed dist
var dist embed.FS

// An FS serves the files of the release.
type FS struct{ files map[string]*file }

// Open makes the embedded files ready. Nothing is compiled: the context is not used.
func Open(context.Context) (*FS, error) {
	a := &FS{files: map[string]*file{}}
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		return nil, err
	}
	content := map[string][]byte{}
	for _, e := range entries {
		if content[e.Name()], err = dist.ReadFile("dist/" + e.Name()); err != nil {
			return nil, err
		}
	}
	for name, plain := range content {
		if strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".br") {
			continue
		}
		a.files[name] = newFile(plain)
		a.files[name].gzip, a.files[name].brotli = content[name+".gz"], content[name+".br"]
	}
	return a, nil
}

// URL is where a page finds the file of this name.
func (a *FS) URL(name string) string {
	if f, ok := a.files[name]; ok {
		return url(name, f.hash)
	}
	return url(name, "")
}

// Refresh does nothing: a release is what it is.
func (a *FS) Refresh() {}

// Wait returns at once: nothing runs in the background.
func (a *FS) Wait() {}

func (a *FS) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	serve(w, r, status{State: ready}, func(name string) (*file, bool) {
		f, ok := a.files[name]
		return f, ok
	})
}
