package load

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/sys"
	"iowait/server/wire"
)

// poll is how often it is looked whether the first round is over.
const poll = 2 * time.Millisecond

// connect makes the first round: it returns when every connection was
// answered once, and fails when none is any more for as long as a whole
// round may take. It waits for no more once a connection is lost.
func (g *group) connect() error {
	if err := g.all(commandConnect); err != nil {
		return err
	}
	conns, once, gone := g.answered()
	limit := WarmLimit(conns) + g.scenario.delay
	for last, since := once, time.Now(); once < conns && gone == 0; conns, once, gone = g.answered() {
		if once > last {
			last, since = once, time.Now()
		}
		if time.Since(since) > limit {
			return fmt.Errorf("connect: %d of %d connections were never answered; none of them was within %v", conns-once, conns, limit)
		}
		time.Sleep(poll)
	}
	return g.complete("connect")
}

// complete fails if connections are lost.
func (g *group) complete(phase string) error {
	conns, _, gone := g.answered()
	if gone == 0 {
		return nil
	}
	t, err := g.flip(nil)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: lost %d of %d connections: %s", phase, t.gone, conns, list(t.Errors))
}

// warm begins the load if it is not on yet, and lets it run for at least the
// given time, or until all have begun, which takes one cycle.
func (g *group) warm(least time.Duration) error {
	if !g.running {
		epochNS := sys.Monotonic() // the same for all: their arrivals interleave
		for _, c := range g.clients {
			c.epochNS = epochNS
		}
		if err := g.all(commandRun); err != nil {
			return err
		}
		g.running = true
	}
	if !g.scenario.open() {
		least = max(least, time.Duration(g.scenario.cycleNS()))
	}
	time.Sleep(least)
	return g.complete("warm-up")
}

// flip ends the interval in hand on every thread and answers it; served, if
// not nil, gets the requests of each connection in use added.
func (g *group) flip(served []int64) (*tally, error) {
	if err := g.all(commandFlip); err != nil {
		return nil, err
	}
	t := newTally()
	for _, c := range g.clients {
		ended := c.current ^ 1
		t.take(&c.intervals[ended])
		for j := range c.conns {
			k := &c.conns[j]
			if served != nil && k.active {
				served[int(k.id)/g.scenario.one] += int64(k.served[ended])
			}
			k.served[ended] = 0
		}
	}
	// Means, as the threads flip one after another.
	t.StartNS /= int64(len(g.clients))
	t.EndNS /= int64(len(g.clients))
	g.connects.Merge(t.connect)
	return t, nil
}

// measure counts for the given time and answers the whole, after a sample
// for each part of it. A sample lists no histogram and no requests per connection.
func (g *group) measure(length time.Duration, sample func(*wire.Interval)) (*wire.Interval, error) {
	before, err := g.flip(nil)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	served := make([]int64, g.scenario.active())
	whole := newTally()
	whole.Errors = before.Errors // a connection lost since the warm-up is missing here too
	for next := SampleEvery; ; next += SampleEvery {
		if length-next < SampleEvery/2 {
			next = length
		}
		time.Sleep(time.Until(begun.Add(next)))
		part, err := g.flip(served)
		if err != nil {
			return nil, err
		}
		sample(part.conclude(&g.scenario, g.connects))
		whole.append(part)
		if next >= length {
			break
		}
	}
	i := whole.conclude(&g.scenario, g.connects)
	i.PerConn = perConn(served)
	if g.scenario.rate > 0 {
		if i.ServiceHistogram, err = encode(whole.service); err != nil {
			return nil, err
		}
	}
	i.Histogram, err = encode(whole.latency)
	return i, err
}

func encode(h *hdrhistogram.Histogram) ([]byte, error) {
	return h.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
}

// list writes counts by kind, in order of kind: "2 × closed, 1 × reset".
func list(counts map[string]int) string {
	var parts []string
	for kind, n := range counts {
		parts = append(parts, fmt.Sprintf("%d × %s", n, kind))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}
