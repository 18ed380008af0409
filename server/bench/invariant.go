package bench

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"iowait/server/wire"
)

// Little's law says that throughput × mean latency is the number of
// connections, which are all busy all the time. Requests under way at the
// interval's ends are known, so that with them hardly anything may be
// missing. Without them only long intervals come close; far off means that
// most connections wait while few are served.
const (
	exactSlack = 0.05
	roughSlack = 0.75 // and one mean latency

	// enoughPerConn is how many requests the mean connection must have
	// completed before one that completed none is called starved. With
	// fewer, chance alone leaves some out: e^-5 of 10,000 is 67.
	enoughPerConn = 20
)

// broken names the first rule that a trial breaks, with the numbers that
// show it, or answers "". counted is how many latencies the histogram holds,
// ageNS as in wire.Interval.
func broken(t *wire.Trial, p wire.Params, counted, ageNS int64) string {
	n, bytes := float64(p[wire.ParamConns]), t.Requests*p[wire.ParamSize]
	l, per := t.LatencyNS, t.PerConn
	most := p[wire.ParamConns] * p[wire.ParamSize] // one request of each connection may be partly inside
	switch {
	case len(t.Errors) > 0:
		return "no errors: found " + count(t.Errors)
	case t.Requests == 0:
		return "something is measured: no request was answered in the interval"
	case counted != t.Requests:
		return fmt.Sprintf("counts add up: %d requests were answered but %d latencies recorded", t.Requests, counted)
	case per.Min > per.Median || per.Median > per.Max || per.Min*p[wire.ParamConns] > t.Requests || per.Max*p[wire.ParamConns] < t.Requests:
		return fmt.Sprintf("counts add up: %d requests cannot be %d, %d and %d (least, median, most) on %d connections",
			t.Requests, per.Min, per.Median, per.Max, p[wire.ParamConns])
	case apart(t.BytesRead, bytes) > most:
		return fmt.Sprintf("bytes = requests × size: read %d bytes for %d answers of %d bytes", t.BytesRead, t.Requests, p[wire.ParamSize])
	case apart(t.BytesSent, bytes) > most:
		return fmt.Sprintf("bytes = requests × size: wrote %d bytes for %d requests of %d bytes", t.BytesSent, t.Requests, p[wire.ParamSize])
	case l.P50 <= 0 || l.P50 > l.P90 || l.P90 > l.P99 || l.P99 > l.P999 || l.P999 > l.Max || t.MeanNS > float64(l.Max):
		return fmt.Sprintf("percentiles are ordered: found %+v ns with a mean of %.0f ns", l, t.MeanNS)
	case per.Min < 1 && t.Requests >= enoughPerConn*p[wire.ParamConns]:
		return fmt.Sprintf("every connection is served: the least served one completed no request in the interval, the median one %d", per.Median)
	}
	elapsed := float64(t.ElapsedNS)
	rough := float64(t.Requests) * t.MeanNS / elapsed
	exact := rough + float64(ageNS)/elapsed
	if math.Abs(exact/n-1) > exactSlack {
		return fmt.Sprintf("Little's law: %.1f connections were busy, want all %d within %.0f %%", exact, p[wire.ParamConns], 100*exactSlack)
	}
	if slack := roughSlack + t.MeanNS/elapsed; math.Abs(rough/n-1) > slack {
		return fmt.Sprintf("Little's law: throughput × mean latency is %.1f, want %d (the connections) within %.0f %%", rough, p[wire.ParamConns], 100*slack)
	}
	return ""
}

func apart(a, b int64) int64 { return max(a-b, b-a) }

// count writes errors by kind, in order of kind: "2 × closed, 1 × reset".
func count(errors map[string]int) string {
	var kinds []string
	for kind := range errors {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%d × %s", errors[kind], kind)
	}
	return strings.Join(kinds, ", ")
}
