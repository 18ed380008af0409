package bench

import (
	"errors"
	"reflect"
	"testing"

	"iowait/server/wire"
)

var known = []wire.ModelInfo{
	{ID: "epoll", Kind: "socket", Family: "multiplexed", OK: true},
	{ID: "goroutine", Kind: "socket", Family: "runtime", OK: true},
	{ID: "io_uring", Kind: "socket", Family: "asynchronous", Reason: "refused", Fix: "allow it"},
	{ID: "read", Kind: "file", OK: true},
}

func TestCheckFillsInDefaults(t *testing.T) {
	got, err := Check(Request{Experiment: "backend", Models: []string{"epoll", "io_uring"}, Params: wire.Params{"conns": 7}}, known)
	want := Request{Experiment: "backend", Models: []string{"epoll", "io_uring"}, Params: wire.Params{"conns": 7, "size": 100, "delay_ms": 100, "pool": 50,
		"rate": 0, "arrivals": 0, "per_conn": 0, "duration_ms": 1000, "rounds": 3, "warmup_ms": 300, "record_ms": 100}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestEqualRequestsAreTheSameScenario(t *testing.T) {
	check := func(models []string, p wire.Params, seed int64) Request {
		r, err := Check(Request{Experiment: "echo", Models: models, Params: p, Seed: seed}, known)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	a := check([]string{"epoll:size=100", "epoll:size=7:conns=5"}, nil, 3)
	b := check([]string{"epoll", "epoll:conns=5:size=7"}, wire.Params{"rate": 0}, 3)
	if scenario(a) != scenario(b) || len(scenario(a)) != 16 {
		t.Errorf("got %s and %s, want the same", scenario(a), scenario(b))
	}
	for name, other := range map[string]Request{
		"the seed":    check(a.Models, nil, 4),
		"a parameter": check(a.Models, wire.Params{"think_ms": 1}, 3),
		"the order":   check([]string{"epoll:size=7:conns=5", "epoll"}, nil, 3),
	} {
		if scenario(other) == scenario(a) {
			t.Errorf("another scenario differs in %s: got the same hash", name)
		}
	}
	if r := seeded(check([]string{"epoll"}, nil, 0)); r.Seed < 1 || r.Seed > maxSeed {
		t.Errorf("got seed %d, want one drawn", r.Seed)
	}
}

func TestCheckNamesTheFieldWhatWasFoundAndWhatIsWanted(t *testing.T) {
	one := []string{"epoll"}
	for name, c := range map[string]struct {
		request Request
		want    FieldError
	}{
		"no experiment":      {Request{Experiment: "", Models: one, Params: nil}, FieldError{"experiment", `""`, oneOf(allIDs())}},
		"unknown experiment": {Request{Experiment: "ping", Models: one, Params: nil}, FieldError{"experiment", `"ping"`, oneOf(allIDs())}},
		"no model":           {Request{Experiment: "echo", Models: nil, Params: nil}, FieldError{"models", "none", "at least one of epoll, goroutine, io_uring"}},
		"unknown model": {Request{Experiment: "echo", Models: []string{"epoll", "kqueue"}, Params: nil},
			FieldError{"models", `"kqueue"`, "one of epoll, goroutine, io_uring"}},
		"a model twice": {Request{Experiment: "echo", Models: []string{"epoll", "epoll"}, Params: nil}, FieldError{"models", `"epoll" twice`, "each model once"}},
		"too few":       {Request{Experiment: "echo", Models: one, Params: wire.Params{"conns": 0}}, FieldError{"conns", "0", "an integer from 1 to 10000"}},
		"too many":      {Request{Experiment: "echo", Models: one, Params: wire.Params{"size": 1<<20 + 1}}, FieldError{"size", "1048577", "an integer from 1 to 1048576"}},
		"unknown parameter": {Request{Experiment: "echo", Models: one, Params: wire.Params{"port": 80}}, FieldError{"port", "a parameter that echo does not have",
			oneOf(echo.names())}},
		"two values of arrivals": {Request{Experiment: "echo", Models: one, Params: wire.Params{"arrivals": 2}},
			FieldError{"arrivals", "2", "constant or poisson, as an integer from 0"}},
		"a model of files": {Request{Experiment: "echo", Models: []string{"read"}}, FieldError{"models", `"read"`, "one of epoll, goroutine, io_uring"}},
		"an unknown sweep": {Request{Experiment: "idle", Models: one, Sweep: &wire.Sweep{Param: "rounds", Values: []int64{1, 2}}},
			FieldError{"sweep", `the parameter "rounds"`, "one of conns, active, size, pool"}},
		"a sweep of one": {Request{Experiment: "idle", Models: one, Sweep: &wire.Sweep{Param: "conns", Values: []int64{1}}},
			FieldError{"sweep", "1 values of conns", "2 to 12"}},
		"a sweep out of bounds": {Request{Experiment: "idle", Models: one, Sweep: &wire.Sweep{Param: "conns", Values: []int64{1, 0}}},
			FieldError{"conns", "0", "an integer from 1 to 10000"}},
		"a seed too large": {Request{Experiment: "idle", Models: one, Seed: 1 << 53}, FieldError{"seed", "9007199254740992", "an integer from 1 to 9007199254740991"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Check(c.request, known)
			var got *FieldError
			if !errors.As(err, &got) || *got != c.want {
				t.Errorf("got  %v\nwant %v", err, &c.want)
			}
		})
	}
}

func allIDs() (ids []string) {
	for _, e := range Experiments() {
		ids = append(ids, e.ID)
	}
	return ids
}

func TestEveryBoundIsAccepted(t *testing.T) {
	for _, e := range Experiments() {
		for _, p := range e.Params {
			for _, value := range []int64{p.Min, p.Default, p.Max} {
				r, err := Check(Request{Experiment: e.ID, Models: []string{map[string]string{"socket": "epoll", "file": "read"}[e.Kind]}, Params: wire.Params{p.Name: value}}, known)
				if err != nil || r.Params[p.Name] != value {
					t.Errorf("%s %s %d: got %v, %v", e.ID, p.Name, value, r.Params, err)
				}
			}
		}
	}
}
