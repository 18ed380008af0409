package host

import (
	"io/fs"
	"strings"
)

// container names what this system's processes are contained in, "" when
// nothing was seen. Each way to run containers leaves other marks, and in a
// pod of Kubernetes those of its runtime too, so that the order counts.
func container(root fs.FS) string {
	exists := func(name string) bool {
		_, err := fs.Stat(root, name)
		return err == nil
	}
	cgroups := contents(root, "proc/1/cgroup") + contents(root, "proc/self/cgroup")
	if exists("var/run/secrets/kubernetes.io") || exists("run/secrets/kubernetes.io") || strings.Contains(cgroups, "kubepods") {
		return "kubernetes"
	}
	if name := contents(root, "run/systemd/container"); name != "" { // systemd, https://systemd.io/CONTAINER_INTERFACE
		return name
	}
	if exists("run/.containerenv") {
		return "podman"
	}
	if exists(".dockerenv") {
		return "docker"
	}
	for variable := range strings.SplitSeq(contents(root, "proc/1/environ"), "\x00") {
		if name, ok := strings.CutPrefix(variable, "container="); ok && name != "" {
			return name
		}
	}
	for _, known := range []struct{ word, name string }{
		{"libpod", "podman"}, {"docker", "docker"}, {"lxc", "lxc"}, {"containerd", "containerd"},
	} {
		if strings.Contains(cgroups, known.word) {
			return known.name
		}
	}
	return ""
}

// vendors tells virtual machines by what their firmware says of itself.
var vendors = []struct{ word, name string }{
	{"kvm", "kvm"}, {"qemu", "kvm"}, {"vmware", "vmware"}, {"virtualbox", "virtualbox"},
	{"microsoft corporation virtual machine", "hyper-v"}, {"xen", "xen"},
	{"amazon ec2", "kvm"}, {"google compute engine", "kvm"},
}

// machine names the virtual machine that this system runs in, as far as it
// shows.
func machine(root fs.FS) string {
	product := strings.ToLower(contents(root, "sys/class/dmi/id/sys_vendor") + " " + contents(root, "sys/class/dmi/id/product_name"))
	for _, known := range vendors {
		if strings.Contains(product, known.word) {
			return known.name
		}
	}
	if name := contents(root, "sys/hypervisor/type"); name != "" {
		return name
	}
	if strings.Contains(contents(root, "sys/devices/system/clocksource/clocksource0/available_clocksource"), "kvm") {
		return "kvm"
	}
	if strings.Contains(" "+field(contents(root, "proc/cpuinfo"), "flags", ":")+" ", " hypervisor ") {
		return "virtual machine"
	}
	return ""
}
