package bench

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"iowait/server/load"
	"iowait/server/wire"
)

// Little's law says that throughput × mean latency is the number of
// connections, which are all busy all the time. Requests under way at the
// interval's ends are known, and so is the time spent thinking, so that with
// them hardly anything may be missing. Without them only long intervals come
// close; far off means that most connections wait while few are served.
const (
	exactSlack = 0.05
	roughSlack = 0.75 // and one mean latency

	// enoughPerConn is how many requests the mean connection must have
	// completed before one that completed none is called starved. With
	// fewer, chance alone leaves some out: e^-5 of 10,000 is 67.
	enoughPerConn = 20

	// A measured rate may exceed what arithmetic allows by so much: what was
	// under way when the interval began is counted when it ends.
	ceilingSlack = 0.02

	// Of the bytes that were read, the device delivers at most warmShare when
	// they are said to be in the page cache, and at least coldShare when not.
	warmShare, coldShare = 0.01, 0.90
)

// broken names the first rule that a trial breaks, with the numbers that
// show it, or answers "". counted is how many latencies the histogram holds,
// atOnce as in wire.Reply.
func broken(e Experiment, t *wire.Trial, p wire.Params, i *wire.Interval, counted, atOnce int64) string {
	quiet := e.ID == "idle" && p[wire.ParamActive] == 0
	l := t.LatencyNS
	switch {
	case len(t.Errors) > 0:
		return "no errors: found " + count(t.Errors)
	case t.Requests == 0 && !quiet:
		return "something is measured: no request was answered in the interval"
	case counted != t.Requests:
		return fmt.Sprintf("counts add up: %d requests were answered but %d latencies recorded", t.Requests, counted)
	case quiet:
		return ""
	case l.P50 <= 0 || l.P50 > l.P90 || l.P90 > l.P99 || l.P99 > l.P999 || l.P999 > l.Max || t.MeanNS > float64(l.Max):
		return fmt.Sprintf("percentiles are ordered: found %+v ns with a mean of %.0f ns", l, t.MeanNS)
	}
	if e.Kind == "file" {
		return brokenFiles(e, t, p)
	}
	if rule := brokenBytes(e, t, p, i); rule != "" {
		return rule
	}
	if rule := brokenBackend(t, p, atOnce); rule != "" {
		return rule
	}
	if p[wire.ParamRate] > 0 {
		return brokenOpen(t, p, i)
	}
	return brokenClosed(e, t, p, i)
}

// used is how many connections carry requests.
func used(e Experiment, p wire.Params) int64 {
	if e.ID == "idle" {
		return load.Active(p)
	}
	return p[wire.ParamConns]
}

// brokenClosed checks a closed loop, in which each connection has a request
// under way or thinks.
func brokenClosed(e Experiment, t *wire.Trial, p wire.Params, i *wire.Interval) string {
	n, per := used(e, p), t.PerConn
	switch {
	case per.Min > per.Median || per.Median > per.Max || per.Min*n > t.Requests || per.Max*n < t.Requests:
		return fmt.Sprintf("counts add up: %d requests cannot be %d, %d and %d (least, median, most) on %d connections",
			t.Requests, per.Min, per.Median, per.Max, n)
	case per.Min < 1 && t.Requests >= enoughPerConn*n:
		return fmt.Sprintf("every connection is served: the least served one completed no request in the interval, the median one %d", per.Median)
	}
	elapsed := float64(t.ElapsedNS)
	rough := (float64(t.Requests)*t.MeanNS + float64(i.ThinkNS)) / elapsed
	exact := rough + float64(i.AgeNS)/elapsed
	if math.Abs(exact/float64(n)-1) > exactSlack {
		return fmt.Sprintf("Little's law: %.1f connections were busy, want all %d within %.0f %%", exact, n, 100*exactSlack)
	}
	if slack := roughSlack + t.MeanNS/elapsed; math.Abs(rough/float64(n)-1) > slack {
		return fmt.Sprintf("Little's law: throughput × mean latency is %.1f, want %d (the connections) within %.0f %%", rough, n, 100*slack)
	}
	return ""
}

// brokenOpen checks an open loop: what was due is answered or waits, and
// each connection has a request under way or is free.
func brokenOpen(t *wire.Trial, p wire.Params, i *wire.Interval) string {
	if i.Arrived != t.Requests+i.Waiting+i.Lost {
		return fmt.Sprintf("counts add up: %d requests were due, but %d were answered, %d more wait than at the begin and %d were lost",
			i.Arrived, t.Requests, i.Waiting, i.Lost)
	}
	n := float64(p[wire.ParamConns])
	if held := (float64(t.Requests)*i.ServiceMeanNS + float64(i.AgeNS+i.ThinkNS)) / float64(t.ElapsedNS); math.Abs(held/n-1) > exactSlack {
		return fmt.Sprintf("Little's law: %.1f connections were busy or free, want all %.0f within %.0f %%", held, n, 100*exactSlack)
	}
	return ""
}

// brokenBytes checks that bytes are requests × size, but for one request of
// each connection that may be partly inside.
func brokenBytes(e Experiment, t *wire.Trial, p wire.Params, i *wire.Interval) string {
	each := p[wire.ParamSize]
	if e.ID == "file-server" {
		each = p[wire.ParamFileSize]
	}
	bytes, most := t.Requests*each, p[wire.ParamConns]*each
	if e.ID == "http" || e.ID == "file-server" {
		if apart(i.BodyBytes, bytes) > most {
			return fmt.Sprintf("bytes = requests × size: read %d bytes of bodies for %d answers of %d bytes", i.BodyBytes, t.Requests, each)
		}
		return ""
	}
	switch {
	case apart(t.BytesRead, bytes) > most:
		return fmt.Sprintf("bytes = requests × size: read %d bytes for %d answers of %d bytes", t.BytesRead, t.Requests, each)
	case apart(t.BytesSent, bytes) > most:
		return fmt.Sprintf("bytes = requests × size: wrote %d bytes for %d requests of %d bytes", t.BytesSent, t.Requests, each)
	}
	return ""
}

// brokenBackend checks that nothing is answered before its backend has, and
// that no more are than arithmetic allows.
func brokenBackend(t *wire.Trial, p wire.Params, atOnce int64) string {
	delayNS := float64(ms(p, wire.ParamDelayMS))
	if delayNS == 0 {
		return ""
	}
	const precision = 0.001 // of the histogram
	if float64(t.LatencyNS.P50) < delayNS*(1-precision) {
		return fmt.Sprintf("no answer before its backend's: half of the answers took at most %d ns, less than the backend's %.0f", t.LatencyNS.P50, delayNS)
	}
	// One turn of all that can wait at once may have begun before the interval.
	most := ceiling(p, atOnce) * (float64(t.ElapsedNS) + delayNS) / 1e9 * (1 + ceilingSlack)
	if float64(t.Requests) > most {
		return fmt.Sprintf("the ceiling holds: %d requests were answered, but with %d waiting at once at most %.0f can be", t.Requests, atOnce, most)
	}
	return ""
}

// ceiling is how many requests/s can be answered at most when each waits for
// its backend: those that can wait at once, each once per delay.
func ceiling(p wire.Params, atOnce int64) float64 {
	n := p[wire.ParamConns]
	if atOnce > 0 {
		n = min(n, atOnce)
	}
	return float64(n) / ms(p, wire.ParamDelayMS).Seconds()
}

// brokenFiles checks the bytes and where they came from.
func brokenFiles(e Experiment, t *wire.Trial, p wire.Params) string {
	bytes, device := t.BytesRead, t.Server.DeviceRead
	most, least := t.Requests*p[wire.ParamChunk], int64(0)
	if e.ID == "small-files" {
		most = t.Requests * p[wire.ParamSize]
		least = most
		if p[wire.ParamOp] == wire.FilesWritten {
			bytes = t.BytesSent
		}
	}
	if bytes > most || bytes < least {
		return fmt.Sprintf("bytes = requests × size: %d bytes in %d requests, want at most %d", bytes, t.Requests, most)
	}
	state := cacheState(t, p)
	switch {
	case p[wire.ParamOp] == wire.FilesWritten:
		return ""
	case p[wire.ParamCache] == wire.CacheWarm && state == "":
		return fmt.Sprintf("the cache is warm: of %d bytes read, %d came from the device", bytes, device)
	case p[wire.ParamCache] == wire.CacheCold && state != cold:
		return fmt.Sprintf("the cache is cold: of %d bytes read, only %d came from the device", bytes, device)
	}
	return ""
}

// Where the data of a file experiment came from.
const warm, cold = "warm", "cold"

// cacheState says so by the bytes that the device delivered: hardly any,
// nearly all, or, which is neither, "". A method that passes by the page
// cache is cold even where the files are in it.
func cacheState(t *wire.Trial, p wire.Params) string {
	bytes, device := float64(t.BytesRead), float64(t.Server.DeviceRead)
	_, has := p[wire.ParamCache]
	switch {
	case !has || bytes == 0 && p[wire.ParamOp] != wire.FilesWritten:
		return ""
	case p[wire.ParamOp] == wire.FilesWritten || device <= warmShare*bytes:
		return warm
	case device >= coldShare*bytes:
		return cold
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
