package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"iowait/assets"
	"iowait/server/archive"
	"iowait/server/bench"
	"iowait/server/dataset"
	"iowait/server/host"
	"iowait/server/sys"
	"iowait/server/web"
	"iowait/server/wire"
)

// What the hub keeps, at most.
const (
	keptRuns    = 200
	keptBytes   = 256 << 20
	queuedRuns  = 8
	mostViewers = 10_000
)

// runServe is the hub: the web server, the queue and what makes the runs.
// It prints its URL on a line of its own and serves until ctx ends; then it
// cancels the run in hand, waits for its children and closes all streams.
func runServe(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	addr := flags.String("addr", "127.0.0.1:8080", "`address` to listen on; port 0 means any free one")
	files := flags.String("files-dir", "", "`directory` under which files for file experiments are made (default: in the user's cache directory)")
	open := flags.Bool("open", false, "open the page in a browser")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: iowait [serve] [FLAGS]")
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return nil
	case err != nil:
		return usagef("serve: %w", err)
	case flags.NArg() > 0:
		return usagef("serve: found %q, want flags only", flags.Arg(0))
	}
	listener, name, err := listen(*addr)
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program's own file: %w", err)
	}
	url := "http://" + name + "/"
	fmt.Fprintln(stdout, url)
	if *open {
		openBrowser(url)
	}
	if err := dataset.Sweep(*files); err != nil {
		fmt.Fprintln(os.Stderr, "iowait: remove files that an earlier run left:", err)
	}
	return hub(ctx, listener, name, exe, *files)
}

// hub wires everything and serves on the listener until ctx ends. Data flows
// from bench into the archive, from there to the live streams.
func hub(ctx context.Context, listener net.Listener, name, exe, files string) error {
	ctx, cancel := context.WithCancel(ctx)
	serving, stop := context.WithCancel(context.Background())
	front, err := assets.Open(ctx)
	if err != nil {
		cancel()
		stop()
		return err
	}
	defer func() {
		cancel()
		<-serving.Done()
		front.Wait()
	}()
	models := sync.OnceValue(models)
	var peers atomic.Pointer[[]wire.RuntimeInfo] // nil until they have answered
	go func() {                                  // so that the first page need not wait for the probes
		models()
		found := runtimes(ctx)
		peers.Store(&found)
	}()
	stream := web.NewHub(version(), web.Limits{Viewers: viewers()})
	runs := archive.New(archive.Options{
		Runs: keptRuns, Bytes: keptBytes, Queue: queuedRuns, Observe: stream.Publish, Now: time.Now,
		NewID: func() string { return strings.ToLower(rand.Text()[:12]) },
	})
	server := web.New(web.Config{
		Version: version(),
		Token:   rand.Text(),
		Hosts:   append(web.Hosts(name), web.Hosts(listener.Addr().String())...),
		Runs:    runs,
		Hub:     stream,
		Doctor: func() wire.Doctor {
			d := wire.Doctor{Host: host.Fingerprint(), Models: models(), Runtimes: []wire.RuntimeInfo{}}
			if found := peers.Load(); found != nil {
				d.Runtimes = *found
			}
			return d
		},
		Assets: front,
	})
	// Viewers still learn how the run in hand ended: serving ends after work.
	go func() {
		defer stop()
		runs.Work(ctx, func(ctx context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
			return execute(ctx, &bench.Runner{Exe: exe, Models: models(), Files: files}, run, emit)
		})
	}()
	return server.Serve(serving, listener)
}

// execute lets bench make the run and words what it tells as messages.
func execute(ctx context.Context, r *bench.Runner, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
	request := bench.Again(&run)
	return *r.Run(ctx, run.ID, request, func(u bench.Update) {
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

// listen opens the address and answers the name under which a browser on
// this machine reaches it.
func listen(addr string) (net.Listener, string, error) {
	asked, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, "", usagef("serve: --addr: found %q, want HOST:PORT, such as 127.0.0.1:8080", addr)
	}
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, "", fmt.Errorf("listen on %s: port %s is taken by another program; choose another with --addr %s, or port 0 for any free one",
			addr, port, net.JoinHostPort(asked, "8081"))
	}
	if err != nil {
		return nil, "", fmt.Errorf("listen: %w", err)
	}
	at := netip.MustParseAddrPort(listener.Addr().String())
	if !at.Addr().Unmap().IsLoopback() {
		fmt.Fprintf(os.Stderr, "iowait: WARNING: %s can be reached from other machines. Everybody who reaches it can read the results\n"+
			"iowait: and make this machine run benchmarks. Listen on 127.0.0.1 unless this is what you want.\n", at)
	}
	if at.Addr().IsUnspecified() {
		asked = "127.0.0.1"
	}
	return listener, net.JoinHostPort(asked, fmt.Sprint(at.Port())), nil
}

// viewers is how many live streams this process may hold: half of its
// descriptors, the rest being for pages and children.
func viewers() int {
	limit, err := sys.RaiseLimit()
	if err != nil {
		return mostViewers / 10
	}
	return int(min(mostViewers, limit/2))
}

// openBrowser shows the page; that it cannot is no reason not to serve.
func openBrowser(url string) {
	show := exec.Command("xdg-open", url)
	if err := show.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "iowait: open a browser:", err)
		return
	}
	go func() { _ = show.Wait() }()
}
