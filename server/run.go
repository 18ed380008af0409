package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"iowait/server/bench"
	"iowait/server/iomodel"
	"iowait/server/sys"
	"iowait/server/wire"
)

// runOptions are the flags of iowait run that are no parameters.
type runOptions struct {
	json   bool
	record string // file for the recording; "" for none
}

// runRun makes one run and prints its result.
func runRun(ctx context.Context, args []string, stdout io.Writer) error {
	known := iomodel.Doctor()
	request, o, err := parseRun(args, known)
	if errors.Is(err, flag.ErrHelp) {
		return nil // the flag set has printed it
	}
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	line := progressLine{out: os.Stderr, on: sys.IsTerminal(os.Stderr)}
	var recordings []*bench.Recorded
	runner := &bench.Runner{Exe: exe, Models: known}
	run := runner.Run(ctx, "", request, func(u bench.Update) {
		line.update(u)
		if u.Recording != nil && o.record != "" {
			recordings = append(recordings, u.Recording)
		}
	})
	line.clear()
	for _, r := range recordings {
		name := recordingFile(o.record, r.Model, len(request.Models))
		if err := os.WriteFile(name, r.Data, 0o666); err != nil {
			return fmt.Errorf("write the recording of %s: %w", r.Model, err)
		}
	}
	if o.json {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(run)
	} else {
		err = printRun(stdout, run)
	}
	if err != nil {
		return err
	}
	return outcomeOf(run)
}

// outcomeOf turns what became of a run into the program's exit status.
func outcomeOf(run *wire.Run) error {
	if run.State == wire.Cancelled {
		return fmt.Errorf("run %s: %s", run.Experiment, run.Reason)
	}
	if run.State != wire.Done {
		return fmt.Errorf("run %s: %s: %s", run.Experiment, run.State, run.Reason)
	}
	status := map[wire.Status]bool{}
	for _, r := range run.Results {
		status[r.Status] = true
	}
	switch {
	case status[wire.Crashed]:
		return fmt.Errorf("run %s: a model failed", run.Experiment)
	case status[wire.Invalid] || status[wire.Unavailable]:
		return errInvalid
	}
	return nil
}

// recordingFile is where one model's recording goes: file itself, or, with
// several models, file with the model before its extension.
func recordingFile(file, model string, models int) string {
	if models < 2 {
		return file
	}
	ext := filepath.Ext(file)
	return strings.TrimSuffix(file, ext) + "-" + model + ext
}

// parseRun reads the command line into a checked request.
func parseRun(args []string, known []wire.ModelInfo) (bench.Request, runOptions, error) {
	var o runOptions
	var r bench.Request
	experiment, err := findExperiment(args)
	if err != nil {
		return r, o, err
	}
	r = bench.Request{Experiment: experiment.ID, Params: wire.Params{}}
	for _, m := range known {
		if slices.Contains(experiment.Models, m.ID) {
			r.Models = append(r.Models, m.ID)
		}
	}
	flags := flag.NewFlagSet("iowait run "+experiment.ID, flag.ContinueOnError)
	var complaint strings.Builder // the error holds it too
	flags.SetOutput(&complaint)
	flags.Func("models", "models to compare, separated by commas (default "+strings.Join(r.Models, ",")+")", func(s string) error {
		r.Models = strings.Split(s, ",")
		return nil
	})
	flags.BoolVar(&o.json, "json", false, "print the run as one JSON object")
	flags.StringVar(&o.record, "record", "", "write the recording to this `file`; with several models, one file each: NAME-MODEL.EXT")
	for _, p := range experiment.Params {
		flags.Func(paramFlag(p), paramHelp(p), func(s string) (err error) {
			r.Params[p.Name], err = parseParam(p, s)
			return err
		})
	}
	if err := flags.Parse(args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(os.Stderr, complaint.String())
			return r, o, err
		}
		return r, o, usagef("run %s: %w; try: iowait run %s -h", experiment.ID, err, experiment.ID)
	}
	if flags.NArg() > 0 {
		return r, o, usagef("run %s: found %q, want only flags after the experiment", experiment.ID, flags.Arg(0))
	}
	checked, err := bench.Check(r, known)
	var field *bench.FieldError
	if errors.As(err, &field) {
		return r, o, usagef("run %s: --%s", experiment.ID, err)
	}
	if o.record != "" && checked.Params["record_ms"] == 0 {
		return r, o, usagef("run %s: --record: found it with --record-ms 0, want a recording of at least 1ms", experiment.ID)
	}
	return checked, o, err
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

// paramFlag is a parameter's flag: duration_ms is --duration. The recording's
// length is --record-ms, since --record names its file.
func paramFlag(p bench.Param) string {
	if name, ok := strings.CutSuffix(p.Name, "_ms"); ok && name != "record" {
		return name
	}
	return strings.ReplaceAll(p.Name, "_", "-")
}

func paramHelp(p bench.Param) string {
	return fmt.Sprintf("%s: `%s` (default %s)", p.About, paramRange(p), paramValue(p, p.Default))
}

func paramRange(p bench.Param) string { return paramValue(p, p.Min) + " to " + paramValue(p, p.Max) }

func paramValue(p bench.Param, v int64) string {
	if p.Unit == "ms" {
		return (time.Duration(v) * time.Millisecond).String()
	}
	return strconv.FormatInt(v, 10)
}

// parseParam reads an integer, or, for milliseconds, a duration such as 1s.
func parseParam(p bench.Param, s string) (int64, error) {
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil && p.Unit == "ms" {
		var d time.Duration
		d, err = time.ParseDuration(s)
		if v = d.Milliseconds(); err == nil && time.Duration(v)*time.Millisecond != d {
			err = errors.New("less than a millisecond")
		}
	}
	if err != nil || v < p.Min || v > p.Max {
		kind := "an integer from "
		if p.Unit == "ms" {
			kind = "a duration in whole milliseconds from "
		}
		return 0, errors.New("want " + kind + paramRange(p))
	}
	return v, nil
}
