package pages

import (
	"github.com/dustin/go-humanize"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// Decimal writes bytes in powers of 1000 with three significant digits, as
// rates of devices are given.
func Decimal(v float64) string {
	v, _ = round3(v)
	v, prefix := humanize.ComputeSI(v)
	if v < 1000 && prefix == "" {
		return count(int64(v)) + thin + "B"
	}
	return Number(v) + thin + prefix + "B"
}

// Amount writes a value of what a run compares, in the run's unit. Counts
// per second come without their unit, which words around them say.
func Amount(unit string, v float64) string {
	switch unit {
	case bench.UnitBytes:
		return Decimal(v) + "/s"
	case bench.UnitMemory:
		return Bytes(int64(v))
	case bench.UnitP99:
		return Duration(v)
	}
	return Number(v)
}

// unitOf words what a run compares; runs without a unit compare requests/s.
func unitOf(w *i18n.Words, unit string) i18n.UnitWords {
	if u, ok := w.Units[unit]; ok {
		return u
	}
	return w.Units[bench.UnitRequests]
}

// compared is what a result is compared by; nil when it has no valid trial.
func compared(r *wire.Result) *wire.Spread {
	if r.Status != wire.OK {
		return nil
	}
	if r.Measured == nil {
		return r.RequestsPS
	}
	return r.Measured
}

// paramLabel is a parameter's name in an experiment.
func paramLabel(w *i18n.Words, experiment, name string) string {
	if p, ok := w.Param(experiment, name); ok {
		return p.Label
	}
	return name
}

// paramValue writes a parameter's value for reading.
func paramValue(w *i18n.Words, p bench.Param, v int64) string {
	names := w.Values[p.Name]
	if len(names) != len(p.Names) {
		names = p.Names
	}
	switch {
	case v >= 0 && v < int64(len(names)):
		return names[v]
	case p.Unit == "B":
		return Bytes(v)
	case p.Unit == "ms":
		return Duration(float64(v) * 1e6)
	}
	return count(v)
}

// paramOf finds a parameter of a run's experiment; one that is not known
// any more has a name and no more.
func paramOf(run *wire.Run, name string) bench.Param {
	if e, err := bench.Find(run.Experiment); err == nil {
		if p, ok := e.Param(name); ok {
			return p
		}
	}
	return bench.Param{Name: name}
}
