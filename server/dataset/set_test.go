package dataset

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iowait/server/sys"
)

func TestContentDependsOnSeedFileAndOffsetOnly(t *testing.T) {
	whole := make([]byte, 1003)
	Fill(whole, 1, 2, 0)
	for _, off := range []int{0, 1, 7, 8, 9, 512, 1002} {
		for _, n := range []int{0, 1, 3, 8, 17, 400} {
			n = min(n, len(whole)-off)
			part := make([]byte, n)
			Fill(part, 1, 2, int64(off))
			if !bytes.Equal(part, whole[off:off+n]) {
				t.Errorf("got other bytes for %d at offset %d than in the whole", n, off)
			}
		}
	}
	for name, other := range map[string]struct {
		seed int64
		file int
	}{"seed": {2, 2}, "file": {1, 3}, "both exchanged": {2, 1}} {
		p := make([]byte, len(whole))
		Fill(p, other.seed, other.file, 0)
		if same := bytes.Equal(p[:16], whole[:16]); same {
			t.Errorf("another %s: got the same content", name)
		}
	}
}

func TestContentIsTheSameEverywhere(t *testing.T) {
	got := make([]byte, 16)
	Fill(got, 42, 7, 0)
	want := binary.LittleEndian.AppendUint64(nil, word(key(42, 7), 0))
	want = binary.LittleEndian.AppendUint64(want, word(key(42, 7), 1))
	if !bytes.Equal(got, want) {
		t.Errorf("got % x, want % x", got, want)
	}
}

func TestSumsOfPiecesAreTheSumOfTheWhole(t *testing.T) {
	p := make([]byte, 777)
	Fill(p, 3, 4, 0)
	want := uint64(0)
	for i, b := range p {
		want += uint64(b) << (8 * (i % 8))
	}
	for _, size := range []int{1, 3, 7, 8, 13, 64, 100, 777} {
		got := uint64(0)
		for off := 0; off < len(p); off += size {
			got += Sum(p[off:min(off+size, len(p))], int64(off))
		}
		if got != want {
			t.Errorf("pieces of %d: got %#x, want %#x", size, got, want)
		}
	}
}

func TestASumNoticesEveryByte(t *testing.T) {
	p := make([]byte, 100)
	Fill(p, 1, 1, 0)
	want := Sum(p, 0)
	for i := range p {
		p[i]++
		if Sum(p, 0) == want {
			t.Errorf("byte %d changed, got the same sum", i)
		}
		p[i]--
	}
}

func TestLinesAreCountedOnce(t *testing.T) {
	for text, want := range map[string]uint64{"": 0, "a": 0, "\n": 1, "a\nb\n\nc": 3} {
		if got := Lines([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestASetHoldsWhatItSays(t *testing.T) {
	root := t.TempDir()
	const files, size = 70, 1<<10 + 1
	s, err := Make(t.Context(), root, 5, files, size)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Open(s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]byte, size)
	for i := range files {
		Fill(want, 5, i, 0)
		got, err := os.ReadFile(Path(s.Dir, i))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("file %d: got %d bytes, %v, want the %d of Fill", i, len(got), err, size)
		}
		if k := (Known{Sum(want, 0), Lines(want)}); opened.Files[i] != k || s.Files[i] != k {
			t.Errorf("file %d: got %v made and %v opened, want %v", i, s.Files[i], opened.Files[i], k)
		}
	}
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.Dir); err != nil {
		t.Errorf("closing what was only opened removed it: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	empty(t, root)
}

func empty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("got %v, %v in %s, want nothing left", entries, err, dir)
	}
}

func TestALackOfRoomIsSaidBeforeAnythingIsWritten(t *testing.T) {
	defer func(f func(string) (sys.Filesystem, error)) { statFS = f }(statFS)
	const gib = 1 << 30
	for _, test := range []struct {
		name string
		fs   sys.Filesystem
		want []string // in the error; none: it fits
	}{
		{"plenty", sys.Filesystem{TotalBytes: 100 * gib, FreeBytes: 50 * gib, BlockBytes: 4096}, nil},
		{"5 % must stay free", sys.Filesystem{TotalBytes: 100 * gib, FreeBytes: 5 * gib, BlockBytes: 4096}, []string{"5.0 GiB free", "5.0 GiB to stay free"}},
		{"256 MiB must stay free", sys.Filesystem{TotalBytes: gib, FreeBytes: 256 << 20, BlockBytes: 4096}, []string{"256 MiB free", "256 MiB to stay free"}},
		{"blocks count", sys.Filesystem{TotalBytes: gib, FreeBytes: 257 << 20, BlockBytes: 1 << 20}, []string{"11 MiB for the files"}},
		{"no inodes", sys.Filesystem{TotalBytes: 100 * gib, FreeBytes: 50 * gib, BlockBytes: 4096, TotalFiles: 100, FreeFiles: 12}, []string{"12 more files", "want 13"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			statFS = func(string) (sys.Filesystem, error) { return test.fs, nil }
			root := t.TempDir()
			s, err := Make(t.Context(), root, 1, 10, 100)
			if test.want == nil {
				if err != nil {
					t.Fatal(err)
				}
				_ = s.Close()
			} else if err == nil {
				t.Fatal("got no error")
			}
			for _, want := range append(test.want, root) {
				if err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("got %q, want %q in it", err, want)
				}
			}
			empty(t, root)
		})
	}
}

func TestAnEndedContextLeavesNothing(t *testing.T) {
	root := t.TempDir()
	cause := errors.New("enough")
	for _, files := range []int{1, 1000} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		if _, err := Make(ctx, root, 1, files, 1000); !errors.Is(err, cause) {
			t.Errorf("got %v, want %v", err, cause)
		}
		empty(t, root)
	}
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "taken"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := &Set{Dir: filepath.Join(root, "taken"), Files: make([]Known, 2)}
	if err := os.WriteFile(Path(s.Dir, 1), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.write(t.Context(), 1, 10); !errors.Is(err, os.ErrExist) {
		t.Errorf("got %v, want %v", err, os.ErrExist)
	}
	if err := remove(s.Dir); err != nil {
		t.Error(err)
	}
	empty(t, root)
}

func TestSweepRemovesOnlyWhatIsOursAndUnowned(t *testing.T) {
	root := t.TempDir()
	owned, err := Make(t.Context(), root, 1, 2, 10)
	if err != nil {
		t.Fatal(err)
	}
	left, err := Make(t.Context(), root, 1, 2, 10)
	if err != nil {
		t.Fatal(err)
	}
	_ = left.lock.Close() // as when its process is killed
	foreign := []string{"set-of-photos", "others"}
	for _, name := range foreign {
		if err := os.Mkdir(filepath.Join(root, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name, "000000"), []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Sweep(root); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(left.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the set that nobody owns: got %v, want it gone", err)
	}
	for _, path := range []string{Path(owned.Dir, 1), filepath.Join(root, foreign[0], "000000"), filepath.Join(root, foreign[1], "000000")} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("got %v, want it untouched", err)
		}
	}
	if err := owned.Close(); err != nil {
		t.Error(err)
	}
	if err := Sweep(filepath.Join(root, "nowhere")); err != nil {
		t.Errorf("no directory: got %v, want nothing to do", err)
	}
}

func TestSweepKeepsAFileThatIsNotOurs(t *testing.T) {
	root := t.TempDir()
	s, err := Make(t.Context(), root, 1, 2, 10)
	if err != nil {
		t.Fatal(err)
	}
	precious := filepath.Join(s.Dir, "notes.txt")
	if err := os.WriteFile(precious, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = s.lock.Close()
	if err := Sweep(root); err == nil || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("got %v, want the file's name", err)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

func TestDroppedFilesAreOutOfThePageCache(t *testing.T) {
	s, err := Make(t.Context(), t.TempDir(), 1, 1, 2<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if fs, err := sys.StatFS(s.Dir); err != nil || fs.InMemory {
		t.Skip(&sys.UnsupportedError{Feature: "cold files", Why: s.Dir + " keeps files in the page cache only", Fix: "set TMPDIR to a directory on a disk", Err: err})
	}
	path := Path(s.Dir, 0)
	if got, err := Cached(path); err != nil || got != 2<<20 {
		t.Errorf("just written: got %d bytes cached, %v, want all", got, err)
	}
	if err := Drop(path); err != nil {
		t.Fatal(err)
	}
	if got, err := Cached(path); err != nil || got != 0 {
		t.Errorf("dropped: got %d bytes cached, %v, want none", got, err)
	}
}

func BenchmarkFill(b *testing.B) {
	p := make([]byte, 64<<10)
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		Fill(p, 1, 1, 0)
	}
}

func BenchmarkSum(b *testing.B) {
	p := make([]byte, 64<<10)
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		Sum(p, 0)
	}
}

func BenchmarkLines(b *testing.B) {
	p := make([]byte, 64<<10)
	Fill(p, 1, 1, 0)
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		Lines(p)
	}
}
