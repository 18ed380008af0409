package host

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Times is how long all CPUs together have spent on what since the boot, in
// nanoseconds (proc_stat(5), line "cpu"). Guests' time is part of UserNS.
type Times struct {
	UserNS, NiceNS, SystemNS, IRQNS, SoftIRQNS int64
	IdleNS, IOWaitNS                           int64
	StealNS                                    int64 // taken by the hypervisor for others
}

// tickNS is what the kernel counts in: USER_HZ is 100 on amd64 and arm64
// (time(7)). Each field is rounded down to it.
const tickNS = 10_000_000

// CPUTimes reads the times of all CPUs, those included that this process may
// not use.
func CPUTimes() (Times, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return Times{}, fmt.Errorf("read the CPUs' times: %w", err)
	}
	return parseTimes(string(text))
}

func parseTimes(stat string) (Times, error) {
	line, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(line)
	if len(fields) == 0 || fields[0] != "cpu" {
		return Times{}, errors.New(`read the CPUs' times: found no line "cpu" in /proc/stat`)
	}
	var t Times
	into := []*int64{&t.UserNS, &t.NiceNS, &t.SystemNS, &t.IdleNS, &t.IOWaitNS, &t.IRQNS, &t.SoftIRQNS, &t.StealNS}
	if len(fields) <= len(into) {
		return Times{}, fmt.Errorf("read the CPUs' times: found %d numbers in /proc/stat, want %d or more", len(fields)-1, len(into))
	}
	for i, field := range into {
		ticks, err := strconv.ParseInt(fields[1+i], 10, 64)
		if err != nil {
			return Times{}, fmt.Errorf("read the CPUs' times: %w", err)
		}
		*field = ticks * tickNS
	}
	return t, nil
}

func (t Times) busy() int64  { return t.UserNS + t.NiceNS + t.SystemNS + t.IRQNS + t.SoftIRQNS }
func (t Times) total() int64 { return t.busy() + t.IdleNS + t.IOWaitNS + t.StealNS }

// Between tells how much of all CPUs' time between two readings was stolen
// by the hypervisor, and how much went to processes and interrupts other
// than those that used ownNS. Both are from 0 to 100; Uncertainty says how
// exact. Without time between the readings both are 0.
func Between(before, after Times, ownNS int64) (stealPct, otherPct float64) {
	all := after.total() - before.total()
	if all <= 0 {
		return 0, 0
	}
	share := func(ns int64) float64 { return min(max(100*float64(ns)/float64(all), 0), 100) }
	return share(after.StealNS - before.StealNS), share(after.busy() - before.busy() - ownNS)
}

// Uncertainty is by how many percent of all CPUs' time the two shares of
// Between may be wrong for rounding alone: each field of a reading is up to
// a tick too small, so the difference of one field, steal, is wrong by less
// than a tick, and that of the five that make up the busy time by less than
// five. On a kernel that samples at its ticks who is on a CPU
// (CONFIG_TICK_CPU_ACCOUNTING) chance adds to it. 100 without time between
// the readings.
func Uncertainty(before, after Times) (stealPct, otherPct float64) {
	all := after.total() - before.total()
	if all <= 0 {
		return 100, 100
	}
	tick := 100 * float64(tickNS) / float64(all)
	return min(tick, 100), min(5*tick, 100)
}
