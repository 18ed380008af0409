//go:build amd64 || arm64

package sys

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unsafe"
)

// newFile writes a file of n bytes and syncs it.
func newFile(t *testing.T, n int) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if _, err := f.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestBothWaysToAskAboutThePageCacheAgree(t *testing.T) {
	const size = 1<<20 + 1
	f := newFile(t, size)
	fs, err := StatFS(filepath.Dir(f.Name()))
	if err != nil {
		t.Fatal(err)
	}
	pages := int64((size + os.Getpagesize() - 1) / os.Getpagesize() * os.Getpagesize())
	for _, want := range []int64{pages, 0} {
		got, err := CachedBytes(f, size)
		if err != nil || got != want {
			t.Errorf("got %d, %v, want %d", got, err, want)
		}
		if mapped, err := mappedCore(f, size); err != nil || mapped != want {
			t.Errorf("mincore: got %d, %v, want %d", mapped, err, want)
		}
		if fs.InMemory {
			return // nothing can be dropped
		}
		if r := DropCache(int32(f.Fd())); r < 0 {
			t.Fatal(Errno("posix_fadvise", r))
		}
	}
}

func TestALockIsHeldByOneOnly(t *testing.T) {
	f := newFile(t, 0)
	g, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if free, err := Lock(f); !free || err != nil {
		t.Errorf("got %v, %v, want the lock", free, err)
	}
	if free, err := Lock(g); free || err != nil {
		t.Errorf("got %v, %v, want it taken", free, err)
	}
	_ = f.Close()
	if free, err := Lock(g); !free || err != nil {
		t.Errorf("closed: got %v, %v, want the lock", free, err)
	}
	_ = g.Close()
}

func TestDirectAlignLeavesNothingAndSaysWhyNot(t *testing.T) {
	dir := t.TempDir()
	var u *UnsupportedError
	if n, err := DirectAlign(dir); err == nil && (n < 1 || n&(n-1) != 0) || err != nil && !errors.As(err, &u) {
		t.Errorf("got %d, %v, want a power of two or a typed error", n, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("got %v, %v, want an empty directory", entries, err)
	}
	if _, err := DirectAlign(filepath.Join(dir, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want %v", err, os.ErrNotExist)
	}
}

func TestAIOReadsWhatIsAskedFor(t *testing.T) {
	a, err := NewAIO(2)
	var u *UnsupportedError
	if errors.As(err, &u) {
		t.Skip(u)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	f := newFile(t, 100)
	base, err := Reserve(4096)
	if err != nil {
		t.Fatal(err)
	}
	defer Unmap(base, 4096)
	p := unsafe.Slice((*byte)(At(base)), 4096)
	a.Pread(0, int32(f.Fd()), p, 10, 7)
	a.Pread(1, -1, p, 0, 8)
	if n, _ := a.Submit(); n != 1 || a.Queued() != 1 || a.UnderWay() != 1 {
		t.Fatalf("got %d taken, %d queued, %d under way, want 1 each", n, a.Queued(), a.UnderWay())
	}
	if n, refused := a.Submit(); n >= 0 || refused != 8 || a.Queued() != 0 {
		t.Errorf("a bad descriptor: got %d, data %d, %d queued, want an errno, 8, 0", n, refused, a.Queued())
	}
	if n := a.Wait(); n != 1 || a.Event(0).Data != 7 || a.Event(0).Result != 90 {
		t.Errorf("got %d events, the first %+v, want one of 90 bytes with data 7", n, a.Event(0))
	}
}
