package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"iowait/assets"
	"iowait/server/archive"
	"iowait/server/bench"
	"iowait/server/host"
	"iowait/server/iomodel"
	"iowait/server/web"
	"iowait/server/wire"
)

// Bounds of what one server keeps in memory.
const (
	keptRuns  = 50
	keptBytes = 512 << 20 // runs and recordings
	queueRuns = 8
)

// runServe is the hub: pages, the API and the live stream, and a runner.
func runServe(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	addr := flags.String("addr", "127.0.0.1:8080", "where to listen")
	open := flags.Bool("open", false, "open the page in a browser")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: iowait serve [--addr 127.0.0.1:8080] [--open]")
		return nil
	case err != nil:
		return usageError{fmt.Errorf("serve: %w", err)}
	case flags.NArg() > 0:
		return usagef("serve: found %q, want only flags", flags.Arg(0))
	}
	listener, err := listen(*addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program's own file, from which workers are started: %w", err)
	}
	files, err := assets.Open(ctx)
	if err != nil {
		return err
	}
	defer files.Wait()

	doctor := sync.OnceValue(func() wire.Doctor {
		return wire.Doctor{Host: host.Fingerprint(), Models: iomodel.Doctor()}
	})
	hub := web.NewHub(version(), web.Limits{})
	runs := archive.New(archive.Options{
		Runs: keptRuns, Bytes: keptBytes, Queue: queueRuns,
		Now: time.Now, NewID: func() string { return random(6) }, Observe: hub.Publish,
	})
	work, stop := context.WithCancel(ctx)
	var worker sync.WaitGroup
	worker.Go(func() { runs.Work(work, execute(exe, doctor)) })
	defer worker.Wait()
	defer stop()

	server := web.New(web.Config{
		Version: version(), Token: random(16), Hosts: web.Hosts(listener.Addr().String()),
		Runs: runs, Hub: hub, Doctor: doctor, Assets: files,
	})
	url := "http://" + listener.Addr().String() + "/"
	fmt.Fprintln(stdout, url)
	if *open {
		openBrowser(ctx, url)
	}
	return server.Serve(ctx, listener)
}

// execute makes one run on this host and passes on what happens.
func execute(exe string, doctor func() wire.Doctor) archive.Execute {
	return func(ctx context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
		runner := &bench.Runner{Exe: exe, Models: doctor().Models}
		request := bench.Request{Experiment: run.Experiment, Models: run.Models, Params: run.Params}
		return *runner.Run(ctx, run.ID, request, func(u bench.Update) {
			switch {
			case u.Progress != nil:
				emit(wire.Message{Type: wire.MsgProgress, Progress: u.Progress}, nil)
			case u.Sample != nil:
				emit(wire.Message{Type: wire.MsgSample, Sample: u.Sample}, nil)
			case u.Trial != nil:
				emit(wire.Message{Type: wire.MsgTrial, Trial: u.Trial}, nil)
			case u.Recording != nil:
				notice := &wire.RecordingNotice{Model: u.Recording.Model, Events: u.Recording.Info.Events, Bytes: len(u.Recording.Data)}
				emit(wire.Message{Type: wire.MsgRecording, Recording: notice}, u.Recording.Data)
			}
		})
	}
}

// listen opens the address and warns about one that others can reach.
func listen(addr string) (net.Listener, error) {
	hostname, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, usagef("serve: --addr: found %q, want HOST:PORT such as 127.0.0.1:8080", addr)
	}
	listener, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("listen on %s: port %s is taken by another program; choose another one: iowait serve --addr %s, or port 0 for any free one",
			addr, port, net.JoinHostPort(hostname, "8081"))
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	if a, err := netip.ParseAddrPort(listener.Addr().String()); err == nil && !a.Addr().Unmap().IsLoopback() {
		fmt.Fprintf(os.Stderr, "WARNING: %s can be reached from other machines. Whoever can reach it can make this host work,\n"+
			"WARNING: and there is no password. Use it only in a network that you trust.\n", listener.Addr())
	}
	return listener, nil
}

// random is n random bytes as hexadecimal digits.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails, see crypto/rand
	return hex.EncodeToString(b)
}

// openBrowser asks the desktop to show the page; that there is none is no
// reason to stop.
func openBrowser(ctx context.Context, url string) {
	cmd := exec.CommandContext(ctx, "xdg-open", url)
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "open a browser:", err)
		return
	}
	go func() { _ = cmd.Wait() }()
}
