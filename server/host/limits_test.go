package host

import (
	"reflect"
	"testing"
	"testing/fstest"
)

// tree is a file system of files with these contents.
func tree(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, content := range files {
		root[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return root
}

const ownLimits = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max processes             1000                 2000                 processes
Max open files            20000                20000                files
Max locked memory         8388608              unlimited            bytes
Max pending signals       96551                96551                signals
`

func TestLimitsAreWhatARunCanMeet(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  map[string]string
	}{
		{"nothing is known", nil, nil},
		{"of this process", map[string]string{"proc/self/limits": ownLimits}, map[string]string{
			"RLIMIT_NPROC": "1000 / 2000", "RLIMIT_NOFILE": "20000", "RLIMIT_MEMLOCK": "8388608 / unlimited", "RLIMIT_SIGPENDING": "96551"}},
		{"the kernel's settings", map[string]string{
			"proc/sys/kernel/perf_event_paranoid": "4\n", "proc/sys/kernel/io_uring_disabled": "2\n", "proc/sys/net/ipv4/ip_local_port_range": "32768\t60999\n",
		}, map[string]string{"kernel.perf_event_paranoid": "4", "kernel.io_uring_disabled": "2", "net.ipv4.ip_local_port_range": "32768 60999"}},
		{"the tightest of the control groups above", map[string]string{
			"proc/self/cgroup":                       "0::/a/b\n",
			"sys/fs/cgroup/a/b/cpu.max":              "max 100000\n",
			"sys/fs/cgroup/a/cpu.max":                "50000 100000\n",
			"sys/fs/cgroup/a/b/memory.max":           "2000000\n",
			"sys/fs/cgroup/a/memory.max":             "1000000\n",
			"sys/fs/cgroup/a/b/pids.max":             "100\n",
			"sys/fs/cgroup/a/pids.max":               "max\n",
			"sys/fs/cgroup/unrelated/cgroup/cpu.max": "1 100000\n",
		}, map[string]string{"cgroup cpu.max": "50000 100000", "cgroup memory.max": "1000000", "cgroup pids.max": "100"}},
		{"a smaller quota of a shorter period can be more", map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "40000 50000\n", "sys/fs/cgroup/a/cpu.max": "50000 100000\n",
		}, map[string]string{"cgroup cpu.max": "50000 100000"}},
		{"no limit at all", map[string]string{
			"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "max 100000\n", "sys/fs/cgroup/a/memory.max": "max\n", "sys/fs/cgroup/a/pids.max": "max\n",
		}, nil},
		{"in a container the mount is the group", map[string]string{
			"proc/self/cgroup": "0::/docker/0123\n", "sys/fs/cgroup/memory.max": "3000000\n", "sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, map[string]string{"cgroup memory.max": "3000000", "cgroup cpu.max": "200000 100000"}},
		{"version 1", map[string]string{
			"proc/self/cgroup": "4:memory:/m\n3:cpu,cpuacct:/c\n2:pids:/p\n1:name=systemd:/\n",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes":  "4000000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":    "9223372036854771712\n",
			"sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_quota_us":  "150000\n",
			"sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_period_us": "100000\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":    "-1\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us":   "100000\n",
			"sys/fs/cgroup/pids/p/pids.max":                 "512\n",
		}, map[string]string{"cgroup memory.max": "4000000", "cgroup cpu.max": "150000 100000", "cgroup pids.max": "512"}},
		{"damaged files", map[string]string{"proc/self/cgroup": "0:\n\n:::::\n0::../..//x\n", "proc/self/limits": "Max open files\nMax processes 1\n"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := limits(tree(test.files)); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %v\nwant %v", got, test.want)
			}
		})
	}
}

func TestAContainerIsKnownByItsMarks(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"none", map[string]string{"proc/1/cgroup": "0::/init.scope\n"}, ""},
		{"docker", map[string]string{".dockerenv": ""}, "docker"},
		{"podman", map[string]string{"run/.containerenv": "engine=\"podman-4\"\n"}, "podman"},
		{"a pod, whatever runs it", map[string]string{".dockerenv": "", "var/run/secrets/kubernetes.io/serviceaccount/token": "x"}, "kubernetes"},
		{"a pod by its control group", map[string]string{"proc/1/cgroup": "5:memory:/kubepods/besteffort/pod1\n"}, "kubernetes"},
		{"systemd's own word", map[string]string{"run/systemd/container": "systemd-nspawn\n"}, "systemd-nspawn"},
		{"the first process's environment", map[string]string{"proc/1/environ": "PATH=/bin\x00container=lxc\x00"}, "lxc"},
		{"docker by its control group", map[string]string{"proc/1/cgroup": "4:memory:/docker/0123\n"}, "docker"},
		{"podman by its control group", map[string]string{"proc/self/cgroup": "0::/machine.slice/libpod-0123.scope\n"}, "podman"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := container(tree(test.files)); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestAContainerDoesNotHideTheVirtualMachineAroundIt(t *testing.T) {
	h := read(tree(map[string]string{".dockerenv": "", "sys/class/dmi/id/sys_vendor": "QEMU\n"}))
	if h.Virtual != "kvm" || h.Container != "docker" {
		t.Errorf("got %q and %q, want kvm and docker", h.Virtual, h.Container)
	}
}

func TestTheProcessorIsDescribedInTheKernelsWords(t *testing.T) {
	h := read(tree(map[string]string{
		"sys/devices/system/cpu/vulnerabilities/meltdown":      "Mitigation: PTI\n",
		"sys/devices/system/cpu/vulnerabilities/mds":           "Not affected\n",
		"sys/devices/system/cpu/smt/control":                   "on\n",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
	}))
	if want := map[string]string{"meltdown": "Mitigation: PTI", "mds": "Not affected"}; !reflect.DeepEqual(h.Mitigations, want) || h.SMT != "on" || h.Governor != "powersave" {
		t.Errorf("got %v, SMT %q, governor %q", h.Mitigations, h.SMT, h.Governor)
	}
}
