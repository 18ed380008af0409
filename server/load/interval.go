package load

import (
	"strconv"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/sys"
)

// An interval is what one client thread did between two flips.
type interval struct {
	startNS, endNS int64
	ageNS          int64 // of the requests under way, in all: at the end less at the start
	thinkNS        int64 // of connections without a request, in all
	requests       int64
	latencyNS      int64 // sum
	serviceNS      int64 // sum
	read, written  int64 // bytes
	body           int64 // bytes of bodies that were as they should be
	connects       int64
	arrived, lost  int64
	unanswered     int64 // arrivals, at the end less at the start
	gone           int64 // connections lost
	failures       [failureKinds]int64
	errnos         [failureKinds]int32 // the last one of a kind
	statuses       [1000]int64         // answers with a status that is none of success
	histograms
}

// Histograms of one interval, in nanoseconds.
type histograms struct {
	latency, service *hdrhistogram.Histogram
	lag              *hdrhistogram.Histogram // from when a request was due and its connection was free to when it began
	connect          *hdrhistogram.Histogram // from connect(2) to the first answer
}

// MaxLatencyNS is the longest latency told apart; longer ones count as this.
const MaxLatencyNS = 60e9

func newHistogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, MaxLatencyNS, 3) }

func newHistograms() histograms {
	return histograms{newHistogram(), newHistogram(), newHistogram(), newHistogram()}
}

func record(h *hdrhistogram.Histogram, ns int64) { _ = h.RecordValue(min(max(ns, 0), MaxLatencyNS)) }

// merge adds what the others hold and empties them.
func (h *histograms) merge(others *histograms) {
	for _, pair := range [][2]*hdrhistogram.Histogram{{h.latency, others.latency}, {h.service, others.service},
		{h.lag, others.lag}, {h.connect, others.connect}} {
		if pair[1].TotalCount() > 0 {
			pair[0].Merge(pair[1])
			pair[1].Reset()
		}
	}
}

// failure is a way for a request to fail; most lose its connection.
type failure int

const (
	failClosed   failure = iota // the server closed it
	failReset                   // the server reset it
	failCorrupt                 // an answer is not what was asked for
	failHeader                  // it is no answer in HTTP with a length
	failOverload                // open loop: too many arrivals wait already
	failRead                    // read(2) failed otherwise
	failWrite                   // write(2) failed otherwise
	failSocket                  // socket(2) failed
	failConnect                 // connect(2) failed
	failureKinds
	noFailure failure = -1
)

var failureNames = [failureKinds]string{"closed", "reset", "corrupt", "header", "overload", "read", "write", "socket", "connect"}

// name is the failure as results count it, e.g. "closed", "read: ETIMEDOUT"
// or "connect: connection refused".
func (f failure) name(errno int32) string {
	switch f {
	case failRead, failWrite:
		return failureNames[f] + ": " + sys.ErrnoName(int(errno))
	case failSocket, failConnect:
		return sys.Errno(failureNames[f], int(errno)).Error()
	}
	return failureNames[f]
}

// count lists the failures by name.
func (i *interval) count(kinds map[string]int) {
	for kind, n := range i.failures {
		if n > 0 {
			kinds[failure(kind).name(i.errnos[kind])] += int(n)
		}
	}
	for status, n := range i.statuses {
		if n > 0 {
			kinds["status "+strconv.Itoa(status)] += int(n)
		}
	}
}
