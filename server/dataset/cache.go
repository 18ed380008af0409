package dataset

import (
	"os"

	"iowait/server/sys"
)

// Drop puts a file out of the page cache. What has not been written to the
// device yet is written first, since only clean pages can be dropped.
func Drop(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return err
	}
	if r := sys.DropCache(int32(f.Fd())); r < 0 {
		return sys.Errno("posix_fadvise", r)
	}
	return nil
}

// Cached is how many bytes of a file are in the page cache, in whole pages.
func Cached(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return sys.CachedBytes(f, info.Size())
}
