package iofile

import (
	"io"
	"os"

	"iowait/server/wire"
)

// goroutine: as many goroutines as requests may be in flight, in code that
// reads as if it blocked. For files it does: the runtime's poller knows
// nothing of them, so each read that waits holds a thread, and the runtime
// starts another one for the goroutines that can go on.
var goroutine = Method{
	ID: "goroutine", Family: "runtime", Probe: always, deep: true,
	names: [2]string{"go", "go"},
	golang: &goMethod{
		chunks: readAts, socket: copyToConn,
		reads: openAndRead, writes: createAndWrite,
	},
}

func readAts(g *goJob) {
	for g.pass() {
		g.each(func() {
			for c := g.next(); c != nil; c = g.next() {
				g.begin(wire.OpPread)
				// This blocks the thread that the goroutine is on.
				n, err := g.file(c).ReadAt(c.Room(), c.At())
				g.end(wire.OpPread, n, err)
				g.got(c, n, err)
				g.work(c)
			}
		})
	}
}

func openAndRead(g *goJob) {
	for g.pass() {
		g.each(func() {
			for c := g.next(); c != nil; c = g.next() {
				g.begin(wire.OpOpen)
				f, err := os.Open(g.path(c))
				g.end(wire.OpOpen, 0, err)
				n := 0
				if err == nil {
					g.begin(wire.OpRead)
					n, err = io.ReadFull(f, c.Room())
					g.end(wire.OpRead, n, err)
					_ = f.Close()
				}
				g.got(c, n, err)
				g.work(c)
			}
		})
	}
}

func createAndWrite(g *goJob) {
	for g.pass() {
		g.each(func() {
			for c := g.next(); c != nil; c = g.next() {
				g.begin(wire.OpOpen)
				f, err := os.Create(g.path(c))
				g.end(wire.OpOpen, 0, err)
				n := 0
				if err == nil {
					g.begin(wire.OpWrite)
					n, err = f.Write(c.Room())
					g.end(wire.OpWrite, n, err)
					_ = f.Close()
				}
				g.got(c, n, err)
				g.work(c)
			}
		})
	}
}

// copyToConn is one goroutine, since what it sends must leave in order.
// io.Copy finds out that it copies from a file to a TCP connection and
// uses sendfile(2). Where that finds no room, the goroutine parks.
func copyToConn(g *goJob) {
	for g.pass() {
		for c := g.next(); c != nil; c = g.next() {
			g.begin(wire.OpSendfile)
			n, err := io.CopyN(g.conn, g.file(c), int64(c.Len))
			g.end(wire.OpSendfile, int(n), err)
			g.got(c, int(n), err)
			c.sent = c.got
			g.work(c)
		}
	}
}
