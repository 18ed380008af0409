package iofile

import (
	"unsafe"

	"iowait/server/sys"
)

// A drain is the far end of the connection that big files are sent to: a
// thread that takes what comes and keeps nothing of it.
type drain struct {
	native sys.Thread
	fd     int32
	cpu    sys.CPUMask
	id     int32
	bytes  int64 // that it has taken
}

// drainBytes is what it takes with one call at most.
const drainBytes = 1 << 20

// connect makes the connection and starts the drain on the given CPU. It
// answers the near end.
func connect(cpu int) (socket int32, d *drain, err error) {
	d = &drain{cpu: sys.MaskOf([]int{cpu})}
	if socket, d.fd, err = sys.Loopback(); err != nil {
		return -1, nil, err
	}
	if r := d.native.Start(runDrain, unsafe.Pointer(d)); r < 0 {
		sys.Close(socket)
		sys.Close(d.fd)
		return -1, nil, sys.Errno("clone", r)
	}
	return socket, d, nil
}

func runDrain(arg unsafe.Pointer) {
	d := (*drain)(arg)
	d.id = sys.Gettid()
	d.cpu.PinSelf()
	for {
		n := sys.Discard(d.fd, drainBytes)
		if n == sys.EINTR {
			continue
		}
		if n <= 0 {
			return
		}
		d.bytes += int64(n)
	}
}

// end waits until the drain has taken all that was sent, and answers how
// many bytes those were. The near end is closed already.
func (d *drain) end() int64 {
	d.native.Join()
	sys.Close(d.fd)
	return d.bytes
}
