package pages

import (
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"iowait/lessons/i18n"
	"iowait/wasm/draw"
)

var property = regexp.MustCompile(`--([a-z-]+):\s*(#[0-9a-f]+);`)

// palettes reads the colours of the style sheet: those of the light theme,
// and of the dark one, which stands there twice, as the system's and as the
// reader's choice.
func palettes(t *testing.T) (light, dark, chosen map[string]string) {
	t.Helper()
	sheet, err := os.ReadFile("../../assets/iowait.css")
	if err != nil {
		t.Fatal(err)
	}
	first, rest, found := strings.Cut(string(sheet), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("the style sheet has no dark theme")
	}
	second, rest, _ := strings.Cut(rest, "\n}\n")
	third, _, _ := strings.Cut(rest, "\n}\n")
	read := func(block string) map[string]string {
		colors := map[string]string{}
		for _, m := range property.FindAllStringSubmatch(block, -1) {
			colors[m[1]] = m[2]
		}
		return colors
	}
	return read(first), read(second), read(third)
}

func TestTheStyleSheetHasTheColoursOfTheCanvas(t *testing.T) {
	light, dark, chosen := palettes(t)
	if !maps.Equal(dark, chosen) {
		t.Errorf("got the chosen dark theme %v, want the system's, %v", chosen, dark)
	}
	for c, name := range draw.ColorNames {
		if got, want := light[name], draw.Light[c]; got != want {
			t.Errorf("light --%s: got %q, want %q", name, got, want)
		}
		if got, want := dark[name], draw.Dark[c]; got != want {
			t.Errorf("dark --%s: got %q, want %q", name, got, want)
		}
	}
}

func TestEveryShapeOfTheLegendHasAColour(t *testing.T) {
	sheet, err := os.ReadFile("../../assets/iowait.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range i18n.For("en").Legend {
		if !strings.Contains(string(sheet), ".k-"+l.Class+" .shape") {
			t.Errorf("the style sheet has no rule for .k-%s (%s)", l.Class, l.Text)
		}
	}
}
