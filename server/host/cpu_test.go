package host

import (
	"strings"
	"testing"
)

func TestTimesOfAllCPUsAreReadFromTheFirstLine(t *testing.T) {
	got, err := parseTimes("cpu  10 1 5 80 2 3 4 7 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
	want := Times{UserNS: 1e8, NiceNS: 1e7, SystemNS: 5e7, IdleNS: 8e8, IOWaitNS: 2e7, IRQNS: 3e7, SoftIRQNS: 4e7, StealNS: 7e7}
	if err != nil || got != want {
		t.Errorf("got %+v and %v, want %+v", got, err, want)
	}
	for _, stat := range []string{"", "intr 1 2 3", "cpu 1 2 3", "cpu a b c d e f g h", "cpu  1 2 3 4 5 6 7 99999999999999999999 1"} {
		if _, err := parseTimes(stat); err == nil || !strings.Contains(err.Error(), "CPUs' times") {
			t.Errorf("%q: got %v, want an error that says what was read", stat, err)
		}
	}
}

func TestSharesAreOfAllCPUsTime(t *testing.T) {
	// in all 2 s: 0.2 s stolen, 1 s busy, the rest idle
	before := Times{UserNS: 5e9, IdleNS: 9e9, StealNS: 1e9}
	after := Times{UserNS: 5.5e9, SystemNS: 0.3e9, SoftIRQNS: 0.2e9, IdleNS: 9.6e9, IOWaitNS: 0.2e9, StealNS: 1.2e9}
	for _, test := range []struct {
		name         string
		before       Times
		after        Times
		own          int64
		steal, other float64
	}{
		{"some of it ours", before, after, 0.6e9, 10, 20},
		{"none of it ours", before, after, 0, 10, 50},
		{"ours measured as a little more than all that was busy", before, after, 1.01e9, 10, 0},
		{"no time between", before, before, 0, 0, 0},
		{"a clock that goes back", after, before, 0, 0, 0},
		{"iowait is no work", Times{}, Times{IOWaitNS: 1e9}, 0, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			steal, other := Between(test.before, test.after, test.own)
			if round(steal) != test.steal || round(other) != test.other {
				t.Errorf("got %v %% stolen and %v %% others', want %v and %v", steal, other, test.steal, test.other)
			}
		})
	}
	if steal, other := Uncertainty(before, after); round(steal) != 0.5 || round(other) != 2.5 {
		t.Errorf("got an uncertainty of %v and %v %%, want a tick and five of 2 s", steal, other)
	}
	if steal, other := Uncertainty(before, before); steal != 100 || other != 100 {
		t.Errorf("without time: got %v and %v, want 100", steal, other)
	}
}

func round(f float64) float64 { return float64(int64(f*1000+0.5)) / 1000 }

func TestThisHostTellsItsTimes(t *testing.T) {
	before, err := CPUTimes()
	if err != nil {
		t.Fatal(err)
	}
	after, err := CPUTimes()
	if err != nil {
		t.Fatal(err)
	}
	if before.total() <= 0 || after.total() < before.total() {
		t.Errorf("got %+v, then %+v; want times that grow", before, after)
	}
}
