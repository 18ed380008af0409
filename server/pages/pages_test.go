package pages

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/iomodel"
	"iowait/server/wire"
)

func TestEveryIDIsUniqueAndEveryReferenceLeadsToOne(t *testing.T) {
	eachPage(t, func(t *testing.T, _ string, root *html.Node) {
		ids := map[string]int{}
		for _, n := range elements(root, func(n *html.Node) bool { return has(n, "id") }) {
			ids[attr(n, "id")]++
		}
		for id, n := range ids {
			if n > 1 {
				t.Errorf("id %q is there %d times", id, n)
			}
		}
		for _, n := range elements(root, func(*html.Node) bool { return true }) {
			for _, key := range []string{"for", "aria-describedby", "aria-labelledby"} {
				for _, id := range strings.Fields(attr(n, key)) {
					if ids[id] == 0 {
						t.Errorf("<%s %s=%q>: no element has the id %q", n.Data, key, attr(n, key), id)
					}
				}
			}
		}
	})
}

func TestNothingIsInlineAndNothingComesFromAnotherHost(t *testing.T) {
	eachPage(t, func(t *testing.T, _ string, root *html.Node) {
		for _, n := range elements(root, func(*html.Node) bool { return true }) {
			if n.Data == "style" || n.Data == "script" && (attr(n, "src") == "" || n.FirstChild != nil) {
				t.Errorf("<%s> is inline, which the Content-Security-Policy forbids", n.Data)
			}
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("<%s %s=%q> is inline", n.Data, a.Key, a.Val)
				}
				if (a.Key == "href" || a.Key == "src") && (strings.HasPrefix(a.Val, "//") || !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "#")) {
					t.Errorf("<%s %s=%q> leads to another host", n.Data, a.Key, a.Val)
				}
			}
		}
	})
}

func TestBothLanguagesHaveTheSameStructure(t *testing.T) {
	en, zh := testPages("en"), testPages("zh")
	for name := range en {
		a, b := shape(parse(t, en[name])), shape(parse(t, zh[name]))
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Errorf("%s: element %d is %s in English and %s in Chinese", name, i, a[i], b[i])
				break
			}
		}
		if len(a) != len(b) {
			t.Errorf("%s: %d elements in English, %d in Chinese", name, len(a), len(b))
		}
	}
}

// shape is what a page is made of, without its words.
func shape(root *html.Node) (all []string) {
	for _, n := range elements(root, func(*html.Node) bool { return true }) {
		all = append(all, n.Data+" "+attr(n, "id")+" "+attr(n, "class")+" "+attr(n, "name")+" "+attr(n, "value"))
	}
	return all
}

func TestThePageSaysItsLanguageAndLeadsToTheSamePlaceInTheOther(t *testing.T) {
	eachPage(t, func(t *testing.T, lang string, root *html.Node) {
		w := i18n.For(lang)
		page := elements(root, tagged("html"))[0]
		if attr(page, "lang") != w.Tag || attr(page, "data-lang") != lang {
			t.Errorf("got lang %q, data-lang %q; want %q, %q", attr(page, "lang"), attr(page, "data-lang"), w.Tag, lang)
		}
		alternates := map[string]string{}
		for _, n := range elements(root, with("rel", "alternate")) {
			alternates[attr(n, "hreflang")] = attr(n, "href")
		}
		rest := strings.TrimPrefix(alternates["en"], "/en")
		if rest == "" || alternates["zh-Hans"] != "/zh"+rest {
			t.Errorf("got alternates %v, want the same path in both languages", alternates)
		}
		link := elements(root, with("class", "language"))[0]
		if got, want := attr(link, "href"), "/"+w.Other+rest; got != want || attr(link, "hreflang") != i18n.For(w.Other).Tag {
			t.Errorf("the language switch leads to %q (%s), want %q", got, attr(link, "hreflang"), want)
		}
	})
}

func TestTheFormIsMadeFromTheExperimentsParameters(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		root := parse(t, testPages(lang)["play"])
		w := i18n.For(lang)
		for _, p := range bench.Experiments()[0].Params {
			words, ok := w.Params[p.Name]
			if !ok || words.Unit != p.Unit {
				t.Errorf("%s: parameter %s has unit %q in words, want words and %q", lang, p.Name, words.Unit, p.Unit)
			}
			inputs := elements(root, with("name", p.Name))
			if len(inputs) != 1 {
				t.Errorf("%s: %d fields for %s, want 1", lang, len(inputs), p.Name)
				continue
			}
			input := inputs[0]
			for key, want := range map[string]int64{"min": p.Min, "max": p.Max, "value": p.Default} {
				if got := attr(input, key); got != strings.ReplaceAll(count(want), thin, "") {
					t.Errorf("%s: %s of %s: got %q, want %d", lang, key, p.Name, got, want)
				}
			}
			if !has(input, "required") || attr(input, "type") != "number" {
				t.Errorf("%s: %s is not a required number", lang, p.Name)
			}
			if labels := elements(root, with("for", attr(input, "id"))); len(labels) != 1 || text(labels[0]) != words.Label {
				t.Errorf("%s: %s has no label %q", lang, p.Name, words.Label)
			}
			if help := text(byID(root, attr(input, "aria-describedby"))); !strings.Contains(help, count(p.Min)) || !strings.Contains(help, count(p.Max)) {
				t.Errorf("%s: the help of %s does not tell its bounds: %q", lang, p.Name, help)
			}
		}
	}
}

func TestAModelThatCannotRunIsGreyedWithTheReasonAndTheFix(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		root := parse(t, testPages(lang)["play"])
		for _, m := range testModels {
			box := byID(root, "model-"+m.ID)
			if attr(box, "value") != m.ID || attr(box, "name") != "model" {
				t.Errorf("%s: %s: got box %v", lang, m.ID, box.Attr)
			}
			if got := has(box, "disabled"); got == m.OK {
				t.Errorf("%s: %s: got disabled %v, want %v", lang, m.ID, got, !m.OK)
			}
			about := text(byID(root, attr(box, "aria-describedby")))
			if !strings.Contains(about, i18n.For(lang).Models[m.ID]) {
				t.Errorf("%s: %s is not described: %q", lang, m.ID, about)
			}
			if !m.OK && (!strings.Contains(about, m.Reason) || !strings.Contains(about, m.Fix) || has(box, "checked")) {
				t.Errorf("%s: %s: got %q, want the reason and the fix, and no tick", lang, m.ID, about)
			}
			if predicted := len(elements(byID(root, "run-form"), func(n *html.Node) bool { return attr(n, "name") == "predict" && attr(n, "value") == m.ID })); (predicted == 1) != m.OK {
				t.Errorf("%s: %s: can be predicted %d times", lang, m.ID, predicted)
			}
		}
	}
}

func TestEveryModelFamilyStatusAndStateHasWords(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		w := i18n.For(lang)
		for _, m := range iomodel.All() {
			if w.Models[m.ID] == "" || w.Families[m.Family] == "" {
				t.Errorf("%s: model %s of family %s has no words", lang, m.ID, m.Family)
			}
		}
		for _, s := range []wire.Status{wire.OK, wire.Unavailable, wire.Invalid, wire.Crashed} {
			if w.Statuses[string(s)] == "" {
				t.Errorf("%s: status %s has no words", lang, s)
			}
		}
		for _, s := range []wire.RunState{wire.Queued, wire.Running, wire.Done, wire.Cancelled, wire.Failed} {
			if w.States[string(s)] == "" {
				t.Errorf("%s: state %s has no words", lang, s)
			}
		}
	}
}

// contract is what the front end looks for on the playground.
var contract = []string{"wasm-status", "version-warning", "run-form", "run-button", "cancel-button", "form-error", "progress", "progress-bar", "progress-text",
	"run-status", "stream-status", "live", "live-chart", "live-body", "prediction", "predicted", "result", "figure", "recording-tabs", "provenance", "timeline",
	"controls", "to-start", "step-back", "play", "step-forward", "to-end", "zoom-in", "zoom-out", "zoom-fit", "scrub", "speed", "time", "legend", "event-text", "events"}

func TestThePlaygroundHasAllThatTheFrontEndLooksFor(t *testing.T) {
	root := parse(t, testPages("en")["play"])
	for _, id := range contract {
		if byID(root, id) == nil {
			t.Errorf("no element has the id %q", id)
		}
	}
	for _, id := range []string{"wasm-status", "cancel-button", "form-error", "progress", "live", "prediction", "figure"} {
		if !has(byID(root, id), "hidden") {
			t.Errorf("%s is seen before there is anything to see", id)
		}
	}
	for name, want := range map[string]string{"iowait-token": "TOKEN", "iowait-version": "v1.2.3"} {
		if found := elements(root, with("name", name)); len(found) != 1 || attr(found[0], "content") != want {
			t.Errorf("meta %s: want %q", name, want)
		}
	}
	if script := elements(root, tagged("script"))[0]; !has(script, "defer") || attr(script, "data-wasm") == "" || attr(script, "data-exec") == "" || attr(script, "data-canvas") == "" {
		t.Errorf("got script %v, want it deferred and told where its files are", script.Attr)
	}
	var factors []string
	for _, o := range elements(byID(root, "speed"), tagged("option")) {
		factors = append(factors, attr(o, "value"))
	}
	if want := []string{"100000", "50000", "20000", "10000", "5000", "2000", "1000", "100", "10"}; !slices.Equal(factors, want) {
		t.Errorf("got slow-down factors %v, want %v", factors, want)
	}
}

func TestOnlyTokensThatExistAreTold(t *testing.T) {
	s := site("en", "/nowhere")
	s.Token = ""
	if got := rendered(t, ErrorPage(ErrorProps{Site: s, Status: 404})); strings.Contains(got, "iowait-token") {
		t.Error("a page without a token has a meta element for it")
	}
}
