package load

import (
	"strings"
	"testing"

	"iowait/server/wire"
)

func TestOrdersThatMakeNoSenseAreRefusedByField(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*wire.Order)
		want   string
	}{
		"no connection":   {func(o *wire.Order) { o.Params[wire.ParamConns] = 0 }, "conns: found 0, want at least 1"},
		"nothing to send": {func(o *wire.Order) { o.Params[wire.ParamSize] = 0 }, "size: found 0, want 1 to 1048576"},
		"too large":       {func(o *wire.Order) { o.Params[wire.ParamSize] = MaxSize + 1 }, "size: found 1048577"},
		"a name":          {func(o *wire.Order) { o.Addr = "localhost:80" }, `addr: found "localhost:80"`},
		"another host":    {func(o *wire.Order) { o.Addr = "192.0.2.1:80" }, "want an IPv4 loopback address"},
		"on files":        {func(o *wire.Order) { o.Experiment = "file-read" }, `experiment: found "file-read"`},
		"no file":         {func(o *wire.Order) { o.Experiment = "file-server" }, "files: found 0, want at least 1"},
		"empty files":     {func(o *wire.Order) { o.Experiment = "file-server"; o.Params[wire.ParamFiles] = 3 }, "file_size: found 0, want 1 to 16777216"},
		"negative rate":   {func(o *wire.Order) { o.Params[wire.ParamRate] = -1 }, "rate: found -1, want at least 0"},
		"both loops": {func(o *wire.Order) { o.Params[wire.ParamRate], o.Params[wire.ParamThinkMS] = 5, 5 },
			"think_ms: found 5 with a rate, want 0"},
		"other arrivals": {func(o *wire.Order) { o.Params[wire.ParamArrivals] = 2 }, "arrivals: found 2, want 0 (constant) or 1 (poisson)"},
	} {
		t.Run(name, func(t *testing.T) {
			o := wire.Order{Do: wire.DoStart, Addr: "127.0.0.1:80", Params: params(1, 1)}
			c.change(&o)
			if _, err := read(o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want it to say %q", err, c.want)
			}
		})
	}
}

func TestALoadSaysWhatItDoes(t *testing.T) {
	for want, p := range map[string]wire.Params{
		"closed loop": {},
		"closed loop, 20ms of thinking after each answer":         {wire.ParamThinkMS: 20},
		"closed loop, requests per connection: 3":                 {wire.ParamPerConn: 3},
		"open loop, constant 1,000/s":                             {wire.ParamRate: 1000},
		"open loop, poisson 50,000/s, requests per connection: 1": {wire.ParamRate: 50000, wire.ParamArrivals: 1, wire.ParamPerConn: 1},
	} {
		p[wire.ParamConns], p[wire.ParamSize] = 1, 1
		s, err := read(wire.Order{Addr: "127.0.0.1:80", Params: p})
		if got := s.loop(); err != nil || got != want {
			t.Errorf("got %q and %v, want %q", got, err, want)
		}
	}
}
