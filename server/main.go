// Command iowait is an educational playground for I/O models: it measures
// them on this host and shows in a browser what their threads really did.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"strings"
	"syscall"
)

// A command is one word of the command line. Each has its own file.
type command struct {
	about string // one line of help; empty for commands that are not for people
	run   func(ctx context.Context, args []string, stdout io.Writer) error
}

func commands() map[string]command {
	return map[string]command{
		"serve":   {"serve the pages (also without a command)", runServe},
		"version": {"print the version", runVersion},
		"run":     {"run an experiment and print its result", runRun},
		"doctor":  {"say what this host can run, and why not", runDoctor},
		"worker":  {"", runWorker},
	}
}

// A usageError is a mistake in the command line; it exits with status 2.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errInvalid makes the exit status 3: a result is invalid or a model unavailable.
var errInvalid = errors.New("a result is invalid or a model is unavailable on this host")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "iowait:", err)
		os.Exit(exitCode(err))
	}
}

func exitCode(err error) int {
	var usage usageError
	switch {
	case errors.As(err, &usage):
		return 2
	case errors.Is(err, errInvalid):
		return 3
	}
	return 1
}

// run dispatches to a command; without one, it serves.
func run(ctx context.Context, args []string, stdout io.Writer) error {
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	all := commands()
	if name == "help" || (len(args) > 0 && (args[0] == "-h" || args[0] == "--help") && name == "serve") {
		return printHelp(stdout, all)
	}
	c, ok := all[name]
	if !ok {
		return usagef("unknown command %q; try: iowait help", name)
	}
	return c.run(ctx, args, stdout)
}

func printHelp(w io.Writer, all map[string]command) error {
	fmt.Fprintln(w, "usage: iowait [COMMAND] [FLAGS]    (without a command: serve)")
	var names []string
	for name, c := range all {
		if c.about != "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(w, "  %-8s %s\n", name, all[name].about)
	}
	return nil
}
