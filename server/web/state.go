package web

import "iowait/server/wire"

// SamplesKept bounds the live samples a snapshot carries.
const SamplesKept = 512

// apply is what one message does to what a viewer knows. The hub folds its
// messages into the snapshot that a joiner gets; a viewer that folds the
// messages after it in the same way knows as much as one who saw them all.
//
// Slices only grow at their end or lose their front: a copy of the snapshot
// stays valid.
func apply(s wire.Snapshot, m wire.Message) wire.Snapshot {
	switch m.Type {
	case wire.MsgQueued:
		s.Queue = append(s.Queue, m.Run)
	case wire.MsgStarted:
		s = forget(s)
		s.Queue = without(s.Queue, m.Run)
		s.Current = m.Started
	case wire.MsgProgress:
		s.Progress = m.Progress
	case wire.MsgSample:
		s.Samples = append(s.Samples, *m.Sample)
		s.Samples = s.Samples[max(0, len(s.Samples)-SamplesKept):]
	case wire.MsgTrial:
		s.Trials = append(s.Trials, *m.Trial)
	case wire.MsgRecording:
		s.Recorded = append(s.Recorded, *m.Recording)
	case wire.MsgFinished:
		s.Queue = without(s.Queue, m.Run)
		s.Last = m.Result
		if s.Current != nil && s.Current.ID == m.Run {
			s = forget(s)
		}
	}
	return s
}

// forget drops what is known of the run in hand.
func forget(s wire.Snapshot) wire.Snapshot {
	s.Current, s.Progress = nil, nil
	s.Samples, s.Trials, s.Recorded = []wire.Sample{}, []wire.TrialDone{}, []wire.RecordingNotice{}
	return s
}

func without(ids []string, id string) []string {
	rest := make([]string, 0, len(ids))
	for _, q := range ids {
		if q != id {
			rest = append(rest, q)
		}
	}
	return rest
}
