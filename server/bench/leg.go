package bench

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"iowait/server/wire"
)

// A leg is one thing that a run compares: a model under parameters.
type leg struct {
	info   wire.ModelInfo
	at     wire.Params // in which it differs from the run's
	params wire.Params // all of them
	value  int64       // of the swept parameter
}

func (l *leg) name() string { return wire.Name(l.info.ID, l.at) }

// legs lists what a checked request compares: all models for each value of
// the sweep.
func legs(r Request, known []wire.ModelInfo) []*leg {
	experiment, _ := find(r.Experiment)
	values := []int64{0}
	if r.Sweep != nil {
		values = r.Sweep.Values
	}
	var all []*leg
	for _, v := range values {
		for _, text := range r.Models {
			id, at, _ := parseModel(experiment, text)
			l := &leg{info: known[lookup(known, experiment.Kind, id)], at: at, params: wire.Params{}, value: v}
			for name, value := range r.Params {
				l.params[name] = value
			}
			if r.Sweep != nil {
				at[r.Sweep.Param] = v
			}
			for name, value := range at {
				l.params[name] = value
			}
			all = append(all, l)
		}
	}
	return all
}

// lookup finds a model of a kind, or answers -1.
func lookup(known []wire.ModelInfo, kind, id string) int {
	return slices.IndexFunc(known, func(m wire.ModelInfo) bool { return m.ID == id && m.Kind == kind })
}

// parseModel takes apart "MODEL:PARAM=VALUE:…". A value may be one of the
// parameter's names.
func parseModel(e Experiment, text string) (id string, at wire.Params, err error) {
	parts := strings.Split(text, ":")
	at = wire.Params{}
	for _, part := range parts[1:] {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			return "", nil, &FieldError{"models", fmt.Sprintf("%q in %q", part, text), "PARAMETER=VALUE after a colon"}
		}
		p, ok := e.Param(name)
		if !ok || p.PerRun() {
			return "", nil, &FieldError{"models", fmt.Sprintf("%q in %q", name, text), "a parameter of " + e.ID + " that may differ between models"}
		}
		v, err := p.Parse(value)
		if err != nil {
			return "", nil, &FieldError{"models", fmt.Sprintf("%q in %q", value, text), "a value of " + name}
		}
		at[name] = v
	}
	return parts[0], at, nil
}

// Parse reads a value within bounds: an integer or one of the parameter's
// names; for milliseconds also a duration such as 1s, for bytes also a size
// such as 64KiB.
func (p Param) Parse(text string) (int64, error) {
	if i := slices.Index(p.Names, text); i >= 0 {
		return int64(i), nil
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil && p.Unit == "B" {
		var n uint64
		if n, err = humanize.ParseBytes(text); n > math.MaxInt64 {
			return 0, strconv.ErrRange
		}
		v = int64(n)
	}
	if err != nil && p.Unit == "ms" {
		var d time.Duration
		d, err = time.ParseDuration(text)
		if v = d.Milliseconds(); err == nil && time.Duration(v)*time.Millisecond != d {
			err = errors.New("less than a millisecond")
		}
	}
	if err != nil {
		return 0, err
	}
	return v, p.check(p.Name, v)
}

// checkModels answers the models in their normal form.
func checkModels(e Experiment, models []string, r Request, known []wire.ModelInfo) ([]string, error) {
	var ids []string
	for _, m := range known {
		if m.Kind == e.Kind && m.Not[e.ID] == "" {
			ids = append(ids, m.ID)
		}
	}
	if len(models) == 0 {
		return nil, &FieldError{"models", "none", "at least " + oneOf(ids)}
	}
	var names []string
	for _, text := range models {
		id, at, err := parseModel(e, text)
		if err != nil {
			return nil, err
		}
		i := lookup(known, e.Kind, id)
		if i < 0 {
			return nil, &FieldError{"models", fmt.Sprintf("%q", id), oneOf(ids)}
		}
		if why := known[i].Not[e.ID]; why != "" {
			return nil, &FieldError{"models", fmt.Sprintf("%q, which takes no part in %s: %s", id, e.ID, why), oneOf(ids)}
		}
		for name, value := range at {
			if r.Sweep != nil && r.Sweep.Param == name {
				return nil, &FieldError{"models", fmt.Sprintf("%q with %s, which is swept", id, name), "one or the other"}
			}
			if r.Params[name] == value {
				delete(at, name)
			}
		}
		name := wire.Name(id, at)
		if slices.Contains(names, name) {
			return nil, &FieldError{"models", fmt.Sprintf("%q twice", name), "each model once"}
		}
		names = append(names, name)
	}
	return names, nil
}
