package host

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// KernelMemory is what the kernel itself uses for all processes together:
// the objects in its caches (sockets, tasks, …), kernel stacks and page
// tables, in bytes. Objects are counted one by one where slabinfo(5) may be
// read, which takes root; else the pages of the caches are
// (proc_meminfo(5)), which also hold objects that are free again.
func KernelMemory() (int64, error) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, fmt.Errorf("read the kernel's memory: %w", err)
	}
	bytes := kibibytes(string(text), "KernelStack") + kibibytes(string(text), "PageTables")
	if objects, err := os.ReadFile("/proc/slabinfo"); err == nil {
		return bytes + objectBytes(string(objects)), nil
	}
	return bytes + kibibytes(string(text), "Slab"), nil
}

func kibibytes(meminfo, name string) int64 {
	n, _, _ := strings.Cut(field(meminfo, name, ":"), " ")
	kib, _ := strconv.ParseInt(n, 10, 64)
	return kib * 1024
}

// objectBytes adds up the objects in use: a line is the cache's name, how
// many are in use, how many there are, and how large one is.
func objectBytes(slabinfo string) (bytes int64) {
	for line := range strings.Lines(slabinfo) {
		f := strings.Fields(line)
		if len(f) < 4 {
			continue
		}
		used, err := strconv.ParseInt(f[1], 10, 64)
		size, err2 := strconv.ParseInt(f[3], 10, 64)
		if err == nil && err2 == nil {
			bytes += used * size
		}
	}
	return bytes
}
