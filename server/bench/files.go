package bench

import (
	"context"

	"iowait/server/dataset"
	"iowait/server/host"
	"iowait/server/wire"
)

// fileSets are the files of a run, made when the first trial needs them and
// kept until all is over.
type fileSets struct {
	root string // "": dataset's own choice
	seed int64
	made map[fileSet]*dataset.Set
}

type fileSet struct{ files, size int64 }

// dir is where the files for these parameters lie; "" when none are needed.
func (s *fileSets) dir(ctx context.Context, p wire.Params, phase func(string)) (string, error) {
	need := fileSet{p[wire.ParamFiles], p[wire.ParamFileSize]}
	if need.size == 0 {
		need.size = p[wire.ParamSize] // of small-files
	}
	if _, sized := p[wire.ParamFileSize]; sized {
		need.files = max(need.files, 1)
	}
	if need.files == 0 {
		return "", nil
	}
	if set, ok := s.made[need]; ok {
		return set.Dir, nil
	}
	phase("files")
	_ = dataset.Sweep(s.root) // what a killed process left; what cannot be removed is in nobody's way but that of free space
	set, err := dataset.Make(ctx, s.root, s.seed, int(need.files), need.size)
	if err != nil {
		return "", err
	}
	s.made[need] = set
	return set.Dir, nil
}

// lieOn is the file system and the device that they lie on, "" without any.
func (s *fileSets) lieOn() (filesystem, device string) {
	for _, set := range s.made {
		return host.FilesystemOf(set.Dir)
	}
	return "", ""
}

// close removes them all.
func (s *fileSets) close() {
	for _, set := range s.made {
		_ = set.Close() // what is left is removed at the next start
	}
}
