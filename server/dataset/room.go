package dataset

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"iowait/server/sys"
)

// What stays free at least: a share of the file system, and no less than so
// many bytes.
const (
	spareShare = 20 // one part in so many: 5 %
	spareBytes = 256 << 20
)

// statFS is replaced by tests.
var statFS = sys.StatFS

// room tells whether the files fit below root with something to spare.
func room(root string, files int, size int64) error {
	fs, err := statFS(root)
	if err != nil {
		return err
	}
	block := max(fs.BlockBytes, 1)
	need := int64(files)*((size+block-1)/block*block) + int64(files)*16 + block
	spare := max(fs.TotalBytes/spareShare, spareBytes)
	if fs.FreeBytes-need < spare {
		return fmt.Errorf("not enough room in %s: %s free, want %s for the files and %s to stay free; choose less, or another directory",
			root, ibytes(fs.FreeBytes), ibytes(need), ibytes(spare))
	}
	const ours = 3 // directory, lock, manifest
	if fs.TotalFiles > 0 && fs.FreeFiles < int64(files)+ours {
		return fmt.Errorf("not enough room in %s: %d more files (inodes) possible, want %d; choose less, or another directory",
			root, fs.FreeFiles, files+ours)
	}
	return nil
}

func ibytes(n int64) string { return humanize.IBytes(uint64(max(n, 0))) }
