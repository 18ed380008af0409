package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"iowait/server/bench"
	"iowait/server/wire"
)

var update = flag.Bool("update", false, "write what is wanted into the golden files")

// matrix says which model takes part in which experiment, and why not.
func matrix(all []wire.ModelInfo) string {
	var b strings.Builder
	for _, kind := range []string{"socket", "file"} {
		var ids []string
		for _, e := range bench.Experiments() {
			if e.Kind == kind {
				ids = append(ids, e.ID)
			}
		}
		fmt.Fprintf(&b, "\n| %s model | %s |\n|---|%s\n", kind, strings.Join(ids, " | "), strings.Repeat("---|", len(ids)))
		notes := map[string]string{}
		var order []string
		for _, m := range all {
			if m.Kind != kind {
				continue
			}
			fmt.Fprintf(&b, "| `%s` |", m.ID)
			for _, id := range ids {
				why := m.Not[id]
				if why == "" {
					b.WriteString(" yes |")
					continue
				}
				if notes[why] == "" {
					notes[why] = fmt.Sprint(len(notes) + 1)
					order = append(order, why)
				}
				fmt.Fprintf(&b, " no (%s) |", notes[why])
			}
			b.WriteString("\n")
		}
		b.WriteString("\n")
		for i, why := range order {
			fmt.Fprintf(&b, "%d. %s\n", i+1, why)
		}
	}
	return b.String()
}

func TestTheReadmeTellsWhichModelTakesPartInWhat(t *testing.T) {
	const begin, end = "<!-- matrix -->\n", "<!-- end of matrix -->"
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("got no %q … %q in README.md", begin, end)
	}
	want := matrix(models())
	if *update {
		if err := os.WriteFile("../README.md", []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("got\n%s\nwant (go test ./server -run Readme -update)\n%s", got, want)
	}
}
