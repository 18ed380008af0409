package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"

	"iowait/server/host"
	"iowait/server/wire"
)

// runtimeProbe is how long another runtime may take to tell its version.
const runtimeProbe = 10 * time.Second

// diagnose says what this host can run, and why not the rest.
func diagnose(ctx context.Context) wire.Doctor {
	return wire.Doctor{
		Host:     host.Fingerprint(),
		Models:   models(),
		Runtimes: runtimes(ctx),
	}
}

// runtimes says which other runtimes are installed.
func runtimes(ctx context.Context) []wire.RuntimeInfo {
	return []wire.RuntimeInfo{probeRuntime(ctx, "java", "-version"), probeRuntime(ctx, "node", "--version")}
}

// probeRuntime asks a runtime for its version.
func probeRuntime(ctx context.Context, name, versionFlag string) wire.RuntimeInfo {
	r := wire.RuntimeInfo{ID: name}
	path, err := exec.LookPath(name)
	if err != nil {
		r.Reason = "no " + name + " in PATH"
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, runtimeProbe)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, versionFlag)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("no answer within %v", runtimeProbe)
	}
	if err != nil {
		r.Reason = fmt.Sprintf("%s %s: %v", path, versionFlag, err)
		return r
	}
	line, _, _ := bytes.Cut(out, []byte("\n"))
	r.OK, r.Version = true, strings.TrimSpace(string(line))
	return r
}

// runDoctor prints what diagnose found. That a model is unavailable is no
// failure: it is the answer.
func runDoctor(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("iowait doctor", flag.ContinueOnError)
	var complaint strings.Builder
	flags.SetOutput(&complaint)
	asJSON := flags.Bool("json", false, "print one JSON object")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(os.Stderr, complaint.String())
		return nil
	} else if err != nil {
		return usagef("doctor: %w; try: iowait doctor -h", err)
	}
	if flags.NArg() > 0 {
		return usagef("doctor: found %q, want only flags", flags.Arg(0))
	}
	d := diagnose(ctx)
	if *asJSON {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(d)
	}
	return printDoctor(stdout, d)
}

func printDoctor(w io.Writer, d wire.Doctor) error {
	h := d.Host
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "system\t%s, Linux %s, %s\n", h.OS, h.Kernel, h.Arch)
	fmt.Fprintf(t, "CPU\t%s, %d to use\n", h.CPU, h.CPUs)
	fmt.Fprintf(t, "memory\t%s\n", humanize.IBytes(uint64(h.MemoryBytes)))
	if h.Virtual != "" {
		fmt.Fprintf(t, "runs in\t%s\n", h.Virtual)
	}
	fmt.Fprintf(t, "clock source\t%s\n", h.Clock)
	fmt.Fprintf(t, "descriptors\t%s\n", humanize.Comma(int64(h.FDLimit)))
	fmt.Fprintf(t, "load\t%.2f\n\n", h.LoadBefore)
	for _, m := range d.Models {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", m.ID, m.Kind, m.Family, verdictOf(m.OK, "", m.Reason, m.Fix))
	}
	for _, r := range d.Runtimes {
		fmt.Fprintf(t, "%s\t\tpeer runtime\t%s\n", r.ID, verdictOf(r.OK, r.Version, r.Reason, ""))
	}
	return t.Flush()
}

func verdictOf(ok bool, about, reason, fix string) string {
	switch {
	case ok:
		return strings.TrimSpace("ok " + about)
	case fix != "":
		return "unavailable: " + reason + "; to enable it: " + fix
	}
	return "unavailable: " + reason
}
