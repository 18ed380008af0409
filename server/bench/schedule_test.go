package bench

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"iowait/server/wire"
)

func TestScheduleInterleavesAndRotates(t *testing.T) {
	byName := map[string]*leg{}
	for _, name := range []string{"a", "b", "c"} {
		byName[name] = &leg{info: wire.ModelInfo{ID: name}}
	}
	pick := func(names string) (legs []*leg) {
		for _, name := range strings.Fields(names) {
			legs = append(legs, byName[name])
		}
		return legs
	}
	for name, c := range map[string]struct {
		models string
		rounds int
		seed   int64
		record string
		want   string
	}{
		"no model":          {"", 3, 0, "", ""},
		"one trial":         {"a", 1, 5, "", "a1"},
		"two models":        {"a b", 2, 0, "", "a1 b1 b2 a2"},
		"with recordings":   {"a b", 1, 0, "a b", "a1 b1 a0 b0"},
		"each begins once":  {"a b c", 3, 0, "", "a1 b1 c1 b2 c2 a2 c3 a3 b3"},
		"the seed says who": {"a b c", 2, 5, "", "c1 a1 b1 a2 b2 c2"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, s := range schedule(pick(c.models), c.rounds, c.seed, pick(c.record)) {
				got = append(got, fmt.Sprint(s.leg.name(), s.round))
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("got  %v\nwant %v", got, c.want)
			}
		})
	}
}

func TestOneValueOfASweepIsRecorded(t *testing.T) {
	for name, c := range map[string]struct {
		values []int64
		record int64
		want   []string
	}{
		"the default":          {[]int64{1, 100, 200}, 100, []string{"epoll:conns=100"}},
		"the first without it": {[]int64{1, 200}, 100, []string{"epoll:conns=1"}},
		"none":                 {[]int64{1, 200}, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Check(Request{Experiment: "echo", Models: []string{"epoll"}, Params: wire.Params{"record_ms": c.record},
				Sweep: &wire.Sweep{Param: "conns", Values: c.values}}, known)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range recorded(r, legs(r, known)) {
				got = append(got, l.name())
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestSplitIsDisjointAndCovering(t *testing.T) {
	for name, c := range map[string]struct {
		cpus []int
		want wire.CPUSets
	}{
		"one CPU is shared": {[]int{3}, wire.CPUSets{Server: []int{3}, Load: []int{3}, Shared: true}},
		"two":               {[]int{0, 1}, wire.CPUSets{Server: []int{0}, Load: []int{1}}},
		"odd":               {[]int{0, 2, 4, 5, 7}, wire.CPUSets{Server: []int{0, 2}, Load: []int{4, 5, 7}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := split(c.cpus, "socket"); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
