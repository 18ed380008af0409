// Package assets serves the front end's files under /assets/. A release
// (build tag embed) holds them compressed in the binary; in development they
// come from the source tree, and the WebAssembly is compiled at start while
// pages are already served.
//
// A URL from URL names the content by a hash, so browsers may keep what it
// answers for ever; without the hash, or with an old one, they ask each time.
package assets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"time"
)

// Names of the files made by the build.
const (
	wasmName = "iowait.wasm"
	execName = "wasm_exec.js" // from the Go distribution that compiled the WebAssembly
)

// mediaTypes are what is served; a file of another kind is not found.
var mediaTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".wasm":  "application/wasm",
	".woff2": "font/woff2",
}

// A file is one asset in each encoding there is.
type file struct {
	plain, gzip, brotli []byte
	hash                string
}

func newFile(plain []byte) *file {
	sum := sha256.Sum256(plain)
	return &file{plain: plain, hash: hex.EncodeToString(sum[:8])}
}

// status is the answer at /assets/status.
type status struct {
	State string `json:"state"`           // "building", "ready" or "failed"
	Error string `json:"error,omitempty"` // the compiler's output
}

// The states of the front end.
const (
	building = "building"
	ready    = "ready"
	failed   = "failed"
)

func url(name, hash string) string {
	if hash == "" {
		return "/assets/" + name
	}
	return "/assets/" + name + "?v=" + hash
}

// serve answers a request for name below /assets/. find looks a file up; it
// gets only names without a slash and of a known kind.
func serve(w http.ResponseWriter, r *http.Request, now status, find func(name string) (*file, bool)) {
	name, ok := strings.CutPrefix(r.URL.Path, "/assets/")
	h := w.Header()
	if ok && name == "status" {
		h.Set("Content-Type", "application/json")
		h.Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(now)
		return
	}
	mediaType, known := mediaTypes[path.Ext(name)]
	if !ok || !known || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		http.Error(w, "no such asset", http.StatusNotFound)
		return
	}
	f, ok := find(name)
	if !ok && name == wasmName && now.State != ready {
		http.Error(w, "the front end is "+now.State+"; see /assets/status", http.StatusServiceUnavailable)
		return
	}
	if !ok {
		http.Error(w, "no such asset", http.StatusNotFound)
		return
	}
	f.write(w, r, mediaType)
}

// write answers with the smallest encoding that the client takes.
func (f *file) write(w http.ResponseWriter, r *http.Request, mediaType string) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Add("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == f.hash {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	content, suffix := f.plain, ""
	accept := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && accepts(accept, "br"):
		content, suffix = f.brotli, "br"
	case f.gzip != nil && accepts(accept, "gzip"):
		content, suffix = f.gzip, "gzip"
	}
	if suffix == "" {
		h.Set("ETag", `"`+f.hash+`"`)
	} else {
		h.Set("ETag", `"`+f.hash+"-"+suffix+`"`)
		h.Set("Content-Encoding", suffix)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// accepts tells whether an Accept-Encoding header allows a coding
// (RFC 9110, section 12.5.3; the wildcard is not taken as an invitation).
func accepts(header, coding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q := strings.ReplaceAll(parameters, " ", "")
		return strings.Trim(strings.TrimPrefix(q, "q="), "0.") != "" || q == ""
	}
	return false
}
