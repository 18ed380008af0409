package i18n

import (
	"reflect"
	"testing"
)

func TestNoWordIsMissingInEitherLanguage(t *testing.T) {
	for _, w := range []*Words{&en, &zh} {
		missing(t, w.Lang, reflect.ValueOf(*w))
	}
}

// mayBeEmpty names what need not be there.
var mayBeEmpty = map[string]bool{"Unit": true, "Own": true}

func missing(t *testing.T, path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.String() == "" {
			t.Errorf("%s is empty", path)
		}
	case reflect.Func:
		if v.IsNil() {
			t.Errorf("%s is nil", path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !mayBeEmpty[name] {
				missing(t, path+"."+name, v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Len() == 0 {
			t.Errorf("%s is empty", path)
		}
		for i := range v.Len() {
			missing(t, path, v.Index(i))
		}
	case reflect.Map:
		if v.Len() == 0 {
			t.Errorf("%s is empty", path)
		}
		for _, k := range v.MapKeys() {
			missing(t, path+"."+k.String(), v.MapIndex(k))
		}
	}
}

func TestBothLanguagesNameTheSameThings(t *testing.T) {
	a, b := reflect.ValueOf(en), reflect.ValueOf(zh)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		switch a.Field(i).Kind() {
		case reflect.Map:
			for _, k := range a.Field(i).MapKeys() {
				if !b.Field(i).MapIndex(k).IsValid() {
					t.Errorf("%s: zh has no %q", name, k)
				}
			}
			fallthrough
		case reflect.Slice:
			if got, want := b.Field(i).Len(), a.Field(i).Len(); got != want {
				t.Errorf("%s: zh has %d entries, en %d", name, got, want)
			}
		}
	}
	for i, l := range en.Legend {
		if got := zh.Legend[i]; got.Class != l.Class || got.Shape != l.Shape {
			t.Errorf("legend %d: zh has %s %s, en %s %s", i, got.Class, got.Shape, l.Class, l.Shape)
		}
	}
}

func TestTheLanguagesPointAtEachOther(t *testing.T) {
	for _, w := range []*Words{&en, &zh} {
		if got := For(w.Other).Other; got != w.Lang {
			t.Errorf("%s: the other language's other one is %s", w.Lang, got)
		}
	}
	if got := For("fr").Lang; got != "en" {
		t.Errorf("an unknown language: got %s, want en", got)
	}
}

func TestAListReadsLikeASentence(t *testing.T) {
	for _, test := range []struct {
		items  []string
		en, zh string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a and b", "a、b"},
		{[]string{"a", "b", "c"}, "a, b and c", "a、b、c"},
	} {
		if got := en.Verdict.List(test.items); got != test.en {
			t.Errorf("en: got %q, want %q", got, test.en)
		}
		if got := zh.Verdict.List(test.items); got != test.zh {
			t.Errorf("zh: got %q, want %q", got, test.zh)
		}
	}
}
