//go:build !embed

package assets

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// tree writes a module whose front end is the given program.
func tree(t *testing.T, program string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module iowait\n", "wasm/main.go": program, "assets/boot.js": "let here",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func (a *FS) get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w
}

func (a *FS) status(t *testing.T) (s status) {
	t.Helper()
	if err := json.Unmarshal(a.get("/assets/status").Body.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestACompileErrorIsToldAndTheNextPageAfterItsCorrectionMendsIt(t *testing.T) {
	root := tree(t, "package main\n\nfunc main() { oops }\n")
	a := &FS{ctx: t.Context(), root: root}
	a.build()
	a.Wait()
	if s := a.status(t); s.State != failed || !strings.Contains(s.Error, "undefined: oops") {
		t.Fatalf("got %+v, want failed with the compiler's words", s)
	}
	a.Refresh()
	a.Wait()
	if s := a.status(t); s.State != failed {
		t.Fatalf("nothing changed: got %+v, want still failed", s)
	}
	source := filepath.Join(root, "wasm", "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Second)
	if err := os.Chtimes(source, later, later); err != nil {
		t.Fatal(err)
	}
	a.Refresh()
	a.Wait()
	if s := a.status(t); s.State != ready {
		t.Fatalf("got %+v, want ready", s)
	}
	answer := a.get(a.URL(wasmName))
	if !bytes.HasPrefix(answer.Body.Bytes(), []byte("\x00asm")) {
		t.Errorf("got %d and no WebAssembly", answer.Code)
	}
	if got := answer.Header().Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("hashed URL: got Cache-Control %q, want immutable", got)
	}
}

func TestStaticFilesComeFromTheSourceTree(t *testing.T) {
	a := &FS{ctx: t.Context(), root: tree(t, "")}
	if got := a.get("/assets/boot.js").Body.String(); got != "let here" {
		t.Errorf("got %q, want the file", got)
	}
	if got := a.get("/assets/wasm_exec.js"); !strings.Contains(got.Body.String(), "globalThis.Go") {
		t.Errorf("got %d and not the Go distribution's script", got.Code)
	}
	if got := a.get("/assets/none.js").Code; got != 404 {
		t.Errorf("got %d, want 404", got)
	}
}

func TestTheSourceTreeIsFound(t *testing.T) {
	root, err := moduleRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "assets", "develop_test.go")); err != nil {
		t.Error(err)
	}
}

func TestAReleaseHoldsEachFilePlainAndCompressed(t *testing.T) {
	root := tree(t, "package main\n\nfunc main() {}\n")
	if _, err := pack(t.Context(), root, brotli.BestSpeed); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{wasmName, execName, "boot.js"} {
		read := func(suffix string) []byte {
			content, err := os.ReadFile(filepath.Join(root, "assets", "dist", name+suffix))
			if err != nil {
				t.Fatal(err)
			}
			return content
		}
		unzip, err := gzip.NewReader(bytes.NewReader(read(".gz")))
		if err != nil {
			t.Fatal(err)
		}
		for suffix, r := range map[string]io.Reader{".gz": unzip, ".br": brotli.NewReader(bytes.NewReader(read(".br")))} {
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, read("")) {
				t.Errorf("%s%s: got %d B, %v; want the %d B of the plain file", name, suffix, len(got), err, len(read("")))
			}
		}
	}
}
