package load

import (
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/wire"
)

// A tally adds up intervals of all threads.
type tally struct {
	wire.Interval        // the sums; what follows from them is filled in at the end
	latencyNS, serviceNS int64
	gone                 int64 // connections lost
	histograms
}

func newTally() *tally {
	return &tally{Interval: wire.Interval{Errors: map[string]int{}}, histograms: newHistograms()}
}

// addSums adds one interval's sums to another's, not its times.
func addSums(to, from *wire.Interval) {
	to.Requests += from.Requests
	to.AgeNS += from.AgeNS
	to.ThinkNS += from.ThinkNS
	to.BytesRead += from.BytesRead
	to.BytesSent += from.BytesSent
	to.BodyBytes += from.BodyBytes
	to.Connects += from.Connects
	to.Arrived += from.Arrived
	to.Waiting += from.Waiting
	to.Lost += from.Lost
	for kind, n := range from.Errors {
		to.Errors[kind] += n
	}
}

// append adds the interval that followed.
func (t *tally) append(next *tally) {
	if t.StartNS == 0 {
		t.StartNS = next.StartNS
	}
	t.EndNS = next.EndNS
	addSums(&t.Interval, &next.Interval)
	t.latencyNS += next.latencyNS
	t.serviceNS += next.serviceNS
	t.merge(&next.histograms)
}

// take moves over what a thread counted in an interval that has ended.
func (t *tally) take(i *interval) {
	part := wire.Interval{Requests: i.requests, AgeNS: i.ageNS, ThinkNS: i.thinkNS, BytesRead: i.read, BytesSent: i.written,
		BodyBytes: i.body, Connects: i.connects, Arrived: i.arrived, Lost: i.lost, Errors: map[string]int{}}
	if i.arrived > 0 || i.unanswered != 0 {
		part.Waiting = i.unanswered
	}
	i.count(part.Errors)
	addSums(&t.Interval, &part)
	t.StartNS += i.startNS
	t.EndNS += i.endNS
	t.latencyNS += i.latencyNS
	t.serviceNS += i.serviceNS
	t.gone += i.gone
	t.merge(&i.histograms)
	*i = interval{histograms: i.histograms}
}

// conclude fills in what follows from the sums; connects are all so far.
func (t *tally) conclude(s *scenario, connects *hdrhistogram.Histogram) *wire.Interval {
	i := t.Interval
	i.LatencyNS = Percentiles(t.latency)
	mean := func(sum int64) float64 { return float64(sum) / float64(max(i.Requests, 1)) }
	i.MeanNS = mean(t.latencyNS)
	if s.rate > 0 {
		service := Percentiles(t.service)
		i.ServiceNS, i.ServiceMeanNS = &service, mean(t.serviceNS)
	}
	if s.paced() {
		lag := Percentiles(t.lag)
		i.LagNS = &lag
	}
	connect := Percentiles(connects)
	i.ConnectNS = &connect
	return &i
}

// Percentiles reads a latency histogram; those of an empty one are 0.
func Percentiles(h *hdrhistogram.Histogram) wire.Latency {
	p := h.ValueAtPercentilesSlice([]float64{50, 90, 99, 99.9, 100})
	return wire.Latency{P50: p[0], P90: p[1], P99: p[2], P999: p[3], Max: p[4]}
}

// perConn sorts served.
func perConn(served []int64) (p wire.PerConn) {
	if len(served) == 0 {
		return p
	}
	slices.Sort(served)
	return wire.PerConn{Min: served[0], Median: served[len(served)/2], Max: served[len(served)-1]}
}
