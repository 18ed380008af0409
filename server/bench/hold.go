package bench

import (
	"context"
	"fmt"
	"io"

	"iowait/server/dataset"
	"iowait/server/sys"
	"iowait/server/wire"
)

// Hold serves with the one model of a checked request, for other programs to
// talk to, until ctx ends or the server fails. It prints the address, which
// is on loopback. Nothing is measured, and no other run is held up.
func Hold(ctx context.Context, exe string, req Request, known []wire.ModelInfo, root string, out io.Writer) error {
	req = seeded(req)
	experiment, _ := find(req.Experiment)
	if experiment.Kind != "socket" {
		return fmt.Errorf("hold %s: it serves nobody; want an experiment on sockets", experiment.ID)
	}
	l := legs(req, known)[0]
	cpus, err := sys.AllowedCPUs()
	if err != nil {
		return fmt.Errorf("find out which CPUs may be used: %w", err)
	}
	files := &fileSets{root: root, seed: req.Seed, made: map[fileSet]*dataset.Set{}}
	defer files.close()
	dir, err := files.dir(ctx, l.params, func(string) {})
	if err != nil {
		return err
	}
	c, err := start(ctx, exe, "server", 0)
	if err != nil {
		return err
	}
	defer c.end()
	sets := split(cpus, experiment.Kind)
	r, err := c.do(ctx, wire.Order{Do: wire.DoStart, Model: l.info.ID, Experiment: experiment.ID, Params: l.params, Seed: req.Seed, Dir: dir,
		CPUs: sets.Server, Control: sets.Load}, nil)
	if err != nil {
		return err
	}
	url := r.Addr
	switch experiment.ID {
	case "http":
		url = "http://" + r.Addr + "/"
	case "file-server":
		url = "http://" + r.Addr + "/0"
	}
	fmt.Fprintln(out, url)
	select {
	case <-ctx.Done():
		return nil
	case <-c.gone:
		return fmt.Errorf("server process: %w", c.reason())
	}
}
