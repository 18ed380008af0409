package bench

import (
	"fmt"
	"slices"
	"strings"

	"iowait/server/wire"
)

// An Experiment is a workload whose parameters have bounds. These bounds are
// the only source for flags, form fields and the API.
type Experiment struct {
	ID     string  `json:"id"`
	Kind   string  `json:"kind"` // of its models: "socket" or "file"
	Unit   string  `json:"unit"` // what models are compared by: "requests/s", "files/s" or "B/s"
	About  string  `json:"about"`
	Params []Param `json:"params"`
	// Models are compared when none are named: one of each family that has any.
	Models []string `json:"models"`
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
