package iomodel

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"iowait/server/sys"
)

// setting is a number from the environment, e.g. IOWAIT_BENCH_ROUNDS.
func setting(b *testing.B, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("%s: found %q, want a whole number from 1", name, text)
	}
	return n
}

func benchRounds(b *testing.B) int { return setting(b, "IOWAIT_BENCH_ROUNDS", 7) }

func benchLength(b *testing.B) time.Duration {
	return time.Duration(setting(b, "IOWAIT_BENCH_MS", 1000)) * time.Millisecond
}

// apart is a CPU for the server and one for the load: the same one where
// there is no other.
func apart(b *testing.B) (server, load []int) {
	cpus, err := sys.AllowedCPUs()
	if err != nil {
		b.Fatal(err)
	}
	return cpus[:1], cpus[len(cpus)-1:]
}

// ratios of paired measurements.
type ratios []float64

func (r ratios) median() float64 {
	sorted := slices.Sorted(slices.Values(r))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// against words median and range, with the budget: "0.98x (0.95 to 1.02),
// budget >= 0.95: kept".
func (r ratios) against(sign string, budget float64) string {
	m := r.median()
	word := "kept"
	if sign == ">=" && m < budget || sign == "<=" && m > budget {
		word = "MISSED"
	}
	return fmt.Sprintf("%v, budget %s %g: %s", r, sign, budget, word)
}

func (r ratios) String() string {
	return fmt.Sprintf("%.2fx (%.2f to %.2f)", r.median(), slices.Min(r), slices.Max(r))
}
