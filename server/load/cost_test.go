package load

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"iowait/server/sys"
	"iowait/server/testbin"
	"iowait/server/wire"
)

// BenchmarkCostAgainstC sets the CPU time per request of the load generator
// beside that of the least that one in C can do (testdata/client.c), taking
// turns on the same CPU against the same model. It prints the median ratio;
// more iterations (-benchtime 9x) make it steadier.
func BenchmarkCostAgainstC(b *testing.B) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		b.Skip("there is no C compiler")
	}
	inC := filepath.Join(b.TempDir(), "client")
	if out, err := exec.Command(cc, "-O2", "-o", inC, "testdata/client.c").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	cpus, err := sys.AllowedCPUs()
	if err != nil {
		b.Fatal(err)
	}
	const size, lengthMS = 100, 1000
	last := cpus[len(cpus)-1]
	for _, conns := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("conns=%d", conns), func(b *testing.B) {
			server := startAs(b, exec.Command(testbin.Path(), "worker", "server"))
			addr := server.do(wire.Order{Do: wire.DoStart, Model: "epoll", CPUs: cpus[:1]}).Addr
			_, port, _ := net.SplitHostPort(addr)
			var ratios []float64
			for range b.N {
				var requests, cpuNS int64
				out, err := exec.Command(inC, port, strconv.Itoa(conns), strconv.Itoa(size), strconv.Itoa(lengthMS), strconv.Itoa(last)).Output()
				if _, scanned := fmt.Sscan(string(out), &requests, &cpuNS); err != nil || scanned != nil {
					b.Fatalf("%v, %v: %q", err, scanned, out)
				}
				c := float64(cpuNS) / float64(requests)

				load := start(b)
				load.do(wire.Order{Do: wire.DoStart, Addr: addr, Params: params(conns, size), CPUs: []int{last}})
				load.do(wire.Order{Do: wire.DoWarm, MS: lengthMS / 4})
				before := load.do(wire.Order{Do: wire.DoUsage}).Usage
				i := load.do(wire.Order{Do: wire.DoMeasure, MS: lengthMS}).Interval
				after := load.do(wire.Order{Do: wire.DoUsage}).Usage
				load.do(wire.Order{Do: wire.DoStop})
				ours := float64(after.UserNS+after.SystemNS-before.UserNS-before.SystemNS) / float64(i.Requests)
				ratios = append(ratios, ours/c)
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "CPU/C")
			b.ReportMetric(0, "ns/op")
		})
	}
}
