package iomodel

// multi-reactor: one epoll loop per CPU, each with a listener of its own on
// the same port (SO_REUSEPORT). The kernel spreads the connections over
// them; a connection stays with its loop.
var multiReactor = Model{
	ID: "multi-reactor", Family: "multiplexed", Probe: always,
	threads:   func(cpus int) int { return cpus },
	reusePort: true,
	main:      epollLoop,
	names:     [2]string{"loop", "loop"},
	blocksIn:  "epoll_wait(2)",
}
