package iomodel

import (
	"net"

	"iowait/server/wire"
)

// goroutine: one goroutine per connection in code that reads as if it
// blocked. A read that finds nothing parks the goroutine, not its thread;
// the runtime's netpoller, an epoll loop, makes it runnable again.
var goroutine = Model{
	ID: "goroutine", Family: "runtime", Probe: always,
	serveGo:  listenAndServe,
	names:    [2]string{"go", "go"},
	blocksIn: "epoll_wait(2) and futex(2), by the Go runtime",
}

func acceptForGoroutines(g *goServer, l net.Listener) {
	for {
		c, err := l.Accept() // parks here until a client connects
		if err != nil {
			g.makeRoom()
			continue
		}
		if g.admit(c) {
			go serveParking(g, c)
		}
	}
}

func serveParking(g *goServer, c net.Conn) {
	defer c.Close()
	v := g.visit(c)
	for !v.Over() {
		g.mark(wire.KindPark, wire.OpRead, v.port, 0)
		n, err := c.Read(v.Room()) // parks here until the client sends
		g.mark(wire.KindUnpark, wire.OpRead, v.port, result(n, err))
		if err != nil {
			return
		}
		v.Read(n)
		for p := v.Answer(); len(p) > 0; p = v.Answer() { // or a backend
			g.mark(wire.KindPark, wire.OpWrite, v.port, 0)
			n, err = c.Write(p) // writes all, parks while full
			g.mark(wire.KindUnpark, wire.OpWrite, v.port, result(n, err))
			if err != nil {
				return
			}
		}
	}
}
