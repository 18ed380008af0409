package iofile

// pread-pool: an interface of completions ("read this, and tell me when it
// is done") over a pool of threads, each of which blocks in pread64(2).
// libuv reads files like this, and so does Java's asynchronous file
// channel on Linux. The first thread never waits for a file; it hands
// pieces to the pool and works on those that come back.
var preadPool = Method{
	ID: "pread-pool", Family: "asynchronous", Probe: always,
	notToSocket: "pieces come back in any order; the pool is for reading",
	deep:        true, pool: true,
	chunks: handOver, reads: handOver, writes: handOver,
	worker: serveRequests,
	names:  [2]string{"loop", "pool"},
}

// poolThreads is the size of the pool where none is given, as in libuv.
const poolThreads = 4

func handOver(t *Thread) {
	todo, finished := t.Todo(), t.Finished()
	for t.Pass() {
		for {
			for c := t.Next(); c != nil; c = t.Next() {
				todo.Put(t, c)
			}
			if t.Idle() {
				break // the pass is over
			}
			c := finished.Take(t) // sleeps here
			t.Work(c)
		}
	}
}

func serveRequests(t *Thread) {
	todo, finished := t.Todo(), t.Finished()
	for c := todo.Take(t); c != nil; c = todo.Take(t) {
		switch {
		case t.Small() && t.Writes():
			fd := t.Create(c)
			for c.Missing() {
				c.Got(t.Write(fd, c.Room()))
			}
			t.Close(fd)
		case t.Small():
			fd := t.Open(c)
			for c.Missing() {
				c.Got(t.Pread(fd, c.Room(), c.At()))
			}
			t.Close(fd)
		default:
			for c.Missing() {
				c.Got(t.Pread(c.FD, c.Room(), c.At())) // sleeps here
			}
		}
		finished.Put(t, c)
	}
}
