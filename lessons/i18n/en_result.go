package i18n

var enResult = ResultWords{
	Range: "median and range", Offered: "offered requests/s", Ceiling: "ceiling, requests/s",
	P50: "p50", P99: "p99", Response50: "response p50", Response99: "response p99", Service50: "service p50", Service99: "service p99",
	Lag99: "lag p99", Connect99: "connect p99",
	FromDue: "from the intended moment", FromWrite: "from the write", OfGenerator: "of the generator itself", FirstAnswer: "to the first answer",
	Requests: "requests/s", Bytes: "bytes/s", Files: "files/s",
	CPU: "CPU per 1,000 requests", CPUBusy: "CPUs busy", Threads: "threads", ThreadsConn: "threads per connection",
	Calls: "syscalls per request", Switches: "switches per request", Memory: "peak memory", MemoryConn: "memory per connection",
	Resident: "resident", KernelConn: "kernel memory per connection", Estimate: "estimate, whole host",
	Cache: "page cache", Device: "device bytes", Submit: "in one submission",
	Caches: map[string]string{"warm": "warm", "cold": "cold"},
	Took:   "What it took",
	Round:  "round", Answered: "requests", LeastServed: "least served connection", Steal: "steal", OtherCPU: "other programs",
	Trials: "Every trial", Notes: "notes", Errors: "Errors:",

	Over:     func(what, param string) string { return what + " by " + param },
	CeilingX: "ceiling", PerValue: "At each value",
	Swept: func(param, value string) string { return param + " = " + value },

	MeansTitle: "What the numbers mean",
	Means: []Meaning{
		{"median and range", "the median of the rounds, then the lowest and the highest; the picture has one scale for all rows, from zero"},
		{"p50, p99", "50 and 99 of 100 requests took no longer. In a closed loop that is service time, from sending the first byte to receiving the last. In experiments on files a request is one chunk, or one small file"},
		{"response and service time", "in an open loop: response time counts from the moment at which the request was due, so that waiting for a late server is not left out; service time counts from when it was written"},
		{"lag", "by how much the load generator itself was late. If it is large beside the response time, the result says more about the generator"},
		{"offered", "requests per second that were due, whether or not they were answered"},
		{"ceiling", "what arithmetic allows at most: requests that can wait at the same time ÷ how long each waits"},
		{"CPU per 1,000 requests", "CPU time that the server process used for 1,000 requests, user and system together"},
		{"CPUs busy", "CPU-seconds that the server process used per second: 1 is one CPU all the time"},
		{"threads", "threads of the server process while it was measured, those that only keep the Go runtime going included"},
		{"syscalls per request", "system calls that the model made, divided by the answered requests; a + says that some cannot be counted"},
		{"switches per request", "context switches of the server's threads: those that waited, and those that lost their CPU"},
		{"memory", "peak: largest resident size of the server process. Per connection: what it has grown by over a server without connections; for the kernel, the growth of slab, kernel stacks and page tables on the whole host, which is an estimate"},
		{"device bytes", "read from or written to the block device for this process, as the kernel counts them: the proof that a cache was warm or cold"},
		{"in one submission", "mean time inside one call that submits requests. Where it grows to the time of a read, the submission itself has waited"},
		{"steal, other programs", "share of all CPU time that the hypervisor took away, and that neither side of the trial used"},
	},
	Statuses: map[string]string{"ok": "ok", "unavailable": "Not available on this host", "invalid": "Invalid", "failed": "Failed"},
	States:   map[string]string{"queued": "waiting in the queue", "running": "running", "done": "done", "cancelled": "cancelled", "failed": "failed"},
	NotRun:   "Not measured: the run ended before",

	Parity: "What the models had", ParityHelp: "Models differ in more than their way of doing I/O. What is not alike may be part of the result.",
	ParityWhat: "what", ParityHas: "value", ParityAlike: "alike?", Alike: "alike", Unlike: "not alike", All: "all", UnlikeIn: func(what string) string { return "not alike in " + what },
	Had: map[string]string{
		"threads":      "threads",
		"load":         "load",
		"load threads": "threads of the load generator",
		"in flight":    "requests in flight",
		"chunk":        "chunk",
		"file":         "file size",
		"page cache":   "page cache",
		"alignment":    "alignment",
		"backlog":      "accept queue (backlog)",
		"buffer":       "read buffer",
		"rings":        "rings",
		"pool":         "pool",
	},

	Again: "Run this again, exactly", AgainHelp: "The same experiment, models, parameters and seed, with the file from the first link below:",
	Seed: "Seed", Scenario: "Scenario", ScenarioHelp: "runs with an equal scenario did the same",
	Downloads: "Downloads", Everything: "all numbers (JSON)", Table: "trials (CSV)", ForBenchstat: "for benchstat",
	Recording: "recording", ForPerfetto: "for Perfetto (JSON)",
	Prints:    "The machine it was measured on",
	Container: "container", Mitigations: "mitigations", SMT: "SMT", Governor: "frequency governor",
	Limits: "limits", Filesystem: "file system", BlockDevice: "block device",

	Setup: SetupWords{
		Apart:  func(server, load string) string { return "server on CPU " + server + ", load on CPU " + load },
		Shared: func(cpu string) string { return "server and load share CPU " + cpu + ", which costs both" },
		Alone:  func(cpus string) string { return "on CPU " + cpus },
		Rounds: func(n string, one bool) string { return n + s(" round", one) },
		Closed: "closed loop", Open: "open loop",
		Measured: func(d string) string { return d + " measured per trial" },
		Param:    func(label, value string) string { return label + " " + value },
	},
}

var enUnits = map[string]UnitWords{
	"requests/s": {
		Name: "requests/s", What: "throughput", Predict: "Which one will answer the most requests per second?",
		One:     func(m, f string) string { return m + " answered " + f + " requests/s" },
		Best:    func(m, f, ahead string) string { return m + " answered " + f + " requests/s, " + ahead + "." },
		Times:   func(ratio, worse string) string { return ratio + " times as many as " + worse },
		AtLeast: func(m, f string) string { return m + " can answer at least " + f + " requests/s" },
		Range:   func(l, h string) string { return l + " to " + h + " requests/s" },
	},
	"files/s": {
		Name: "files/s", What: "throughput", Predict: "Which one will get through the most files per second?",
		One:     func(m, f string) string { return m + " got through " + f + " files/s" },
		Best:    func(m, f, ahead string) string { return m + " got through " + f + " files/s, " + ahead + "." },
		Times:   func(ratio, worse string) string { return ratio + " times as many as " + worse },
		AtLeast: func(m, f string) string { return m + " can get through at least " + f + " files/s" },
		Range:   func(l, h string) string { return l + " to " + h + " files/s" },
	},
	"B/s": {
		Name: "bytes/s", What: "throughput", Predict: "Which one will move the most bytes per second?",
		One:     func(m, f string) string { return m + " moved " + f },
		Best:    func(m, f, ahead string) string { return m + " moved " + f + ", " + ahead + "." },
		Times:   func(ratio, worse string) string { return ratio + " times as much as " + worse },
		AtLeast: func(m, f string) string { return m + " can move at least " + f },
		Range:   func(l, h string) string { return l + " to " + h },
	},
	"ns": {
		Name: "response p99", What: "the slowest hundredth of the response times (p99)", Predict: "With which one will the slowest 1 % of the requests wait the least?",
		One: func(m, f string) string { return "With " + m + ", 99 % of the requests were answered within " + f },
		Best: func(m, f, ahead string) string {
			return "With " + m + ", 99 % of the requests were answered within " + f + "; " + ahead + "."
		},
		Times:   func(ratio, worse string) string { return "with " + worse + " it took " + ratio + " times as long" },
		AtLeast: func(m, f string) string { return "with " + m + " 99 % were answered within " + f },
		Range:   func(l, h string) string { return l + " to " + h },
	},
	"B/connection": {
		Name: "memory per connection", What: "memory per connection", Predict: "Which one will take the least memory per connection?",
		One:     func(m, f string) string { return m + " took " + f + " per connection" },
		Best:    func(m, f, ahead string) string { return m + " took " + f + " per connection; " + ahead + "." },
		Times:   func(ratio, worse string) string { return worse + " took " + ratio + " times as much" },
		AtLeast: func(m, f string) string { return m + " took " + f + " per connection" },
		Range:   func(l, h string) string { return l + " to " + h + " per connection" },
	},
}

var enVerdict = VerdictWords{
	Alone: "With one model there is nothing to compare.",
	Same:  func(b, o string) string { return "Between " + b + " and " + o + " no difference was detected." },
	None:  func(what, m string) string { return "No difference in " + what + " was detected between " + m + "." },
	Bound: func(m string) string {
		return "The load generator was the limit, not the server: " + m + ". How the models rank is not known from this run."
	},
	Late: func(m, lag string) string {
		return "for " + m + ", 1 % of the requests were sent at least " + lag + " late"
	},
	Noisy: func(m, spread string) string {
		return "The trials differ too much to compare: those of " + m + " from " + spread + ". Run again on a quieter host."
	},
	Disturbed: "What was measured cannot be told apart from disturbance. Run again on a quieter host.",
	Invalid:   "No model has a valid result.",
	Swept:     func(kinds string) string { return "Compared at several values: " + kinds + "." },
	Kinds: map[string]func(string) string{
		"ranked":          func(n string) string { return n + " with a difference" },
		"no-difference":   func(n string) string { return n + " without a detectable one" },
		"generator-bound": func(n string) string { return n + " limited by the load generator" },
		"noisy":           func(n string) string { return n + " too noisy" },
		"alone":           func(n string) string { return n + " with nothing to compare" },
		"invalid":         func(n string) string { return n + " without a valid result" },
	},
	Interval: func(n, i string) string { return "95 % interval of the ratio over " + n + " rounds: " + i + "." },
	Between:  func(l, h, w string) string { return l + " to " + h + " against " + w },
	Indicative: func(n int, e string) string {
		return "Indicative only: " + plural(n, "round", "rounds") + "; an interval takes " + e + "."
	},
	Behind: func(m, offered, answered string) string {
		return m + " could not keep up: of " + offered + " offered requests/s it answered " + answered + "."
	},
	Left:  func(m string) string { return "Not compared: " + m + "." },
	While: func(reasons string) string { return "While it ran, " + reasons + "." },
	Steal: func(p string) string { return "the hypervisor took " + p + " % of the CPU time (steal)" },
	Other: func(p string) string { return "other programs used " + p + " % of the CPU time" },
	And:   " and ", Comma: ", ",
}
