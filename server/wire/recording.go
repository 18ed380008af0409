package wire

// A Recording holds the events of one trial's traced window, sorted by
// AtNS (ties keep their order of arrival).
type Recording struct {
	Header
	Events []Event
}

// Header is what a recording says about itself before its events.
type Header struct {
	Run        string   `json:"run,omitempty"`
	Experiment string   `json:"experiment"`
	Model      string   `json:"model"`
	Host       string   `json:"host"`        // short description of the host, for the provenance line
	RecordedAt string   `json:"recorded_at"` // RFC 3339
	StartNS    int64    `json:"start_ns"`    // CLOCK_MONOTONIC at the window's begin
	LengthNS   int64    `json:"length_ns"`   // length of the window
	Params     Params   `json:"params"`
	Threads    []Thread `json:"threads"`
	Sites      []Site   `json:"sites"` // index 0 is the unknown site
	Total      int64    `json:"total"` // events that happened in the window
	Dropped    int64    `json:"dropped"`
	Switches   string   `json:"switches"`               // "kernel" (perf context-switch records) or "none"
	NoSwitches string   `json:"no_switches,omitempty"`  // why there are none, and how to enable them
	CostPct    *float64 `json:"cost_percent,omitempty"` // throughput lost while recording, against the same pair just before
}

// A Thread is one kernel thread that appears in a recording.
type Thread struct {
	TID  int32  `json:"tid"`
	Proc string `json:"proc"`           // "server" or "client"
	Name string `json:"name"`           // what it does: "worker", "loop", "accept", "client", "go"
	Conn int32  `json:"conn,omitempty"` // connection it serves to the end, if only one
}

// A Site is a source position that made a call.
type Site struct {
	File string `json:"file"` // base name, e.g. epoll.go
	Line int    `json:"line"`
	Func string `json:"func"`
}
