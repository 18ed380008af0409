package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"iowait/server/sys"
)

const (
	prefix   = "set-"     // of a set's directory
	lockName = ".iowait"  // in it: locked while its owner lives
	newLock  = ".iowait~" // the same before it is locked
)

// claim makes a directory that Sweep leaves alone while this process lives.
// The lock gets its name only once it is held, so that no Sweep of another
// process can take it first.
func claim(root string) (dir string, lock *os.File, err error) {
	if dir, err = os.MkdirTemp(root, prefix+"*"); err != nil {
		return "", nil, err
	}
	defer func() {
		if err != nil {
			_ = remove(dir)
		}
	}()
	name := filepath.Join(dir, newLock)
	if lock, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return "", nil, err
	}
	if _, err = sys.Lock(lock); err == nil {
		err = os.Rename(name, filepath.Join(dir, lockName))
	}
	if err != nil {
		_ = lock.Close()
		return "", nil, err
	}
	return dir, lock, nil
}

// Sweep removes the sets below root ("": see Root) whose owners are gone,
// e.g. killed. It touches no directory that does not bear both our name and
// our lock file.
func Sweep(root string) error {
	if root == "" {
		var err error
		if root, err = Root(); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), prefix) {
			failed = append(failed, sweep(filepath.Join(root, e.Name())))
		}
	}
	return errors.Join(failed...)
}

func sweep(dir string) error {
	lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // not ours, or not yet
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	free, err := sys.Lock(lock)
	if !free {
		return err // its owner lives
	}
	return remove(dir)
}

// remove removes a set's directory with what we put there, the lock last.
func remove(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !isFile(e.Name()) && e.Name() != manifest && e.Name() != newLock {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if entries, err = os.ReadDir(dir); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != lockName {
			return fmt.Errorf("remove %s: found %q, which is not ours", dir, e.Name())
		}
	}
	if err := os.Remove(filepath.Join(dir, lockName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Remove(dir)
}
