package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"

	"iowait/server/bench"
	"iowait/server/wire"
)

// A progressLine is one line of a terminal that is written over.
type progressLine struct {
	out  *os.File
	on   bool
	text string // of the last progress
	rate string // of the last sample
}

func (l *progressLine) update(u bench.Update) {
	if !l.on {
		return
	}
	switch {
	case u.Progress != nil:
		l.text, l.rate = progressText(u.Progress), ""
	case u.Sample != nil:
		l.rate = fmt.Sprintf(" · %s requests/s", humanize.Comma(int64(u.Sample.RequestsPS)))
	default:
		return
	}
	fmt.Fprint(l.out, "\r\x1b[K"+l.text+l.rate)
}

func (l *progressLine) clear() {
	if l.on {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}

func progressText(p *wire.Progress) string {
	what := fmt.Sprintf("round %d of %d", p.Round, p.Rounds)
	if p.Round == 0 {
		what = "recording"
	}
	left := (time.Duration(p.LeftMS) * time.Millisecond).Round(time.Second)
	return fmt.Sprintf("trial %d of %d · %s · %s · %s · about %v left", p.Trial, p.Trials, p.Model, what, p.Phase, left)
}

// printRun writes the table and the verdict.
func printRun(w io.Writer, run *wire.Run) error {
	h := run.Host
	fmt.Fprintf(w, "%s on %s, Linux %s, server on CPU %s, load on CPU %s\n\n", describe(run), h.CPU, h.Kernel,
		cpuList(run.CPUs.Server), cpuList(run.CPUs.Load))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "model\trequests/s\t(low–high)\tp50\tp99\tCPU s/1,000\tthreads\tcalls/req\tswitches/req\tstatus")
	for _, r := range run.Results {
		status := string(r.Status)
		if r.Reason != "" {
			status += ": " + r.Reason
		}
		if r.Fix != "" {
			status += "; to enable it: " + r.Fix
		}
		if r.RequestsPS == nil {
			fmt.Fprintf(t, "%s\t–\t\t–\t–\t–\t–\t–\t–\t%s\n", r.Model, status)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t(%s–%s)\t%s\t%s\t%.4f\t%d\t%s\t%.2f\t%s\n", r.Model, rate(r.RequestsPS.Median),
			rate(r.RequestsPS.Low), rate(r.RequestsPS.High), latency(r.LatencyNS.P50), latency(r.LatencyNS.P99),
			*r.CPUPer1000, *r.Threads, calls(r), *r.Switches, status)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if run.Verdict != nil {
		fmt.Fprintf(w, "\n%s: %s\n", run.Verdict.Kind, run.Verdict.Text)
	}
	return nil
}

func describe(run *wire.Run) string {
	p := run.Params
	return fmt.Sprintf("%s, %s connections, %s B, %v, rounds: %d", run.Experiment, humanize.Comma(p["conns"]), humanize.Comma(p["size"]),
		time.Duration(p["duration_ms"])*time.Millisecond, p["rounds"])
}

func rate(v float64) string { return humanize.Comma(int64(v + 0.5)) }

// latency rounds to three digits.
func latency(ns int64) string {
	d, unit := time.Duration(ns), time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit).String()
}

// calls marks a count that leaves system calls out.
func calls(r wire.Result) string {
	for _, t := range r.Trials {
		if t.Server.Uncounted != "" {
			return fmt.Sprintf("≥%.2f", *r.Syscalls)
		}
	}
	return fmt.Sprintf("%.2f", *r.Syscalls)
}

// cpuList writes CPU numbers: "0,1,2".
func cpuList(cpus []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(cpus), "[]"), " ", ",")
}
