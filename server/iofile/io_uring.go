package iofile

import "iowait/server/wire"

// io_uring: one thread writes what it wants done into a submission queue
// and reads what was done from a completion queue. A read that finds its
// bytes in the page cache is over when it has been submitted; others go on
// in the kernel while the thread works on what has arrived. Opening and
// closing are operations like reading, so that a small file needs no
// system call of its own either.
var ioUring = Method{
	ID: "io_uring", Family: "asynchronous", Probe: probeRing,
	deep: true, prepare: makeRing, close: closeRing,
	chunks: ringChunks, socket: ringToSocket,
	reads: ringFiles, writes: ringFiles,
	names: [2]string{"loop", ""},
}

func ringChunks(t *Thread) {
	r := t.Ring()
	for t.Pass() {
		for {
			for c := t.Next(); c != nil; c = t.Next() {
				r.Read(c)
			}
			if t.Idle() {
				break // the pass is over
			}
			r.Submit()
			r.Wait() // sleeps here
			for c := r.Completion(); c != nil; c = r.Completion() {
				c.Got(r.Result)
				if c.Missing() {
					r.Read(c)
				} else {
					t.Work(c)
				}
			}
		}
	}
}

// ringFiles takes each file through three operations, and many files at
// the same time.
func ringFiles(t *Thread) {
	r := t.Ring()
	for t.Pass() {
		for {
			for c := t.Next(); c != nil; c = t.Next() {
				r.Open(c)
			}
			if t.Idle() {
				break
			}
			r.Submit()
			r.Wait()
			for c := r.Completion(); c != nil; c = r.Completion() {
				switch r.Op {
				case wire.OpOpen:
					c.Opened(r.Result)
				case wire.OpClose:
					c.FD = -1
				default:
					c.Got(r.Result)
				}
				switch {
				case c.Missing():
					r.ReadOrWrite(c)
				case c.FD >= 0:
					r.Close(c)
				default:
					t.Work(c)
				}
			}
		}
	}
}

// ringToSocket has several reads under way. What has been read is sent as
// a chain of operations, each of which begins when the one before it is
// over, so that the bytes leave in order.
func ringToSocket(t *Thread) {
	r := t.Ring()
	for t.Pass() {
		for {
			for c := t.Next(); c != nil; c = t.Next() {
				r.Append(c)
				r.Read(c)
			}
			if t.Idle() {
				break
			}
			r.SendChain()
			r.Submit()
			r.Wait()
			for c := r.Completion(); c != nil; c = r.Completion() {
				if r.Op == wire.OpSend {
					r.Sent(c)
				} else if c.Got(r.Result); c.Missing() {
					r.Read(c)
				}
			}
			for c := r.First(); c != nil && !c.Unsent(); c = r.First() {
				r.Remove()
				t.Work(c)
			}
		}
	}
}
