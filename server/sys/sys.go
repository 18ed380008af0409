// Package sys is the fence around the operating system: native threads, the
// monotonic clock, rings, perf records, CPU affinity, limits. It is the only
// package that imports golang.org/x/sys. Everything here works on Linux,
// amd64 and arm64; what the host refuses comes back as *UnsupportedError.
package sys

import "fmt"

// An UnsupportedError tells that this host refuses a mechanism.
type UnsupportedError struct {
	Feature string // e.g. "io_uring"
	Why     string // what was found, e.g. "io_uring_setup: operation not permitted"
	Fix     string // how to enable it; a command or a setting
	Err     error  // the errno behind it, if any
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s is not available: %s", e.Feature, e.Why)
}
func (e *UnsupportedError) Unwrap() error { return e.Err }
