package sys

import (
	"net"
	"net/netip"
	"testing"
)

func TestEpollWaitsForNanoseconds(t *testing.T) {
	ep := int32(EpollCreate())
	defer Close(ep)
	const timeout = 1_500_000 // no whole number of milliseconds
	begun := Monotonic()
	n := EpollWaitNS(ep, make([]EpollEvent, 1), timeout)
	if n == ENOSYS {
		t.Skip("epoll_pwait2 is not available: Linux has it since 5.11")
	}
	if n != 0 {
		t.Fatalf("got %d, want no event", n)
	}
	if got := Monotonic() - begun; got < timeout {
		t.Errorf("got awake after %d ns, want at least %d", got, timeout)
	}
}

func TestATimerIsReadableAtItsTime(t *testing.T) {
	ep := int32(EpollCreate())
	defer Close(ep)
	timer, err := TimerFD()
	if err != nil {
		t.Fatal(err)
	}
	defer Close(timer)
	if r := EpollTag(ep, EpollAdd, timer, EpollIn|EpollET, -2); r < 0 {
		t.Fatal(Errno("epoll_ctl", r))
	}
	events := make([]EpollEvent, 1)
	for range 3 { // it is never read
		at := Monotonic() + 2_000_000
		if r := ArmTimer(timer, at); r < 0 {
			t.Fatal(Errno("timerfd_settime", r))
		}
		if n := EpollWait(ep, events, 10_000); n != 1 || events[0].Fd != -2 {
			t.Fatalf("got %d events %+v, want one with the timer's tag", n, events)
		}
		if now := Monotonic(); now < at {
			t.Errorf("got awake %d ns early", at-now)
		}
	}
}

func TestConnectWithoutAGoroutine(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	peer := PeerOf(netip.MustParseAddrPort(l.Addr().String()))
	fd := int32(Socket())
	if fd < 0 {
		t.Fatal(Errno("socket", int(fd)))
	}
	if r := AbortOnClose(fd); r < 0 {
		t.Fatal(Errno("setsockopt", r))
	}
	if r := Connect(fd, &peer); r < 0 && r != EINPROGRESS {
		t.Fatal(Errno("connect", r))
	}
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got, want := LocalPort(fd), c.RemoteAddr().(*net.TCPAddr).Port; int(got) != want {
		t.Errorf("got port %d, want %d", got, want)
	}
	Close(fd)
	if _, err := c.Read(make([]byte, 1)); err == nil || err.Error() == "EOF" {
		t.Errorf("got %v after the other end closed, want a reset", err)
	}
}
