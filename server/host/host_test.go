package host

import (
	"reflect"
	"testing"
	"testing/fstest"

	"iowait/server/wire"
)

func TestReadTakesWhatTheFilesTell(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  wire.Host
	}{
		"an empty tree": {fstest.MapFS{}, wire.Host{}},
		"a virtual machine": {fstest.MapFS{
			"etc/os-release":              file("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"),
			"proc/sys/kernel/osrelease":   file("6.18.44\n"),
			"proc/cpuinfo":                file("processor\t: 0\nmodel name\t: AMD EPYC\nflags\t\t: fpu hypervisor lm\n"),
			"proc/meminfo":                file("MemTotal:        1000 kB\nMemFree: 1 kB\n"),
			"proc/loadavg":                file("0.42 0.30 0.10 1/100 12\n"),
			"sys/class/dmi/id/sys_vendor": file("QEMU\n"),
			"sys/devices/system/clocksource/clocksource0/current_clocksource": file("tsc\n"),
		}, wire.Host{OS: "Debian GNU/Linux 12 (bookworm)", Kernel: "6.18.44", CPU: "AMD EPYC", MemoryBytes: 1024000,
			LoadBefore: 0.42, Clock: "tsc", Virtual: "kvm"}},
		"a virtual machine that only its CPU gives away": {fstest.MapFS{
			"proc/cpuinfo": file("flags\t\t: fpu hypervisor\n"),
		}, wire.Host{Virtual: "virtual machine"}},
		"a container on arm64": {fstest.MapFS{
			".dockerenv":   file(""),
			"proc/cpuinfo": file("processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n"),
		}, wire.Host{CPU: "implementer 0x41 part 0xd0c", Virtual: "container", Container: "docker"}},
		"damaged files": {fstest.MapFS{
			"proc/meminfo": file("MemTotal:\n"),
			"proc/loadavg": file("x"),
		}, wire.Host{}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := read(c.files); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestFingerprintOfThisMachineIsComplete(t *testing.T) {
	h := Fingerprint()
	t.Logf("%+v", h)
	if h.Kernel == "" || h.Arch == "" || h.CPUs < 1 || h.MemoryBytes == 0 || h.FDLimit == 0 || h.Go == "" {
		t.Errorf("got %+v, want kernel, architecture, CPUs, memory, descriptors and Go version", h)
	}
}
