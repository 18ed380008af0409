package bench

import (
	"fmt"
	"slices"
	"strings"

	"iowait/server/load"
	"iowait/server/wire"
)

// An Experiment is a workload whose parameters have bounds. These bounds are
// the only source for flags, form fields and the API.
type Experiment struct {
	ID     string  `json:"id"`
	About  string  `json:"about"`
	Params []Param `json:"params"`
	// Models are compared when none are named: one of each family that has any.
	Models []string `json:"models"`
}

// A Param is an integer with bounds, both inclusive.
type Param struct {
	Name    string `json:"name"`
	Unit    string `json:"unit"` // "", "B" or "ms"
	Min     int64  `json:"min"`
	Max     int64  `json:"max"`
	Default int64  `json:"default"`
	About   string `json:"about"`
}

// The names of parameters that the runner acts on.
const (
	conns      = "conns"
	size       = "size"
	durationMS = "duration_ms"
	rounds     = "rounds"
	warmupMS   = "warmup_ms"
	recordMS   = "record_ms"
)

// Experiments lists what can be run.
func Experiments() []Experiment {
	return []Experiment{{
		ID:    "echo",
		About: "every connection sends a message and waits for the same bytes to come back, then sends the next (closed loop)",
		Params: []Param{
			{conns, "", 1, 10000, 100, "connections open at the same time"},
			{size, "B", 1, load.MaxSize, 100, "bytes in each message"},
			{durationMS, "ms", 100, 60000, 1000, "measured part of a trial"},
			{rounds, "", 1, 30, 3, "trials of each model, interleaved; 6 or more give an interval"},
			{warmupMS, "ms", 0, 10000, 300, "load before the measured part, at least"},
			{recordMS, "ms", 0, 1000, 100, "length of the recording of each model; 0 for none"},
		},
		Models: []string{"thread-per-conn", "busy-poll", "epoll", "io_uring", "goroutine"},
	}}
}

// A Request asks for a run.
type Request struct {
	Experiment string      `json:"experiment"`
	Models     []string    `json:"models"`
	Params     wire.Params `json:"params"`
}

// A FieldError tells what is wrong with one field of a Request.
type FieldError struct {
	Field string // "experiment", "models" or a parameter
	Found string
	Want  string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: found %s, want %s", e.Field, e.Found, e.Want)
}

// Check answers the request with defaults filled in, or a *FieldError. A
// model that this host cannot run is allowed: the run says so.
func Check(r Request, known []wire.ModelInfo) (Request, error) {
	experiment, err := find(r.Experiment)
	if err != nil {
		return r, err
	}
	if err := checkModels(r.Models, known); err != nil {
		return r, err
	}
	params := wire.Params{}
	for _, p := range experiment.Params {
		value, ok := r.Params[p.Name]
		if !ok {
			value = p.Default
		}
		if value < p.Min || value > p.Max {
			return r, &FieldError{p.Name, fmt.Sprint(value), fmt.Sprintf("an integer from %d to %d", p.Min, p.Max)}
		}
		params[p.Name] = value
	}
	for name := range r.Params {
		if _, ok := params[name]; !ok {
			var names []string
			for _, p := range experiment.Params {
				names = append(names, p.Name)
			}
			return r, &FieldError{name, "a parameter that " + experiment.ID + " does not have", oneOf(names)}
		}
	}
	return Request{experiment.ID, slices.Clone(r.Models), params}, nil
}

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

func checkModels(models []string, known []wire.ModelInfo) error {
	var ids []string
	for _, m := range known {
		ids = append(ids, m.ID)
	}
	if len(models) == 0 {
		return &FieldError{"models", "none", "at least " + oneOf(ids)}
	}
	for i, m := range models {
		if !slices.Contains(ids, m) {
			return &FieldError{"models", fmt.Sprintf("%q", m), oneOf(ids)}
		}
		if slices.Contains(models[:i], m) {
			return &FieldError{"models", fmt.Sprintf("%q twice", m), "each model once"}
		}
	}
	return nil
}

func oneOf(words []string) string { return "one of " + strings.Join(words, ", ") }
