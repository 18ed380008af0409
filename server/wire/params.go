package wire

// Params are an experiment's parameters by name: integers with bounds. A
// parameter with named values holds the index of the name. Which an
// experiment has, and the bounds, is said by bench.Experiments; a parameter
// that it does not have is 0 here.
type Params map[string]int64

// The names of parameters. A name that ends in _ms is a duration.
const (
	// of every experiment
	ParamDurationMS = "duration_ms" // measured part of a trial
	ParamRounds     = "rounds"      // trials of each model
	ParamWarmupMS   = "warmup_ms"   // load before the measured part, at least
	ParamRecordMS   = "record_ms"   // length of each model's recording; 0: none

	// of experiments on sockets
	ParamConns    = "conns"    // connections open at the same time
	ParamSize     = "size"     // bytes of a message, of an answer's body or of a small file
	ParamThinkMS  = "think_ms" // closed loop: pause of a connection after each answer
	ParamRate     = "rate"     // open loop: requests/s in all; 0: closed loop
	ParamArrivals = "arrivals" // open loop: constant or poisson
	ParamPerConn  = "per_conn" // requests after which a connection is closed and made anew; 0: never
	ParamStallMS  = "stall_ms" // the server is stopped (SIGSTOP) for so long, once, from the middle of the measured part on
	ParamActive   = "active"   // idle: one connection in so many is used; 0: none
	ParamPool     = "pool"     // threads of a pool; 0: the model's own number
	ParamDelayMS  = "delay_ms" // backend: what each request waits for its backend
	ParamBuffer   = "buffer"   // bytes that a model reads with one call at most
	ParamSockBuf  = "sockbuf"  // SO_SNDBUF and SO_RCVBUF of the server's connections; 0: sized by the kernel

	// of experiments on files
	ParamFiles    = "files"     // how many files
	ParamFileSize = "file_size" // bytes of each
	ParamChunk    = "chunk"     // bytes asked for with one call
	ParamDepth    = "depth"     // requests in flight, of methods that can have several
	ParamCache    = "cache"     // warm or cold
	ParamWork     = "work"      // what is done with the data: sum or lines
	ParamOp       = "op"        // small-files: read or write
	ParamTo       = "to"        // large-files: memory or socket
)

// Values of the parameters that have named ones.
const (
	ArrivalsConstant, ArrivalsPoisson = 0, 1
	CacheWarm, CacheCold              = 0, 1
	WorkSum, WorkLines                = 0, 1
	FilesRead, FilesWritten           = 0, 1
	ToMemory, ToSocket                = 0, 1
)
