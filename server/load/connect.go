package load

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"sort"
	"strings"
	"time"

	"iowait/server/sys"
)

const (
	// connectAtOnce is how many attempts are under way at a time, so that
	// the server's accept queue does not overflow.
	connectAtOnce = 512
	// connectLimit is how long all attempts together may make no progress.
	connectLimit = 10 * time.Second
)

// connect opens n connections and answers their descriptors. If any attempt
// fails, all are closed and the error counts the failures by kind.
func connect(to netip.AddrPort, n int) (fds []int32, err error) {
	ep := int32(sys.EpollCreate())
	if ep < 0 {
		return nil, sys.Errno("epoll_create1", int(ep))
	}
	defer sys.Close(ep)
	fds = make([]int32, 0, n)
	defer func() {
		if err != nil {
			for _, fd := range fds {
				sys.Close(fd)
			}
		}
	}()
	failed := map[string]int{}
	ready := make([]sys.EpollEvent, connectAtOnce)
	for begun, pending := 0, 0; pending > 0 || begun < n; {
		for ; begun < n && pending < connectAtOnce; begun++ {
			fd, err := sys.Dial(to)
			if err != nil {
				failed[reason(err)]++
				continue
			}
			fds = append(fds, fd)
			if r := sys.EpollCtl(ep, sys.EpollAdd, fd, sys.EpollOut); r < 0 {
				return nil, sys.Errno("epoll_ctl", r)
			}
			pending++
		}
		if len(failed) > 0 || pending == 0 {
			break
		}
		k, err := sys.EpollWaitGo(ep, ready, int(connectLimit.Milliseconds()))
		if err != nil {
			return nil, err
		}
		if k == 0 {
			return nil, fmt.Errorf("connect %d connections: none of the last %d was accepted within %v", n, pending, connectLimit)
		}
		for _, ev := range ready[:k] {
			pending--
			if r := sys.EpollCtl(ep, sys.EpollDel, ev.Fd, 0); r < 0 {
				return nil, sys.Errno("epoll_ctl", r)
			}
			if err := sys.SocketError(ev.Fd); err != nil {
				failed[reason(err)]++
			}
		}
	}
	if len(failed) > 0 {
		return nil, fmt.Errorf("connect %d connections: %s", n, list(failed))
	}
	return fds, nil
}

// reason words a failed call as a kind of error: "connect: connection refused".
func reason(err error) string {
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Syscall + ": " + call.Err.Error()
	}
	return err.Error()
}

// list writes counts by kind, in order of kind: "2 × closed, 1 × reset".
func list(counts map[string]int) string {
	var parts []string
	for kind, n := range counts {
		parts = append(parts, fmt.Sprintf("%d × %s", n, kind))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}
