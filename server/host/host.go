// Package host takes the fingerprint of the machine: what a reader needs to
// know of it to judge a result. It reads proc(5), sysfs(5) and
// os-release(5); what it cannot find stays empty.
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
	text := func(name string) string {
		b, _ := fs.ReadFile(root, name)
		return strings.TrimRight(string(b), "\n\x00")
	}
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
	h.Virtual = virtual(root, text)
	return h
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

// vendors tells virtual machines by what their firmware says of itself.
var vendors = []struct{ word, name string }{
	{"kvm", "kvm"}, {"qemu", "kvm"}, {"vmware", "vmware"}, {"virtualbox", "virtualbox"},
	{"microsoft corporation virtual machine", "hyper-v"}, {"xen", "xen"},
	{"amazon ec2", "kvm"}, {"google compute engine", "kvm"},
}

// virtual names what stands between this system and the hardware, as far as
// it shows: a container first, else a virtual machine.
func virtual(root fs.FS, text func(string) string) string {
	for _, mark := range []string{".dockerenv", "run/.containerenv"} {
		if _, err := fs.Stat(root, mark); err == nil {
			return "container"
		}
	}
	for _, word := range []string{"docker", "kubepods", "containerd", "lxc"} {
		if strings.Contains(text("proc/1/cgroup"), word) {
			return "container"
		}
	}
	product := strings.ToLower(text("sys/class/dmi/id/sys_vendor") + " " + text("sys/class/dmi/id/product_name"))
	for _, known := range vendors {
		if strings.Contains(product, known.word) {
			return known.name
		}
	}
	if name := text("sys/hypervisor/type"); name != "" {
		return name
	}
	if strings.Contains(text("sys/devices/system/clocksource/clocksource0/available_clocksource"), "kvm") {
		return "kvm"
	}
	if strings.Contains(" "+field(text("proc/cpuinfo"), "flags", ":")+" ", " hypervisor ") {
		return "virtual machine"
	}
	return ""
}
