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
	"strings"

	"iowait/server/bench"
	"iowait/server/export"
	"iowait/server/iofile"
	"iowait/server/iomodel"
	"iowait/server/sys"
	"iowait/server/wire"
)

// runRun makes one run and prints its result.
func runRun(ctx context.Context, args []string, stdout io.Writer) error {
	known := models()
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
	if o.hold {
		return bench.Hold(ctx, exe, request, known, o.files, stdout)
	}
	line := progressLine{out: os.Stderr, on: sys.IsTerminal(os.Stderr)}
	var recordings []*bench.Recorded
	runner := &bench.Runner{Exe: exe, Models: known, Files: o.files}
	run := runner.Run(ctx, "", request, func(u bench.Update) {
		line.update(u)
		if u.Recording != nil && o.record != "" {
			recordings = append(recordings, u.Recording)
		}
	})
	line.clear()
	for _, r := range recordings {
		name := recordingFile(o.record, r.Model, len(recordings))
		if err := os.WriteFile(name, r.Data, 0o666); err != nil {
			return fmt.Errorf("write the recording of %s: %w", r.Model, err)
		}
	}
	if err := write(stdout, o.format, run); err != nil {
		return err
	}
	return outcomeOf(run)
}

// write prints the run in a format.
func write(w io.Writer, format string, run *wire.Run) error {
	switch format {
	case "json":
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(run)
	case "csv":
		return export.RunCSV(w, run)
	case "benchstat":
		return export.Benchstat(w, run)
	}
	return printRun(w, run)
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

// models lists all models, with what this host says of each.
func models() []wire.ModelInfo { return append(iomodel.Doctor(), iofile.Doctor()...) }
