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

// update writes what happens. That another run is waited for is said on
// every kind of output, since it may take long.
func (l *progressLine) update(u bench.Update) {
	waits := u.Progress != nil && u.Progress.Phase == "waiting"
	switch {
	case waits && !l.on:
		fmt.Fprintln(l.out, "iowait: "+progressText(u.Progress))
		return
	case !l.on:
		return
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
	if p.Phase == "waiting" {
		return "waiting for this host: " + p.Note
	}
	what := fmt.Sprintf("round %d of %d", p.Round, p.Rounds)
	if p.Round == 0 {
		what = "recording"
	}
	left := (time.Duration(p.LeftMS) * time.Millisecond).Round(time.Second)
	return fmt.Sprintf("trial %d of %d · %s · %s · %s · about %v left", p.Trial, p.Trials, p.Model, what, p.Phase, left)
}

// A column of the table is shown when any result has it.
type column struct {
	name string
	cell func(wire.Result) string // "" for none
}

func columns(run *wire.Run) []column {
	seconds := func(l *wire.Latency, of func(*wire.Latency) int64) string {
		if l == nil {
			return ""
		}
		return bench.RoundTime(float64(of(l)))
	}
	p50 := func(l *wire.Latency) int64 { return l.P50 }
	p99 := func(l *wire.Latency) int64 { return l.P99 }
	number := func(format string, v *float64) string {
		if v == nil {
			return ""
		}
		return fmt.Sprintf(format, *v)
	}
	idle := run.Unit == bench.UnitMemory
	when := func(shown bool, cell func(wire.Result) string) func(wire.Result) string {
		return func(r wire.Result) string {
			if !shown {
				return ""
			}
			return cell(r)
		}
	}
	first := column{run.Unit + "\t(low–high)", func(r wire.Result) string {
		if r.Measured == nil {
			return ""
		}
		m := r.Measured
		return fmt.Sprintf("%s\t(%s–%s)", figure(run.Unit, m.Median), figure(run.Unit, m.Low), figure(run.Unit, m.High))
	}}
	if run.Unit == bench.UnitP99 {
		first.name = "p99 response\t(low–high)"
	}
	open := run.Unit == bench.UnitP99
	return []column{
		first,
		{"requests/s", when(run.Unit != bench.UnitRequests, func(r wire.Result) string {
			if r.RequestsPS == nil {
				return ""
			}
			return rate(r.RequestsPS.Median)
		})},
		{"offered/s", func(r wire.Result) string { return number("%.0f", r.OfferedPS) }},
		{"ceiling/s", func(r wire.Result) string { return number("%.1f", r.CeilingPS) }},
		{name(open, "response p50", "p50"), func(r wire.Result) string { return seconds(r.LatencyNS, p50) }},
		{name(open, "response p99", "p99"), when(run.Unit != bench.UnitP99, func(r wire.Result) string { return seconds(r.LatencyNS, p99) })},
		{"service p99", func(r wire.Result) string { return seconds(r.ServiceNS, p99) }},
		{"load's lag p99", func(r wire.Result) string { return seconds(r.LagNS, p99) }},
		{"connect p99", when(idle || run.Params[wire.ParamPerConn] > 0, func(r wire.Result) string { return seconds(r.ConnectNS, p99) })},
		{"resident/conn", when(idle, func(r wire.Result) string { return byteCount(r.MemoryConn) })},
		{"kernel/conn", when(idle, func(r wire.Result) string { return byteCount(r.KernelConn) })},
		{"CPU busy", when(idle, func(r wire.Result) string { return number("%.3f", r.CPUBusy) })},
		{"cache", func(r wire.Result) string { return r.Cache }},
		{"device bytes", func(r wire.Result) string {
			if r.DeviceB == nil {
				return ""
			}
			return humanize.Bytes(uint64(*r.DeviceB))
		}},
		{"in submit", func(r wire.Result) string {
			if r.SubmitNS == nil {
				return ""
			}
			return bench.RoundTime(*r.SubmitNS)
		}},
		{"CPU s/1,000", func(r wire.Result) string { return number("%.4f", r.CPUPer1000) }},
		{"threads", func(r wire.Result) string {
			if r.Threads == nil {
				return ""
			}
			return fmt.Sprint(*r.Threads)
		}},
		{"calls/req", calls},
		{"switches/req", func(r wire.Result) string { return number("%.2f", r.Switches) }},
	}
}

// byteCount may be fewer than none: memory that others gave back.
func byteCount(v *float64) string {
	switch {
	case v == nil:
		return ""
	case *v < 0:
		return "-" + humanize.Bytes(uint64(-*v))
	}
	return humanize.Bytes(uint64(*v))
}

func name(open bool, a, b string) string {
	if open {
		return a
	}
	return b
}

// figure writes a value of what is compared.
func figure(unit string, v float64) string {
	switch unit {
	case bench.UnitBytes:
		return humanize.Bytes(uint64(v)) + "/s"
	case bench.UnitMemory:
		return byteCount(&v)
	case bench.UnitP99:
		return bench.RoundTime(v)
	}
	return rate(v)
}

// printRun writes the table and the verdict.
func printRun(w io.Writer, run *wire.Run) error {
	h := run.Host
	fmt.Fprintf(w, "%s on %s, Linux %s, server on CPU %s", describe(run), h.CPU, h.Kernel, cpuList(run.CPUs.Server))
	if len(run.CPUs.Load) > 0 {
		fmt.Fprintf(w, ", load on CPU %s", cpuList(run.CPUs.Load))
	}
	fmt.Fprintf(w, "\nseed %d, scenario %s\n\n", run.Seed, run.Scenario)
	var shown []column
	for _, c := range columns(run) {
		for _, r := range run.Results {
			if c.cell(r) != "" {
				shown = append(shown, c)
				break
			}
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "model")
	for _, c := range shown {
		fmt.Fprint(t, "\t"+c.name)
	}
	fmt.Fprintln(t, "\tstatus")
	for _, r := range run.Results {
		fmt.Fprint(t, r.Name())
		for _, c := range shown {
			cell := c.cell(r)
			if cell == "" {
				cell = "–" + strings.Repeat("\t", strings.Count(c.name, "\t"))
			}
			fmt.Fprint(t, "\t"+cell)
		}
		fmt.Fprintln(t, "\t"+status(r))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, p := range run.Parity {
		if !p.Equal {
			fmt.Fprintf(w, "\nnot alike in %s: %s", p.What, unlike(run, p))
		}
	}
	for _, r := range run.Results {
		for _, note := range limits(r) {
			fmt.Fprintf(w, "\n%s: %s", r.Name(), note)
		}
	}
	if run.Verdict != nil {
		fmt.Fprintf(w, "\n\n%s: %s\n", run.Verdict.Kind, run.Verdict.Text)
	}
	return nil
}

// limits says which limits of its mechanism a model met, and how often.
func limits(r wire.Result) (notes []string) {
	var refused, overflows, starved int64
	for _, t := range r.Trials {
		refused, overflows, starved = refused+t.Server.Refused, overflows+t.Server.Overflows, starved+t.Server.Starved
	}
	for _, met := range []struct {
		n    int64
		what string
	}{
		{refused, "connections were refused: no descriptor, bit or thread was left for them"},
		{overflows, "times the signal queue was full, so that all descriptors were asked"},
		{starved, "times a receive found no free buffer and waited for one"},
	} {
		if met.n > 0 {
			notes = append(notes, humanize.Comma(met.n)+" "+met.what)
		}
	}
	return notes
}

func status(r wire.Result) string {
	s := string(r.Status)
	if r.Reason != "" {
		s += ": " + r.Reason
	}
	if r.Fix != "" {
		s += "; to enable it: " + r.Fix
	}
	return s
}

// unlike lists what the models have, in the order of the results.
func unlike(run *wire.Run, p wire.Parity) string {
	var parts []string
	for _, r := range run.Results {
		if v, ok := p.Values[r.Name()]; ok {
			parts = append(parts, r.Name()+" "+v)
		}
	}
	return strings.Join(parts, ", ")
}

// describe is the experiment with the parameters that are not the default.
func describe(run *wire.Run) string {
	parts := []string{run.Experiment}
	experiment, _ := bench.Find(run.Experiment)
	for _, p := range experiment.Params {
		v, ok := run.Params[p.Name]
		if run.Sweep != nil && run.Sweep.Param == p.Name {
			continue
		}
		if ok && (v != p.Default || p.Name == wire.ParamConns || p.Name == wire.ParamRounds || p.Name == wire.ParamDurationMS) {
			parts = append(parts, paramFlag(p)+" "+paramValue(p, v))
		}
	}
	return strings.Join(parts, ", ")
}

func rate(v float64) string { return humanize.Comma(int64(v + 0.5)) }

// calls marks a count that leaves system calls out.
func calls(r wire.Result) string {
	if r.Syscalls == nil {
		return ""
	}
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
