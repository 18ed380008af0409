package pages

import (
	"strings"
	"testing"

	"iowait/server/wire"
)

func TestAVerdictIsWordedFromItsNumbers(t *testing.T) {
	a, b, c := measured("a", 71_432, 68_000, 73_000), measured("b", 38_123, 37_000, 39_000), measured("c", 70_900, 40_000, 99_000)
	sure := func(worse string, ratio, low, high float64) wire.Pair {
		return wire.Pair{Better: "a", Worse: worse, Ratio: ratio, Low: &low, High: &high, Differ: low > 1}
	}
	for _, test := range []struct {
		name    string
		results []wire.Result
		verdict wire.Verdict
		en, zh  Saying
	}{
		{"one model is faster", []wire.Result{a, b}, wire.Verdict{Kind: wire.Ranked, Rounds: 6, Pairs: []wire.Pair{sure("b", 1.874, 1.8, 1.95)}},
			Saying{"a answered 71\u202f400 requests/s, 1.87 times as many as b.", "95 % interval of the ratio over 6 rounds: 1.80 to 1.95 against b."},
			Saying{"a 每秒应答 71\u202f400 个请求，是 b 的 1.87 倍。", "比值的 95 % 置信区间（6 轮）：与 b 相比为 1.80 至 1.95。"}},
		{"one of two others is not told apart", []wire.Result{a, b, c}, wire.Verdict{Kind: wire.Ranked, Rounds: 6, Pairs: []wire.Pair{sure("c", 1.01, 0.9, 1.1), sure("b", 1.874, 1.8, 1.95)}},
			Saying{"a answered 71\u202f400 requests/s, 1.87 times as many as b. Between a and c no difference was detected.", "95 % interval of the ratio over 6 rounds: 1.80 to 1.95 against b."},
			Saying{"a 每秒应答 71\u202f400 个请求，是 b 的 1.87 倍。a 与 c 之间没有测出差异。", "比值的 95 % 置信区间（6 轮）：与 b 相比为 1.80 至 1.95。"}},
		{"too few rounds", []wire.Result{a, b}, wire.Verdict{Kind: wire.Ranked, Indicative: true, Rounds: 3, Pairs: []wire.Pair{{Better: "a", Worse: "b", Ratio: 1.874, Differ: true}}},
			Saying{"a answered 71\u202f400 requests/s, 1.87 times as many as b.", "Indicative only: 3 rounds; an interval takes 6."},
			Saying{"a 每秒应答 71\u202f400 个请求，是 b 的 1.87 倍。", "仅供参考：只有 3 轮，6 轮以上才有置信区间。"}},
		{"no difference", []wire.Result{a, c}, wire.Verdict{Kind: wire.NoDifference, Rounds: 6, Pairs: []wire.Pair{sure("c", 1.01, 0.9, 1.1)}},
			Saying{"No difference in throughput was detected between a and c.", "95 % interval of the ratio over 6 rounds: 0.900 to 1.10 against c."},
			Saying{"a、c 之间没有测出吞吐量的差异。", "比值的 95 % 置信区间（6 轮）：与 c 相比为 0.900 至 1.10。"}},
		{"the generator is the limit", []wire.Result{a, b}, wire.Verdict{Kind: wire.GeneratorBound, Rounds: 6, Bound: []string{"a"}},
			Saying{"The load generator was the limit, not the server: a can answer at least 71\u202f400 requests/s. How the models rank is not known from this run.", ""},
			Saying{"瓶颈在负载发生器，而不在服务端：a 每秒至少能应答 71\u202f400 个请求。这次运行不能说明各模型的高低。", ""}},
		{"noise", []wire.Result{a, c}, wire.Verdict{Kind: wire.Noisy, Rounds: 6},
			Saying{"The trials differ too much to compare: those of c from 40\u202f000 to 99\u202f000 requests/s. Run again on a quieter host.", ""},
			Saying{"各次试验相差太大，无法比较：c 的各次试验从每秒 40\u202f000 到 99\u202f000 个请求不等。请在更安静的机器上再试。", ""}},
		{"one model only", []wire.Result{a}, wire.Verdict{Kind: wire.Ranked, Rounds: 6},
			Saying{"a answered 71\u202f400 requests/s. With one model there is nothing to compare.", ""},
			Saying{"a 每秒应答 71\u202f400 个请求。只有一种模型，无从比较。", ""}},
		{"some cannot be compared", []wire.Result{a, {Model: "x", Status: wire.Crashed}, {Model: "y", Status: wire.Unavailable}}, wire.Verdict{Kind: wire.Ranked, Rounds: 6},
			Saying{"a answered 71\u202f400 requests/s. With one model there is nothing to compare.", "Not compared: x and y."},
			Saying{"a 每秒应答 71\u202f400 个请求。只有一种模型，无从比较。", "未参与比较：x、y。"}},
		{"nothing is valid", []wire.Result{{Model: "x", Status: wire.Invalid}}, wire.Verdict{Kind: wire.InvalidRun},
			Saying{"No model has a valid result.", ""}, Saying{"没有一种模型得到有效结果。", ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.verdict.Text = "words of another place"
			run := &wire.Run{State: wire.Done, Results: test.results, Verdict: &test.verdict}
			for lang, want := range map[string]Saying{"en": test.en, "zh": test.zh} {
				if got := Say(lang, run); got != want {
					t.Errorf("%s: got %q, want %q", lang, got, want)
				}
			}
		})
	}
}

// A verdict knows nothing of models by itself: renaming them renames them in
// the words, and turning the numbers round turns the words round.
func TestTheWinnerComesFromTheNumbersAlone(t *testing.T) {
	for _, pair := range [][2]string{{"epoll", "thread-per-conn"}, {"thread-per-conn", "epoll"}} {
		run := &wire.Run{State: wire.Done, Results: []wire.Result{measured(pair[1], 50, 49, 51), measured(pair[0], 100, 99, 101)},
			Verdict: &wire.Verdict{Kind: wire.Ranked, Indicative: true, Rounds: 3, Pairs: []wire.Pair{{Better: pair[0], Worse: pair[1], Ratio: 2, Differ: true}}}}
		for _, lang := range []string{"en", "zh"} {
			if got := Say(lang, run).Found; !strings.HasPrefix(got, pair[0]+" ") || !strings.Contains(got, pair[1]) {
				t.Errorf("%s: got %q, want %s ahead of %s", lang, got, pair[0], pair[1])
			}
		}
	}
}
