package iofile

import (
	"fmt"
	"math"
	"os"
	"runtime"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

// A task is what an order asks for.
type task struct {
	experiment string
	path       string // of the directory
	seed       int64
	files      int
	size       int64 // bytes of each file
	chunk      int64 // bytes asked for at once
	depth      int   // requests in flight
	workers    int   // threads of a pool
	small      bool  // a piece is a whole file, opened for it
	write      bool
	cold       bool // files are dropped from the page cache before each pass
	lines      bool // work is to count lines; else to add up words
	toSocket   bool
}

// maxBuffers bounds the memory for requests in flight, in bytes.
const maxBuffers = 256 << 20

// read takes over what the order asks for.
func (j *Job) read(o wire.Order) error {
	p := o.Params
	j.task = task{experiment: o.Experiment, path: o.Dir, seed: o.Seed, cold: p[wire.ParamCache] == wire.CacheCold,
		files: int(max(p[wire.ParamFiles], 1)), size: p[wire.ParamFileSize], chunk: p[wire.ParamChunk], depth: 1}
	switch o.Experiment {
	case "file-read":
		j.lines = p[wire.ParamWork] == wire.WorkLines
	case "large-files":
		j.toSocket = p[wire.ParamTo] == wire.ToSocket
	case "small-files":
		j.small, j.size, j.chunk = true, p[wire.ParamSize], p[wire.ParamSize]
		j.write = p[wire.ParamOp] == wire.FilesWritten
	default:
		return fmt.Errorf("experiment: found %q, want file-read, small-files or large-files", o.Experiment)
	}
	const maxFiles, maxChunk = 100_000, 4 << 20
	switch {
	case j.path == "":
		return fmt.Errorf("dir: found none, want the directory with the files")
	case j.files > maxFiles:
		return fmt.Errorf("files: found %d, want 1 to %d", j.files, maxFiles)
	case j.size < 1 || j.size > math.MaxInt64-maxChunk:
		return fmt.Errorf("size of a file: found %d, want at least 1", j.size)
	case j.chunk < 1 || j.chunk > maxChunk:
		return fmt.Errorf("bytes asked for at once: found %d, want 1 to %d", j.chunk, maxChunk)
	}
	if j.write && j.cold {
		j.cold = false
		j.notes = append(j.notes, "files are written into the page cache: there is no cold state")
	}
	if j.method.deep && (j.method.golang == nil || !j.toSocket) {
		j.depth = int(max(p[wire.ParamDepth], 1))
	}
	if j.method.pool {
		if j.workers = int(p[wire.ParamPool]); j.workers == 0 {
			j.workers = poolThreads
		}
	}
	if most := int(max(maxBuffers/j.chunk, 1)); j.depth > min(most, maxInFlight) {
		j.depth = min(most, maxInFlight)
		j.notes = append(j.notes, fmt.Sprintf("%d requests in flight at most: their buffers take %d bytes", j.depth, int64(j.depth)*j.chunk))
	}
	return nil
}

// fit makes the chunk one that O_DIRECT can read.
func (j *Job) fit() error {
	if !j.method.align {
		return nil
	}
	var err error
	if j.alignment, err = sys.DirectAlign(j.path); err != nil {
		return err
	}
	a := int64(j.alignment)
	if j.chunk < a {
		return &sys.UnsupportedError{Feature: j.method.ID, Why: fmt.Sprintf("O_DIRECT reads whole blocks of %d bytes here; found a chunk of %d", a, j.chunk),
			Fix: fmt.Sprintf("choose a chunk of %d bytes or more", a)}
	}
	if odd := j.chunk % a; odd != 0 {
		j.chunk -= odd
		j.notes = append(j.notes, fmt.Sprintf("chunks of %d bytes: O_DIRECT reads whole blocks of %d", j.chunk, a))
	}
	return nil
}

// limit takes away what this process does not need: it may write files only
// if that is its task, and none larger.
func (j *Job) limit() error {
	most := int64(0)
	if j.write {
		most = j.size
	}
	return sys.LimitFiles(most)
}

// know reads what the files hold.
func (j *Job) know() error {
	set, err := dataset.Open(j.path)
	if err != nil {
		return err
	}
	if j.write { // what is written must be what is there
		p := make([]byte, j.size)
		if dataset.Fill(p, j.seed, 0, 0); dataset.Sum(p, 0) != set.Files[0].Sum {
			return fmt.Errorf("seed: found %d, want the one that the files in %s were made with", j.seed, j.path)
		}
	}
	info, err := os.Stat(dataset.Path(j.path, 0))
	if err != nil {
		return err
	}
	if len(set.Files) < j.files || info.Size() != j.size {
		return fmt.Errorf("%s: found %d files of %d bytes, want %d of %d", j.path, len(set.Files), info.Size(), j.files, j.size)
	}
	j.known = set.Files
	return nil
}

// has says what the method has, for the parity sheet.
func (j *Job) has() []wire.Has {
	threads := "1"
	switch {
	case j.golang != nil:
		threads = fmt.Sprintf("GOMAXPROCS %d, and one more for each goroutine that blocks", runtime.GOMAXPROCS(0))
	case j.workers > 0:
		threads = fmt.Sprintf("1 + %d in the pool", j.workers)
	}
	cache, alignment := "used", "none"
	if j.alignment > 0 {
		cache, alignment = "bypassed (O_DIRECT)", fmt.Sprintf("%d B", j.alignment)
	}
	what := "chunk"
	if j.small {
		what = "file"
	}
	return []wire.Has{
		{What: "threads", Is: threads},
		{What: "in flight", Is: fmt.Sprint(j.depth)},
		{What: what, Is: fmt.Sprintf("%d B", j.chunk)},
		{What: "page cache", Is: cache},
		{What: "alignment", Is: alignment},
	}
}
