package wire

// A Message is one JSON text message of the live stream. Seq grows by one
// with every message the hub sends out to all viewers; a viewer that sees a
// gap has lost live samples, never a final result.
type Message struct {
	Seq  uint64      `json:"seq"`
	Type MessageType `json:"type"`
	Run  string      `json:"run,omitempty"` // id of the run it is about

	Snapshot  *Snapshot        `json:"snapshot,omitempty"`
	Progress  *Progress        `json:"progress,omitempty"`
	Sample    *Sample          `json:"sample,omitempty"`
	Trial     *TrialDone       `json:"trial,omitempty"`
	Recording *RecordingNotice `json:"recording,omitempty"`
	Result    *Run             `json:"result,omitempty"` // MsgFinished; without trials
	Started   *Run             `json:"started,omitempty"`
}

// MessageType names what a Message carries.
type MessageType string

// The message types.
const (
	MsgSnapshot  MessageType = "snapshot"  // to one viewer: all it needs to go on from here
	MsgQueued    MessageType = "queued"    // a run joined the queue
	MsgStarted   MessageType = "started"   // a run left the queue and is in hand now
	MsgProgress  MessageType = "progress"  // where the run in hand is
	MsgSample    MessageType = "sample"    // live numbers; may be lost
	MsgTrial     MessageType = "trial"     // a trial ended
	MsgRecording MessageType = "recording" // binary messages with this recording follow; may be lost
	MsgFinished  MessageType = "finished"  // a run reached a final state
)

// A Snapshot brings a viewer up to date.
type Snapshot struct {
	Server   string            `json:"server"`   // version of the hub
	Current  *Run              `json:"current"`  // the run in hand, without trials; null when idle
	Progress *Progress         `json:"progress"` // of the run in hand
	Samples  []Sample          `json:"samples"`  // of the run in hand so far, oldest first, bounded
	Trials   []TrialDone       `json:"trials"`
	Last     *Run              `json:"last"` // the run that finished last, without trials
	Queue    []string          `json:"queue"`
	Lost     uint64            `json:"lost"`     // messages this viewer has missed
	Recorded []RecordingNotice `json:"recorded"` // recordings of the current run, to be fetched by HTTP
}

// Progress says what a run is doing.
type Progress struct {
	Trial  int    `json:"trial"` // from 1; recordings count as trials here
	Trials int    `json:"trials"`
	Model  string `json:"model"`
	Round  int    `json:"round"` // 0 for the recording
	Rounds int    `json:"rounds"`
	Phase  string `json:"phase"`   // "waiting" (for the host, see Note), "files", "start", "connect", "warm-up", "measure", "record"
	LeftMS int64  `json:"left_ms"` // estimated time until the run ends
	Note   string `json:"note,omitempty"`
}

// A Sample is one live reading of a trial.
type Sample struct {
	Model      string  `json:"model"`
	Round      int     `json:"round"`
	AtMS       int64   `json:"at_ms"` // since the measured interval began
	RequestsPS float64 `json:"requests_per_s"`
	P50NS      int64   `json:"p50_ns"`
	P99NS      int64   `json:"p99_ns"`
}

// TrialDone tells how one trial ended.
type TrialDone struct {
	Model      string  `json:"model"`
	Round      int     `json:"round"`
	Status     Status  `json:"status"`
	Reason     string  `json:"reason,omitempty"`
	RequestsPS float64 `json:"requests_per_s"`
	Measured   float64 `json:"measured"` // in the run's Unit
	P50NS      int64   `json:"p50_ns"`
	P99NS      int64   `json:"p99_ns"`
}

// RecordingNotice announces a recording.
type RecordingNotice struct {
	Model  string `json:"model"`
	Events int64  `json:"events"`
	Bytes  int    `json:"bytes"`
}

// ChunkHeader is the size of the header of a binary message of the stream:
// its own Seq, then the Seq of the MsgRecording it belongs to, both uint64
// little-endian. The rest is a piece of the encoded recording, in order.
const ChunkHeader = 16
