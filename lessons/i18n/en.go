package i18n

var en = Words{
	Lang: "en", Tag: "en", Other: "zh", OtherName: "中文",
	Skip: "Skip to the content", Play: "Playground", Runs: "Runs", Host: "This host", Tagline: "where a program waits", Version: "version",

	PlayTitle:   "Where does a server wait?",
	PlayLead:    "Choose ways of doing I/O, press Run, and this host measures each of them for real: a server and a load generator as separate processes, on CPUs of their own. Then watch what their threads did.",
	PlayLoop:    "Predict → run → watch → explain the difference.",
	ModelsTitle: "Models", ModelsHelp: "Choose two or more to compare.",
	Unavailable: "Not available on this host: ", Fix: "To enable it: ",
	LoadTitle: "Load", RunButton: "Run", Cancel: "Cancel",
	PredictTitle: "Your prediction", PredictHelp: "Which one will answer the most requests per second?",
	PredictNone: "I have none", PredictSame: "there will be no detectable difference",
	ProgressTitle: "Progress", LiveTitle: "Live", ResultTitle: "Result", FigureTitle: "What the threads did",
	Empty:    "Nothing has been run yet on this page. Results appear here.",
	NoScript: "Running and playing needs JavaScript and WebAssembly. Without them, finished runs can be read as tables under Runs, and everything works on the command line: iowait run echo.",
	Outdated: "The server is newer than this page. Reload the page.",
	Reading:  "How to read this",
	ReadingText: []string{
		"Each row is one thread of the kernel, with its thread id. Time runs from left to right; the window is short and slowed down.",
		"What a thread did comes from two sources: the kernel's own records of who was switched in and out, and marks that the program left at each system call. Nothing is guessed: where neither says anything, the row is empty.",
		"“Ready, waiting for a CPU” begins when the other side's write had returned, so the data was there, or when the kernel took the CPU away.",
		"Where many short spans share a pixel, its height is divided by the time spent in each state.",
		"Violet lines follow a request: sent by the client, read by the server, written, received.",
	},
	Families: map[string]string{"blocking": "Blocking", "non-blocking": "Non-blocking", "multiplexed": "Multiplexed", "signal-driven": "Signal-driven", "asynchronous": "Asynchronous", "runtime": "Go runtime"},
	Models: map[string]string{
		"iterative":       "one thread serves one connection to its end, then the next",
		"thread-per-conn": "one OS thread for each connection, asleep in read",
		"thread-pool":     "200 OS threads; a connection keeps one until it closes",
		"busy-poll":       "one thread asks every connection again and again",
		"select":          "one thread; the kernel walks over a set of bits",
		"poll":            "one thread; the kernel walks over an array",
		"epoll":           "one thread; the kernel keeps a list of what is ready",
		"epoll-et":        "the same, told only of what is new",
		"epoll-pool":      "one thread waits, ten work",
		"multi-reactor":   "one epoll thread per CPU",
		"sigio":           "the kernel sends a signal for each event",
		"io_uring":        "operations go into a queue, completions come out of another",
		"io_uring-sqpoll": "the same, with a kernel thread that takes submissions",
		"completion-pool": "completions emulated by a pool of threads",
		"goroutine":       "Go's net: code that blocks, over an epoll poller",
	},
	Params: map[string][2]string{
		"conns":       {"Connections", "open at the same time"},
		"size":        {"Size", "bytes of each message"},
		"duration_ms": {"Duration", "measured part of each trial, in ms"},
		"rounds":      {"Rounds", "trials of each model, interleaved; 6 or more give an interval"},
		"warmup_ms":   {"Warm-up", "load before the measured part, in ms, at least"},
		"record_ms":   {"Recording", "length of the recording of each model, in ms; 0 for none"},
	},
	Model: "model", Rate: "requests/s", P50: "p50", P99: "p99", CPU: "CPU per 1,000", Threads: "threads", Calls: "calls per request", Switches: "switches per request", Memory: "memory", Status: "status",
	Means: map[string]string{
		"rate":     "answered requests per second of measured time; median of the rounds, and their range",
		"p50":      "half of the requests took no longer; from sending the first byte to receiving the last (service time, closed loop)",
		"p99":      "99 of 100 requests took no longer",
		"cpu":      "CPU time of the server, user and system, for 1,000 requests",
		"threads":  "threads of the server process while it was measured, those of the Go runtime included",
		"calls":    "system calls that the model made, per request",
		"switches": "context switches of the server's threads, voluntary and not, per request",
		"memory":   "largest resident size of the server process",
	},
	Median:   "median",
	Statuses: map[string]string{"ok": "ok", "unavailable": "not available here", "invalid": "invalid", "failed": "failed"},
	States:   map[string]string{"queued": "waiting", "running": "running", "done": "done", "cancelled": "cancelled", "failed": "failed"},
	Trials:   "All trials", Round: "round", Requests: "requests", Errors: "errors", None: "none", LeastServed: "least served connection",
	Setup: func(server, load, rounds, conns, size string, shared bool) string {
		s := "Server on CPU " + server + ", load on CPU " + load
		if shared {
			s = "Server and load share CPU " + server + ", which costs both"
		}
		return s + " · " + rounds + " rounds · " + conns + " connections · " + size + " · closed loop"
	},
	Notes: "Notes",

	ToStart: "To the start", StepBack: "One event back", PlayPause: "Play", StepForward: "One event forward", ToEnd: "To the end",
	ZoomIn: "Zoom in", ZoomOut: "Zoom out", ZoomFit: "Show all", Scrub: "Time", Speed: "Slowed", EventsTitle: "Events around the play head",
	Keys: "Keys on the picture: space plays, ← → step, a d move, w s zoom, 0 shows all, Home and End jump.",
	Legend: []LegendWord{
		{"run", "■", "running"}, {"kernel", "▬", "running inside the kernel"}, {"block", "┄", "blocked in a call"},
		{"ready", "▲", "ready, waiting for a CPU"}, {"poll", "◆", "polling, nothing there"}, {"data", "●", "request sent, answer received"},
		{"mark", "△", "told ready, completion"},
	},

	RunsTitle: "Runs", RunsEmpty: "No run is kept. Start one in the playground.", Experiment: "experiment", State: "state", When: "begun", RunTitle: "Run", NoResult: "This run has no result yet.",
	HostTitle: "What this host can run", HostLead: "Each mechanism was tried on this host when the server started.", Machine: "Machine", CanRun: "available", CannotRun: "not available",
	ErrorTitle: "That did not work", ErrorHome: "To the playground",

	Verdict: VerdictWords{
		One: func(m, r string) string {
			return m + " answered " + r + " requests/s; with one model there is nothing to compare."
		},
		Best:  func(m, r string) string { return m + " answered " + r + " requests/s: " },
		Times: func(ratio, worse string) string { return ratio + "× as many as " + worse },
		Same:  func(b, o string) string { return " Between " + b + " and " + o + " no difference was detected." },
		None:  func(m string) string { return "No difference in throughput was detected between " + m + "." },
		Interval: func(n, i string) string {
			return " The 95 % interval of the ratio, over " + n + " rounds, is " + i + "."
		},
		OneOf: func(l, h, w string) string { return l + " to " + h + " for " + w },
		Indicative: func(n, e string) string {
			return " That is indicative only: " + n + " rounds, and an interval takes " + e + "."
		},
		Bound: func(m string) string {
			return "The load generator was the limit, not the server, for " + m + ". How the models rank is not known from this run."
		},
		Noisy:   "The trials differ too much to compare. Run again on a quieter host.",
		Invalid: "No model has a valid result.",
		And:     " and ", Comma: ", ", Stop: ".",
	},
}
