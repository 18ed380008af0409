// Package iofile holds the file methods under test. Each method is one file
// that reads from top to bottom; the lessons show this very source.
//
// A mechanism file defines an entry of All: its name and family, a probe
// that answers nil or *sys.UnsupportedError and never panics, and what it
// does in each experiment: read big files in chunks, read or write small
// files whole, or send big files to a socket. It does so pass after pass
// until the process ends; in between it sleeps in Pass or Next.
//
// Methods other than goroutine run on native threads (sys.Thread): their
// code must not allocate, store pointers in the heap or panic. What they
// share lies in job.go (which piece comes next, what was done) and
// thread.go (system calls, counted, and marked while a recording is on).
package iofile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

// A Method is one way to read and write files.
type Method struct {
	ID     string
	Family string                 // blocking, asynchronous, runtime, …
	Probe  func(dir string) error // nil: this host can run it on files in dir; else *sys.UnsupportedError
	Not    map[string]string      // experiments that it takes no part in, and why

	notToMemory string // why it has no chunks, where its experiment has them
	notToSocket string // why it has no socket

	open    int                // flags of open(2), besides those for reading or writing
	deep    bool               // has as many requests in flight as asked for; else one
	pool    bool               // has threads that run worker
	align   bool               // offsets, lengths and addresses are aligned for O_DIRECT
	prepare func(j *Job) error // before the first thread starts; may be nil
	close   func(j *Job)       // after the last has ended; may be nil
	chunks  func(t *Thread)    // file-read, large-files
	socket  func(t *Thread)    // large-files to a socket
	reads   func(t *Thread)    // small-files
	writes  func(t *Thread)    // small-files, written
	worker  func(t *Thread)    // what each thread of the pool does
	names   [2]string          // what the first and the pool's threads are called in a recording

	golang *goMethod // instead of these: a method on the Go runtime
}

// All lists the methods in the order of the course.
func All() []Method {
	return []Method{
		read, preadPool, mmap, sendfile, direct,
		linuxAIO, linuxAIODirect, ioUring, goroutine,
	}
}

// Find answers the method with this id.
func Find(id string) (Method, bool) {
	for _, m := range All() {
		if m.ID == id {
			return m, true
		}
	}
	return Method{}, false
}

// Doctor runs every probe for the default directory and says what this host
// can run, and why not.
func Doctor() []wire.ModelInfo { return DoctorIn("") }

// DoctorIn is Doctor for sets of files below another root ("": see
// dataset.Root), which need not exist yet.
func DoctorIn(root string) []wire.ModelInfo {
	dir, err := existing(root)
	var infos []wire.ModelInfo
	for _, m := range All() {
		info := wire.ModelInfo{ID: m.ID, Family: m.Family, Kind: "file", OK: true, Not: m.Not}
		failed := err
		if failed == nil {
			failed = m.Probe(dir)
		}
		if failed != nil {
			info.OK, info.Reason = false, failed.Error()
			var u *sys.UnsupportedError
			if errors.As(failed, &u) {
				info.Reason, info.Fix = u.Why, u.Fix
			}
		}
		infos = append(infos, info)
	}
	return infos
}

// existing is the directory closest to root that exists already: what holds
// for it will hold for the files.
func existing(root string) (string, error) {
	if root == "" {
		var err error
		if root, err = dataset.Root(); err != nil {
			return "", err
		}
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	for {
		if info, err := os.Stat(root); err == nil && info.IsDir() {
			return root, nil
		}
		if filepath.Dir(root) == root {
			return "", fmt.Errorf("found no directory above %s", root)
		}
		root = filepath.Dir(root)
	}
}

// always is the probe of a mechanism that every supported host has.
func always(string) error { return nil }

// Reasons that several methods share.
const (
	notOnOne     = "one file is read to memory there; this hands files to a socket"
	notWholeSet  = "small files are worked on in memory; this hands files to a socket"
	notUnaligned = "small files are smaller than the blocks that O_DIRECT reads and writes"
)

// main is which of its functions a method needs for a job.
func (m *Method) main(j *Job) (func(t *Thread), error) {
	if why := m.Not[j.experiment]; why != "" {
		return nil, &sys.UnsupportedError{Feature: m.ID + " in " + j.experiment, Why: why}
	}
	refuse := func(where, why string) error {
		return &sys.UnsupportedError{Feature: m.ID + " " + where, Why: why}
	}
	switch {
	case j.small && j.write:
		return m.writes, nil
	case j.small:
		return m.reads, nil
	case j.toSocket && m.notToSocket != "":
		return nil, refuse("to a socket", m.notToSocket)
	case j.toSocket:
		return m.socket, nil
	case m.notToMemory != "":
		return nil, refuse("to memory", m.notToMemory)
	}
	return m.chunks, nil
}
