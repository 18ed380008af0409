package bench

import (
	"errors"
	"reflect"
	"testing"

	"iowait/server/wire"
)

var known = []wire.ModelInfo{
	{ID: "epoll", Family: "multiplexed", OK: true},
	{ID: "goroutine", Family: "runtime", OK: true},
	{ID: "io_uring", Family: "asynchronous", Reason: "refused", Fix: "allow it"},
}

func TestCheckFillsInDefaults(t *testing.T) {
	got, err := Check(Request{"echo", []string{"epoll", "io_uring"}, wire.Params{"conns": 7}}, known)
	want := Request{"echo", []string{"epoll", "io_uring"}, wire.Params{"conns": 7, "size": 100, "duration_ms": 1000,
		"rounds": 3, "warmup_ms": 300, "record_ms": 100}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestCheckNamesTheFieldWhatWasFoundAndWhatIsWanted(t *testing.T) {
	one := []string{"epoll"}
	for name, c := range map[string]struct {
		request Request
		want    FieldError
	}{
		"no experiment":      {Request{"", one, nil}, FieldError{"experiment", `""`, "one of echo"}},
		"unknown experiment": {Request{"ping", one, nil}, FieldError{"experiment", `"ping"`, "one of echo"}},
		"no model":           {Request{"echo", nil, nil}, FieldError{"models", "none", "at least one of epoll, goroutine, io_uring"}},
		"unknown model": {Request{"echo", []string{"epoll", "kqueue"}, nil},
			FieldError{"models", `"kqueue"`, "one of epoll, goroutine, io_uring"}},
		"a model twice": {Request{"echo", []string{"epoll", "epoll"}, nil}, FieldError{"models", `"epoll" twice`, "each model once"}},
		"too few":       {Request{"echo", one, wire.Params{"conns": 0}}, FieldError{"conns", "0", "an integer from 1 to 10000"}},
		"too many":      {Request{"echo", one, wire.Params{"size": 1<<20 + 1}}, FieldError{"size", "1048577", "an integer from 1 to 1048576"}},
		"unknown parameter": {Request{"echo", one, wire.Params{"port": 80}}, FieldError{"port", "a parameter that echo does not have",
			"one of conns, size, duration_ms, rounds, warmup_ms, record_ms"}},
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

func TestEveryBoundIsAccepted(t *testing.T) {
	for _, e := range Experiments() {
		for _, p := range e.Params {
			for _, value := range []int64{p.Min, p.Default, p.Max} {
				r, err := Check(Request{e.ID, []string{"epoll"}, wire.Params{p.Name: value}}, known)
				if err != nil || r.Params[p.Name] != value {
					t.Errorf("%s %s %d: got %v, %v", e.ID, p.Name, value, r.Params, err)
				}
			}
		}
	}
}
