package bench

import "iowait/server/wire"

// A step is one trial to come.
type step struct {
	model string
	round int // from 1; 0: the recording
}

// schedule interleaves the models round by round, so that what changes on
// the host meanwhile meets all alike. Each round begins with another model.
// A model is recorded in a fresh pair of processes after all rounds.
func schedule(models []string, rounds int, record bool) []step {
	var steps []step
	for round := range rounds {
		for i := range models {
			steps = append(steps, step{models[(round+i)%len(models)], round + 1})
		}
	}
	if record {
		for _, m := range models {
			steps = append(steps, step{m, 0})
		}
	}
	return steps
}

// split gives the server and the load disjoint CPU sets that cover all; one
// CPU is shared.
func split(cpus []int) wire.CPUSets {
	if len(cpus) < 2 {
		return wire.CPUSets{Server: cpus, Load: cpus, Shared: true}
	}
	half := len(cpus) / 2
	return wire.CPUSets{Server: cpus[:half], Load: cpus[half:]}
}
