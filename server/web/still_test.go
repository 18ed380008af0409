package web

import (
	"strings"
	"testing"
)

func TestARecordingIsShownAsAStillPicture(t *testing.T) {
	u := exported(t)
	for path, want := range map[string]int{
		"/api/runs/r1/still?model=read:chunk%3D4096&lang=zh&theme=dark": 200,
		"/api/runs/r1/still?model=damaged":                              200, // what is good of it
		"/api/runs/r1/still?model=none":                                 404,
		"/api/runs/r9/still?model=read:chunk%3D4096":                    404,
	} {
		status, h, body := u.ask("GET", path, "")
		if status != want {
			t.Errorf("%s: got %d, want %d: %s", path, status, want, body)
		}
		if status == 200 && (!strings.HasPrefix(body, "<svg ") || h.Get("Content-Type") != "image/svg+xml") {
			t.Errorf("%s: got %.40q of type %q, want a picture", path, body, h.Get("Content-Type"))
		}
	}
}

func TestTheSourceIsTold(t *testing.T) {
	u := start(t, Limits{}, nil)
	for path, want := range map[string]int{"/api/source/iomodel/epoll.go": 200, "/api/source/web/guard.go": 404, "/api/source/iomodel/..%2Fweb%2Fguard.go": 404,
		"/api/source/iomodel/model_test.go": 404, "/api/source/load/": 404} {
		if status, _, body := u.ask("GET", path, ""); status != want {
			t.Errorf("%s: got %d, want %d: %.80s", path, status, want, body)
		}
	}
}
