package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"

	"iowait/server/iofile"
	"iowait/server/iomodel"
	"iowait/server/load"
	"iowait/server/sys"
	"iowait/server/wire"
)

// A handler is one side of a trial: the server under test, the load, or a
// file method, which has no other side.
type handler interface {
	// Do carries out an order and answers it; send passes on samples
	// meanwhile. An error ends the process.
	Do(o wire.Order, send func(wire.Reply)) (wire.Reply, error)
}

// ringDescriptor is where the parent leaves the memory file for events, if
// it has set IOWAIT_RING.
const ringDescriptor = 3

// runWorker is a child process: it takes orders from standard input until
// that ends or it is told to stop.
func runWorker(_ context.Context, args []string, stdout io.Writer) error {
	if len(args) != 1 || !slices.Contains([]string{"server", "load", "files"}, args[0]) {
		return usagef("worker: found %q, want one of server, load, files", args)
	}
	fileBytes := int64(0)
	if args[0] == "files" {
		fileBytes = load.MaxSize // a small file; lowered to what an order needs
	}
	if err := sys.Confine(fileBytes); err != nil {
		return err
	}
	var ring *sys.Ring
	if os.Getenv("IOWAIT_RING") == "1" {
		var err error
		if ring, err = sys.OpenRing(os.NewFile(ringDescriptor, "iowait-events")); err != nil {
			return err
		}
	}
	var h handler
	switch args[0] {
	case "server":
		h = iomodel.NewWorker(ring)
	case "load":
		h = load.NewWorker(ring)
	case "files":
		h = iofile.NewWorker(ring)
	}
	orders, err := pollable(os.Stdin)
	if err != nil {
		return err
	}
	return obey(h, orders, stdout)
}

// pollable reads a pipe through the runtime's poller. A read that blocks its
// thread keeps the thread's P until the runtime takes it away, up to 10 ms
// later; where there is one P, as for a model on the Go runtime on one CPU,
// nothing is served meanwhile.
func pollable(pipe *os.File) (*os.File, error) {
	if err := syscall.SetNonblock(int(pipe.Fd()), true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(pipe.Fd(), pipe.Name()), nil
}

func obey(h handler, orders io.Reader, replies io.Writer) error {
	var mu sync.Mutex
	out := json.NewEncoder(replies)
	send := func(r wire.Reply) {
		mu.Lock()
		defer mu.Unlock()
		_ = out.Encode(r) // a parent that is gone has closed our input too
	}
	in := json.NewDecoder(bufio.NewReader(orders))
	for {
		var o wire.Order
		err := in.Decode(&o)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read an order: %w", err)
		}
		r, err := h.Do(o, send)
		if err != nil {
			send(refusal(o, err))
			return err
		}
		send(r)
		if o.Do == wire.DoStop {
			return nil
		}
	}
}

// refusal is the reply that tells the parent why an order failed.
func refusal(o wire.Order, err error) wire.Reply {
	r := wire.Reply{To: o.Do, Error: err.Error()}
	var u *sys.UnsupportedError
	if errors.As(err, &u) {
		r.Unsupported, r.Error, r.Fix = true, u.Why, u.Fix
	}
	return r
}
