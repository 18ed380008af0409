package pages

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// heads are those of the nth table of a result.
func heads(root *html.Node, n int) (texts []string) {
	for _, th := range elements(elements(elements(root, tagged("table"))[n], tagged("thead"))[0], tagged("th")) {
		texts = append(texts, text(th))
	}
	return texts
}

func TestColumnsAreThoseThatAnyResultHas(t *testing.T) {
	for _, test := range []struct {
		name        string
		run         *wire.Run
		first, cost []string
	}{
		{"a closed loop", testRun(), []string{"model", "requests/s", "median and range", "p50", "p99"},
			[]string{"model", "CPU per 1,000 requests", "threads", "syscalls per request", "switches per request", "peak memory"}},
		{"an open loop tells response from service time", openRun(), []string{"model", "response p99", "median and range", "requests/s", "offered requests/s",
			"response p50from the intended moment", "service p50from the write", "service p99from the write", "lag p99of the generator itself"},
			[]string{"model", "CPU per 1,000 requests", "threads", "syscalls per request", "switches per request", "peak memory"}},
		{"files", fileRun(), []string{"model", "bytes/s", "median and range", "files/s", "requests/s", "p50", "p99"},
			[]string{"model", "CPU per 1,000 requests", "CPUs busy", "threads", "syscalls per request", "switches per request", "peak memory", "page cache", "device bytes", "in one submission"}},
		{"idle connections", idleRun(), []string{"model", "memory per connection", "median and range", "requests/s", "p50", "p99"},
			[]string{"model", "CPU per 1,000 requests", "CPUs busy", "threads", "threads per connection", "syscalls per request", "switches per request", "peak memory",
				"memory per connectionresident", "kernel memory per connectionestimate, whole host", "connect p99to the first answer"}},
		{"a sweep with ceilings", sweepRun(), []string{"model", "requests/s", "median and range", "ceiling, requests/s", "p50", "p99"},
			[]string{"model", "CPU per 1,000 requests", "threads", "syscalls per request", "switches per request", "peak memory"}},
	} {
		root := parse(t, ResultFragment("en", test.run))
		if got := heads(root, 0); !slices.Equal(got, test.first) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.first)
		}
		if got := heads(root, 1); !slices.Equal(got, test.cost) {
			t.Errorf("%s: got costs %q, want %q", test.name, got, test.cost)
		}
	}
}

func TestEachMeasureHasItsOwnWords(t *testing.T) {
	for _, test := range []struct {
		name   string
		run    *wire.Run
		en, zh string
	}{
		{"bytes", fileRun(), "read moved 3.21 GB/s, 3.15 times as much as read:chunk=4096. Between read and mmap no difference was detected.",
			"read 的吞吐量为 3.21 GB/s，是 read:chunk=4096 的 3.15 倍。read 与 mmap 之间没有测出差异。"},
		{"response time", openRun(), "With epoll, 99 % of the requests were answered within 2.10 ms; with thread-per-conn it took 22.9 times as long. thread-per-conn could not keep up: of 40 000 offered requests/s it answered 31 000.",
			"用 epoll 时，99 % 的请求在 2.10 ms 内得到应答，thread-per-conn 的这一时间是它的 22.9 倍。thread-per-conn 跟不上：每秒到达 40 000 个请求，只应答了 31 000 个。"},
		{"memory", idleRun(), "epoll took 8.89 KiB per connection; thread-per-conn took 9.12 times as much.", "epoll 每个连接占用 8.89 KiB，thread-per-conn 是它的 9.12 倍。"},
		{"noise by others", noisyRun(), "What was measured cannot be told apart from disturbance. Run again on a quieter host.", "测得的差异与干扰无法区分。请在更安静的机器上再试。"},
		{"a sweep", sweepRun(), "Compared at several values: 3 with a difference and 1 with nothing to compare.", "比较了多个取值：3 个测出差异、1 个无从比较。"},
	} {
		for lang, want := range map[string]string{"en": test.en, "zh": test.zh} {
			if got := strings.ReplaceAll(Say(lang, test.run).Found, thin, " "); got != want {
				t.Errorf("%s in %s: got %q, want %q", test.name, lang, got, want)
			}
		}
	}
}

func TestAGeneratorThatWasLateIsSaidToBe(t *testing.T) {
	run := openRun()
	run.Verdict = &wire.Verdict{Kind: wire.GeneratorBound, Rounds: 6, Bound: []string{"epoll"}}
	if got, want := Say("en", run).Found, "for epoll, 1 % of the requests were sent at least 60.0\u202fµs late"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
}

func TestWhatDisturbedARunIsTold(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "While it ran, the hypervisor took 12.3 % of the CPU time (steal), other programs used 31.0 % of the CPU time and a reason without words.",
		"zh": "运行期间，虚拟机监控程序取走了 12.3 % 的 CPU 时间（steal）、其他程序用掉了 31.0 % 的 CPU 时间、a reason without words。",
	} {
		root := parse(t, ResultFragment(lang, noisyRun()))
		if got := text(elements(root, with("class", "reasons"))[0]); got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
		if got := text(elements(root, with("class", "trials"))[0]); !strings.Contains(got, "12.3\u202f%") || !strings.Contains(got, "31.0\u202f%") {
			t.Errorf("%s: the trials do not tell steal and other programs: %q", lang, got)
		}
	}
}

func TestASweepHasCurvesAndAVerdictForEachValue(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		run, w := sweepRun(), i18n.For(lang)
		root := parse(t, ResultFragment(lang, run))
		box := elements(root, with("class", "curves"))[0]
		figures := elements(box, tagged("figure"))
		if len(figures) != 2 || len(elements(box, tagged("svg"))) != 4 {
			t.Fatalf("%s: got %d figures with %d pictures, want two, each for wide and for narrow screens", lang, len(figures), len(elements(box, tagged("svg"))))
		}
		for _, want := range []string{"epoll", "epoll-pool", w.Result.CeilingX, "200"} {
			if !strings.Contains(text(figures[0]), want) {
				t.Errorf("%s: the picture does not say %q", lang, want)
			}
		}
		if strings.Contains(text(figures[0]), "io_uring") {
			t.Errorf("%s: a model without a valid result is drawn", lang)
		}
		found := elements(elements(root, with("class", "points"))[0], tagged("dt"))
		if len(found) != len(run.Sweep.Values) || !strings.HasSuffix(text(found[0]), "= 10") {
			t.Errorf("%s: got %d verdicts, want one for each of %v", lang, len(found), run.Sweep.Values)
		}
		if said := text(elements(root, with("class", "points"))[0]); strings.Contains(said, "pool=") || !strings.Contains(said, "epoll-pool") {
			t.Errorf("%s: got %q, want names without the value, which stands before", lang, said)
		}
		if rows := len(elements(elements(root, tagged("table"))[0], with("class", "value"))); rows != len(run.Sweep.Values) {
			t.Errorf("%s: the table has %d groups, want one for each value", lang, rows)
		}
	}
}

func TestWhatIsNotAlikeComesFirstAndIsSaidInWords(t *testing.T) {
	run := testRun()
	run.Sweep = &wire.Sweep{Param: "conns", Values: []int64{1, 2}}
	run.Parity = append(run.Parity, wire.Parity{What: "conns", Values: map[string]string{"epoll": "1"}})
	root := parse(t, ResultFragment("en", run))
	box := elements(root, with("class", "parity"))[0]
	if got := text(elements(box, tagged("summary"))[0]); got != "What the models had · not alike in threads" {
		t.Errorf("got summary %q, want what is not alike, without the parameter that is swept", got)
	}
	var lines []string
	for _, tr := range elements(elements(box, tagged("tbody"))[0], tagged("tr")) {
		lines = append(lines, text(tr))
	}
	if want := []string{"threadsnot alikeone for each connection · thread-per-conn1 · epoll", "accept queue (backlog)alike4096 · all"}; !slices.Equal(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
}

func TestARunCanBeRepeatedAndItsFilesFetched(t *testing.T) {
	run := fileRun()
	root := parse(t, ResultFragment("en", run))
	if got := text(elements(root, with("class", "again"))[0]); !strings.Contains(got, "iowait run --from iowait-abcdefghijkl.json") || !strings.Contains(got, "0123456789abcdef") {
		t.Errorf("got %q, want the command and the scenario", got)
	}
	var links []string
	for _, a := range elements(elements(root, with("class", "downloads"))[0], tagged("a")) {
		links = append(links, attr(a, "href"))
		if attr(a, "download") == "" || strings.ContainsAny(attr(a, "download"), ":=/") {
			t.Errorf("got file name %q for %s", attr(a, "download"), attr(a, "href"))
		}
	}
	for _, want := range []string{"/api/runs/abcdefghijkl", "/api/runs/abcdefghijkl/csv", "/api/runs/abcdefghijkl/benchstat",
		"/api/runs/abcdefghijkl/recording?model=read%3Achunk%3D4096", "/api/runs/abcdefghijkl/perfetto?model=mmap", "/api/runs/abcdefghijkl/csv?model=read"} {
		if !slices.Contains(links, want) {
			t.Errorf("got links %q, want %q among them", links, want)
		}
	}
}

func TestTheHostPageTellsWhoTakesPartInWhat(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		w, root := i18n.For(lang), parse(t, testPages(lang)["host"])
		matrices := elements(root, with("class", "results list matrix"))
		if len(matrices) != 2 {
			t.Fatalf("%s: got %d tables, want one for each kind", lang, len(matrices))
		}
		for i, kind := range []string{"socket", "file"} {
			for _, tr := range elements(elements(matrices[i], tagged("tbody"))[0], tagged("tr")) {
				id := text(elements(tr, tagged("th"))[0])
				m := ofKind(kind)[slices.IndexFunc(ofKind(kind), func(m wire.ModelInfo) bool { return m.ID == id })]
				parts := elements(tr, with("class", "part"))
				n := 0
				for _, e := range bench.Experiments() {
					if e.Kind != kind {
						continue
					}
					takes := text(parts[n]) == w.TakesPart
					if takes != (m.Not[e.ID] == "") {
						t.Errorf("%s: %s in %s: got %q", lang, id, e.ID, text(parts[n]))
					}
					if !takes {
						note := byID(root, strings.TrimPrefix(attr(elements(parts[n], tagged("a"))[0], "href"), "#"))
						if note == nil || text(note) != m.Not[e.ID] {
							t.Errorf("%s: %s in %s: the number does not lead to the reason", lang, id, e.ID)
						}
					}
					n++
				}
			}
		}
	}
}
