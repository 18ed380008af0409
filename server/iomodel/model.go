// Package iomodel holds the I/O models under test. Each model is one file
// that reads from top to bottom; the lessons show this very source.
//
// A mechanism file defines an entry of All: its name and family, a probe
// that answers nil or *sys.UnsupportedError and never panics, and how it
// serves. A model serves until its process ends: trials use a fresh process
// each, so there is nothing to stop.
//
// Models other than goroutine run on native threads (sys.Thread): their
// code must not allocate, store pointers in the heap or panic. What they
// share lies in thread.go: counted system calls that are marked while a
// recording is on. What the clients are answered is no model's concern: see
// service.go.
package iomodel

import (
	"errors"

	"iowait/server/sys"
	"iowait/server/wire"
)

// BufferBytes is what a model reads at most with one call, unless the order
// says less.
const BufferBytes = 64 << 10

// Backlog is the length of each listener's accept queue (listen(2)).
const Backlog = 4096

// A Model is one way to do I/O.
type Model struct {
	ID     string
	Family string            // one of the families of the design: blocking, non-blocking, …
	Probe  func() error      // nil: this host can run it; else *sys.UnsupportedError
	Not    map[string]string // experiments that it takes no part in, and why

	blocking  bool                       // the listener and the connections block
	reusePort bool                       // each first thread has a listener of its own on the port
	threads   func(cpus int) int         // how many loops or selectors there are; nil: one, or none with a pool
	pool      func(cpus, wanted int) int // how many threads of a pool there are behind these, given what was asked for (0: nothing)
	prepare   func(s *Server) error      // before the first thread starts; may be nil
	main      func(t *Thread)            // what each of these threads does
	worker    func(t *Thread)            // what each thread made by Spawn does; may be nil
	names     [2]string                  // what first and other threads are called in a recording
	reads     int                        // bytes that it reads with one call at most when the order does not say; 0: BufferBytes
	serveGo   func(s *Server) error      // instead of main: a model on the Go runtime
	blocksIn  string                     // system calls in which its threads sleep
	about     string                     // of its threads, where their number is not fixed
}

// holds tells that a connection holds the thread that has accepted it.
func (m *Model) holds() bool { return m.blocking && m.pool != nil }

// sleeps tells that a thread waits together with the request that it serves.
func (m *Model) sleeps() bool { return m.blocking || m.pool != nil }

// All lists the models in the order of the course.
func All() []Model {
	return []Model{
		iterative, threadPerConn, threadPool, busyPoll, selectModel, poll,
		epoll, epollET, epollPool, multiReactor, sigio,
		ioUring, ioUringSQPoll, completionPool, goroutine,
	}
}

// Find answers the model with this id.
func Find(id string) (Model, bool) {
	for _, m := range All() {
		if m.ID == id {
			return m, true
		}
	}
	return Model{}, false
}

// Doctor runs every probe and says what this host can run, and why not.
func Doctor() []wire.ModelInfo {
	var infos []wire.ModelInfo
	for _, m := range All() {
		info := wire.ModelInfo{ID: m.ID, Family: m.Family, Kind: "socket", OK: true, Not: m.Not}
		if err := m.Probe(); err != nil {
			info.OK, info.Reason = false, err.Error()
			var u *sys.UnsupportedError
			if errors.As(err, &u) {
				info.Reason, info.Fix = u.Why, u.Fix
			}
		}
		infos = append(infos, info)
	}
	return infos
}

// always is the probe of a mechanism that every supported host has.
func always() error { return nil }
