package iomodel

// iterative: one thread accepts a connection, serves it until its client
// hangs up, and only then accepts the next. Everybody else waits in the
// accept queue, however little the one client sends.
var iterative = Model{
	ID: "iterative", Family: "blocking", Probe: always,
	blocking: true,
	pool:     func(_, _ int) int { return 1 },
	main:     serveOneByOne,
	names:    [2]string{"server", ""},
	blocksIn: "accept4(2), read(2), write(2)",
	Not: map[string]string{
		"idle": "it serves one connection at a time: the second one " +
			"would wait in the accept queue, not idle",
	},
}

func serveOneByOne(t *Thread) {
	for {
		t.Conn = t.Accept(t.Listener) // sleeps here with no client
		if t.Conn >= 0 {
			serveBlocking(t) // returns when this client is gone
		}
	}
}
