package export

import (
	"io"

	"iowait/server/wire"
)

// runColumns is the header of RunCSV. Columns are only added, at the end.
// Names are those of the run's JSON where it has the same number.
var runColumns = []string{
	"run", "experiment", "scenario", "model", "at", "family", "round", "status", "reason",
	"elapsed_ns", "requests", "requests_per_s", "bytes_per_s", "files_per_s", "offered_per_s",
	"latency_mean_ns", "latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_p999_ns", "latency_max_ns",
	"service_p50_ns", "service_p99_ns", "lag_p99_ns", "connect_p50_ns", "connect_p99_ns",
	"server_user_ns", "server_system_ns", "server_elapsed_ns", "threads", "rss_bytes", "rss_peak_bytes",
	"memory_per_conn_bytes", "voluntary_switches", "involuntary_switches", "syscalls", "empty_polls",
	"device_read_bytes", "device_written_bytes", "client_user_ns", "client_system_ns", "errors",
	"steal_percent", "other_cpu_percent",
}

// told is how many of the columns a trial without numbers fills.
const told = 9

// RunCSV writes one line for each trial of a run. The numbers of a trial
// that is not valid are left out, so that no sum or chart takes them in; the
// run's JSON has them. A model without trials has one line, with its status
// and reason and no round.
func RunCSV(w io.Writer, r *wire.Run) error {
	t := newTable(w, runColumns)
	for i := range r.Results {
		result := &r.Results[i]
		for k := range result.Trials {
			t.trial(r, result, &result.Trials[k])
		}
		if len(result.Trials) == 0 {
			t.trial(r, result, &wire.Trial{Status: result.Status, Reason: result.Reason})
		}
	}
	return t.flush()
}

func (t *table) trial(r *wire.Run, result *wire.Result, trial *wire.Trial) {
	for _, s := range []string{r.ID, r.Experiment, r.Scenario, result.Model, wire.Name("", result.At), result.Family} {
		t.text(s)
	}
	if trial.Round > 0 {
		t.integer(int64(trial.Round))
	} else {
		t.empty(1)
	}
	t.text(string(trial.Status))
	t.text(trial.Reason)
	if trial.Status == wire.OK {
		t.numbers(trial)
	} else {
		t.empty(len(runColumns) - told)
	}
	t.end()
}

func (t *table) numbers(trial *wire.Trial) {
	t.integer(trial.ElapsedNS)
	t.integer(trial.Requests)
	t.number(trial.RequestsPS)
	t.positive(bytesPS(trial))
	t.positive(trial.FilesPS)
	t.positive(trial.OfferedPS)
	t.positive(trial.MeanNS)
	if l := trial.LatencyNS; trial.Requests > 0 {
		for _, ns := range []int64{l.P50, l.P90, l.P99, l.P999, l.Max} {
			t.integer(ns)
		}
	} else {
		t.empty(5)
	}
	t.percentiles(trial.ServiceNS, true)
	t.percentiles(trial.LagNS, false)
	t.percentiles(trial.ConnectNS, true)
	s := &trial.Server
	for _, n := range []int64{s.UserNS, s.SystemNS, s.ElapsedNS, int64(s.Threads), s.RSS, s.RSSPeak} {
		t.integer(n)
	}
	t.positive(trial.MemoryConn)
	errors := int64(0)
	for _, n := range trial.Errors {
		errors += int64(n)
	}
	for _, n := range []int64{s.Voluntary, s.Involuntary, s.Syscalls, s.Empty, s.DeviceRead, s.DeviceWrite,
		trial.Client.UserNS, trial.Client.SystemNS, errors} {
		t.integer(n)
	}
	t.number(trial.StealPct)
	t.number(trial.OtherPct)
}

// positive leaves out what a trial has not: such numbers are 0 in it.
func (t *table) positive(f float64) {
	if f > 0 {
		t.number(f)
	} else {
		t.empty(1)
	}
}

// percentiles adds the 50th, if wanted, and the 99th.
func (t *table) percentiles(l *wire.Latency, p50 bool) {
	switch {
	case l != nil && p50:
		t.integer(l.P50)
		t.integer(l.P99)
	case l != nil:
		t.integer(l.P99)
	case p50:
		t.empty(2)
	default:
		t.empty(1)
	}
}

// bytesPS is what the client read per second, of socket experiments too.
func bytesPS(t *wire.Trial) float64 {
	if t.BytesPS > 0 || t.ElapsedNS <= 0 {
		return t.BytesPS
	}
	return float64(t.BytesRead) / float64(t.ElapsedNS) * 1e9
}
