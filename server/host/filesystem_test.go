package host

import (
	"testing"
)

const mountinfo = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
25 24 0:23 / /dev/shm rw,relatime - tmpfs tmpfs rw
40 27 8:17 / /data rw,relatime shared:5 master:1 - xfs /dev/sdb1 rw
41 27 0:45 /sub /home rw - btrfs /dev/nvme0n1p2 rw
42 27 0:50 / /var/lib/with\040space rw - overlay overlay rw,lowerdir=/x
43 40 8:33 / /data rw - ext4 /dev/sdc1 rw
44 27 7:3 / /data/deeper rw - squashfs /dev/loop3 ro
a line that is damaged
45 27 - - -
`

func TestTheFilesystemOfADirectoryIsItsInnermostMount(t *testing.T) {
	root := tree(map[string]string{
		"proc/self/mountinfo":                mountinfo,
		"sys/dev/block/254:0/uevent":         "MAJOR=254\nMINOR=0\nDEVNAME=vda\nDEVTYPE=disk\n",
		"sys/dev/block/8:33/uevent":          "DEVNAME=sdc1\nDEVTYPE=partition\n",
		"sys/dev/block/7:3/uevent":           "DEVNAME=loop3\n",
		"sys/block/vda/queue/rotational":     "0\n",
		"sys/block/sdc/queue/rotational":     "1\n",
		"sys/block/sdc/device/model":         "WDC WD40  \n",
		"sys/block/sdc/sdc1/partition":       "1\n",
		"sys/block/nvme0n1/queue/rotational": "0\n",
		"sys/block/nvme0n1/nvme0n1p2/start":  "2048\n",
	})
	for dir, want := range map[string][2]string{
		"/":                          {"ext4", "vda (solid state)"},
		"/tmp/x":                     {"ext4", "vda (solid state)"},
		"/datastore":                 {"ext4", "vda (solid state)"},
		"/data":                      {"ext4", "sdc1 (WDC WD40, rotational)"},
		"/data/x":                    {"ext4", "sdc1 (WDC WD40, rotational)"},
		"/data/deeper/x":             {"squashfs", "loop3"},
		"/home/a":                    {"btrfs", "nvme0n1p2 (solid state)"},
		"/dev/shm":                   {"tmpfs", ""},
		"/var/lib/with space/runs/1": {"overlay", ""},
	} {
		filesystem, device := filesystemOf(root, dir)
		if got := [2]string{filesystem, device}; got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
	if filesystem, device := filesystemOf(tree(nil), "/tmp"); filesystem != "" || device != "" {
		t.Errorf("without /proc: got %q on %q, want nothing", filesystem, device)
	}
}

func TestADirectoryOfThisHostLiesOnSomething(t *testing.T) {
	filesystem, device := FilesystemOf(t.TempDir())
	t.Logf("%s on %s", filesystem, device)
	if filesystem == "" {
		t.Error("got no file system, want one")
	}
	if filesystem, _ := FilesystemOf("/proc/self"); filesystem != "proc" {
		t.Errorf("/proc/self: got %q, want proc", filesystem)
	}
	if filesystem, device := FilesystemOf("/no/such/directory"); filesystem != "" || device != "" {
		t.Errorf("got %q on %q for a directory that is not there", filesystem, device)
	}
}
