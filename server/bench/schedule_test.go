package bench

import (
	"reflect"
	"testing"

	"iowait/server/wire"
)

func TestScheduleInterleavesAndRotates(t *testing.T) {
	abc := []string{"a", "b", "c"}
	for name, c := range map[string]struct {
		models []string
		rounds int
		record bool
		want   []step
	}{
		"no model":        {nil, 3, true, nil},
		"one trial":       {[]string{"a"}, 1, false, []step{{"a", 1}}},
		"two models":      {[]string{"a", "b"}, 2, false, []step{{"a", 1}, {"b", 1}, {"b", 2}, {"a", 2}}},
		"with recordings": {[]string{"a", "b"}, 1, true, []step{{"a", 1}, {"b", 1}, {"a", 0}, {"b", 0}}},
		"each begins once": {abc, 3, false, []step{{"a", 1}, {"b", 1}, {"c", 1},
			{"b", 2}, {"c", 2}, {"a", 2}, {"c", 3}, {"a", 3}, {"b", 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := schedule(c.models, c.rounds, c.record); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %v\nwant %v", got, c.want)
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
			if got := split(c.cpus); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
