package load

import (
	"fmt"
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/sys"
	"iowait/server/wire"
)

// failure is a way to lose a connection.
type failure int

const (
	failClosed  failure = iota // the server closed it
	failReset                  // the server reset it
	failCorrupt                // an answer differed from its request
	failRead                   // read(2) failed otherwise
	failWrite                  // write(2) failed otherwise
	failureKinds
)

var failureNames = [failureKinds]string{"closed", "reset", "corrupt", "read: ", "write: "}

// name is the failure as results count it, e.g. "closed" or "read: ETIMEDOUT".
func (f failure) name(errno int32) string {
	if f == failRead || f == failWrite {
		return failureNames[f] + sys.ErrnoName(int(errno))
	}
	return failureNames[f]
}

// A tally adds up intervals of all threads.
type tally struct {
	startNS, endNS int64 // means over the threads, which flip one after another
	requests       int64
	ageNS          int64
	latencyNS      int64
	read, written  int64
	failures       map[string]int
	histogram      *hdrhistogram.Histogram
}

func newTally() *tally {
	return &tally{failures: map[string]int{}, histogram: hdrhistogram.New(1, MaxLatencyNS, 3)}
}

// add appends what followed.
func (t *tally) add(u *tally) {
	if t.startNS == 0 {
		t.startNS = u.startNS
	}
	t.endNS = u.endNS
	t.requests += u.requests
	t.ageNS += u.ageNS
	t.latencyNS += u.latencyNS
	t.read += u.read
	t.written += u.written
	for kind, n := range u.failures {
		t.failures[kind] += n
	}
	t.histogram.Merge(u.histogram)
}

// interval words the tally for the hub.
func (t *tally) interval() *wire.Interval {
	i := &wire.Interval{StartNS: t.startNS, EndNS: t.endNS, Requests: t.requests,
		BytesRead: t.read, BytesSent: t.written, Errors: t.failures, AgeNS: t.ageNS, LatencyNS: Percentiles(t.histogram)}
	if t.requests > 0 {
		i.MeanNS = float64(t.latencyNS) / float64(t.requests)
	}
	return i
}

// Percentiles reads a latency histogram.
func Percentiles(h *hdrhistogram.Histogram) wire.Latency {
	p := h.ValueAtPercentilesSlice([]float64{50, 90, 99, 99.9, 100})
	return wire.Latency{P50: p[0], P90: p[1], P99: p[2], P999: p[3], Max: p[4]}
}

// flip ends the interval in hand on every thread and answers it; served, if
// not nil, gets each connection's requests added by its id.
func (g *group) flip(served []int64) (*tally, error) {
	if err := g.all(commandFlip); err != nil {
		return nil, err
	}
	t := newTally()
	for _, c := range g.clients {
		ended := c.current ^ 1
		i := &c.intervals[ended]
		t.startNS += i.startNS
		t.endNS += i.endNS
		t.requests += i.requests
		t.ageNS += i.ageNS
		t.latencyNS += i.latencyNS
		t.read += i.read
		t.written += i.written
		for kind, n := range i.failures {
			if n > 0 {
				t.failures[failure(kind).name(i.errnos[kind])] += int(n)
			}
		}
		t.histogram.Merge(i.histogram)
		i.histogram.Reset()
		*i = interval{histogram: i.histogram}
		for j := range c.conns {
			k := &c.conns[j]
			if served != nil {
				served[k.id] += int64(k.served[ended])
			}
			k.served[ended] = 0
		}
	}
	t.startNS /= int64(len(g.clients))
	t.endNS /= int64(len(g.clients))
	return t, nil
}

// warm begins the load if it is not on yet, and returns when every connection
// was answered once and then all have been busy for at least the given time.
func (g *group) warm(least time.Duration) error {
	if !g.running {
		if err := g.all(commandRun); err != nil {
			return err
		}
		g.running = true
	}
	conns, once, gone := g.answered()
	for begun := time.Now(); once < conns && gone == 0; conns, once, gone = g.answered() {
		if limit := WarmLimit(conns); time.Since(begun) > limit {
			return fmt.Errorf("warm-up: %d of %d connections were never answered within %v", conns-once, conns, limit)
		}
		time.Sleep(2 * time.Millisecond)
	}
	if gone == 0 {
		time.Sleep(least)
		_, _, gone = g.answered()
	}
	if gone > 0 {
		t, err := g.flip(nil)
		if err != nil {
			return err
		}
		return fmt.Errorf("warm-up: lost %d of %d connections: %s", gone, conns, list(t.failures))
	}
	return nil
}

func (g *group) answered() (conns, once, gone int64) {
	for _, c := range g.clients {
		conns += int64(len(c.conns))
		once += c.once.Load()
		gone += c.gone.Load()
	}
	return conns, once, gone
}

// measure counts for the given time and answers the whole, after a sample
// for each part of it. A sample lists no histogram and no requests per connection.
func (g *group) measure(length time.Duration, sample func(*wire.Interval)) (*wire.Interval, error) {
	conns, _, _ := g.answered()
	served := make([]int64, conns)
	before, err := g.flip(nil)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	whole := newTally()
	whole.failures = before.failures // a connection lost since the warm-up is missing here too
	for next := SampleEvery; ; next += SampleEvery {
		if length-next < SampleEvery/2 {
			next = length
		}
		time.Sleep(time.Until(begun.Add(next)))
		part, err := g.flip(served)
		if err != nil {
			return nil, err
		}
		whole.add(part)
		sample(part.interval())
		if next >= length {
			break
		}
	}
	i := whole.interval()
	i.PerConn = perConn(served)
	i.Histogram, err = whole.histogram.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	return i, err
}

// perConn sorts served.
func perConn(served []int64) wire.PerConn {
	slices.Sort(served)
	return wire.PerConn{Min: served[0], Median: served[len(served)/2], Max: served[len(served)-1]}
}
