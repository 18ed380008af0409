package iomodel

// iterative: one thread accepts a connection, serves it until its client
// hangs up, and only then accepts the next. Everybody else waits in the
// accept queue, however little the one client sends.
var iterative = Model{
	ID: "iterative", Family: "blocking", Probe: always,
	blocking: true,
	main:     serveOneByOne,
	names:    [2]string{"server", ""},
}

func serveOneByOne(t *Thread) {
	for {
		t.Conn = t.Accept(t.Listener) // sleeps here with no client
		if t.Conn >= 0 {
			echoBlocking(t) // returns when this client is gone
		}
	}
}
