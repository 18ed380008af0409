package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"iowait/server/wire"
)

// An Experiment is a workload whose parameters have bounds. These bounds are
// the only source for flags, form fields and the API.
type Experiment struct {
	ID     string  `json:"id"`
	Kind   string  `json:"kind"` // of its models: "socket" or "file"
	Unit   string  `json:"unit"` // what models are compared by, see Units
	About  string  `json:"about"`
	Params []Param `json:"params"`
	// Models are compared when none are named.
	Models []string `json:"models"`
	// Full are the sizes that published claims have; the defaults are quick.
	Full wire.Params `json:"full,omitempty"`
}

// A Param is an integer with bounds, both inclusive.
type Param struct {
	Name    string   `json:"name"`
	Unit    string   `json:"unit"` // "", "B" or "ms"
	Min     int64    `json:"min"`
	Max     int64    `json:"max"`
	Default int64    `json:"default"`
	Names   []string `json:"names,omitempty"` // of the values from 0 on
	About   string   `json:"about"`
}

// Param finds a parameter by its name.
func (e Experiment) Param(name string) (Param, bool) {
	i := slices.IndexFunc(e.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}, false
	}
	return e.Params[i], true
}

// PerRun tells that the parameter holds for all trials of a run: it cannot
// be swept, nor differ between models.
func (p Param) PerRun() bool {
	return slices.Contains([]string{wire.ParamDurationMS, wire.ParamRounds, wire.ParamWarmupMS, wire.ParamRecordMS}, p.Name)
}

// check answers a *FieldError if the value is out of bounds.
func (p Param) check(field string, value int64) error {
	if value >= p.Min && value <= p.Max {
		return nil
	}
	if p.Names != nil {
		return &FieldError{field, fmt.Sprint(value), fmt.Sprintf("%s, as an integer from %d", strings.Join(p.Names, " or "), p.Min)}
	}
	return &FieldError{field, fmt.Sprint(value), fmt.Sprintf("an integer from %d to %d", p.Min, p.Max)}
}

// A Request asks for a run. A model may carry parameters in which it differs
// from the others, as wire.Name writes them: "read:chunk=4096:work=1".
type Request struct {
	Experiment string      `json:"experiment"`
	Models     []string    `json:"models"`
	Params     wire.Params `json:"params"`
	Sweep      *wire.Sweep `json:"sweep,omitempty"` // nil: one value of each parameter
	Seed       int64       `json:"seed,omitempty"`  // 0: one is drawn
}

// A FieldError tells what is wrong with one field of a Request.
type FieldError struct {
	Field string // "experiment", "models", "sweep", "seed" or a parameter
	Found string
	Want  string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: found %s, want %s", e.Field, e.Found, e.Want)
}

// Bounds on what one request may ask for.
const (
	mostValues = 12        // of a sweep
	maxSeed    = 1<<53 - 1 // an integer for every JSON reader
	// LongestRun bounds the parts of a run whose length is known beforehand.
	LongestRun = time.Hour
)

// Check answers the request with defaults filled in and models in their
// normal form, or a *FieldError. A model that this host cannot run is
// allowed: the run says so. The seed stays 0 if none is given.
func Check(r Request, known []wire.ModelInfo) (Request, error) {
	experiment, err := find(r.Experiment)
	if err != nil {
		return r, err
	}
	params := wire.Params{}
	for _, p := range experiment.Params {
		value, ok := r.Params[p.Name]
		if !ok {
			value = p.Default
		}
		if err := p.check(p.Name, value); err != nil {
			return r, err
		}
		params[p.Name] = value
	}
	for name := range r.Params {
		if _, ok := params[name]; !ok {
			return r, &FieldError{name, "a parameter that " + experiment.ID + " does not have", oneOf(experiment.names())}
		}
	}
	if params[wire.ParamRate] > 0 && params[wire.ParamThinkMS] > 0 {
		return r, &FieldError{wire.ParamThinkMS, fmt.Sprintf("%d with a rate", params[wire.ParamThinkMS]), "0: an open loop does not wait for answers"}
	}
	checked := Request{Experiment: experiment.ID, Params: params, Seed: r.Seed}
	if r.Seed < 0 || r.Seed > maxSeed {
		return r, &FieldError{"seed", fmt.Sprint(r.Seed), fmt.Sprintf("an integer from 1 to %d", int64(maxSeed))}
	}
	if checked.Sweep, err = checkSweep(experiment, r.Sweep); err != nil {
		return r, err
	}
	if checked.Models, err = checkModels(experiment, r.Models, checked, known); err != nil {
		return r, err
	}
	var length time.Duration
	for _, l := range legs(checked, known) {
		length += time.Duration(params[wire.ParamRounds]) * fixed(step{l, 1})
	}
	if length > LongestRun {
		return r, &FieldError{wire.ParamDurationMS, fmt.Sprintf("trials that last %v in all", length.Round(time.Second)), fmt.Sprintf("at most %v: fewer or shorter ones", LongestRun)}
	}
	return checked, nil
}

func (e Experiment) names() []string {
	var names []string
	for _, p := range e.Params {
		names = append(names, p.Name)
	}
	return names
}

// ms is a parameter in milliseconds as a duration.
func ms(p wire.Params, name string) time.Duration { return time.Duration(p[name]) * time.Millisecond }

// Find answers the experiment with this id, or a *FieldError.
func Find(id string) (Experiment, error) { return find(id) }

func find(id string) (Experiment, error) {
	var ids []string
	for _, e := range Experiments() {
		if e.ID == id {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	return Experiment{}, &FieldError{"experiment", fmt.Sprintf("%q", id), oneOf(ids)}
}

// checkSweep answers the sweep with its values rising, each once.
func checkSweep(e Experiment, s *wire.Sweep) (*wire.Sweep, error) {
	if s == nil {
		return nil, nil
	}
	p, ok := e.Param(s.Param)
	if !ok || p.PerRun() {
		var names []string
		for _, p := range e.Params {
			if !p.PerRun() {
				names = append(names, p.Name)
			}
		}
		return nil, &FieldError{"sweep", fmt.Sprintf("the parameter %q", s.Param), oneOf(names)}
	}
	if len(s.Values) < 2 || len(s.Values) > mostValues {
		return nil, &FieldError{"sweep", fmt.Sprintf("%d values of %s", len(s.Values), p.Name), fmt.Sprintf("2 to %d", mostValues)}
	}
	for _, v := range s.Values {
		if err := p.check(p.Name, v); err != nil {
			return nil, err
		}
	}
	values := slices.Sorted(slices.Values(s.Values))
	if n := len(slices.Compact(slices.Clone(values))); n < len(values) {
		return nil, &FieldError{"sweep", "a value of " + p.Name + " twice", "each value once"}
	}
	return &wire.Sweep{Param: p.Name, Values: values}, nil
}

func oneOf(words []string) string { return "one of " + strings.Join(words, ", ") }
