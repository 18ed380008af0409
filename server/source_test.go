package main

import (
	"os"
	"strings"
	"testing"
)

// The files of the models stand in pages 76 columns wide, tabs being four.
func TestTheModelsFilesFitTheirColumn(t *testing.T) {
	const widest = 76
	for _, m := range models() {
		folder := map[string]string{"socket": "iomodel/", "file": "iofile/"}[m.Kind]
		name := folder + strings.ReplaceAll(m.ID, "-", "_") + ".go"
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) && m.ID == "linux-aio-direct" {
			continue // stands beside linux-aio
		}
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if w := len([]rune(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    "))); w > widest {
				t.Errorf("%s:%d: %d columns, want at most %d", name, n, w, widest)
			}
		}
	}
}
