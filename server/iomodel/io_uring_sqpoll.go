package iomodel

// io_uring-sqpoll: the same loop as io_uring, but a thread of the kernel
// watches the submission queue (IORING_SETUP_SQPOLL). As long as that
// thread is awake, handing over work costs no system call at all; it costs
// the CPU on which the thread looks for work. After 100 ms without any it
// sleeps and has to be woken with io_uring_enter(2).
var ioUringSQPoll = Model{
	ID: "io_uring-sqpoll", Family: "asynchronous", Probe: probePolledRing,
	prepare: makePolledRing, main: ringLoop,
	reads:    ringBuffer,
	names:    [2]string{"loop", ""},
	blocksIn: "io_uring_enter(2)",
	about:    "1, and one of the kernel",
}
