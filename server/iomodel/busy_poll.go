package iomodel

import "iowait/server/sys"

// busy-poll: one thread asks every descriptor in turn, with O_NONBLOCK, and
// never sleeps. A read that finds nothing answers EAGAIN at once. It costs
// a whole CPU, busy or idle, and a system call per connection and round.
var busyPoll = Model{
	ID: "busy-poll", Family: "non-blocking", Probe: always,
	main:     pollForEver,
	names:    [2]string{"poller", ""},
	blocksIn: "nothing",
}

func pollForEver(t *Thread) {
	conns := t.Conns()
	for {
		for fd := t.Accept(t.Listener); fd >= 0; fd = t.Accept(t.Listener) {
			conns.Add(fd)
		}
		for t.Due() >= 0 { // a backend has answered: so says the clock
		}
		for i := 0; i < conns.Len(); i++ {
			fd := conns.At(i)
			if !t.Waits(fd) && !ask(t, fd) {
				t.Close(fd)
				conns.Remove(i)
				i--
			}
		}
	}
}

// ask answers false when the client is gone.
func ask(t *Thread, fd int32) bool {
	if t.Unsent(fd) > 0 { // its client does not read: do not read either
		if left := t.Flush(fd); left != 0 {
			return left > 0
		}
	}
	buf := t.Buffer()
	n := t.Read(fd, buf)
	if n == sys.EAGAIN {
		return true // nothing there: ask the next one
	}
	return n > 0 && t.Answer(fd, buf[:n]) >= 0
}
