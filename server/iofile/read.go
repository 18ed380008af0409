package iofile

// read: one thread asks the kernel for a piece with read(2) and sleeps
// until it has been copied into the thread's buffer. What is in the page
// cache is copied at once; for the rest the thread waits for the device,
// though the kernel reads ahead of it.
var read = Method{
	ID: "read", Family: "blocking", Probe: always,
	chunks: readChunks, socket: readAndWrite,
	reads: readFiles, writes: writeFiles,
	names: [2]string{"reader", ""},
}

func readChunks(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			for c.Missing() {
				c.Got(t.Read(c.FD, c.Room())) // sleeps here
			}
			t.Work(c)
		}
	}
}

// readAndWrite copies each piece twice: from the page cache into its own
// buffer, and from there into the socket's.
func readAndWrite(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			for c.Missing() {
				c.Got(t.Read(c.FD, c.Room()))
			}
			for c.Unsent() {
				c.Sent(t.Write(t.Socket(), c.Rest()))
			}
			t.Work(c)
		}
	}
}

func readFiles(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			fd := t.Open(c)
			for c.Missing() {
				c.Got(t.Read(fd, c.Room()))
			}
			t.Close(fd)
			t.Work(c)
		}
	}
}

// writeFiles returns from write(2) once the bytes are in the page cache;
// the kernel writes them to the device later.
func writeFiles(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			fd := t.Create(c)
			for c.Missing() {
				c.Got(t.Write(fd, c.Room()))
			}
			t.Close(fd)
			t.Work(c)
		}
	}
}
