package load

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"iowait/server/wire"
)

func TestConstantArrivalsFollowFromTheElapsedTimeAlone(t *testing.T) {
	for _, c := range []struct{ rate, elapsedNS, want int64 }{
		{1, 0, 1}, // the first is due at once
		{1, 1e9 - 1, 1},
		{1, 1e9, 2},
		{3, 10e9 - 1, 30},
		{7, 1e9 - 1, 7},
		{100, 10e9 - 1, 1000},
		{999_983, 60e9 - 1, 999_983 * 60}, // a prime: no gap is a whole number of nanoseconds
		{1_000_000, 24 * 3600e9, 24*3600*1_000_000 + 1},
	} {
		// The arrivals due by then are those before the first that is not.
		k := c.want
		if got := constantNS(c.rate, k-1); got > c.elapsedNS {
			t.Errorf("%d/s: arrival %d is due at %d ns, want it by %d", c.rate, k-1, got, c.elapsedNS)
		}
		if got := constantNS(c.rate, k); got <= c.elapsedNS {
			t.Errorf("%d/s: arrival %d is due at %d ns, want it after %d", c.rate, k, got, c.elapsedNS)
		}
	}
}

func TestThreadsTogetherMakeEachArrivalOnce(t *testing.T) {
	const n = 3000
	for _, spacing := range []int64{wire.ArrivalsConstant, wire.ArrivalsPoisson} {
		one := newArrivals(1234, spacing, 7, 0, 1)
		var want []int64
		for range n {
			want = append(want, one.take())
		}
		for _, threads := range []int{2, 3, 5} {
			t.Run(fmt.Sprintf("spacing %d, %d threads", spacing, threads), func(t *testing.T) {
				var got []int64
				for i := range threads {
					a := newArrivals(1234, spacing, 7, i, threads)
					for range n / threads {
						got = append(got, a.take())
					}
				}
				slices.Sort(got)
				if !slices.Equal(got, want[:len(got)]) {
					t.Error("got other arrivals than one thread makes")
				}
			})
		}
	}
}

// The gaps of a Poisson process of rate r are exponential: mean 1/r,
// variance 1/r², and e^-1 of them longer than their mean. The bounds are
// five standard errors, and the seed is fixed.
func TestPoissonGapsAreExponential(t *testing.T) {
	const n, rate = 200_000, 1000
	const meanNS = 1e9 / rate
	a := newArrivals(rate, wire.ArrivalsPoisson, 1, 0, 1)
	var sum, squares, longer float64
	for last, i := int64(0), 0; i < n; i++ {
		at := a.take()
		gap := float64(at-last) / meanNS
		last = at
		sum += gap
		squares += (gap - 1) * (gap - 1)
		if gap > 1 {
			longer++
		}
	}
	p := math.Exp(-1)
	for _, c := range []struct {
		what              string
		got, want, stderr float64
	}{
		{"mean", sum / n, 1, 1 / math.Sqrt(n)},
		{"variance", squares / n, 1, math.Sqrt(8.0 / n)},
		{"share longer than the mean", longer / n, p, math.Sqrt(p * (1 - p) / n)},
	} {
		if math.Abs(c.got-c.want) > 5*c.stderr {
			t.Errorf("%s: got %.4f, want %.4f ± %.4f", c.what, c.got, c.want, 5*c.stderr)
		}
	}
}

func TestSeedsMakeOtherArrivals(t *testing.T) {
	a, again, b := newArrivals(10, wire.ArrivalsPoisson, 1, 0, 1), newArrivals(10, wire.ArrivalsPoisson, 1, 0, 1), newArrivals(10, wire.ArrivalsPoisson, 2, 0, 1)
	first := a.take()
	if got := again.take(); got != first {
		t.Errorf("got %d with the same seed, want %d", got, first)
	}
	if got := b.take(); got == first {
		t.Errorf("got %d with another seed too", got)
	}
}
