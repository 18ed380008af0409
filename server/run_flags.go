package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"iowait/server/bench"
	"iowait/server/wire"
)

// runOptions are the flags of iowait run that are no parameters.
type runOptions struct {
	format string // "", "json", "csv" or "benchstat"
	record string // file for the recording; "" for none
	files  string // directory for files; "" for the default
	hold   bool   // serve and wait instead of measuring
}

// parseRun reads the command line into a checked request.
func parseRun(args []string, known []wire.ModelInfo) (bench.Request, runOptions, error) {
	if len(args) > 0 && (args[0] == "--from" || strings.HasPrefix(args[0], "--from=")) {
		return parseAgain(args, known)
	}
	var o runOptions
	var r bench.Request
	experiment, err := findExperiment(args)
	if err != nil {
		return r, o, err
	}
	r = bench.Request{Experiment: experiment.ID, Params: wire.Params{}}
	for _, m := range known {
		if m.Kind == experiment.Kind && m.Not[experiment.ID] == "" && slices.Contains(experiment.Models, m.ID) {
			r.Models = append(r.Models, m.ID)
		}
	}
	flags, complaint := runFlags("run "+experiment.ID, &o)
	flags.Func("models", "models to compare, separated by commas; one that differs in a parameter is written MODEL:PARAM=VALUE (default "+
		strings.Join(r.Models, ",")+")", func(s string) error {
		r.Models = strings.Split(s, ",")
		return nil
	})
	flags.Int64Var(&r.Seed, "seed", 0, "`number` that content, arrivals and the order of trials follow from (default: drawn)")
	full := flags.Bool("full", false, fmt.Sprintf("the size of published figures instead of a quick one: %s", fullHelp(experiment)))
	flags.BoolVar(&o.hold, "hold", false, "measure nothing: serve with one model on 127.0.0.1, print the address, and go on until interrupted")
	for _, p := range experiment.Params {
		flags.Func(paramFlag(p), paramHelp(p), func(s string) error { return setParam(&r, p, s) })
	}
	if err := parseFlags(flags, complaint, args[1:]); err != nil {
		return r, o, err
	}
	if *full {
		for name, value := range experiment.Full {
			if _, ok := r.Params[name]; !ok {
				r.Params[name] = value
			}
		}
	}
	return checkRun(r, o, known)
}

// parseAgain reads the request out of the JSON of an earlier run.
func parseAgain(args []string, known []wire.ModelInfo) (r bench.Request, o runOptions, err error) {
	flags, complaint := runFlags("run", &o)
	from := flags.String("from", "", "repeat the run of this `file`, as --json printed it")
	if err := parseFlags(flags, complaint, args); err != nil {
		return r, o, err
	}
	text, err := os.ReadFile(*from)
	if err != nil {
		return r, o, usagef("run: --from: %w", err)
	}
	var run wire.Run
	if err := json.Unmarshal(text, &run); err != nil {
		return r, o, usagef("run: --from: read %s: %w; want the JSON that iowait run --json prints", *from, err)
	}
	if run.Schema != wire.Schema {
		return r, o, usagef("run: --from: %s: found schema %d, want %d", *from, run.Schema, wire.Schema)
	}
	return checkRun(bench.Again(&run), o, known)
}

// runFlags are the flags of every run. What the set complains of is kept
// for the error.
func runFlags(name string, o *runOptions) (*flag.FlagSet, *strings.Builder) {
	flags, complaint := flag.NewFlagSet("iowait "+name, flag.ContinueOnError), &strings.Builder{}
	flags.SetOutput(complaint)
	for _, f := range []struct{ name, about string }{
		{"json", "print the run as one JSON object"},
		{"csv", "print a line for each trial"},
		{"benchstat", "print text for the program benchstat"},
	} {
		flags.BoolFunc(f.name, f.about, func(string) error {
			if o.format != "" && o.format != f.name {
				return fmt.Errorf("found it besides --%s, want one format", o.format)
			}
			o.format = f.name
			return nil
		})
	}
	flags.StringVar(&o.record, "record", "", "write the recording to this `file`; with several models, one file each: NAME-MODEL.EXT")
	flags.StringVar(&o.files, "files-dir", "", "`directory` under which files for file experiments are made (default: in the user's cache directory)")
	return flags, complaint
}

func parseFlags(flags *flag.FlagSet, complaint *strings.Builder, args []string) error {
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(os.Stderr, complaint.String())
			return err
		}
		return usagef("%s: %w; try: %s -h", strings.TrimPrefix(flags.Name(), "iowait "), err, flags.Name())
	}
	if flags.NArg() > 0 {
		return usagef("%s: found %q, want only flags after the experiment", strings.TrimPrefix(flags.Name(), "iowait "), flags.Arg(0))
	}
	return nil
}

func checkRun(r bench.Request, o runOptions, known []wire.ModelInfo) (bench.Request, runOptions, error) {
	checked, err := bench.Check(r, known)
	var field *bench.FieldError
	switch {
	case errors.As(err, &field):
		return r, o, usagef("run %s: --%s", r.Experiment, err)
	case err != nil:
		return r, o, err
	case o.record != "" && checked.Params[wire.ParamRecordMS] == 0:
		return r, o, usagef("run %s: --record: found it with --record-ms 0, want a recording of at least 1ms", r.Experiment)
	case o.hold && (len(checked.Models) != 1 || checked.Sweep != nil):
		return r, o, usagef("run %s: --hold: found %d models, want --models with exactly one, and no lists of values", r.Experiment, len(checked.Models))
	}
	return checked, o, nil
}

func findExperiment(args []string) (bench.Experiment, error) {
	var ids []string
	for _, e := range bench.Experiments() {
		if len(args) > 0 && args[0] == e.ID {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	found := "nothing"
	if len(args) > 0 {
		found = strconv.Quote(args[0])
	}
	return bench.Experiment{}, usagef("run: found %s, want an experiment: one of %s", found, strings.Join(ids, ", "))
}

// setParam takes one value, or a list of values, which makes a sweep.
func setParam(r *bench.Request, p bench.Param, s string) error {
	var values []int64
	for _, part := range strings.Split(s, ",") {
		v, err := p.Parse(part)
		if err != nil {
			return errors.New("want " + paramKind(p) + paramRange(p))
		}
		values = append(values, v)
	}
	switch {
	case len(values) == 1:
		r.Params[p.Name] = values[0]
	case p.PerRun():
		return errors.New("want one value")
	case r.Sweep != nil:
		return fmt.Errorf("found a second list of values besides --%s, want one", r.Sweep.Param)
	default:
		r.Sweep = &wire.Sweep{Param: p.Name, Values: values}
	}
	return nil
}

// paramFlag is a parameter's flag: duration_ms is --duration. The recording's
// length is --record-ms, since --record names its file.
func paramFlag(p bench.Param) string {
	if name, ok := strings.CutSuffix(p.Name, "_ms"); ok && name != "record" {
		return name
	}
	return strings.ReplaceAll(p.Name, "_", "-")
}

func paramHelp(p bench.Param) string {
	about := p.About
	if !p.PerRun() {
		about += "; several, separated by commas, make a curve"
	}
	return fmt.Sprintf("%s: `%s` (default %s)", about, paramRange(p), paramValue(p, p.Default))
}

func paramRange(p bench.Param) string {
	if p.Names != nil {
		return strings.Join(p.Names, "|")
	}
	return paramValue(p, p.Min) + " to " + paramValue(p, p.Max)
}

func paramKind(p bench.Param) string {
	switch {
	case p.Names != nil:
		return "one of "
	case p.Unit == "ms":
		return "a duration in whole milliseconds from "
	}
	return "an integer from "
}

func paramValue(p bench.Param, v int64) string {
	switch {
	case p.Names != nil:
		return p.Names[v]
	case p.Unit == "ms":
		return (time.Duration(v) * time.Millisecond).String()
	}
	return strconv.FormatInt(v, 10)
}

func fullHelp(e bench.Experiment) string {
	var parts []string
	for _, p := range e.Params {
		if v, ok := e.Full[p.Name]; ok {
			parts = append(parts, "--"+paramFlag(p)+" "+paramValue(p, v))
		}
	}
	return strings.Join(parts, " ")
}
