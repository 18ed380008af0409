package load

import (
	"math/rand/v2"

	"iowait/server/wire"
)

// arrivals says when the requests of an open loop are due: at moments that
// depend on nothing but the rate, their spacing and the seed. Each client
// thread takes every n-th of them, so that together they make each one once
// and the rate is exact, whatever the number of threads.
type arrivals struct {
	rate    int64 // per second, of all threads
	threads int64
	next    int64 // number of the arrival that this thread makes next

	gaps   *rand.Rand // poisson; else nil
	number int64      // poisson: of the arrival at atNS
	atNS   float64
}

// newArrivals are those that thread number i of n makes.
func newArrivals(rate, spacing, seed int64, i, n int) arrivals {
	a := arrivals{rate: rate, threads: int64(n), next: int64(i), number: -1}
	if spacing == wire.ArrivalsPoisson {
		a.gaps = rand.New(rand.NewPCG(uint64(seed), 0))
	}
	return a
}

// take answers when the thread's next arrival is due, in nanoseconds since
// the load began, and goes on to the one after it.
func (a *arrivals) take() int64 {
	k := a.next
	a.next += a.threads
	if a.gaps == nil {
		return constantNS(a.rate, k)
	}
	for ; a.number < k; a.number++ {
		a.atNS += a.gaps.ExpFloat64() * 1e9 / float64(a.rate)
	}
	return int64(a.atNS)
}

// constantNS is when arrival k of a constant rate is due. It is computed
// from k alone, so that no error adds up.
func constantNS(rate, k int64) int64 { return k/rate*1e9 + k%rate*1e9/rate }
