package i18n

var enExperiments = map[string]Experiment{
	"echo": {
		Name: "Echo",
		What: "Every connection sends a message and waits until the same bytes have come back. The server does no work of its own, so what is measured is the price of waiting: system calls, context switches, and memory for whoever waits.",
		Look: []string{
			"Go from 10 connections to 100 and 1,000. Does the throughput hold? What happens to the slowest requests (p99)?",
			"Compare system calls and context switches per request, then watch the threads: who sleeps, who runs, who asks and finds nothing?",
			"Set a rate, and requests come when they are due, whether or not earlier ones have been answered. What does a stall of 200 ms do to the response times then?",
		},
		Load: "The same for every model: each connection sends a message, waits for its echo, and sends the next.",
	},
	"http": {
		Name: "HTTP",
		What: "The same models speak HTTP/1.1: a request has to be recognised and an answer has a head and a body. Part of each request is now work, and only the rest is waiting.",
		Look: []string{
			"How much is left of the differences that the echo shows?",
			"Let clients make a new connection after every request (More settings), and see who accepts quickly.",
			"A browser or wrk can ask the very same servers: iowait run http --models epoll --hold",
		},
		Load: "The same for every model: each connection sends a GET request, reads the answer, and sends the next.",
		Own:  map[string]Param{"size": {"Body", "of each answer", "B"}},
	},
	"backend": {
		Name: "Slow backend",
		What: "Before it is answered, each request waits for a backend that takes its time; here a timer stands for it. A model that waits inside a thread can have only as many requests waiting as it has threads: pool ÷ delay is then the most it can answer, a ceiling set by arithmetic and drawn as a dotted line. A model that waits without a thread has no such ceiling.",
		Look: []string{
			"How close does each model come to its ceiling?",
			"Compare several pool sizes. What does a higher ceiling cost in threads and memory?",
			"Where connections outnumber the pool, look at p99: for whom do the others wait?",
		},
		Load: "The same for every model: each request is answered when its backend has, and then the connection sends the next.",
	},
	"idle": {
		Name: "Idle connections",
		What: "Many connections stay open and few are used, as with chats and notifications. Compared is the memory that one connection takes: in the process, and, as an estimate, in the kernel.",
		Look: []string{
			"Which part grows with the connections, and is it threads, buffers, or the kernel's own?",
			"Do connections that do nothing slow down those that do something? Look at p99 and at CPU busy.",
			"How long does it take to connect?",
		},
		Load: "The same for every model: all connections are opened, and one in so many is used.",
	},
	"file-read": {
		Name: "Reading a file",
		What: "One file is read from begin to end, again and again, a chunk at a time. With a warm cache the data is in memory already, and reading is copying. With a cold one it is on the device only, and somebody has to wait for it.",
		Look: []string{
			"Compare several chunk sizes. Where do the calls stop to matter?",
			"Warm or cold: does a method that has many requests in flight gain from it in both cases?",
			"The bytes that came from the device prove where the data was. Results of unlike states are not compared.",
		},
		Load: "The same for every method: the same file, the same chunks, the same work with the bytes.",
		Own:  map[string]Param{"pool": {"Pool", "threads of methods that have a pool; 0: their own number", ""}},
	},
	"small-files": {
		Name: "Many small files",
		What: "Many small files are opened, read or written whole, and closed. There are few bytes; the calls around them, and finding the file by its name, are what is left.",
		Look: []string{
			"How many calls does one file take with each method, and how much CPU?",
			"Reading or writing, warm or cold: does the order of the methods stay the same?",
			"Does it help to have several files in hand at the same time?",
		},
		Load: "The same for every method: the same files in the same order.",
		Own:  map[string]Param{"size": {"File size", "of each file", "B"}, "pool": {"Pool", "threads of methods that have a pool; 0: their own number", ""}},
	},
	"large-files": {
		Name: "Large files",
		What: "Big files are streamed into memory or to a socket. Buffered reads copy out of the page cache, a mapping shows the cache itself, O_DIRECT goes round it, and sendfile has the kernel pass pages to a socket.",
		Look: []string{
			"Two methods may be equally fast and yet not use the same CPU time.",
			"Warm, then cold: which method gains from the cache, and which cannot?",
			"Switch the target to a socket: what does a copy through the program cost?",
		},
		Load: "The same for every method: the same files from begin to end.",
		Own:  map[string]Param{"pool": {"Pool", "threads of methods that have a pool; 0: their own number", ""}},
	},
	"file-server": {
		Name: "File server",
		What: "Every connection asks for a file over HTTP. A file is never “not ready”, so no event loop can wait for it: one that reads the file itself stands still until the device has answered, and with it every other connection. Others hand the read to a pool of threads or to a ring.",
		Look: []string{
			"With a cold cache, look at p99: who has to wait for somebody else's read?",
			"Is handing over worth it when the cache is warm?",
			"Go from 300 clients to 3,000.",
		},
		Load: "The same for every model: each connection asks for a file, reads it whole, and asks for the next.",
	},
}

var enParams = map[string]Param{
	"conns":       {"Connections", "open at the same time", ""},
	"size":        {"Message size", "each way", "B"},
	"think_ms":    {"Think time", "closed loop: pause of a connection after each answer", "ms"},
	"rate":        {"Rate", "requests/s in all, answered or not (open loop); 0: the next follows the answer (closed loop)", ""},
	"arrivals":    {"Arrivals", "open loop: how requests are spaced", ""},
	"per_conn":    {"Requests per connection", "then it is closed and made anew; 0: never", ""},
	"stall_ms":    {"Stall", "the server is stopped for so long, once, in the middle; 0: not at all", "ms"},
	"active":      {"One active in", "so many connections; the others stay idle; 0: all idle", ""},
	"pool":        {"Pool", "threads of models that have a pool; 0: the model's own number", ""},
	"delay_ms":    {"Backend delay", "what each request waits for its backend", "ms"},
	"buffer":      {"Read buffer", "what the server reads with one call, at most", "B"},
	"sockbuf":     {"Socket buffers", "of the server's connections; 0: the kernel decides", "B"},
	"files":       {"Files", "how many", ""},
	"file_size":   {"File size", "of each file", "B"},
	"chunk":       {"Chunk", "asked for with one call", "B"},
	"depth":       {"In flight", "requests at the same time, of methods that can", ""},
	"cache":       {"Page cache", "where the data is at first", ""},
	"work":        {"Work", "what is done with the data", ""},
	"op":          {"Operation", "what is done with each file", ""},
	"to":          {"Target", "where the data goes", ""},
	"duration_ms": {"Duration", "measured part of a trial", "ms"},
	"rounds":      {"Rounds", "trials of each model; 6 or more give an interval", ""},
	"warmup_ms":   {"Warm-up", "load before measuring, at least", "ms"},
	"record_ms":   {"Recording", "a separate traced window; 0: none", "ms"},
}

var enValues = map[string][]string{
	"arrivals": {"evenly spaced", "at random (Poisson)"},
	"cache":    {"warm: in memory", "cold: on the device"},
	"work":     {"add up the bytes", "split into lines"},
	"op":       {"read", "write"},
	"to":       {"memory", "a socket"},
}

var enModels = map[string]string{
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
}

var enMethods = map[string]string{
	"read":             "one thread in read(2), a chunk after the other through the page cache",
	"pread-pool":       "a pool of threads in pread(2), each with a chunk of its own",
	"mmap":             "the file is mapped into memory; touching a page that is not there waits for it",
	"sendfile":         "sendfile(2): the kernel passes pages to a socket, and the program never sees them",
	"direct":           "O_DIRECT: past the page cache into the program's own buffer, one request at a time",
	"linux-aio":        "io_submit(2) on a file opened the usual way, through the page cache",
	"linux-aio-direct": "io_submit(2) on a file opened with O_DIRECT, past the page cache",
	"io_uring":         "one thread; several reads in flight through a pair of queues",
	"goroutine":        "Go's os package: each read holds an OS thread for as long as it takes",
}
