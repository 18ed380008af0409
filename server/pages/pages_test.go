package pages

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/iofile"
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
	for _, e := range bench.Experiments() {
		for _, lang := range []string{"en", "zh"} {
			root := parse(t, testPlay(lang, e.ID))
			for _, p := range e.Params {
				words, ok := i18n.For(lang).Param(e.ID, p.Name)
				if !ok || words.Unit != p.Unit {
					t.Errorf("%s: %s: parameter %s has unit %q in words, want words and %q", lang, e.ID, p.Name, words.Unit, p.Unit)
				}
				inputs := elements(byID(root, "run-form"), with("data-param", p.Name))
				if len(inputs) != 1 {
					t.Errorf("%s: %s: %d fields for %s, want 1", lang, e.ID, len(inputs), p.Name)
					continue
				}
				field := inputs[0]
				if labels := elements(root, with("for", attr(field, "id"))); len(labels) == 0 || text(labels[0]) != words.Label {
					t.Errorf("%s: %s: %s has no label %q", lang, e.ID, p.Name, words.Label)
				}
				if byID(root, "error-"+p.Name) == nil {
					t.Errorf("%s: %s: there is no room for what is wrong with %s", lang, e.ID, p.Name)
				}
				if len(p.Names) > 0 {
					choiceHasTheNames(t, lang, p, field)
				} else {
					numberHasTheBounds(t, lang, p, field, text(byID(root, attr(field, "aria-describedby"))))
				}
			}
		}
	}
}

func numberHasTheBounds(t *testing.T, lang string, p bench.Param, input *html.Node, help string) {
	t.Helper()
	for key, want := range map[string]int64{"min": p.Min, "max": p.Max, "value": p.Default} {
		if got := attr(input, key); got != strconv.FormatInt(want, 10) {
			t.Errorf("%s: %s of %s: got %q, want %d", lang, key, p.Name, got, want)
		}
	}
	if !has(input, "required") || attr(input, "type") != "number" {
		t.Errorf("%s: %s is not a required number", lang, p.Name)
	}
	write := count
	if p.Unit == "B" {
		write = Bytes
	}
	if !strings.Contains(help, write(p.Min)) || !strings.Contains(help, write(p.Max)) {
		t.Errorf("%s: the help of %s does not tell its bounds: %q", lang, p.Name, help)
	}
}

func choiceHasTheNames(t *testing.T, lang string, p bench.Param, field *html.Node) {
	t.Helper()
	options, words := elements(field, tagged("option")), i18n.For(lang).Values[p.Name]
	if len(options) != len(p.Names) || len(words) != len(p.Names) {
		t.Errorf("%s: %s: got %d options and %d names in words, want %d", lang, p.Name, len(options), len(words), len(p.Names))
		return
	}
	for i, o := range options {
		if attr(o, "value") != strconv.Itoa(i) || text(o) != words[i] || has(o, "selected") != (int64(i) == p.Default) {
			t.Errorf("%s: %s: option %d is %q called %q, want %q", lang, p.Name, i, attr(o, "value"), text(o), words[i])
		}
	}
}

func TestEveryExperimentIsALinkAndSaysItsPurpose(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		for _, e := range bench.Experiments() {
			root := parse(t, testPlay(lang, e.ID))
			here := elements(elements(root, with("class", "experiments"))[0], with("aria-current", "page"))
			want := "/" + lang + "/play?experiment=" + e.ID
			if len(here) != 1 || attr(here[0], "href") != want {
				t.Errorf("%s: %s is not the link that is marked: %v", lang, e.ID, here)
			}
			words, ok := i18n.For(lang).Experiments[e.ID]
			if !ok {
				t.Errorf("%s: %s has no words", lang, e.ID)
			}
			if said := text(elements(root, with("class", "purpose"))[0]); !strings.Contains(said, words.What) || !strings.Contains(said, words.Look[0]) {
				t.Errorf("%s: %s: got purpose %q", lang, e.ID, said)
			}
			if form := byID(root, "run-form"); attr(form, "data-experiment") != e.ID || attr(form, "data-unit") != e.Unit {
				t.Errorf("%s: got a form for %q in %q, want %s in %s", lang, attr(form, "data-experiment"), attr(form, "data-unit"), e.ID, e.Unit)
			}
			if _, ok := i18n.For(lang).Units[e.Unit]; !ok {
				t.Errorf("%s: the unit %s of %s has no words", lang, e.Unit, e.ID)
			}
		}
	}
}

func TestOnlyModelsThatTakePartCanBeChosen(t *testing.T) {
	for _, e := range bench.Experiments() {
		form := byID(parse(t, testPlay("en", e.ID)), "run-form")
		for _, m := range testModels {
			boxes := elements(form, func(n *html.Node) bool { return attr(n, "name") == "model" && attr(n, "value") == m.ID })
			not := elements(form, with("class", "family not-here"))
			switch {
			case m.Kind == e.Kind && m.Not[e.ID] == "":
				if len(boxes) != 1 || !strings.Contains(text(byID(form, attr(boxes[0], "aria-describedby"))), i18n.For("en").Model(e.Kind, m.ID)) {
					t.Errorf("%s: %s cannot be chosen, or is not described as one of kind %s", e.ID, m.ID, e.Kind)
				}
			case m.Kind == e.Kind:
				if len(boxes) != 0 || len(not) != 1 || !strings.Contains(text(not[0]), m.ID) || !strings.Contains(text(not[0]), m.Not[e.ID]) {
					t.Errorf("%s: %s takes no part: got %d boxes, want none, and the reason", e.ID, m.ID, len(boxes))
				}
			}
		}
	}
}

func TestOneParameterCanTakeSeveralValues(t *testing.T) {
	for _, e := range bench.Experiments() {
		root := parse(t, testPlay("zh", e.ID))
		var offered, want []string
		for _, o := range elements(byID(root, "sweep-param"), tagged("option")) {
			offered = append(offered, attr(o, "value"))
		}
		want = append(want, "")
		for _, p := range e.Params {
			if !p.PerRun() {
				want = append(want, p.Name)
			}
		}
		if !slices.Equal(offered, want) {
			t.Errorf("%s: got %q to compare over, want %q", e.ID, offered, want)
		}
	}
}

func TestAModelThatCannotRunIsGreyedWithTheReasonAndTheFix(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		root := parse(t, testPlay(lang, "backend"))
		for _, m := range ofKind("socket") {
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
		for _, m := range append(iomodel.Doctor(), iofile.Doctor()...) {
			if w.Model(m.Kind, m.ID) == "" || w.Families[m.Family] == "" {
				t.Errorf("%s: model %s of kind %s and family %s has no words", lang, m.ID, m.Kind, m.Family)
			}
		}
		for _, s := range []wire.Status{wire.OK, wire.Unavailable, wire.Invalid, wire.Crashed} {
			if w.Result.Statuses[string(s)] == "" {
				t.Errorf("%s: status %s has no words", lang, s)
			}
		}
		for _, s := range []wire.RunState{wire.Queued, wire.Running, wire.Done, wire.Cancelled, wire.Failed} {
			if w.Result.States[string(s)] == "" {
				t.Errorf("%s: state %s has no words", lang, s)
			}
		}
	}
}

// contract is what the front end looks for on the playground.
var contract = []string{"wasm-status", "version-warning", "run-form", "run-button", "cancel-button", "form-error", "progress", "progress-bar", "progress-text",
	"run-status", "stream-status", "live", "live-chart", "live-body", "live-unit", "live-title", "sweep-param", "sweep-values", "variants", "error-models", "error-sweep", "prediction", "predicted", "result", "figure", "recording-tabs", "provenance", "timeline",
	"controls", "to-start", "step-back", "play", "step-forward", "to-end", "zoom-in", "zoom-out", "zoom-fit", "scrub", "speed", "time", "legend", "event-text", "events",
	"view-tabs", "view-timeline", "view-stage", "compare", "panes", "pane-name", "minimap", "race", "race-button", "jump-blocked", "jump-wake", "jump-longest",
	"select-from", "select-to", "loop", "selection", "selection-about", "selection-tables", "find-text", "find-next", "find-back", "find-count",
	"code", "code-file", "code-lines", "event-facts", "show-keys", "key-list", "theme"}

func TestThePlaygroundHasAllThatTheFrontEndLooksFor(t *testing.T) {
	root := parse(t, testPlay("en", "echo"))
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
	scripts := elements(root, tagged("script"))
	if first := scripts[0]; has(first, "defer") || !strings.Contains(attr(first, "src"), "theme.js") {
		t.Errorf("got script %v, want the theme's, before anything is drawn", first.Attr)
	}
	if script := scripts[1]; !has(script, "defer") || attr(script, "data-wasm") == "" || attr(script, "data-exec") == "" || attr(script, "data-canvas") == "" {
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
