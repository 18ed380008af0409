package iomodel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"

	"iowait/server/sys"
	"iowait/server/wire"
)

// goBuffer is what a goroutine reads at most at once: smaller than
// BufferBytes, since each of 10,000 goroutines holds one.
const goBuffer = 16 << 10

// goServer is what the goroutine model shares with its surroundings.
type goServer struct {
	s     *Server
	procs int      // GOMAXPROCS
	spare *os.File // held back for EMFILE; nil after makeRoom
}

func listenAndServe(s *Server) error {
	// Go's own choice is one P per allowed CPU; it is fixed here, because
	// the runtime would revise it once a second.
	cpus, err := sys.AllowedCPUs()
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(len(cpus))
	s.service.read = min(s.service.read, goBuffer)
	config := net.ListenConfig{Control: sys.BufferedBy(s.settings.buffers)}
	l, err := config.Listen(context.Background(), "tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := s.settings.readGo(l); err != nil {
		return err
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	s.golang = &goServer{s: s, procs: len(cpus)}
	s.notes = append(s.notes, fmt.Sprintf("GOMAXPROCS %d; reads of at most %d bytes", len(cpus), s.service.read))
	if s.golang.spare, err = os.Open(os.DevNull); err != nil {
		return err
	}
	if _, err := sys.IOCalls(); err != nil { // opens what later readings need
		return err
	}
	go acceptForGoroutines(s.golang, l)
	return nil
}

// makeRoom gives up the spare descriptor when accept has found none left,
// so that the next accept can take the connection that waits.
func (g *goServer) makeRoom() {
	if g.spare != nil {
		_ = g.spare.Close()
		g.spare = nil
	}
}

// admit answers false after it has closed c, which came in on the spare
// descriptor while there was still no other: its client is told at once and
// the accept queue moves on.
func (g *goServer) admit(c net.Conn) bool {
	if g.spare != nil {
		return true
	}
	var err error
	if g.spare, err = os.Open(os.DevNull); err == nil {
		return true
	}
	atomic.AddInt64(&g.s.refused, 1)
	_ = c.Close()
	g.spare, _ = os.Open(os.DevNull)
	return false
}

// mark records an event with the thread the goroutine runs on just now and
// the line that calls mark.
//
//go:noinline
func (g *goServer) mark(kind wire.Kind, op wire.Op, port int32, result int) {
	if g.recording() {
		g.markAt(kind, op, port, result, sys.CallerSite())
	}
}

func (g *goServer) recording() bool { return g.s.ring != nil && g.s.ring.On() }

func (g *goServer) markAt(kind wire.Kind, op wire.Op, port int32, result int, site uint32) {
	if g.recording() {
		g.s.ring.Add(wire.Event{AtNS: sys.GoNanotime(), TID: sys.GoThreadID(), Conn: port, Result: int32(result),
			Site: site, Kind: kind, Op: op})
	}
}

func result(n int, err error) int {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		return -int(errno)
	case err != nil && err != io.EOF:
		return -int(syscall.EIO)
	}
	return n
}

func clientPort(c net.Conn) int32 { return int32(c.RemoteAddr().(*net.TCPAddr).Port) }
