// Package host takes the fingerprint of the machine: what a reader needs to
// know of it to judge a result. It reads proc(5), sysfs(5) and
// os-release(5); what it cannot find stays empty. And it keeps runs on one
// machine apart: Acquire.
package host

import (
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"iowait/server/sys"
	"iowait/server/wire"
)

// Fingerprint describes this machine as it is now. It does not fail.
func Fingerprint() wire.Host {
	h := read(os.DirFS("/"))
	h.Arch, h.Go = runtime.GOARCH, runtime.Version()
	if cpus, err := sys.AllowedCPUs(); err == nil {
		h.CPUs = len(cpus)
	}
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) == nil {
		h.FDLimit = limit.Max
	}
	return h
}

// read takes from the file tree what it tells.
func read(root fs.FS) wire.Host {
	text := func(name string) string { return contents(root, name) }
	h := wire.Host{
		OS:     strings.Trim(field(text("etc/os-release"), "PRETTY_NAME", "="), `"`),
		Kernel: text("proc/sys/kernel/osrelease"),
		CPU:    cpuName(text("proc/cpuinfo")),
		Clock:  text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
	}
	if kib, _, ok := strings.Cut(field(text("proc/meminfo"), "MemTotal", ":"), " "); ok {
		n, _ := strconv.ParseInt(kib, 10, 64)
		h.MemoryBytes = n * 1024
	}
	load, _, _ := strings.Cut(text("proc/loadavg"), " ")
	h.LoadBefore, _ = strconv.ParseFloat(load, 64)
	h.Container = container(root)
	h.Virtual = machine(root)
	if h.Virtual == "" && h.Container != "" {
		h.Virtual = "container"
	}
	const cpu = "sys/devices/system/cpu/"
	known, _ := fs.ReadDir(root, cpu+"vulnerabilities")
	for _, vulnerability := range known {
		h.Mitigations = with(h.Mitigations, vulnerability.Name(), text(cpu+"vulnerabilities/"+vulnerability.Name()))
	}
	h.SMT = text(cpu + "smt/control")
	h.Governor = text(cpu + "cpu0/cpufreq/scaling_governor")
	h.Limits = limits(root)
	return h
}

// contents answers a file without its last line end, "" when it cannot be read.
func contents(root fs.FS, name string) string {
	b, _ := fs.ReadFile(root, name)
	return strings.TrimRight(string(b), "\n\x00")
}

// with adds what is known to a map that may be nil.
func with(m map[string]string, name, value string) map[string]string {
	if value == "" {
		return m
	}
	if m == nil {
		m = map[string]string{}
	}
	m[name] = value
	return m
}

// field finds the value of the first line "name SEPARATOR value".
func field(text, name, separator string) string {
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(line, separator)
		if ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// cpuName is the model's name, or on arm64, which has none, its numbers.
func cpuName(cpuinfo string) string {
	if name := field(cpuinfo, "model name", ":"); name != "" {
		return name
	}
	if part := field(cpuinfo, "CPU part", ":"); part != "" {
		return "implementer " + field(cpuinfo, "CPU implementer", ":") + " part " + part
	}
	return ""
}
