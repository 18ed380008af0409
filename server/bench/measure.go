package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"iowait/server/wire"
)

// A measure is what the models of a run are compared by.
type measure struct {
	unit   string
	lower  bool // less is better
	of     func(wire.Trial) float64
	figure func(float64) string // a value with its unit
	what   string               // the measure's name: "throughput"
	best   string               // what the best does; its name and figure
	times  string               // how it compares with another one; the ratio and the other's name
}

// Units of measures.
const (
	UnitRequests = "requests/s"
	UnitFiles    = "files/s"
	UnitBytes    = "B/s"
	UnitP99      = "ns"           // open loop: the response time that 99 % of the requests did not exceed
	UnitMemory   = "B/connection" // idle: resident and kernel memory
)

// measureOf picks the measure for an experiment under these parameters.
func measureOf(e Experiment, open bool) measure {
	m := measure{unit: e.Unit, what: "throughput", best: "%s served %s", times: "%.2f times as many as %s"}
	switch {
	case open:
		m = measure{unit: UnitP99, lower: true, of: func(t wire.Trial) float64 { return float64(t.LatencyNS.P99) },
			what: "the 99th percentile of response times", best: "With %s 99 %% of the requests were answered within %s", times: "with %[2]s it was %.2[1]f times as long",
			figure: RoundTime}
	case e.Unit == UnitMemory:
		m.lower, m.of = true, func(t wire.Trial) float64 { return t.MemoryConn + t.KernelConn }
		m.figure = func(v float64) string { return humanize.Bytes(uint64(max(v, 0))) + " per connection" }
		m.what, m.best, m.times = "memory per connection", "%s takes %s", "%[2]s takes %.2[1]f times as much"
	case e.Unit == UnitBytes:
		m.best, m.times = "%s reached %s", "%.2f times as much as %s"
		m.of = func(t wire.Trial) float64 { return t.BytesPS }
		m.figure = func(v float64) string { return humanize.Bytes(uint64(v)) + "/s" }
	case e.Unit == UnitFiles:
		m.best = "%s handled %s"
		m.of = func(t wire.Trial) float64 { return t.FilesPS }
	default:
		m.of = func(t wire.Trial) float64 { return t.RequestsPS }
	}
	if m.figure == nil {
		m.figure = func(v float64) string { return humanize.Comma(int64(math.Round(v))) + " " + m.unit }
	}
	return m
}

// Unit is what a checked request compares models by.
func Unit(r Request) string {
	experiment, _ := find(r.Experiment)
	return measureOf(experiment, r.open()).unit
}

// open tells that requests are due at times of their own: with a rate.
func (r Request) open() bool {
	has := func(s string) bool { return strings.Contains(s, ":"+wire.ParamRate+"=") }
	return r.Params[wire.ParamRate] > 0 || r.Sweep != nil && r.Sweep.Param == wire.ParamRate || slices.ContainsFunc(r.Models, has)
}

// RoundTime writes nanoseconds with three digits: "4.56ms".
func RoundTime(ns float64) string {
	d, unit := time.Duration(ns), time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit).String()
}

// compares words a pair. A ratio that would read as 1.00 gets another digit.
func (m measure) compares(p wire.Pair) string {
	format := m.times
	if p.Ratio < 1.005 {
		format = strings.ReplaceAll(strings.ReplaceAll(format, "%.2f", "%.4f"), "%.2[1]f", "%.4[1]f")
	}
	return fmt.Sprintf(format, p.Ratio, p.Worse)
}

// better tells whether value a is.
func (m measure) better(a, b float64) bool {
	if m.lower {
		return a < b
	}
	return a > b
}

// ratio is how many times better a is than b: at least 1 when it is.
func (m measure) ratio(a, b float64) float64 {
	if m.lower {
		a, b = b, a
	}
	if b == 0 {
		return math.MaxFloat64
	}
	return a / b
}
