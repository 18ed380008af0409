package iomodel

// thread-per-conn: one kernel thread for each connection. A thread sleeps
// in read(2) until its own client has sent something, and in write(2)
// while the client's window is full. The kernel's scheduler is the only
// event loop there is.
var threadPerConn = Model{
	ID: "thread-per-conn", Family: "blocking", Probe: always,
	blocking: true,
	main:     acceptForThreads, worker: serveBlocking,
	names:    [2]string{"accept", "worker"},
	blocksIn: "accept4(2), read(2), write(2)",
	about:    "1, and one for each connection",
}

func acceptForThreads(t *Thread) {
	for {
		fd := t.Accept(t.Listener) // sleeps here until a client connects
		if fd >= 0 {
			t.Spawn(fd)
		}
	}
}

func serveBlocking(t *Thread) {
	buf := t.Buffer()
	for {
		n := t.Read(t.Conn, buf) // sleeps here until the client sends
		if n <= 0 {
			break // the client is gone
		}
		left := t.Answer(t.Conn, buf[:n]) // sleeps here for a backend
		for left > 0 {
			left = t.Flush(t.Conn) // sleeps here until there is room
		}
		if left < 0 {
			break // the client is gone, or has had its last answer
		}
	}
	t.Close(t.Conn)
}
