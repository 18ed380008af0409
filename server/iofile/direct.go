package iofile

import "iowait/server/sys"

// direct: files are opened with O_DIRECT, so that the device puts the bytes
// straight into the thread's buffer. There is no copy, and no page cache:
// nothing is read ahead, and a second pass waits for the device as the
// first did. Offset, length and address must be multiples of the device's
// block; the file's last piece is asked for as a whole block, too.
var direct = Method{
	ID: "direct", Family: "blocking", Probe: probeDirect,
	Not:  map[string]string{"small-files": notUnaligned},
	open: sys.Direct, align: true,
	chunks: preadChunks, socket: preadAndWrite,
	names: [2]string{"reader", ""},
}

func preadChunks(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			for c.Missing() {
				c.Got(t.Pread(c.FD, c.Room(), c.At())) // sleeps here
			}
			t.Work(c)
		}
	}
}

func preadAndWrite(t *Thread) {
	for t.Pass() {
		for c := t.Next(); c != nil; c = t.Next() {
			for c.Missing() {
				c.Got(t.Pread(c.FD, c.Room(), c.At()))
			}
			for c.Unsent() {
				c.Sent(t.Write(t.Socket(), c.Rest()))
			}
			t.Work(c)
		}
	}
}

func probeDirect(dir string) error {
	_, err := sys.DirectAlign(dir)
	return err
}
