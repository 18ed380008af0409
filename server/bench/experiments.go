package bench

import (
	"iowait/server/load"
	"iowait/server/wire"
)

// KiB and MiB are powers of two, as buffers are.
const (
	kib = 1 << 10
	mib = 1 << 20
)

// The parameters. Experiments take them with other defaults: with.
var (
	conns    = Param{wire.ParamConns, "", 1, 10000, 100, nil, "connections open at the same time"}
	size     = Param{wire.ParamSize, "B", 1, load.MaxSize, 100, nil, "bytes in each message"}
	body     = Param{wire.ParamSize, "B", 1, load.MaxSize, 100, nil, "bytes in the body of each answer"}
	think    = Param{wire.ParamThinkMS, "ms", 0, 10000, 0, nil, "closed loop: pause of a connection after each answer"}
	rate     = Param{wire.ParamRate, "", 0, 1000000, 0, nil, "open loop: requests/s in all, whether answered or not; 0 for a closed loop"}
	arrivals = Param{wire.ParamArrivals, "", 0, 1, wire.ArrivalsConstant, []string{"constant", "poisson"}, "open loop: how arrivals are spaced"}
	perConn  = Param{wire.ParamPerConn, "", 0, 1000000, 0, nil, "requests after which a client closes its connection and makes a new one; 0 for never"}
	stall    = Param{wire.ParamStallMS, "ms", 0, 5000, 0, nil, "the server is stopped (SIGSTOP) for so long, once, in the middle"}
	pool     = Param{wire.ParamPool, "", 0, 1000, 0, nil, "threads of models with a pool; 0 for each model's own number"}
	buffer   = Param{wire.ParamBuffer, "B", 64, 64 * kib, 64 * kib, nil, "bytes that the server reads with one call at most"}
	sockbuf  = Param{wire.ParamSockBuf, "B", 0, 4 * mib, 0, nil, "send and receive buffer of the server's sockets; 0 for the kernel's own sizing"}
	delay    = Param{wire.ParamDelayMS, "ms", 1, 10000, 100, nil, "how long each request waits for its backend"}
	active   = Param{wire.ParamActive, "", 0, 10000, 100, nil, "one connection in so many is used, the others stay open; 0 for none"}

	files    = Param{wire.ParamFiles, "", 1, 100000, 1, nil, "how many files"}
	fileSize = Param{wire.ParamFileSize, "B", 1, 16 << 30, 100 * mib, nil, "bytes in each file"}
	chunk    = Param{wire.ParamChunk, "B", 512, 4 * mib, 64 * kib, nil, "bytes asked for with one call"}
	depth    = Param{wire.ParamDepth, "", 1, 256, 8, nil, "requests in flight, of methods that can have several"}
	cache    = Param{wire.ParamCache, "", 0, 1, wire.CacheWarm, []string{"warm", "cold"}, "where the data is at first: in the page cache or on the device only"}
	work     = Param{wire.ParamWork, "", 0, 1, wire.WorkSum, []string{"sum", "lines"}, "what is done with the data: added up, or split into lines"}
	op       = Param{wire.ParamOp, "", 0, 1, wire.FilesRead, []string{"read", "write"}, "what is done with each file"}
	to       = Param{wire.ParamTo, "", 0, 1, wire.ToMemory, []string{"memory", "socket"}, "where the data goes"}

	duration = Param{wire.ParamDurationMS, "ms", 100, 60000, 1000, nil, "measured part of a trial"}
	rounds   = Param{wire.ParamRounds, "", 1, 30, 3, nil, "trials of each model, interleaved; 6 or more give an interval"}
	warmup   = Param{wire.ParamWarmupMS, "ms", 0, 10000, 300, nil, "load before the measured part, at least"}
	record   = Param{wire.ParamRecordMS, "ms", 0, 1000, 100, nil, "length of the recording of each model; 0 for none"}
)

// with is the parameter with another default.
func (p Param) with(value int64) Param {
	p.Default = value
	return p
}

// upTo is the parameter with another upper bound.
func (p Param) upTo(value int64) Param {
	p.Max = value
	return p
}

// Experiments lists what can be run.
func Experiments() []Experiment {
	return []Experiment{
		{
			ID: "echo", Kind: "socket", Unit: UnitRequests,
			About:  "every connection sends a message and waits for the same bytes to come back",
			Params: []Param{conns, size, think, rate, arrivals, perConn, stall, pool, buffer, sockbuf, duration, rounds, warmup, record},
			Models: []string{"thread-per-conn", "busy-poll", "epoll", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamConns: 10000, wire.ParamDurationMS: 10000, wire.ParamRounds: 6},
		},
		{
			ID: "http", Kind: "socket", Unit: UnitRequests,
			About:  "every connection sends GET requests in HTTP/1.1 and reads the answers",
			Params: []Param{conns, body, think, rate, arrivals, perConn, stall, pool, buffer, sockbuf, duration, rounds, warmup, record},
			Models: []string{"thread-per-conn", "epoll", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamDurationMS: 30000, wire.ParamRounds: 6},
		},
		{
			ID: "backend", Kind: "socket", Unit: UnitRequests,
			About: "before it is answered, each request waits for a backend that takes its time: in a thread of a pool, or without one",
			Params: []Param{conns.with(300), size, delay, pool.with(50), rate, arrivals, perConn,
				duration, rounds, warmup, record},
			Models: []string{"epoll-pool", "thread-per-conn", "epoll", "io_uring", "goroutine"},
			Full: wire.Params{wire.ParamConns: 1000, wire.ParamDelayMS: 10000, wire.ParamPool: 250, wire.ParamDurationMS: 30000,
				wire.ParamWarmupMS: 10000},
		},
		{
			ID: "idle", Kind: "socket", Unit: UnitMemory,
			About:  "many connections stay open and few are used: what an idle connection costs",
			Params: []Param{conns.with(1000), active, size, pool, duration, rounds, warmup, record},
			Models: []string{"thread-per-conn", "busy-poll", "epoll", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamConns: 10000, wire.ParamDurationMS: 5000},
		},
		{
			ID: "file-read", Kind: "file", Unit: UnitBytes,
			About:  "one file is read from its begin to its end, again and again, in chunks",
			Params: []Param{fileSize, chunk, depth, pool, cache, work, duration, rounds, warmup.with(100), record.with(50)},
			Models: []string{"read", "pread-pool", "mmap", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamDurationMS: 10000, wire.ParamRounds: 10},
		},
		{
			ID: "small-files", Kind: "file", Unit: UnitFiles,
			About:  "many small files are opened, read or written whole, and closed",
			Params: []Param{files.with(10000), size.with(1024), depth, pool, op, cache, duration, rounds, warmup.with(100), record.with(50)},
			Models: []string{"read", "pread-pool", "mmap", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamDurationMS: 10000, wire.ParamRounds: 10},
		},
		{
			ID: "large-files", Kind: "file", Unit: UnitBytes,
			About: "big files are read from their begin to their end, into memory or to a socket",
			Params: []Param{files.with(2).upTo(16), fileSize.with(256 * mib), chunk, depth, pool, cache, to,
				duration, rounds, warmup.with(100), record.with(50)},
			Models: []string{"read", "mmap", "linux-aio", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamFiles: 10, wire.ParamFileSize: 1 << 30, wire.ParamCache: wire.CacheCold, wire.ParamDurationMS: 30000},
		},
		{
			ID: "file-server", Kind: "socket", Unit: UnitRequests,
			About: "every connection asks for a file over HTTP: read by the event loop itself, by a pool of threads, or by the ring",
			Params: []Param{conns.with(300), files.upTo(1000), fileSize.with(93 * 1000).upTo(16 * mib), chunk, cache, pool, rate, arrivals, perConn,
				duration, rounds, warmup, record},
			Models: []string{"thread-per-conn", "epoll", "epoll-pool", "io_uring", "goroutine"},
			Full:   wire.Params{wire.ParamConns: 3000, wire.ParamDurationMS: 30000},
		},
	}
}
