//go:build !embed

package assets

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/andybalholm/brotli"
)

// Pack writes all that a release embeds into assets/dist of the source tree:
// each file plain, .gz and .br. It answers a line on each file's sizes.
func Pack(ctx context.Context) ([]string, error) {
	root, err := moduleRoot(ctx)
	if err != nil {
		return nil, err
	}
	return pack(ctx, root, brotli.BestCompression)
}

// pack takes the brotli level, since the best takes seconds for each megabyte.
func pack(ctx context.Context, root string, level int) (report []string, err error) {
	files := map[string][]byte{}
	if files[wasmName], err = compile(ctx, root); err != nil {
		return nil, err
	}
	if files[execName], err = execScript(); err != nil {
		return nil, err
	}
	names, err := os.ReadDir(filepath.Join(root, "assets"))
	if err != nil {
		return nil, err
	}
	for _, e := range names {
		if _, known := mediaTypes[filepath.Ext(e.Name())]; !known || e.IsDir() {
			continue
		}
		if files[e.Name()], err = os.ReadFile(filepath.Join(root, "assets", e.Name())); err != nil {
			return nil, err
		}
	}
	dist := filepath.Join(root, "assets", "dist")
	if err := os.RemoveAll(dist); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		packed := map[string][]byte{"": files[name], ".gz": gzipped(files[name]), ".br": brotlied(files[name], level)}
		for suffix, content := range packed {
			if err := os.WriteFile(filepath.Join(dist, name+suffix), content, 0o644); err != nil {
				return nil, err
			}
		}
		report = append(report, fmt.Sprintf("%-14s %9d B  gzip %8d B  brotli %8d B",
			name, len(packed[""]), len(packed[".gz"]), len(packed[".br"])))
	}
	return report, nil
}

func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	squeeze(w, content)
	return out.Bytes()
}

func brotlied(content []byte, level int) []byte {
	var out bytes.Buffer
	squeeze(brotli.NewWriterLevel(&out, level), content)
	return out.Bytes()
}

// squeeze writes to a writer into memory, which cannot fail.
func squeeze(w io.WriteCloser, content []byte) {
	_, _ = w.Write(content)
	_ = w.Close()
}
