package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
)

// version names the build: the module version or the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return "devel"
}

func runVersion(_ context.Context, _ []string, stdout io.Writer) error {
	_, err := fmt.Fprintln(stdout, "iowait", version())
	return err
}
