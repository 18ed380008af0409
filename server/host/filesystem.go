package host

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// FilesystemOf tells what a directory lies on: the type of the file system,
// e.g. "ext4", and the block device with its model and whether it is
// "rotational" or "solid state", as the kernel has it; a virtual disk may
// call itself either. The device is "" where there is none (tmpfs) or none
// that shows (overlay). Both are "" when the directory is not found.
func FilesystemOf(dir string) (filesystem, device string) {
	full, err := filepath.Abs(dir)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return "", ""
	}
	return filesystemOf(os.DirFS("/"), full)
}

// A mount is one line of /proc/self/mountinfo (proc_pid_mountinfo(5)).
type mount struct {
	number     string // major:minor
	point      string
	filesystem string
	source     string
}

func filesystemOf(root fs.FS, dir string) (filesystem, device string) {
	var best mount
	for line := range strings.Lines(contents(root, "proc/self/mountinfo")) {
		m, ok := parseMount(line)
		// of two mounts on one directory the later hides the earlier
		if ok && within(dir, m.point) && len(m.point) >= len(best.point) {
			best = m
		}
	}
	return best.filesystem, blockDevice(root, best)
}

func parseMount(line string) (m mount, ok bool) {
	before, after, ok := strings.Cut(line, " - ")
	place, kind := strings.Fields(before), strings.Fields(after)
	if !ok || len(place) < 5 || len(kind) < 2 {
		return m, false
	}
	unescape := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace
	return mount{place[2], unescape(place[4]), kind[0], unescape(kind[1])}, true
}

func within(dir, point string) bool {
	return dir == point || strings.HasPrefix(dir, strings.TrimSuffix(point, "/")+"/")
}

// blockDevice words the device that is mounted.
func blockDevice(root fs.FS, m mount) string {
	name := field(contents(root, "sys/dev/block/"+m.number+"/uevent"), "DEVNAME", "=")
	if name == "" && strings.HasPrefix(m.source, "/dev/") { // btrfs and others with numbers of their own
		name = path.Base(m.source)
	}
	if name == "" {
		return ""
	}
	disk := diskOf(root, name)
	var about []string
	if model := strings.TrimSpace(contents(root, "sys/block/"+disk+"/device/model")); model != "" {
		about = append(about, model)
	}
	switch contents(root, "sys/block/"+disk+"/queue/rotational") {
	case "0":
		about = append(about, "solid state")
	case "1":
		about = append(about, "rotational")
	}
	if len(about) == 0 {
		return name
	}
	return name + " (" + strings.Join(about, ", ") + ")"
}

// diskOf is the disk that a partition is on, or the disk itself.
func diskOf(root fs.FS, name string) string {
	disks, _ := fs.ReadDir(root, "sys/block")
	for _, disk := range disks {
		if _, err := fs.Stat(root, path.Join("sys/block", disk.Name(), name)); err == nil {
			return disk.Name()
		}
	}
	return name
}
