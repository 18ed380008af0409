package iomodel

import "cmp"

// thread-pool: a fixed number of threads, each of which accepts a
// connection, serves it until its client hangs up, and accepts the next.
// With more clients than threads the rest wait in the accept queue. A
// thread that waits for a backend is a thread less: no more requests can
// be under way than there are threads.
var threadPool = Model{
	ID: "thread-pool", Family: "blocking", Probe: always,
	blocking: true,
	pool:     func(_, n int) int { return cmp.Or(n, poolThreads) },
	main:     serveOneByOne,
	names:    [2]string{"worker", "worker"},
	blocksIn: "accept4(2), read(2), write(2)",
}

// poolThreads is the size of the pool, the usual default of servlet
// containers.
const poolThreads = 200
