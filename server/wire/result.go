package wire

import (
	"sort"
	"strconv"
)

// Schema numbers the JSON of Run. Fields may be added to it; none changes.
const Schema = 1

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
	Sweep      *Sweep   `json:"sweep,omitempty"`
	Seed       int64    `json:"seed"`     // of content, arrivals and the order of trials; from 1 to 2^53 - 1
	Scenario   string   `json:"scenario"` // hash of experiment, models, params, sweep and seed: equal ones ran the same
	CPUs       CPUSets  `json:"cpus"`
	Unit       string   `json:"unit"` // what is compared: "requests/s", "files/s" or "B/s"
	Results    []Result `json:"results"`
	Parity     []Parity `json:"parity"`
	Verdict    *Verdict `json:"verdict,omitempty"` // nil until the run has ended
}

// A Sweep makes each model run once for each value of one parameter.
type Sweep struct {
	Param  string  `json:"param"`
	Values []int64 `json:"values"` // rising
}

// A Parity line sets side by side what the models had of one thing.
type Parity struct {
	What   string            `json:"what"`   // "threads", "TCP_NODELAY", …
	Values map[string]string `json:"values"` // by Result.Name
	Equal  bool              `json:"equal"`
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
	At         Params         `json:"at,omitempty"` // parameters in which it differs from the run's
	Family     string         `json:"family"`
	Status     Status         `json:"status"`
	Reason     string         `json:"reason,omitempty"`
	Fix        string         `json:"fix,omitempty"`
	Measured   *Spread        `json:"measured"` // what is compared, in the run's Unit
	RequestsPS *Spread        `json:"requests_per_s"`
	BytesPS    *Spread        `json:"bytes_per_s"`   // file experiments
	FilesPS    *Spread        `json:"files_per_s"`   // file experiments
	CeilingPS  *float64       `json:"ceiling_per_s"` // what arithmetic allows at most, e.g. pool / delay
	OfferedPS  *float64       `json:"offered_per_s"` // open loop: intended arrivals, median
	LatencyNS  *Latency       `json:"latency_ns"`    // over all valid trials' histograms, merged. Open loop: response time, from the intended time
	ServiceNS  *Latency       `json:"service_ns"`    // open loop: from the write of the request
	LagNS      *Latency       `json:"lag_ns"`        // the generator's own: from when it could write to when it did
	ConnectNS  *Latency       `json:"connect_ns"`    // from connect(2) to the connection's first answer
	Errors     map[string]int `json:"errors"`
	CPUPer1000 *float64       `json:"cpu_s_per_1000"` // server's CPU-seconds (user + system) per 1,000 requests, median
	Threads    *int           `json:"threads"`        // server's kernel threads while measured, largest
	RSSPeak    *int64         `json:"rss_peak_bytes"` // server's, largest
	Switches   *float64       `json:"ctx_switches_per_request"`
	Syscalls   *float64       `json:"syscalls_per_request"`
	CPUBusy    *float64       `json:"cpu_busy"`                     // server's CPU-seconds per second, median
	MemoryConn *float64       `json:"memory_per_conn_bytes"`        // resident, over that with no connection; median
	KernelConn *float64       `json:"kernel_memory_per_conn_bytes"` // the kernel's objects, stacks and page tables, of the whole system and of both ends of the connection; estimate
	ThreadsPC  *float64       `json:"threads_per_conn"`
	Cache      string         `json:"cache,omitempty"` // file experiments: "warm" (page cache) or "cold" (device), as proven by DeviceB
	DeviceB    *int64         `json:"device_bytes"`    // file experiments: read from or written to the device, median
	SubmitNS   *float64       `json:"submit_ns"`       // file experiments: mean time inside one submission call, median
	Trials     []Trial        `json:"trials"`
	Recording  *RecordingInfo `json:"recording"`
}

// Name tells the results of a run apart: the model, with what it differs in,
// e.g. "read:chunk=4096".
func (r *Result) Name() string { return Name(r.Model, r.At) }

// Name is a model with the parameters in which it differs from its run's,
// in order of name.
func Name(model string, at Params) string {
	names := make([]string, 0, len(at))
	for name := range at {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		model += ":" + name + "=" + strconv.FormatInt(at[name], 10)
	}
	return model
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
	Files      int64          `json:"files,omitempty"` // file experiments: read or written whole
	FilesPS    float64        `json:"files_per_s,omitempty"`
	BytesPS    float64        `json:"bytes_per_s,omitempty"` // file experiments
	Cache      string         `json:"cache,omitempty"`       // file experiments: where the data came from, see Result
	OfferedPS  float64        `json:"offered_per_s,omitempty"`
	MemoryConn float64        `json:"memory_per_conn_bytes,omitempty"`
	KernelConn float64        `json:"kernel_memory_per_conn_bytes,omitempty"`
	ThreadsPC  float64        `json:"threads_per_conn,omitempty"`
	ServiceNS  *Latency       `json:"service_ns,omitempty"`
	LagNS      *Latency       `json:"lag_ns,omitempty"`
	ConnectNS  *Latency       `json:"connect_ns,omitempty"`
	StealPct   float64        `json:"steal_percent"`     // of all CPUs' time, taken by the hypervisor (proc_stat(5)); at least, for its ticks are coarse
	OtherPct   float64        `json:"other_cpu_percent"` // of all CPUs' time, used by neither side; at least
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
	Starved     int64  `json:"starved_receives,omitempty"` // times a ring had no buffer left for what came in (ENOBUFS)
	Uncounted   string `json:"uncounted,omitempty"`        // system calls that Syscalls cannot include
	Threads     int    `json:"threads"`                    // at the interval's end
	RSS         int64  `json:"rss_bytes"`                  // at the interval's end
	RSSPeak     int64  `json:"rss_peak_bytes"`
	DeviceRead  int64  `json:"device_read_bytes"`    // proc_pid_io(5): read_bytes
	DeviceWrite int64  `json:"device_written_bytes"` // proc_pid_io(5): write_bytes
	Submits     int64  `json:"submits,omitempty"`    // calls that submit, e.g. io_submit(2)
	SubmitNS    int64  `json:"submit_ns,omitempty"`  // time inside them
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
	Reasons    []string    `json:"reasons,omitempty"` // what makes a run noisy, e.g. steal time
	Points     []Point     `json:"points,omitempty"`  // of a sweep: one verdict for each value
	Pairs      []Pair      `json:"pairs,omitempty"`   // best model against each other one, best first
	Bound      []string    `json:"bound,omitempty"`   // models for which the load generator was the limit: they can do at least their rate
}

// A Point is the verdict on one value of a sweep.
type Point struct {
	Value   int64   `json:"value"`
	Verdict Verdict `json:"verdict"`
}

// A Pair compares the throughput of two models within one run; it names them
// as Result.Name does.
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

	Container   string            `json:"container"`    // "docker", "podman", …; "" when none was seen
	Mitigations map[string]string `json:"mitigations"`  // of CPU vulnerabilities, by name, as the kernel words them
	SMT         string            `json:"smt"`          // "on", "off", … as the kernel words it
	Governor    string            `json:"governor"`     // of the first CPU's frequency; "" when the host has none
	Limits      map[string]string `json:"limits"`       // RLIMIT_… and cgroup limits that a run can meet
	Filesystem  string            `json:"filesystem"`   // of the directory for files, e.g. "ext4"
	Device      string            `json:"block_device"` // it lies on, with "rotational" or "solid state"
}

// ModelInfo is one line of `iowait doctor`.
type ModelInfo struct {
	ID     string `json:"id"`
	Family string `json:"family"`
	Kind   string `json:"kind"` // "socket" or "file"
	OK     bool   `json:"ok"`
	Reason string `json:"reason"`
	Fix    string `json:"fix"`
	// Not names the experiments of this kind that the model does not take
	// part in, and why.
	Not map[string]string `json:"not,omitempty"`
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
