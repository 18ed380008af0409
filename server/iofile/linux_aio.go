package iofile

import "iowait/server/sys"

// linux-aio: io_submit(2) hands over a batch of reads and is meant to
// return at once; io_getevents(2) waits for those that are done. But for
// files that go through the page cache, io_submit does the reading itself
// and returns when it is over: synchronous in disguise. The time inside
// it, which this method counts, tells.
var linuxAIO = Method{
	ID: "linux-aio", Family: "asynchronous", Probe: probeAIO,
	Not:         map[string]string{"small-files": notWithAIO},
	notToSocket: "io_submit(2) knows no writes to a socket in order",
	deep:        true, prepare: makeAIO, close: closeAIO,
	chunks: submitChunks,
	names:  [2]string{"loop", ""},
}

// linux-aio-direct: the same with O_DIRECT, for which it was made: here
// the reads really go on while the thread does something else.
var linuxAIODirect = Method{
	ID: "linux-aio-direct", Family: "asynchronous", Probe: probeBoth,
	Not:         map[string]string{"small-files": notWithAIO},
	notToSocket: linuxAIO.notToSocket,
	open:        sys.Direct, align: true,
	deep: true, prepare: makeAIO, close: closeAIO,
	chunks: submitChunks,
	names:  [2]string{"loop", ""},
}

const notWithAIO = "io_submit(2) can neither open nor close a file"

func submitChunks(t *Thread) {
	for t.Pass() {
		for {
			for c := t.Next(); c != nil; c = t.Next() {
				t.AIORead(c)
			}
			if t.Idle() {
				break // the pass is over
			}
			t.Submit() // buffered: sleeps here
			done := t.Events()
			for i := range done { // with O_DIRECT: in Events
				c, n := t.Event(i)
				c.Got(n)
				if c.Missing() {
					t.AIORead(c)
					continue
				}
				t.Work(c)
			}
		}
	}
}
