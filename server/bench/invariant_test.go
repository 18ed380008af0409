package bench

import (
	"strings"
	"testing"

	"iowait/server/wire"
)

var echo, _ = Find("echo")

// sound is a trial as 10 connections with 1 ms answers make it in a second.
func sound() wire.Trial {
	return wire.Trial{ElapsedNS: 1e9, Requests: 10000, BytesRead: 1000000, BytesSent: 1000000, MeanNS: 1e6,
		LatencyNS: wire.Latency{P50: 9e5, P90: 1e6, P99: 2e6, P999: 3e6, Max: 4e6},
		PerConn:   wire.PerConn{Min: 900, Median: 1000, Max: 1100}}
}

func TestATrialThatBreaksARuleNamesIt(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*wire.Trial)
		want   string // "": nothing is broken
	}{
		"sound":                        {func(t *wire.Trial) {}, ""},
		"partly read answers":          {func(t *wire.Trial) { t.BytesRead += 10*100 - 1 }, ""},
		"an error":                     {func(t *wire.Trial) { t.Errors = map[string]int{"reset": 1, "closed": 2} }, "no errors: found 2 × closed, 1 × reset"},
		"nothing answered":             {func(t *wire.Trial) { t.Requests = 0 }, "something is measured"},
		"lost latencies":               {func(t *wire.Trial) { t.Requests-- }, "counts add up"},
		"impossible counts":            {func(t *wire.Trial) { t.PerConn.Min = 1001 }, "counts add up"},
		"impossible least":             {func(t *wire.Trial) { t.PerConn = wire.PerConn{Min: 1001, Median: 1001, Max: 1001} }, "counts add up"},
		"too many bytes read":          {func(t *wire.Trial) { t.BytesRead += 10*100 + 1 }, "bytes = requests × size: read"},
		"too few bytes written":        {func(t *wire.Trial) { t.BytesSent -= 10*100 + 1 }, "bytes = requests × size: wrote"},
		"percentiles out of order":     {func(t *wire.Trial) { t.LatencyNS.P90 = 1 }, "percentiles are ordered"},
		"a mean beyond the maximum":    {func(t *wire.Trial) { t.MeanNS = 5e6 }, "percentiles are ordered"},
		"a starved connection":         {func(t *wire.Trial) { t.PerConn.Min = 0 }, "every connection is served"},
		"latencies that do not add up": {func(t *wire.Trial) { t.MeanNS = 9e5 }, "Little's law: 9.0 connections were busy, want all 10"},
	} {
		t.Run(name, func(t *testing.T) {
			trial := sound()
			c.change(&trial)
			got := broken(echo, &trial, wire.Params{wire.ParamConns: 10, wire.ParamSize: 100}, &wire.Interval{}, 10000, 0)
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestLittlesLawCountsRequestsUnderWayAtTheEnds(t *testing.T) {
	// Three requests on each of 10 connections, in an interval of 1 s.
	threes := func(meanNS float64) wire.Trial {
		l := int64(meanNS)
		return wire.Trial{ElapsedNS: 1e9, Requests: 30, BytesRead: 3000, BytesSent: 3000, MeanNS: meanNS,
			LatencyNS: wire.Latency{P50: l, P90: l, P99: l, P999: l, Max: l}, PerConn: wire.PerConn{Min: 3, Median: 3, Max: 3}}
	}
	for name, c := range map[string]struct {
		meanNS float64
		ageNS  int64
		want   string
	}{
		"as many at both ends":                 {333e6, 0, ""},
		"older at the start":                   {400e6, -2e9, ""},
		"older at the end":                     {250e6, 25e8, ""},
		"most of the time not accounted for":   {20e6, 0, "Little's law: 0.6 connections were busy"},
		"most connections wait for the others": {20e6, 94e8, "Little's law: throughput × mean latency is 0.6, want 10"},
	} {
		t.Run(name, func(t *testing.T) {
			trial := threes(c.meanNS)
			got := broken(echo, &trial, wire.Params{wire.ParamConns: 10, wire.ParamSize: 100}, &wire.Interval{AgeNS: c.ageNS}, 30, 0)
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestRulesOfOtherExperiments(t *testing.T) {
	of := func(id string) Experiment { e, _ := Find(id); return e }
	for name, c := range map[string]struct {
		e      Experiment
		params wire.Params
		change func(*wire.Trial, *wire.Interval)
		atOnce int64
		want   string
	}{
		"think time counts": {echo, wire.Params{"conns": 20, "size": 100}, func(t *wire.Trial, i *wire.Interval) {
			i.ThinkNS, t.PerConn = 10e9, wire.PerConn{Min: 400, Median: 500, Max: 600}
		}, 0, ""},
		"open: all is accounted for": {echo, wire.Params{"conns": 50, "size": 100, "rate": 10000}, func(t *wire.Trial, i *wire.Interval) {
			i.Arrived, i.Waiting, i.ServiceMeanNS, i.ThinkNS = 10005, 5, 5e5, 45e9
		}, 0, ""},
		"open: some are missing":      {echo, wire.Params{"conns": 50, "size": 100, "rate": 10000}, func(t *wire.Trial, i *wire.Interval) { i.Arrived, i.Waiting = 10005, 4 }, 0, "counts add up: 10005 requests were due, but 10000 were answered, 4 more wait"},
		"open: time is missing":       {echo, wire.Params{"conns": 50, "size": 100, "rate": 10000}, func(t *wire.Trial, i *wire.Interval) { i.Arrived, i.ServiceMeanNS, i.ThinkNS = 10000, 5e5, 40e9 }, 0, "Little's law: 45.0 connections were busy or free, want all 50"},
		"idle: only those in use":     {of("idle"), wire.Params{"conns": 1000, "active": 100, "size": 100}, nil, 0, ""},
		"idle: none in use":           {of("idle"), wire.Params{"conns": 1000, "size": 100}, func(t *wire.Trial, _ *wire.Interval) { *t = wire.Trial{} }, 0, ""},
		"http: bodies":                {of("http"), wire.Params{"conns": 10, "size": 100}, func(t *wire.Trial, i *wire.Interval) { i.BodyBytes, t.BytesRead = 1000000, 2000000 }, 0, ""},
		"http: bodies are missing":    {of("http"), wire.Params{"conns": 10, "size": 100}, func(t *wire.Trial, i *wire.Interval) { i.BodyBytes = 998999 }, 0, "bytes = requests × size: read 998999 bytes of bodies"},
		"backend: too early":          {of("backend"), wire.Params{"conns": 10, "size": 100, "delay_ms": 2}, nil, 0, "no answer before its backend's"},
		"backend: beyond the ceiling": {of("backend"), wire.Params{"conns": 10, "size": 100, "delay_ms": 1}, func(t *wire.Trial, _ *wire.Interval) { t.LatencyNS.P50, t.LatencyNS.P90 = 1e6, 1e6 }, 5, "the ceiling holds: 10000 requests"},
		"backend: below it":           {of("backend"), wire.Params{"conns": 10, "size": 100, "delay_ms": 1}, func(t *wire.Trial, _ *wire.Interval) { t.LatencyNS.P50, t.LatencyNS.P90 = 1e6, 1e6 }, 10, ""},
		"files: warm":                 {of("file-read"), wire.Params{"chunk": 100, "cache": wire.CacheWarm}, nil, 0, ""},
		"files: not warm":             {of("file-read"), wire.Params{"chunk": 100, "cache": wire.CacheWarm}, func(t *wire.Trial, _ *wire.Interval) { t.Server.DeviceRead = 20000 }, 0, "the cache is warm: of 1000000 bytes read, 20000 came from the device"},
		"files: past the page cache":  {of("file-read"), wire.Params{"chunk": 100, "cache": wire.CacheWarm}, func(t *wire.Trial, _ *wire.Interval) { t.Server.DeviceRead = 1e6 }, 0, ""},
		"files: cold":                 {of("file-read"), wire.Params{"chunk": 100, "cache": wire.CacheCold}, func(t *wire.Trial, _ *wire.Interval) { t.Server.DeviceRead = 1200000 }, 0, ""},
		"files: not cold":             {of("file-read"), wire.Params{"chunk": 100, "cache": wire.CacheCold}, nil, 0, "the cache is cold: of 1000000 bytes read, only 0"},
		"small files: too few bytes":  {of("small-files"), wire.Params{"size": 101}, nil, 0, "bytes = requests × size: 1000000 bytes in 10000 requests"},
		"small files: written":        {of("small-files"), wire.Params{"size": 100, "op": wire.FilesWritten}, func(t *wire.Trial, _ *wire.Interval) { t.BytesRead = 0 }, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			trial, i := sound(), &wire.Interval{}
			if c.change != nil {
				c.change(&trial, i)
			}
			got := broken(c.e, &trial, c.params, i, trial.Requests, c.atOnce)
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
