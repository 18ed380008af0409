package iofile

// mmap: the thread maps the file into its memory and walks over it. It
// makes no call for a piece, and nothing is copied. A page that is not
// there stops the thread in a page fault: the waiting is the same, but no
// system call shows it.
var mmap = Method{
	ID: "mmap", Family: "blocking", Probe: always,
	chunks: touchChunks, socket: mapAndWrite,
	reads: touchFiles, writes: storeFiles,
	names: [2]string{"reader", ""},
}

func touchChunks(t *Thread) {
	for t.Pass() {
		m, file := Mapping{}, -1
		for c := t.Next(); c != nil; c = t.Next() {
			if c.File != file {
				t.Unmap(m)
				m, file = t.Map(c.FD, false), c.File
			}
			m.At(c)
			t.Touch(c) // waits here, in page faults
		}
		t.Unmap(m)
	}
}

// mapAndWrite copies each piece once: from the page cache into the
// socket's buffer. The page faults happen within write(2).
func mapAndWrite(t *Thread) {
	for t.Pass() {
		m, file := Mapping{}, -1
		for c := t.Next(); c != nil; c = t.Next() {
			if c.File != file {
				t.Unmap(m)
				m, file = t.Map(c.FD, false), c.File
			}
			m.At(c)
			for c.Unsent() {
				c.Sent(t.Write(t.Socket(), c.Rest()))
			}
			t.Work(c)
		}
		t.Unmap(m)
	}
}

func touchFiles(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			fd := t.Open(c)
			m := t.Map(fd, false)
			t.Close(fd) // the mapping stays
			m.At(c)
			t.Touch(c)
			t.Unmap(m)
		}
	}
}

func storeFiles(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			fd := t.Create(c)
			t.Truncate(c) // a mapping cannot make a file longer
			m := t.Map(fd, true)
			t.Close(fd)
			t.Store(c, m)
			t.Unmap(m)
			t.Work(c)
		}
	}
}
