package pages

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"iowait/server/bench"
	"iowait/server/wire"
)

// A recording with a great many events must not become a great picture.
func TestAStillIsBoundedAndStandsAlone(t *testing.T) {
	const most = 400_000 // bytes
	for _, model := range []string{"epoll", "thread-per-conn", "busy-poll"} {
		data, err := os.ReadFile("../../wasm/scene/testdata/" + model + ".iowr")
		if err != nil {
			t.Fatal(err)
		}
		rec, err := wire.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		pictures := map[string]bool{}
		for _, lang := range []string{"en", "zh"} {
			for _, dark := range []bool{false, true} {
				svg := Still(lang, rec, dark)
				pictures[svg] = true
				if len(svg) > most || strings.Contains(svg, "var(--") {
					t.Errorf("%s: got %d bytes, want at most %d that need no style sheet", model, len(svg), most)
				}
				for d := xml.NewDecoder(strings.NewReader(svg)); ; {
					if _, err := d.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("%s: %v", model, err)
					}
				}
			}
		}
		if len(pictures) != 4 {
			t.Errorf("%s: got %d different pictures, want one for each language and theme", model, len(pictures))
		}
	}
}

func TestARunsPageHasAStillOfEachRecording(t *testing.T) {
	run := testRun()
	root := parse(t, RunPage(RunProps{Site: site("zh", "/zh/runs/x"), Run: run}))
	want := len(recorded(run))
	images := elements(root, tagged("img"))
	if len(images) != want || want == 0 {
		t.Fatalf("got %d stills, want %d", len(images), want)
	}
	for _, img := range images {
		if attr(img, "alt") == "" || !strings.Contains(attr(img, "src"), "lang=zh") {
			t.Errorf("got %v, want a text instead of it, and words in Chinese", img.Attr)
		}
	}
}

func TestThePlaygroundLeadsToTheLastResult(t *testing.T) {
	p := PlayProps{Site: site("en", "/en/play"), Experiments: bench.Experiments(), Last: testRun()}
	found := false
	for _, a := range elements(parse(t, Play(p)), tagged("a")) {
		found = found || attr(a, "href") == "/en/runs/"+p.Last.ID
	}
	if !found {
		t.Error("no link leads to the last run")
	}
}
