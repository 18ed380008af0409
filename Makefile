# iowait: make run | build | test | bench | clean

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: run build test bench clean

GO ?= go
GOFMT = $(shell $(GO) env GOROOT)/bin/gofmt
# The race detector needs a C compiler; everything else does without.
RACE := $(shell command -v $$($(GO) env CC) >/dev/null && echo -race)

# Development: the page opens at once, the front end is compiled meanwhile.
# More flags: make run ARGS="--addr 127.0.0.1:9000"
run:
	$(GO) run ./server $(ARGS)

# One file that holds everything.
build:
	$(GO) run assets/generate.go
	$(GO) build -tags embed -trimpath -ldflags '-s -w' -o bin/iowait ./server
	@ls -l bin/iowait

test:
	@.ci/browser
	@list=$$($(GOFMT) -l server wasm assets lessons); \
	if [ -n "$$list" ]; then echo "gofmt would change:" $$list; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags browser ./server
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/...
	@# one package at a time: some of them measure
	$(if $(RACE),CGO_ENABLED=1) $(GO) test $(RACE) -p 1 -shuffle=on ./...
	$(GO) test -tags browser -count=1 -run "^TestBrowser" ./server/...

# First the small ones, then iowait against the same in C: see README. Shorter:
# make bench IOWAIT_BENCH_ROUNDS=2 IOWAIT_BENCH_MS=300
export IOWAIT_BENCH_ROUNDS IOWAIT_BENCH_MS
bench:
	$(GO) test -run '^$$' -bench . -benchmem $$($(GO) list ./... | grep -v /iomodel$$)
	$(GO) test -run '^$$' -bench . -timeout 30m ./server/iomodel

clean:
	rm -rf bin assets/dist
