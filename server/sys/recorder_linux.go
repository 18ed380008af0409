//go:build amd64 || arm64

package sys

import (
	"errors"

	"iowait/server/wire"
)

// A Recorder records one process into a ring: the marks of its threads, and
// the kernel's switch records where the host allows them.
type Recorder struct {
	ring     *Ring
	switches *Switches
	refused  error // why there are no switch records
}

// NewRecorder prepares the recording of all threads, now and later, on the
// given CPUs.
func NewRecorder(ring *Ring, cpus []int) *Recorder {
	r := &Recorder{ring: ring}
	r.switches, r.refused = WatchSwitches(cpus)
	return r
}

// Begin turns the switch records on, then the marks.
func (r *Recorder) Begin() error {
	if r.switches != nil {
		if err := r.switches.Enable(); err != nil {
			return err
		}
	}
	r.ring.Record(true)
	return nil
}

// End turns both off, puts the switch records into the ring, fills in the
// reply what is known of them and of the sites, and answers all events.
func (r *Recorder) End(reply *wire.Reply) ([]wire.Event, error) {
	r.ring.Record(false)
	reply.Switches = "none"
	if r.switches != nil {
		if err := r.switches.Disable(); err != nil {
			return nil, err
		}
		reply.Switches = "kernel"
		reply.Lost = r.switches.Drain(r.ring.AddLate)
	} else {
		reply.NoSwitches = r.refused.Error()
		var u *UnsupportedError
		if errors.As(r.refused, &u) && u.Fix != "" {
			reply.NoSwitches += "; to enable it: " + u.Fix
		}
	}
	events, _ := r.ring.Events()
	reply.Sites = map[uint32]wire.Site{}
	for _, e := range events {
		if _, ok := reply.Sites[e.Site]; !ok && e.Site != 0 {
			reply.Sites[e.Site] = SiteOf(e.Site)
		}
	}
	return events, nil
}
