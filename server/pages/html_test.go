package pages

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	g "maragu.dev/gomponents"

	"iowait/server/bench"
	"iowait/server/wire"
)

// parse renders a node and reads it as a browser would.
func parse(t *testing.T, node g.Node) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(rendered(t, node)))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func rendered(t *testing.T, node g.Node) string {
	t.Helper()
	var b strings.Builder
	if err := node.Render(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// elements lists the elements that match, in the order of the document.
func elements(root *html.Node, match func(*html.Node) bool) (found []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && match(n) {
			found = append(found, n)
		}
	}
	return found
}

func tagged(tag string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == tag }
}

func with(key, value string) func(*html.Node) bool {
	return func(n *html.Node) bool { return has(n, key) && attr(n, key) == value }
}

func byID(root *html.Node, id string) *html.Node {
	if found := elements(root, with("id", id)); len(found) > 0 {
		return found[0]
	}
	return nil
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text is what an element says, with single spaces between words.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	ascii := func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) } // thin spaces stay
	return strings.Join(strings.FieldsFunc(b.String(), ascii), " ")
}

func ptr[T any](v T) *T { return &v }

func site(lang, path string) Site {
	return Site{Lang: lang, Path: "/" + lang + path, Version: "v1.2.3", Token: "TOKEN", Assets: func(name string) string { return "/assets/" + name + "?v=1" }}
}

var testHost = wire.Host{OS: "Debian GNU/Linux 12 (bookworm)", Kernel: "6.18.0", Arch: "amd64", CPU: "A Processor", CPUs: 2, MemoryBytes: 8 << 30, Clock: "tsc", FDLimit: 20000, LoadBefore: 0.25, Go: "go1.26.8",
	Container: "docker", SMT: "off", Filesystem: "ext4", Device: "vda, solid state", Limits: map[string]string{"RLIMIT_NOFILE": "20000"}, Mitigations: map[string]string{"meltdown": "Not affected"}}

var testModels = []wire.ModelInfo{
	{ID: "thread-per-conn", Family: "blocking", Kind: "socket", OK: true},
	{ID: "busy-poll", Family: "non-blocking", Kind: "socket", OK: true},
	{ID: "epoll", Family: "multiplexed", Kind: "socket", OK: true},
	{ID: "epoll-pool", Family: "multiplexed", Kind: "socket", OK: true, Not: map[string]string{"echo": "its pool has nothing to do here"}},
	{ID: "io_uring", Family: "asynchronous", Kind: "socket", Reason: "switched off", Fix: "sysctl kernel.io_uring_disabled=0"},
	{ID: "goroutine", Family: "runtime", Kind: "socket", OK: true},
	{ID: "read", Family: "blocking", Kind: "file", OK: true},
	{ID: "sendfile", Family: "blocking", Kind: "file", OK: true, Not: map[string]string{"file-read": "the program never sees the data", "small-files": "the program never sees the data"}},
	{ID: "io_uring", Family: "asynchronous", Kind: "file", Reason: "switched off", Fix: "sysctl kernel.io_uring_disabled=0"},
	{ID: "goroutine", Family: "runtime", Kind: "file", OK: true},
}

// ofKind are those that can be asked for in experiments of a kind.
func ofKind(kind string) (some []wire.ModelInfo) {
	for _, m := range testModels {
		if m.Kind == kind {
			some = append(some, m)
		}
	}
	return some
}

// measured is a valid result of one model.
func measured(model string, median, low, high float64) wire.Result {
	return wire.Result{
		Model: model, Status: wire.OK, Measured: &wire.Spread{Median: median, Low: low, High: high}, RequestsPS: &wire.Spread{Median: median, Low: low, High: high},
		LatencyNS: &wire.Latency{P50: 1_080_000, P90: 1_200_000, P99: 1_600_000, P999: 2_000_000, Max: 3_000_000},
		Errors:    map[string]int{}, CPUPer1000: ptr(0.0139), Threads: ptr(7), RSSPeak: ptr(int64(6 << 20)), Switches: ptr(0.0134), Syscalls: ptr(2.023),
		Trials:    []wire.Trial{{Round: 1, Status: wire.OK, Requests: 71_432, RequestsPS: median, LatencyNS: wire.Latency{P50: 1_080_000, P99: 1_600_000}, PerConn: wire.PerConn{Min: 612}, Notes: []string{"a note"}}},
		Recording: &wire.RecordingInfo{Events: 100, Bytes: 1000, Switches: "kernel"},
	}
}

// testRun has a result of each kind.
func testRun() *wire.Run {
	return &wire.Run{
		Schema: 1, ID: "abcdefghijkl", Experiment: "echo", State: wire.Done, CreatedAt: "2026-12-01T02:12:45Z", Unit: "requests/s", Seed: 7, Scenario: "0123456789abcdef",
		Models: []string{"thread-per-conn", "epoll", "busy-poll", "io_uring", "goroutine"},
		Params: wire.Params{"conns": 100, "size": 100, "duration_ms": 1000, "rounds": 6, "warmup_ms": 300, "record_ms": 100},
		Host:   testHost, CPUs: wire.CPUSets{Server: []int{0}, Load: []int{1}},
		Results: []wire.Result{
			measured("thread-per-conn", 38_123, 36_900, 39_812), measured("epoll", 71_432, 68_201, 73_004),
			{Model: "busy-poll", Status: wire.Invalid, Reason: "a rule was broken", Errors: map[string]int{"timeout": 3, "reset": 1200},
				RequestsPS: &wire.Spread{Median: 999_999, Low: 1, High: 999_999}, Trials: []wire.Trial{{Round: 1, Status: wire.Invalid, Reason: "a rule was broken", RequestsPS: 999_999, Requests: 1}}},
			{Model: "io_uring", Status: wire.Unavailable, Reason: "switched off", Fix: "sysctl kernel.io_uring_disabled=0"},
			{Model: "goroutine", Status: wire.Crashed, Reason: "the server was killed", Trials: []wire.Trial{{Round: 1, Status: wire.Crashed, Reason: "the server was killed"}}},
		},
		Parity: []wire.Parity{
			{What: "backlog", Values: map[string]string{"thread-per-conn": "4096", "epoll": "4096"}, Equal: true},
			{What: "threads", Values: map[string]string{"thread-per-conn": "one for each connection", "epoll": "1"}},
		},
		Verdict: &wire.Verdict{Kind: wire.Ranked, Rounds: 6, Text: "not for pages",
			Pairs: []wire.Pair{{Better: "epoll", Worse: "thread-per-conn", Ratio: 1.874, Low: ptr(1.801), High: ptr(1.953), Differ: true}}},
	}
}

// testPages are all pages, in each of their states, in one language.
func testPages(lang string) map[string]g.Node {
	queued, cut, failed := testRun(), testRun(), testRun()
	queued.State, queued.Results, queued.Verdict = wire.Queued, nil, nil
	cut.State, cut.Reason, cut.Results[4].Trials = wire.Cancelled, "cancelled on request", nil
	failed.State, failed.Reason, failed.Results, failed.Verdict = wire.Failed, "no CPU is left", nil, nil
	pages := map[string]g.Node{
		"run":       RunPage(RunProps{Site: site(lang, "/runs/abcdefghijkl"), Run: testRun()}),
		"queued":    RunPage(RunProps{Site: site(lang, "/runs/abcdefghijkl"), Run: queued}),
		"cancelled": RunPage(RunProps{Site: site(lang, "/runs/abcdefghijkl"), Run: cut}),
		"failed":    RunPage(RunProps{Site: site(lang, "/runs/abcdefghijkl"), Run: failed}),
		"runs":      Runs(RunsProps{Site: site(lang, "/runs"), Runs: []wire.Run{*testRun(), *queued, *cut}}),
		"no runs":   Runs(RunsProps{Site: site(lang, "/runs")}),
		"host":      HostPage(HostProps{Site: site(lang, "/host"), Host: testHost, Models: testModels, Experiments: bench.Experiments(), Runtimes: []wire.RuntimeInfo{{ID: "java", Reason: "no java in PATH"}}}),
		"error":     ErrorPage(ErrorProps{Site: site(lang, "/nowhere"), Status: 404, Message: "no such page"}),
	}
	for _, e := range bench.Experiments() {
		pages["play "+e.ID] = testPlay(lang, e.ID)
	}
	for name, run := range otherRuns() {
		pages["run with "+name] = RunPage(RunProps{Site: site(lang, "/runs/abcdefghijkl"), Run: run})
	}
	return pages
}

// testPlay is the playground of one experiment.
func testPlay(lang, experiment string) g.Node {
	s := site(lang, "/play")
	s.Query = "?experiment=" + experiment
	return Play(PlayProps{Site: s, Experiments: bench.Experiments(), Chosen: experiment, Models: testModels, Host: testHost})
}

// eachPage runs a test for every page in both languages.
func eachPage(t *testing.T, test func(t *testing.T, lang string, root *html.Node)) {
	for _, lang := range []string{"en", "zh"} {
		all := testPages(lang)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			t.Run(name+" in "+lang, func(t *testing.T) { test(t, lang, parse(t, all[name])) })
		}
	}
}
