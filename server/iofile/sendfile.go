package iofile

// sendfile: one call takes a piece of a file to a socket. The bytes never
// enter the program's memory, so there is nothing that it could do with
// them but pass them on.
var sendfile = Method{
	ID: "sendfile", Family: "blocking", Probe: always,
	Not: map[string]string{
		"file-read":   notOnOne,
		"small-files": notWholeSet,
	},
	notToMemory: "sendfile(2) hands a file to a socket, not to the program",
	socket:      sendChunks,
	names:       [2]string{"sender", ""},
}

func sendChunks(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			for c.Missing() {
				left := c.Len - c.Has()
				c.Passed(t.Sendfile(t.Socket(), c.FD, c.At(), left))
			}
			t.Work(c)
		}
	}
}
