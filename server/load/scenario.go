package load

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"iowait/server/wire"
)

// The protocols.
const (
	protocolEcho  = iota // a message comes back
	protocolHTTP         // GET / answers wire.FillBody
	protocolFiles        // GET /N answers file N of package dataset
)

// A scenario is what the load generator is told to do.
type scenario struct {
	to       netip.AddrPort
	protocol int
	seed     int64
	conns    int
	size     int // of a message or of an answer's body
	files    int

	thinkNS int64
	rate    int64 // 0: closed loop
	spacing int64 // of arrivals
	perConn int32 // 0: for ever
	delay   time.Duration

	// Connection id carries requests if it is a multiple of one, else only
	// its first one; with none, no connection does.
	one  int
	none bool
}

// read takes over an order to start, or says which field is wrong.
func read(o wire.Order) (s scenario, err error) {
	p := o.Params
	s = scenario{seed: o.Seed, conns: int(p[wire.ParamConns]), size: int(p[wire.ParamSize]), one: 1,
		thinkNS: p[wire.ParamThinkMS] * 1e6, rate: p[wire.ParamRate], spacing: p[wire.ParamArrivals],
		perConn: int32(p[wire.ParamPerConn]), delay: time.Duration(p[wire.ParamDelayMS]) * time.Millisecond}
	most := int64(MaxSize)
	name := wire.ParamSize
	switch o.Experiment {
	case "", "echo", "backend":
	case "idle":
		s.one = int(max(p[wire.ParamActive], 1))
		s.none = p[wire.ParamActive] == 0
	case "http":
		s.protocol = protocolHTTP
	case "file-server":
		s.protocol, s.files = protocolFiles, int(p[wire.ParamFiles])
		s.size, name, most = int(p[wire.ParamFileSize]), wire.ParamFileSize, MaxFileSize
		if s.files < 1 {
			return s, fmt.Errorf("order start: files: found %d, want at least 1", s.files)
		}
	default:
		return s, fmt.Errorf("order start: experiment: found %q, want one on sockets", o.Experiment)
	}
	s.to, err = netip.ParseAddrPort(o.Addr)
	switch {
	case err != nil:
		return s, fmt.Errorf("order start: addr: found %q, want an address such as 127.0.0.1:80", o.Addr)
	case !s.to.Addr().Is4() || !s.to.Addr().IsLoopback():
		return s, fmt.Errorf("order start: addr: found %q, want an IPv4 loopback address", o.Addr)
	case s.conns < 1:
		return s, fmt.Errorf("order start: conns: found %d, want at least 1", s.conns)
	case s.size < 1 || int64(s.size) > most:
		return s, fmt.Errorf("order start: %s: found %d, want 1 to %d", name, s.size, most)
	case s.rate > 0 && s.thinkNS > 0:
		return s, fmt.Errorf("order start: think_ms: found %d with a rate, want 0: an open loop does not wait for answers", p[wire.ParamThinkMS])
	}
	for _, name := range []string{wire.ParamThinkMS, wire.ParamRate, wire.ParamPerConn, wire.ParamActive, wire.ParamDelayMS} {
		if p[name] < 0 {
			return s, fmt.Errorf("order start: %s: found %d, want at least 0", name, p[name])
		}
	}
	if a := s.spacing; a != wire.ArrivalsConstant && a != wire.ArrivalsPoisson {
		return s, fmt.Errorf("order start: arrivals: found %d, want %d (constant) or %d (poisson)", a, wire.ArrivalsConstant, wire.ArrivalsPoisson)
	}
	return s, nil
}

// active is how many connections carry requests.
func (s *scenario) active() int {
	if s.none {
		return 0
	}
	return (s.conns + s.one - 1) / s.one
}

// paced tells that connections do not all write at once, nor after each answer.
func (s *scenario) paced() bool { return s.open() || s.cycleNS() > 0 }

// open tells that requests are due at times of their own.
func (s *scenario) open() bool { return s.rate > 0 }

// cycleNS is how long a connection takes for a request at least: it thinks,
// and the server's backend takes its time. Connections begin one after
// another within one cycle: all at once, they would stay in step.
func (s *scenario) cycleNS() int64 { return s.thinkNS + s.delay.Nanoseconds() }

// loop words how requests are made: "open loop, constant 1,000/s".
func (s *scenario) loop() string {
	parts := []string{"closed loop"}
	switch {
	case s.rate > 0:
		parts = []string{"open loop", [...]string{"constant", "poisson"}[s.spacing] + " " + humanize.Comma(s.rate) + "/s"}
	case s.thinkNS > 0:
		parts = append(parts, fmt.Sprintf("%v of thinking after each answer", time.Duration(s.thinkNS)))
	}
	if s.perConn > 0 {
		parts = append(parts, fmt.Sprintf("requests per connection: %d", s.perConn))
	}
	if s.none || s.one > 1 {
		parts = append(parts, fmt.Sprintf("connections in use: %d of %d", s.active(), s.conns))
	}
	return strings.Join(parts, ", ")
}
