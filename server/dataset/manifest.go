package dataset

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
)

// manifest is the file of a set that says what the others hold: for each
// its sum and its number of lines, 64 bits each, little-endian.
const manifest = "manifest"

func (s *Set) writeManifest() error {
	b := make([]byte, 0, 16*len(s.Files))
	for _, k := range s.Files {
		b = binary.LittleEndian.AppendUint64(b, k.Sum)
		b = binary.LittleEndian.AppendUint64(b, k.Lines)
	}
	return os.WriteFile(filepath.Join(s.Dir, manifest), b, 0o600)
}

// Open reads what is known of a set that another process has made. That
// process goes on owning it.
func Open(dir string) (*Set, error) {
	path := filepath.Join(dir, manifest)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(b) == 0 || len(b)%16 != 0 {
		return nil, fmt.Errorf("%s: found %d bytes, want 16 for each file", path, len(b))
	}
	s := &Set{Dir: dir, Files: make([]Known, len(b)/16)}
	for i := range s.Files {
		s.Files[i] = Known{binary.LittleEndian.Uint64(b[16*i:]), binary.LittleEndian.Uint64(b[16*i+8:])}
	}
	return s, nil
}
