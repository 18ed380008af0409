package wire

// The hub and a worker talk in JSON lines: the hub writes Orders to the
// worker's standard input, the worker answers with Replies on its standard
// output, one for each order (MsSample replies may come in between). The
// end of input tells the worker to exit. What it prints on standard error
// is the reason of its failure. Descriptor 3, if order Start says so, is
// the memory file into which it records events (sys.Ring).

// An Order tells a worker what to do next.
type Order struct {
	Do string `json:"do"` // one of the Do constants

	// DoStart
	Model      string `json:"model,omitempty"`      // server, files: which model
	Experiment string `json:"experiment,omitempty"` // what is served: echo (also when empty), http, …
	Params     Params `json:"params,omitempty"`
	Seed       int64  `json:"seed,omitempty"`         // of content and arrivals
	Dir        string `json:"dir,omitempty"`          // where the files of this run lie; made and removed by the hub
	Addr       string `json:"addr,omitempty"`         // load: where the server listens
	CPUs       []int  `json:"cpus,omitempty"`         // where the model, or the load, runs
	Control    []int  `json:"control_cpus,omitempty"` // server: where the worker itself runs, so that it is heard beside 10,000 busy threads
	Record     bool   `json:"record,omitempty"`       // descriptor 3 is a ring

	// DoWarm, DoMeasure
	MS int64 `json:"ms,omitempty"` // least (DoWarm) or exact (DoMeasure) duration
}

// Has says how much, or how, this side has of one thing: {"threads", "200"}.
type Has struct {
	What string `json:"what"`
	Is   string `json:"is"`
}

// The orders.
const (
	DoStart   = "start"   // server: listen and serve, answer with Addr. load: connect all, answer when each connection was answered once
	DoWarm    = "warm"    // load: begin, run at least MS
	DoMeasure = "measure" // load: run MS, sending Samples, answer with Interval
	DoUsage   = "usage"   // both: answer with Usage since the process began
	DoRecord  = "record"  // both: begin recording
	DoRecEnd  = "recend"  // both: stop recording, answer with Threads and Sites
	DoStop    = "stop"    // both: close everything, answer, exit
)

// A Reply answers an Order.
type Reply struct {
	To    string `json:"to"`              // the order's Do, or "sample"
	Error string `json:"error,omitempty"` // the order failed; the worker exits
	// Unsupported tells that Error is the host's refusal; Fix how to enable it.
	Unsupported bool   `json:"unsupported,omitempty"`
	Fix         string `json:"fix,omitempty"`

	Addr     string    `json:"addr,omitempty"`
	Notes    []string  `json:"notes,omitempty"`   // e.g. granted ring flags
	AtOnce   int64     `json:"at_once,omitempty"` // DoStart of a server: requests that can wait for a backend at the same time; 0: as many as there are connections
	Has      []Has     `json:"has,omitempty"`     // DoStart: for the parity sheet
	Usage    *Usage    `json:"usage,omitempty"`   // totals since the process began; ElapsedNS is the CLOCK_MONOTONIC time of reading
	Interval *Interval `json:"interval,omitempty"`

	// DoRecEnd. Site ids in the ring are program counters' low 32 bits; SitePCs maps them.
	Threads    []Thread        `json:"threads,omitempty"`
	Sites      map[uint32]Site `json:"sites,omitempty"`
	Switches   string          `json:"switches,omitempty"`
	NoSwitches string          `json:"no_switches,omitempty"`
	Lost       int64           `json:"lost,omitempty"` // events the kernel or the ring dropped
}

// An Interval is what the load generator measured in one interval, or, in a
// "sample" reply, in the part of it since the last sample.
type Interval struct {
	StartNS   int64          `json:"start_ns"` // CLOCK_MONOTONIC
	EndNS     int64          `json:"end_ns"`
	Requests  int64          `json:"requests"`
	BytesRead int64          `json:"bytes_read"`
	BytesSent int64          `json:"bytes_written"`
	Errors    map[string]int `json:"errors"`
	PerConn   PerConn        `json:"per_conn"`
	MeanNS    float64        `json:"mean_ns"`
	LatencyNS Latency        `json:"latency_ns"`
	// AgeNS is by how much the requests under way at the end were older than
	// those at the start, in all, counted from when they began to be written.
	AgeNS int64 `json:"age_ns"`
	// ThinkNS is the time that connections spent between an answer and the
	// begin of their next request, in all: thinking, closing before they are
	// made anew or, in an open loop, free. So without errors, and with S =
	// MeanNS in a closed loop and ServiceMeanNS in an open one,
	// connections × (EndNS - StartNS) = S × Requests + AgeNS + ThinkNS.
	ThinkNS          int64    `json:"think_ns,omitempty"`
	BodyBytes        int64    `json:"body_bytes,omitempty"`        // HTTP: of answers' bodies, compared with what was expected
	Connects         int64    `json:"connects,omitempty"`          // calls of connect(2)
	Arrived          int64    `json:"arrived,omitempty"`           // open loop: requests that were due; = Requests + Waiting + Lost
	Waiting          int64    `json:"waiting,omitempty"`           // open loop: of all that were ever due, unanswered at the end, less at the start
	Lost             int64    `json:"lost,omitempty"`              // open loop: that never will be answered rightly; Errors says why
	ServiceMeanNS    float64  `json:"service_mean_ns,omitempty"`   // open loop
	PausedNS         int64    `json:"paused_ns,omitempty"`         // part of the interval that does not count: files were put out of the page cache
	Files            int64    `json:"files,omitempty"`             // file experiments: read or written whole
	ServiceNS        *Latency `json:"service_ns,omitempty"`        // open loop
	LagNS            *Latency `json:"lag_ns,omitempty"`            // see Result; nil in a closed loop without pauses
	ConnectNS        *Latency `json:"connect_ns,omitempty"`        // of all connections made so far
	ServiceHistogram []byte   `json:"service_histogram,omitempty"` // as Histogram
	Histogram        []byte   `json:"histogram,omitempty"`         // HdrHistogram V2 compressed encoding, base64 in JSON; not in samples
}
