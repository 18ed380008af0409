package wire

// Schema numbers the JSON of Run. Fields may be added to it; none changes.
const Schema = 1

// Params are an experiment's parameters by name: integers with bounds.
type Params map[string]int64

// A Run is all trials of one experiment and what follows from them. It is
// what `iowait run --json` prints and GET /api/runs/{id} answers.
type Run struct {
	Schema     int      `json:"schema"`
	ID         string   `json:"id,omitempty"`
	Experiment string   `json:"experiment"`
	State      RunState `json:"state"`
	Reason     string   `json:"reason,omitempty"` // why it failed or was cancelled
	CreatedAt  string   `json:"created_at"`       // RFC 3339, UTC
	StartedAt  string   `json:"started_at,omitempty"`
	EndedAt    string   `json:"ended_at,omitempty"`
	Models     []string `json:"models"`
	Params     Params   `json:"params"`
	Host       Host     `json:"host"`
	CPUs       CPUSets  `json:"cpus"`
	Results    []Result `json:"results"`
	Verdict    *Verdict `json:"verdict,omitempty"` // nil until the run has ended
}

// RunState is where a run is in its life.
type RunState string

// The states; the last three are final.
const (
	Queued    RunState = "queued"
	Running   RunState = "running"
	Done      RunState = "done"
	Cancelled RunState = "cancelled"
	Failed    RunState = "failed"
)

// Final tells whether a run in this state changes no more.
func (s RunState) Final() bool { return s == Done || s == Cancelled || s == Failed }

// CPUSets says which CPUs each side of a trial may use.
type CPUSets struct {
	Server []int `json:"server"`
	Load   []int `json:"load"`
	Shared bool  `json:"shared"` // both sides share one CPU
}

// Status is the outcome of a trial or of a model over a run.
type Status string

// The outcomes.
const (
	OK          Status = "ok"
	Unavailable Status = "unavailable" // the host cannot run the model; Reason and Fix say why
	Invalid     Status = "invalid"     // an invariant broke; Reason names the rule
	Crashed     Status = "failed"      // a child failed; Reason says how
)

// A Result is what a run found out about one model. Numbers that do not
// exist are null and Reason says why.
type Result struct {
	Model      string         `json:"model"`
	Family     string         `json:"family"`
	Status     Status         `json:"status"`
	Reason     string         `json:"reason,omitempty"`
	Fix        string         `json:"fix,omitempty"`
	RequestsPS *Spread        `json:"requests_per_s"`
	LatencyNS  *Latency       `json:"latency_ns"` // over all valid trials' histograms, merged
	Errors     map[string]int `json:"errors"`
	CPUPer1000 *float64       `json:"cpu_s_per_1000"` // server's CPU-seconds (user + system) per 1,000 requests, median
	Threads    *int           `json:"threads"`        // server's kernel threads while measured, largest
	RSSPeak    *int64         `json:"rss_peak_bytes"` // server's, largest
	Switches   *float64       `json:"ctx_switches_per_request"`
	Syscalls   *float64       `json:"syscalls_per_request"`
	Trials     []Trial        `json:"trials"`
	Recording  *RecordingInfo `json:"recording"`
}

// Spread is a median and its range over the valid trials.
type Spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Latency lists percentiles in nanoseconds.
type Latency struct {
	P50  int64 `json:"p50"`
	P90  int64 `json:"p90"`
	P99  int64 `json:"p99"`
	P999 int64 `json:"p999"`
	Max  int64 `json:"max"`
}

// A Trial is one model, one fresh pair of child processes, one interval.
type Trial struct {
	Round      int            `json:"round"` // from 1
	Status     Status         `json:"status"`
	Reason     string         `json:"reason,omitempty"`
	ElapsedNS  int64          `json:"elapsed_ns"` // measured
	Requests   int64          `json:"requests"`
	BytesRead  int64          `json:"bytes_read"`    // by the client
	BytesSent  int64          `json:"bytes_written"` // by the client
	RequestsPS float64        `json:"requests_per_s"`
	MeanNS     float64        `json:"latency_mean_ns"`
	LatencyNS  Latency        `json:"latency_ns"`
	Errors     map[string]int `json:"errors"`
	PerConn    PerConn        `json:"requests_per_conn"`
	Server     Usage          `json:"server"`
	Client     Usage          `json:"client"`
	Notes      []string       `json:"notes,omitempty"` // e.g. granted ring flags
}

// PerConn says how evenly the connections were served.
type PerConn struct {
	Min    int64 `json:"min"`
	Median int64 `json:"median"`
	Max    int64 `json:"max"`
}

// Usage is what one process used during the measured interval.
type Usage struct {
	ElapsedNS   int64  `json:"elapsed_ns"` // between the two readings
	UserNS      int64  `json:"user_ns"`
	SystemNS    int64  `json:"system_ns"`
	Voluntary   int64  `json:"voluntary_switches"`
	Involuntary int64  `json:"involuntary_switches"`
	Syscalls    int64  `json:"syscalls"`                   // made by the model's or the generator's own code
	Empty       int64  `json:"empty_polls"`                // of these, reads that found nothing (EAGAIN)
	Refused     int64  `json:"refused"`                    // connections closed at once for want of descriptors (EMFILE)
	Overflows   int64  `json:"signal_overflows,omitempty"` // times the signal queue was full, so that all descriptors were asked
	Uncounted   string `json:"uncounted,omitempty"`        // system calls that Syscalls cannot include
	Threads     int    `json:"threads"`                    // at the interval's end
	RSSPeak     int64  `json:"rss_peak_bytes"`
}

// RecordingInfo describes a model's recording without its events.
type RecordingInfo struct {
	Events   int64    `json:"events"`
	Dropped  int64    `json:"dropped"`
	LengthNS int64    `json:"length_ns"`
	Bytes    int      `json:"bytes"`
	CostPct  *float64 `json:"cost_percent"`
	Switches string   `json:"switches"` // as in Header
	Reason   string   `json:"reason,omitempty"`
}

// VerdictKind is what a run may conclude.
type VerdictKind string

// The verdicts.
const (
	Ranked         VerdictKind = "ranked"
	NoDifference   VerdictKind = "no-difference"
	GeneratorBound VerdictKind = "generator-bound"
	Noisy          VerdictKind = "noisy"
	InvalidRun     VerdictKind = "invalid"
)

// A Verdict says what a run showed. Text is English; pages word it anew
// from the other fields.
type Verdict struct {
	Kind       VerdictKind `json:"kind"`
	Text       string      `json:"text"`
	Indicative bool        `json:"indicative"` // too few rounds for an interval
	Rounds     int         `json:"rounds"`
	Pairs      []Pair      `json:"pairs,omitempty"` // best model against each other one, best first
	Bound      []string    `json:"bound,omitempty"` // models for which the load generator was the limit: they can do at least their rate
}

// A Pair compares the throughput of two models within one run.
type Pair struct {
	Better string   `json:"better"`
	Worse  string   `json:"worse"`
	Ratio  float64  `json:"ratio"` // of the medians, Better over Worse, >= 1
	Low    *float64 `json:"low"`   // 95 % interval of the ratio; null when rounds are too few
	High   *float64 `json:"high"`
	Differ bool     `json:"differ"` // a difference was detected
}

// Host is the fingerprint of the machine a run was made on.
type Host struct {
	OS          string  `json:"os"` // e.g. "Debian GNU/Linux 12"
	Kernel      string  `json:"kernel"`
	Arch        string  `json:"arch"`
	CPU         string  `json:"cpu"`
	CPUs        int     `json:"cpus"` // that this process may use
	MemoryBytes int64   `json:"memory_bytes"`
	Virtual     string  `json:"virtual"`     // "kvm", "container", "" when none was seen
	Clock       string  `json:"clock"`       // clock source
	FDLimit     uint64  `json:"fd_limit"`    // RLIMIT_NOFILE, hard
	LoadBefore  float64 `json:"load_before"` // 1-minute load average before the run
	Go          string  `json:"go"`
}

// ModelInfo is one line of `iowait doctor`.
type ModelInfo struct {
	ID     string `json:"id"`
	Family string `json:"family"`
	Kind   string `json:"kind"` // "socket" or "file"
	OK     bool   `json:"ok"`
	Reason string `json:"reason"`
	Fix    string `json:"fix"`
}

// RuntimeInfo says whether another runtime (Java, Node) can be measured.
type RuntimeInfo struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Version string `json:"version"`
	Reason  string `json:"reason"`
}

// Doctor is what `iowait doctor --json` prints.
type Doctor struct {
	Host     Host          `json:"host"`
	Models   []ModelInfo   `json:"models"`
	Runtimes []RuntimeInfo `json:"runtimes"`
}
