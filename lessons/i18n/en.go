package i18n

var en = Words{
	Lang: "en", Tag: "en", Other: "zh", OtherName: "中文",
	Skip: "Skip to the content", Menu: "Pages", Play: "Playground", Runs: "Runs", Host: "This host", Tagline: "where a program waits", Version: "version",

	PlayTitle:   "Where does a server wait?",
	PlayLead:    "Choose ways of doing I/O and press Run: this host measures each of them for real, server and load generator as separate processes. Then watch what their threads did.",
	PlayLoop:    "Predict → run → watch → explain the difference",
	ModelsTitle: "Models", ModelsHelp: "Choose two or more to compare.",
	Unavailable: "Not available on this host:", Fix: "To enable it:",
	LoadTitle: "Load", LoadHelp: "The same for every model: each connection sends a message, waits for its echo, and sends the next.",
	PredictTitle: "Your prediction", PredictHelp: "Which one will answer the most requests per second?",
	PredictNone: "I'll just look", PredictSame: "no detectable difference",
	Predicted: "You predicted:", Compare: "Does the verdict agree? If not, the threads below show where the time went.",
	RunButton: "Run", Cancel: "Cancel",
	ProgressTitle: "Progress", LiveTitle: "Live", ResultTitle: "Result", FigureTitle: "What the threads did",
	Empty:     "Nothing has been run on this page yet. Press Run: the verdict, the numbers and the threads appear here.",
	Pending:   "The verdict comes when the run has ended.",
	NoPicture: "The moving picture of the threads needs JavaScript and WebAssembly. The numbers are all here.",
	NoScript:  "Running and playing needs JavaScript and WebAssembly. Without them, finished runs can be read as tables under Runs, and everything works on the command line: iowait run echo.",
	Outdated:  "The server is newer than this page. Reload the page.",
	Families: map[string]string{
		"blocking": "blocking", "non-blocking": "non-blocking", "multiplexed": "multiplexed",
		"signal-driven": "signal-driven", "asynchronous": "asynchronous", "runtime": "Go runtime",
	},
	Models: map[string]string{
		"iterative":       "one thread that serves one connection to its end, then the next",
		"thread-pool":     "200 OS threads; a connection keeps one until it closes",
		"select":          "one thread; the kernel walks over a set of 1,024 bits at every call",
		"poll":            "one thread; the kernel walks over an array at every call",
		"epoll-et":        "one thread, told once of what is new, so it reads until nothing is left",
		"epoll-pool":      "one thread waits, ten others read and write",
		"multi-reactor":   "one epoll thread for each CPU, each with its own accept queue",
		"sigio":           "one thread; the kernel queues a signal for each thing that happens",
		"io_uring-sqpoll": "io_uring, with a kernel thread that looks for submissions by itself",
		"completion-pool": "an interface of completions over a pool of threads that wait for readiness",
		"thread-per-conn": "one OS thread for each connection, asleep in read until data comes",
		"busy-poll":       "one thread that asks every connection in turn, again and again",
		"epoll":           "one thread; the kernel keeps a list of the connections that are ready",
		"io_uring":        "one thread; requests go into one queue, completions come out of another",
		"goroutine":       "Go's net package: code that seems to block, over an epoll poller",
	},
	Params: map[string]Param{
		"conns":       {"Connections", "open at the same time", ""},
		"size":        {"Message size", "bytes, each way", "B"},
		"duration_ms": {"Duration", "measured part of a trial", "ms"},
		"rounds":      {"Rounds", "trials of each model; 6 or more give an interval", ""},
		"warmup_ms":   {"Warm-up", "load before measuring, at least", "ms"},
		"record_ms":   {"Recording", "a separate traced window; 0 for none", "ms"},
	},

	Model: "model", Rate: "requests/s", Spread: "median and range", P50: "p50", P99: "p99", CPU: "CPU per 1,000", Threads: "threads",
	Calls: "syscalls per request", Switches: "switches per request", Memory: "peak memory", Status: "status",
	MeansTitle: "What the numbers mean",
	Means: []Meaning{
		{"requests/s", "answered requests per second of measured time: the median of the rounds, then the lowest and the highest"},
		{"p50, p99", "50 and 99 of 100 requests took no longer, from sending the first byte to receiving the last (service time in a closed loop)"},
		{"CPU per 1,000", "CPU time that the server process used for 1,000 requests, user and system together"},
		{"threads", "threads of the server process while it was measured, those that only keep the Go runtime going included"},
		{"syscalls per request", "system calls that the model made, divided by the answered requests; a + says that some cannot be counted"},
		{"switches per request", "context switches of the server's threads: those that waited, and those that lost their CPU"},
		{"peak memory", "largest resident size of the server process"},
	},
	Statuses: map[string]string{"ok": "ok", "unavailable": "Not available on this host", "invalid": "Invalid", "failed": "Failed"},
	States:   map[string]string{"queued": "waiting in the queue", "running": "running", "done": "done", "cancelled": "cancelled", "failed": "failed"},
	NotRun:   "Not measured: the run ended before",
	Trials:   "Every trial", Round: "round", Requests: "requests", LeastServed: "least served connection", Notes: "notes", Errors: "Errors:",
	Setup: SetupWords{
		Apart:       func(server, load string) string { return "server on CPU " + server + ", load on CPU " + load },
		Shared:      func(cpu string) string { return "server and load share CPU " + cpu + ", which costs both" },
		Rounds:      func(n string, one bool) string { return n + s(" round", one) },
		Connections: func(n string, one bool) string { return n + s(" connection", one) },
		Closed:      "closed loop",
		Measured:    func(d string) string { return d + " measured per trial" },
	},

	ToStart: "To the start", StepBack: "One event back", PlayPause: "Play", StepForward: "One event forward", ToEnd: "To the end",
	ZoomIn: "Zoom in", ZoomOut: "Zoom out", ZoomFit: "Show all", Scrub: "Time", Speed: "Slowed",
	EventsTitle: "Events around the play head", Waiting: "The recording is being fetched.",
	Keys: "Keys on the picture: space plays, ← and → step by one event, A and D move, W and S zoom, 0 shows all, Home and End jump.",
	Legend: []LegendWord{
		{"run", "■", "running"}, {"kernel", "▬", "running inside the kernel"}, {"block", "┄", "blocked in a call, off the CPU"},
		{"ready", "▲", "ready, waiting for a CPU"}, {"poll", "◆", "polled and found nothing (EAGAIN)"},
		{"data", "●", "request sent"}, {"data", "■", "answer received"}, {"data", "▁", "waiting in a socket buffer"}, {"data", "◆", "operation submitted"},
		{"kernel", "▲", "told that it is ready"}, {"kernel", "◆", "completion taken"},
	},
	Reading: "How to read the picture",
	ReadingText: []string{
		"Each row is one thread of the kernel, with its thread id. Time runs from left to right, slowed down by the factor that stands above.",
		"What a thread did comes from two sources: the kernel's own records of who was switched in and out, and marks that the program left at each system call. Nothing is guessed: where neither says anything, the row is empty.",
		"“Ready, waiting for a CPU” begins when the other side's write had returned, so the data was there, or when the kernel took the CPU away.",
		"Where many short spans share a pixel, its height is divided by the time spent in each state.",
	},

	RunsTitle: "Runs", RunsEmpty: "No run is kept yet. Start one in the playground.", ColRun: "run", ColModels: "models", ColResult: "result", Experiment: "experiment", State: "state", When: "begun (UTC)", RunTitle: "Run", NoResult: "This run has no result yet. Reload the page in a moment.",
	HostTitle: "What this host can run", HostLead: "Each mechanism was tried on this host when the server started. What it refused says why, and what would enable it.",
	Machine: "Machine", About: "what it is", CanRun: "available", CannotRun: "not available",
	System: "system", Processor: "processor", CPUs: "CPUs to use", RAM: "memory", Clock: "clock source", Descriptors: "descriptors, at most", LoadBefore: "load average",
	ErrorTitle: "That did not work", ErrorHelp: "Nothing has been started or changed.", ErrorHome: "Go to the playground",

	Verdict: VerdictWords{
		One: func(m, r string) string {
			return m + " answered " + r + " requests/s. With one model there is nothing to compare."
		},
		Best:  func(m, r, ahead string) string { return m + " answered " + r + " requests/s, " + ahead + "." },
		Times: func(ratio, worse string) string { return ratio + " times as many as " + worse },
		Same:  func(b, o string) string { return "Between " + b + " and " + o + " no difference was detected." },
		None:  func(m string) string { return "No difference in throughput was detected between " + m + "." },
		Bound: func(m string) string {
			return "The load generator was the limit, not the server: " + m + ". How the models rank is not known from this run."
		},
		AtLeast: func(m, r string) string { return m + " can answer at least " + r + " requests/s" },
		Noisy: func(m, low, high string) string {
			return "The trials differ too much to compare: those of " + m + " from " + low + " to " + high + " requests/s. Run again on a quieter host."
		},
		Invalid:  "No model has a valid result.",
		Interval: func(n, i string) string { return "95 % interval of the ratio over " + n + " rounds: " + i + "." },
		Between:  func(l, h, w string) string { return l + " to " + h + " against " + w },
		Indicative: func(n int, e string) string {
			return "Indicative only: " + plural(n, "round", "rounds") + "; an interval takes " + e + "."
		},
		Left: func(m string) string { return "Not compared: " + m + "." },
		And:  " and ", Comma: ", ",
	},
}

// s is a word's plural, unless there is one.
func s(word string, one bool) string {
	if one {
		return word
	}
	return word + "s"
}
