// Package dataset makes the files that file experiments read, in a
// directory of our own, and removes them again. Their content is random
// but known: whoever reads a file can prove, by its sum, that every byte
// was seen once.
package dataset

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"iowait/server/sys"
)

// A Set is a directory with files of equal size. Who made it owns it.
type Set struct {
	Dir   string
	Files []Known // what each file holds

	lock *os.File // held while the set is in use; nil: opened, not made
}

// Known is what a whole file adds up to.
type Known struct{ Sum, Lines uint64 }

// Root is the directory for sets that is used when none is given:
// iowait/files in the user's cache directory.
func Root() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no directory for files: %w; give one", err)
	}
	return filepath.Join(cache, "iowait", "files"), nil
}

// Name is what file i of a set is called in its directory.
func Name(i int) string { return fmt.Sprintf("%06d", i) }

// Path is where file i of the set in dir lies.
func Path(dir string, i int) string { return filepath.Join(dir, Name(i)) }

// writeBytes is how much is written at once. The context is asked in between.
const writeBytes = 1 << 20

// Make makes a set of random files in a fresh directory below root ("":
// see Root) and writes it through to the device. When there is not enough
// room for it, nothing is written. When ctx ends or something fails, what
// there is so far is removed.
func Make(ctx context.Context, root string, seed int64, files int, size int64) (*Set, error) {
	if files < 1 || size < 0 {
		return nil, fmt.Errorf("make files: found %d of %d bytes, want at least 1 of at least 0 bytes", files, size)
	}
	var err error
	if root == "" {
		if root, err = Root(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, err
	}
	if err := room(root, files, size); err != nil {
		return nil, err
	}
	s := &Set{Files: make([]Known, files)}
	if s.Dir, s.lock, err = claim(root); err != nil {
		return nil, err
	}
	if err := s.write(ctx, seed, size); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Set) write(ctx context.Context, seed, size int64) error {
	buf := make([]byte, min(writeBytes, max(size, 1)))
	for i := range s.Files {
		if err := s.writeFile(ctx, seed, i, size, buf); err != nil {
			return err
		}
	}
	if err := s.writeManifest(); err != nil {
		return err
	}
	return s.sync(ctx)
}

func (s *Set) writeFile(ctx context.Context, seed int64, i int, size int64, buf []byte) error {
	f, err := os.OpenFile(Path(s.Dir, i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for off := int64(0); off < size; off += int64(len(buf)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p := buf[:min(int64(len(buf)), size-off)]
		Fill(p, seed, i, off)
		if _, err := f.Write(p); err != nil {
			return err
		}
		s.Files[i].Sum += Sum(p, off)
		s.Files[i].Lines += Lines(p)
	}
	if len(s.Files) > eachSynced {
		return nil
	}
	return f.Sync()
}

// eachSynced is up to how many files are synced one by one. With more, all
// of the file system is synced once: 10,000 syncs would take a minute.
const eachSynced = 64

func (s *Set) sync(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	dir, err := os.Open(s.Dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if len(s.Files) > eachSynced {
		return sys.SyncFS(dir)
	}
	return dir.Sync()
}

// Close removes the set. A file that is not part of it stays, and so does
// the directory then; that is an error.
func (s *Set) Close() error {
	if s.lock == nil {
		return nil
	}
	err := remove(s.Dir)
	_ = s.lock.Close()
	s.lock = nil
	return err
}

// isFile tells whether Name makes this name.
func isFile(name string) bool {
	i, err := strconv.Atoi(name)
	return err == nil && i >= 0 && Name(i) == name
}
