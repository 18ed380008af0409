package host

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// resources are the limits of this process that a run can meet, by the names
// that getrlimit(2) and /proc/self/limits have for them.
var resources = []struct{ name, line string }{
	{"RLIMIT_NOFILE", "Max open files"}, {"RLIMIT_NPROC", "Max processes"},
	{"RLIMIT_MEMLOCK", "Max locked memory"}, {"RLIMIT_SIGPENDING", "Max pending signals"},
}

// settings are the kernel's (sysctl(8)).
var settings = []string{
	"kernel.perf_event_paranoid", "kernel.io_uring_disabled", "kernel.threads-max", "kernel.pid_max",
	"fs.aio-max-nr", "vm.max_map_count", "net.core.somaxconn", "net.ipv4.ip_local_port_range",
}

// limits answers what the host allows: "soft / hard" of a resource, or one
// number when both are the same; control groups and settings in the kernel's
// own words. What does not exist or sets no limit is left out.
func limits(root fs.FS) map[string]string {
	var found map[string]string
	own := contents(root, "proc/self/limits")
	for _, r := range resources {
		for line := range strings.Lines(own) {
			rest, ok := strings.CutPrefix(line, r.line)
			if values := strings.Fields(rest); ok && len(values) >= 2 {
				if values[0] != values[1] {
					values[0] += " / " + values[1]
				}
				found = with(found, r.name, values[0])
			}
		}
	}
	for name, value := range groupLimits(root) {
		found = with(found, "cgroup "+name, value)
	}
	for _, s := range settings {
		value := contents(root, "proc/sys/"+strings.ReplaceAll(s, ".", "/"))
		found = with(found, s, strings.Join(strings.Fields(value), " "))
	}
	return found
}

// groupLimits answers the tightest of the limits of this process's control
// groups, from its own up to the root: each holds for all below it
// (cgroups(7), version 2 and 1).
func groupLimits(root fs.FS) map[string]string {
	found := map[string]string{}
	tightest := map[string]float64{}
	limit := func(name, value string) {
		if v := bound(value); v < math.Inf(1) && (found[name] == "" || v < tightest[name]) {
			found[name], tightest[name] = value, v
		}
	}
	for line := range strings.Lines(contents(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		mounts := []string{"sys/fs/cgroup", "sys/fs/cgroup/unified"}
		if parts[1] != "" {
			mounts = []string{"sys/fs/cgroup/" + parts[1]}
		}
		for _, mount := range mounts {
			// Within a namespace or a container the path may lead nowhere;
			// the mount itself is then this group.
			for dir := path.Clean("/" + parts[2]); ; dir = path.Dir(dir) {
				file := func(name string) string { return contents(root, path.Join(mount, dir, name)) }
				switch parts[1] {
				case "":
					for _, name := range []string{"cpu.max", "memory.max", "pids.max"} {
						limit(name, file(name))
					}
				case "cpu", "cpu,cpuacct":
					limit("cpu.max", strings.TrimSpace(file("cpu.cfs_quota_us")+" "+file("cpu.cfs_period_us")))
				case "memory":
					limit("memory.max", file("memory.limit_in_bytes"))
				case "pids":
					limit("pids.max", file("pids.max"))
				}
				if dir == "/" {
					break
				}
			}
		}
	}
	return found
}

// bound is a limit as a number to compare; infinite when it limits nothing.
// "50000 100000" is a quota of each period. Version 1 says -1, or a number of
// bytes that no machine has, for none.
func bound(value string) float64 {
	quota, period, ratio := strings.Cut(value, " ")
	n, err := strconv.ParseFloat(quota, 64)
	if err != nil || n < 0 || n >= 1<<62 {
		return math.Inf(1)
	}
	if p, err := strconv.ParseFloat(period, 64); ratio && err == nil && p > 0 {
		return n / p
	}
	return n
}
