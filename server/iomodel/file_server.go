package iomodel

import (
	"errors"
	"fmt"
	"os"

	"iowait/server/dataset"
)

// mostChunk is what is read of a file with one call at most.
const mostChunk = 64 << 10

// headerRoom is more than the header before a file takes.
const headerRoom = 256

// A served file is open as long as the server runs.
type served struct {
	file   *os.File
	fd     int32
	size   int64
	header [2][]byte // the second one ends the connection
}

// open opens the first n files of a data set.
func (s *service) open(dir string, n int) error {
	if dir == "" {
		return errors.New("dir: found none, want the directory of the files")
	}
	s.files = make([]served, n)
	for i := range s.files {
		f, err := os.Open(dataset.Path(dir, i))
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: found %v, want a regular file", f.Name(), info.Mode().Type())
		}
		s.files[i] = served{file: f, fd: int32(f.Fd()), size: info.Size()}
		for last := range 2 {
			s.files[i].header[last] = header("200 OK", int(info.Size()), last == 1)
		}
	}
	return nil
}

// find reads the number of a file from "/N", with what a browser or a proxy
// may put around it.
func (s *service) find(target []byte) (file int32, ok bool) {
	const scheme = "http://"
	if len(target) > len(scheme) && equalFold(target[:len(scheme)], scheme) {
		for target = target[len(scheme):]; len(target) > 0 && target[0] != '/'; {
			target = target[1:]
		}
	}
	if len(target) == 0 || target[0] != '/' {
		return 0, false
	}
	target = target[1:]
	for i, b := range target {
		if b == '?' {
			target = target[:i]
			break
		}
	}
	n := number(target)
	return int32(n), n >= 0 && n < int64(len(s.files))
}

// load is the part of part into which the next piece of the file belongs;
// the header is put before the first one. It is empty when nothing is to be
// read.
func (s *service) load(k *talk, part []byte) []byte {
	k.at, k.owed = 0, 0
	if k.head {
		last := 0
		if k.last {
			last = 1
		}
		k.owed = int64(copy(part, s.files[k.file].header[last]))
		k.head = false
	}
	return part[k.owed : k.owed+min(int64(s.chunk), k.left)]
}

// loaded notes that n bytes were read. It answers false when the file has
// become shorter than it was, or cannot be read: then there is no way to go
// on.
func (k *talk) loaded(n int) bool {
	if n <= 0 {
		return false
	}
	k.owed += int64(n)
	k.left -= int64(n)
	k.place += int64(n)
	return true
}

// part is how much memory a piece takes.
func (s *service) part() int { return headerRoom + s.chunk }
