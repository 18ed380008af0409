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
			missing(t, path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		if v.Len() == 0 {
			t.Errorf("%s is empty", path)
		}
		for i := range v.Len() {
			missing(t, path, v.Index(i))
		}
	case reflect.Map:
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
}
