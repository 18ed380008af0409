package pages

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestTheResultReadsAsInItsGoldenFiles(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		name := filepath.Join("testdata", "result-"+lang+".html")
		got := strings.ReplaceAll(rendered(t, ResultFragment(lang, testRun())), "><", ">\n<") + "\n"
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; look at it with: go test ./server/pages -update; git diff", name)
		}
	}
}

// rows are those of the fragment's first table, by model.
func rows(t *testing.T, lang string, run *wire.Run) map[string]*html.Node {
	t.Helper()
	root := parse(t, ResultFragment(lang, run))
	byModel := map[string]*html.Node{}
	for _, tr := range elements(elements(root, tagged("tbody"))[0], tagged("tr")) {
		byModel[text(elements(tr, with("class", "mono"))[0])] = tr
	}
	return byModel
}

func TestAModelWithoutAValidResultHasAReasonAndNoNumber(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		found := rows(t, lang, testRun())
		for _, r := range testRun().Results {
			row := found[r.Model]
			cells, pictures := elements(row, tagged("td")), len(elements(row, tagged("svg")))
			if r.Status == wire.OK {
				if want := len(shown(reached(i18n.For(lang), testRun()), testRun().Results)); len(cells) != want || pictures != 1 {
					t.Errorf("%s: %s: got %d cells and %d pictures, want %d and 1", lang, r.Model, len(cells), pictures, want)
				}
				continue
			}
			if len(cells) != 1 || pictures != 0 {
				t.Errorf("%s: %s: got %d cells and %d pictures, want one cell with the reason", lang, r.Model, len(cells), pictures)
			}
			got := text(cells[0])
			if !strings.Contains(got, r.Reason) || !strings.Contains(got, r.Fix) || !strings.Contains(got, i18n.For(lang).Result.Statuses[string(r.Status)]) {
				t.Errorf("%s: %s: got %q, want status, reason and fix", lang, r.Model, got)
			}
			if strings.Contains(text(row), "999") {
				t.Errorf("%s: %s: a number that is not valid is shown: %q", lang, r.Model, text(row))
			}
		}
	}
}

func TestErrorsAreCountedBesideTheModel(t *testing.T) {
	got := text(elements(rows(t, "en", testRun())["busy-poll"], tagged("th"))[0])
	if want := "Errors: 1\u202f200 × reset, 3 × timeout"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
}

func TestANumberThatDoesNotExistIsNoZero(t *testing.T) {
	run := testRun()
	r := &run.Results[1]
	r.CPUPer1000, r.Threads, r.Syscalls, r.Switches, r.RSSPeak, r.LatencyNS = nil, nil, nil, nil, nil, nil
	checked := 0
	for _, cell := range elements(parse(t, ResultFragment("en", run)), tagged("td")) {
		row := elements(cell.Parent, with("class", "mono"))
		if len(row) == 0 || text(row[0]) != "epoll" || attr(cell, "class") == "spread" || len(elements(cell, tagged("strong"))) > 0 || attr(cell.Parent.Parent.Parent.Parent.Parent, "class") == "trials" {
			continue
		}
		if checked++; text(cell) != missing {
			t.Errorf("%s: got %q, want %q", attr(cell, "data-label"), text(cell), missing)
		}
	}
	if checked < 7 {
		t.Errorf("got %d cells, want one for each number that is missing", checked)
	}
}

func TestSystemCallsThatCannotBeCountedAreMarked(t *testing.T) {
	run := testRun()
	run.Results[1].Trials[0].Server.Uncounted = "those of the poller"
	if marks := elements(parse(t, ResultFragment("en", run)), tagged("abbr")); len(marks) != 1 || !strings.Contains(attr(marks[0], "title"), "those of the poller") {
		t.Errorf("got %d marks, want one that says what is missing", len(marks))
	}
}

func TestARunThatWasCutShortDrawsNoConclusion(t *testing.T) {
	run := testRun()
	run.State, run.Reason = wire.Cancelled, "cancelled on request"
	run.Results[4] = wire.Result{Model: "goroutine", Status: wire.Crashed, Reason: "no trial was made"}
	root := parse(t, ResultFragment("en", run))
	said := text(root)
	if len(elements(root, with("class", "found"))) != 0 {
		t.Errorf("got a verdict: %q", said)
	}
	for _, want := range []string{"cancelled: cancelled on request", "Not measured: the run ended before"} {
		if !strings.Contains(said, want) {
			t.Errorf("got %q, want %q in it", said, want)
		}
	}
	if strings.Contains(said, "no trial was made") {
		t.Error("a model that was never tried is called failed")
	}
}

func TestDataCannotBecomeMarkup(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`
	run := testRun()
	run.ID, run.Experiment, run.Reason, run.CreatedAt = evil, evil, evil, evil
	run.Host.CPU, run.Host.Kernel, run.Host.OS = evil, evil, evil
	for i := range run.Results {
		r := &run.Results[i]
		r.Model, r.Reason, r.Fix, r.Errors = evil, evil, evil, map[string]int{evil: 1}
		for k := range r.Trials {
			r.Trials[k].Reason, r.Trials[k].Notes, r.Trials[k].Server.Uncounted = evil, []string{evil}, evil
		}
	}
	run.Models, run.Verdict.Pairs[0].Better, run.Verdict.Pairs[0].Worse, run.Verdict.Kind = []string{evil}, evil, evil, "x"
	run.Unit, run.Scenario, run.Parity = evil, evil, []wire.Parity{{What: evil, Values: map[string]string{evil: evil}}}
	run.Verdict.Reasons, run.Host.Container, run.Host.Limits = []string{evil}, evil, map[string]string{evil: evil}
	models := []wire.ModelInfo{{ID: evil, Family: evil, Reason: evil, Fix: evil}, {ID: evil + "2", Family: evil, OK: true, Not: map[string]string{evil: evil}}}
	for _, state := range []wire.RunState{wire.Done, wire.Cancelled} {
		run.State = state
		for name, root := range map[string]*html.Node{
			"run":   parse(t, RunPage(RunProps{Site: site("en", "/runs/x"), Run: run})),
			"runs":  parse(t, Runs(RunsProps{Site: site("zh", "/runs"), Runs: []wire.Run{*run}})),
			"host":  parse(t, HostPage(HostProps{Site: site("en", "/host"), Host: run.Host, Models: models, Experiments: []bench.Experiment{{ID: evil}}, Runtimes: []wire.RuntimeInfo{{ID: evil, Reason: evil}}})),
			"play":  parse(t, Play(PlayProps{Site: site("en", "/play"), Experiments: []bench.Experiment{{ID: evil, About: evil, Params: []bench.Param{{Name: evil, Unit: evil, Max: 1, About: evil}}}}, Models: models, Host: run.Host})),
			"error": parse(t, ErrorPage(ErrorProps{Site: site("en", "/"+evil), Status: 404, Message: evil})),
		} {
			for _, img := range elements(root, tagged("img")) {
				if !strings.HasPrefix(attr(img, "src"), "/api/runs/") || attr(img, "onerror") != "" {
					t.Errorf("%s: an image came out of the data: %v", name, img.Attr)
				}
			}
			for _, s := range elements(root, tagged("script")) {
				if attr(s, "src") == "" {
					t.Errorf("%s: a script came out of the data", name)
				}
			}
		}
	}
}
