package assets

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func get(t *testing.T, path string, header http.Header, files map[string]*file, now status) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?") // as it is: not cleaned
	if header != nil {
		r.Header = header
	}
	w := httptest.NewRecorder()
	serve(w, r, now, func(name string) (*file, bool) { f, ok := files[name]; return f, ok })
	return w.Result()
}

func TestAnAssetComesInTheSmallestEncodingTheBrowserTakes(t *testing.T) {
	f := newFile([]byte("plain"))
	f.gzip, f.brotli = []byte("gz"), []byte("br")
	files := map[string]*file{wasmName: f}
	for _, test := range []struct{ accept, coding, etag string }{
		{"", "", `"` + f.hash + `"`},
		{"identity", "", `"` + f.hash + `"`},
		{"gzip, deflate", "gzip", `"` + f.hash + `-gzip"`},
		{"gzip, deflate, br, zstd", "br", `"` + f.hash + `-br"`},
		{"br;q=0, gzip;q=0.5", "gzip", `"` + f.hash + `-gzip"`},
		{"br; q=0.000, gzip; q=0", "", `"` + f.hash + `"`},
	} {
		t.Run(test.accept, func(t *testing.T) {
			got := get(t, "/assets/"+wasmName, http.Header{"Accept-Encoding": {test.accept}}, files, status{State: ready})
			if c := got.Header.Get("Content-Encoding"); c != test.coding {
				t.Errorf("encoding: got %q, want %q", c, test.coding)
			}
			if e := got.Header.Get("ETag"); e != test.etag {
				t.Errorf("ETag: got %s, want %s", e, test.etag)
			}
			if m := got.Header.Get("Content-Type"); m != "application/wasm" {
				t.Errorf("media type: got %q, want application/wasm", m)
			}
		})
	}
}

func TestOnlyTheHashedURLOfWhatIsServedMayBeKept(t *testing.T) {
	files := map[string]*file{"boot.js": newFile([]byte("x"))}
	hash := files["boot.js"].hash
	for _, test := range []struct{ path, cache string }{
		{"/assets/boot.js", "no-cache"},
		{"/assets/boot.js?v=old", "no-cache"},
		{"/assets/boot.js?v=" + hash, "public, max-age=31536000, immutable"},
	} {
		if got := get(t, test.path, nil, files, status{}).Header.Get("Cache-Control"); got != test.cache {
			t.Errorf("%s: got %q, want %q", test.path, got, test.cache)
		}
	}
	unchanged := http.Header{"If-None-Match": {`"` + hash + `"`}}
	if got := get(t, "/assets/boot.js", unchanged, files, status{}).StatusCode; got != http.StatusNotModified {
		t.Errorf("unchanged: got %d, want 304", got)
	}
}

func TestNothingButAssetsIsServed(t *testing.T) {
	everything := map[string]*file{}
	for _, name := range []string{"", "assets.go", "../go.mod", `..\go.mod`, "dist/boot.js", ".hidden.js", "."} {
		everything[name] = newFile([]byte("secret"))
	}
	for name := range everything {
		if got := get(t, "/assets/"+name, nil, everything, status{State: ready}).StatusCode; got != http.StatusNotFound {
			t.Errorf("%q: got %d, want 404", name, got)
		}
	}
}

func TestWhileItCompilesTheWebAssemblyIsUnavailableRatherThanMissing(t *testing.T) {
	for state, want := range map[string]int{building: 503, failed: 503, ready: 404} {
		if got := get(t, "/assets/"+wasmName, nil, nil, status{State: state}).StatusCode; got != want {
			t.Errorf("%s: got %d, want %d", state, got, want)
		}
	}
}
