package export

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"iowait/server/wire"
)

// schedule lists parameters that say how a run is made, not what it works on.
var schedule = []string{wire.ParamDurationMS, wire.ParamRounds, wire.ParamWarmupMS, wire.ParamRecordMS}

// Benchstat writes the valid trials of a run in the Go benchmark format
// (https://go.dev/design/14313-benchmark-format), one line for each, which
// benchstat reads. The iterations are requests, ns/op is the measured time
// divided by them, p50-ns and p99-ns are the trial's latencies, cpu-ns/op is
// the server's CPU time for each. The workload is part of the name; the
// host's lines are the same for each of its runs, so that two runs in two
// files stand side by side.
func Benchstat(w io.Writer, r *wire.Run) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "goos: linux\ngoarch: %s\npkg: iowait\ncpu: %s\n", config(r.Host.Arch), config(r.Host.CPU))
	for _, unit := range []string{"req/s", "B/s", "files/s"} {
		fmt.Fprintf(b, "Unit %s better=higher\n", unit)
	}
	for _, unit := range []string{"p50-ns", "p99-ns", "cpu-ns/op"} {
		fmt.Fprintf(b, "Unit %s better=lower\n", unit)
	}
	for i := range r.Results {
		result := &r.Results[i]
		name := benchmarkName(r, result)
		for k := range result.Trials {
			if t := &result.Trials[k]; t.Status == wire.OK && t.Requests > 0 && t.ElapsedNS > 0 {
				benchmark(b, name, t)
			}
		}
	}
	return b.Flush()
}

func benchmark(b *bufio.Writer, name string, t *wire.Trial) {
	fmt.Fprintf(b, "%s\t%d", name, t.Requests)
	value := func(v float64, unit string) {
		fmt.Fprintf(b, "\t%s %s", strconv.FormatFloat(v, 'f', -1, 64), unit)
	}
	value(float64(t.ElapsedNS)/float64(t.Requests), "ns/op")
	value(t.RequestsPS, "req/s")
	value(float64(t.LatencyNS.P50), "p50-ns")
	value(float64(t.LatencyNS.P99), "p99-ns")
	if t.Server.ElapsedNS > 0 && t.RequestsPS > 0 { // each divided by its own time
		value(float64(t.Server.UserNS+t.Server.SystemNS)/float64(t.Server.ElapsedNS)*1e9/t.RequestsPS, "cpu-ns/op")
	}
	if v := bytesPS(t); v > 0 {
		value(v, "B/s")
	}
	if t.FilesPS > 0 {
		value(t.FilesPS, "files/s")
	}
	_ = b.WriteByte('\n')
}

// benchmarkName is e.g. BenchmarkEcho/model=epoll/conns=100/size=100-2: the
// model, the parameters that are not 0, and the CPUs.
func benchmarkName(r *wire.Run, result *wire.Result) string {
	name := "Benchmark"
	for part := range strings.FieldsFuncSeq(r.Experiment, func(c rune) bool { return c == '-' || c == '_' }) {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	name = sanitize(name) + "/model=" + sanitize(result.Model)
	params := maps.Clone(r.Params)
	if params == nil {
		params = wire.Params{}
	}
	maps.Copy(params, result.At)
	for _, p := range slices.Sorted(maps.Keys(params)) {
		if params[p] != 0 && !slices.Contains(schedule, p) {
			name += "/" + sanitize(p) + "=" + strconv.FormatInt(params[p], 10)
		}
	}
	if r.Host.CPUs > 1 {
		name += "-" + strconv.Itoa(r.Host.CPUs)
	}
	return name
}

// sanitize makes s fit for a part of a benchmark's name.
func sanitize(s string) string {
	s = strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || !unicode.IsPrint(c) || c == '/' || c == '=' || c == unicode.ReplacementChar {
			return '_'
		}
		return c
	}, s)
	if s == "" {
		return "unknown"
	}
	return s
}

// config makes s fit for the value of a configuration line.
func config(s string) string {
	s = strings.TrimSpace(strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) || c == unicode.ReplacementChar {
			return ' '
		}
		return c
	}, s))
	if s == "" {
		return "unknown"
	}
	return s
}
