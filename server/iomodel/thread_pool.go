package iomodel

// thread-pool: a fixed number of threads, each of which accepts a
// connection, serves it until its client hangs up, and accepts the next.
// With more clients than threads the rest wait in the accept queue.
var threadPool = Model{
	ID: "thread-pool", Family: "blocking", Probe: always,
	blocking: true,
	threads:  func(int) int { return poolThreads },
	main:     serveOneByOne,
	names:    [2]string{"worker", "worker"},
}

// poolThreads is the size of the pool, the usual default of servlet
// containers.
const poolThreads = 200
