package i18n

var en = Words{
	Lang: "en", Tag: "en", Other: "zh", OtherName: "中文",
	Skip: "Skip to the content", Menu: "Pages", Play: "Playground", Runs: "Runs", Host: "This host", Tagline: "where a program waits", Version: "version",

	PlayTitle:        "Where does a server wait?",
	PlayLead:         "Choose ways of doing I/O and press Run: this host measures each of them for real, server and load generator as separate processes. Then watch what their threads did.",
	PlayLoop:         "Predict → run → watch → explain the difference",
	ExperimentsTitle: "Experiments", What: "What it measures", Look: "What to look for",
	FullSize: "Use the sizes of published figures (slow)", QuickSize: "Use the quick sizes",
	ModelsTitle: "Models", ModelsHelp: "Choose two or more to compare.",
	Unavailable: "Not available on this host:", Fix: "To enable it:", NotHere: "Takes no part:",
	Variants: "Variants", VariantsHelp: "a model that differs from the others in a parameter, e.g. epoll:PARAM=VALUE; several with commas",
	LoadTitle: "Load", More: "More settings",
	SweepTitle: "Compare over several values", SweepParam: "Of", SweepNone: "no parameter", SweepValues: "Values",
	SweepHelp:    "2 to 12 values with commas; each model runs once for each of them, and a curve shows the result",
	PredictTitle: "Your prediction",
	PredictNone:  "I'll just look", PredictSame: "no detectable difference",
	Predicted: "You predicted:", Compare: "Does the verdict agree? If not, the threads below show where the time went.",
	RunButton: "Run", Cancel: "Cancel",
	ProgressTitle: "Progress", LiveTitle: "Live", ResultTitle: "Result", FigureTitle: "What the threads did",
	Empty:     "Nothing has been run on this page yet. Press Run: the verdict, the numbers and the threads appear here.",
	Pending:   "The verdict comes when the run has ended.",
	NoPicture: "The moving picture of the threads needs JavaScript and WebAssembly. The numbers and still pictures are all here.",
	NoScript:  "Running and playing needs JavaScript and WebAssembly. Without them, finished runs can be read as tables under Runs, and everything works on the command line: iowait run echo.",
	Outdated:  "The server is newer than this page. Reload the page.",
	Families: map[string]string{
		"blocking": "blocking", "non-blocking": "non-blocking", "multiplexed": "multiplexed",
		"signal-driven": "signal-driven", "asynchronous": "asynchronous", "runtime": "Go runtime",
	},
	Models: enModels, Methods: enMethods, Experiments: enExperiments, Params: enParams, Values: enValues, Units: enUnits,

	ModelName: "model", Status: "status", LastTrial: "last trial",

	Result: enResult, Verdict: enVerdict, Figure: enFigure,

	ToStart: "To the start", StepBack: "One event back", PlayPause: "Play", StepForward: "One event forward", ToEnd: "To the end",
	ZoomIn: "Zoom in", ZoomOut: "Zoom out", ZoomFit: "Show all", Scrub: "Time", Speed: "Slowed",
	EventsTitle: "Events around the play head", Waiting: "The recording is being fetched.",
	Keys: "Keys on the picture: space plays, ← and → step by one event, A and D move, W and S zoom, V changes the view; ? lists all.",
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
	MatrixTitle: "Who takes part in which experiment", MatrixHelp: "A dash means no; the number leads to the reason.", TakesPart: "yes", TakesNoPart: "no",
	SocketModels: "Models of network I/O", FileModels: "Methods of file I/O", Runtimes: "Other runtimes",
	System: "system", Processor: "processor", CPUs: "CPUs to use", RAM: "memory", Clock: "clock source", Descriptors: "descriptors, at most", LoadBefore: "load average",
	ErrorTitle: "That did not work", ErrorHelp: "Nothing has been started or changed.", ErrorHome: "Go to the playground",
}

// s is a word's plural, unless there is one.
func s(word string, one bool) string {
	if one {
		return word
	}
	return word + "s"
}
