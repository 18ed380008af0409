package iofile

import "embed"

// Source is this package's own source, as it was compiled: what a page shows
// beside a recording is what ran.
//
//go:embed *.go
var Source embed.FS
