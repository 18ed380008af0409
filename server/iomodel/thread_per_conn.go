package iomodel

// thread-per-conn: one kernel thread for each connection. A thread sleeps
// in read(2) until its own client has sent something, and in write(2)
// while the client's window is full. The kernel's scheduler is the only
// event loop there is.
var threadPerConn = Model{
	ID: "thread-per-conn", Family: "blocking", Probe: always,
	blocking: true,
	main:     acceptForThreads, worker: echoBlocking,
	names: [2]string{"accept", "worker"},
}

func acceptForThreads(t *Thread) {
	for {
		fd := t.Accept(t.Listener) // sleeps here until a client connects
		if fd >= 0 {
			t.Spawn(fd)
		}
	}
}

func echoBlocking(t *Thread) {
	buf := t.Buffer()
	for {
		n := t.Read(t.Conn, buf) // sleeps here until the client sends
		if n <= 0 {
			break // the client is gone
		}
		for sent := 0; sent < n; {
			w := t.Write(t.Conn, buf[sent:n])
			if w < 0 {
				n = w // the client is gone; nothing more to send
				break
			}
			sent += w
		}
		if n < 0 {
			break
		}
	}
	t.Close(t.Conn)
}
