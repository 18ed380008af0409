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
	serveGo: listenAndServe,
	names:   [2]string{"go", "go"},
}

func acceptForGoroutines(g *goServer, l net.Listener) {
	for {
		c, err := l.Accept() // parks here until a client connects
		if err != nil {
			g.makeRoom()
			continue
		}
		if g.admit(c) {
			go echoParking(g, c)
		}
	}
}

func echoParking(g *goServer, c net.Conn) {
	defer c.Close()
	port := clientPort(c)
	buf := make([]byte, goBuffer)
	for {
		g.mark(wire.KindPark, wire.OpRead, port, 0)
		n, err := c.Read(buf) // parks here until the client sends
		g.mark(wire.KindUnpark, wire.OpRead, port, result(n, err))
		if err != nil {
			return
		}
		g.mark(wire.KindPark, wire.OpWrite, port, 0)
		n, err = c.Write(buf[:n]) // writes all, parks while full
		g.mark(wire.KindUnpark, wire.OpWrite, port, result(n, err))
		if err != nil {
			return
		}
	}
}
