package web

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"iowait/server/wire"
)

func TestARunIsAcceptedMadeAndServed(t *testing.T) {
	recording := []byte("the encoded recording")
	done := make(chan struct{})
	u := start(t, Limits{}, func(_ context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
		emit(wire.Message{Type: wire.MsgRecording, Recording: &wire.RecordingNotice{Model: "epoll"}}, recording)
		run.State = wire.Done
		run.Results = []wire.Result{{Model: "epoll", Status: wire.OK, Trials: []wire.Trial{{Round: 1}}}}
		defer close(done)
		return run
	})
	viewer := u.view()
	defer viewer.conn.Close()
	viewer.until(wire.MsgSnapshot)
	status, h, body := u.ask("POST", "/api/runs", `{"experiment":"echo","models":["epoll"],"params":{"conns":10}}`)
	if want := `{"id":"r1","position":0}`; status != 202 || body != want {
		t.Fatalf("got %d %s, want 202 %s", status, body, want)
	}
	if got := h.Get("Location"); got != "/api/runs/r1" {
		t.Errorf("location: got %q, want /api/runs/r1", got)
	}
	<-done
	viewer.until(wire.MsgFinished)
	var run wire.Run
	if status, _, body := u.ask("GET", "/api/runs/r1", ""); status != 200 || json.Unmarshal([]byte(body), &run) != nil {
		t.Fatalf("got %d %s, want a run", status, body)
	}
	if run.State != wire.Done || len(run.Results[0].Trials) != 1 || run.Params["conns"] != 10 {
		t.Errorf("got %+v, want it done, with its trial and parameters", run)
	}
	if status, h, body := u.ask("GET", "/api/runs/r1/recording?model=epoll", ""); status != 200 ||
		body != string(recording) || h.Get("Content-Type") != "application/octet-stream" {
		t.Errorf("recording: got %d %q of type %q", status, body, h.Get("Content-Type"))
	}
	var list []wire.Run
	if _, _, body := u.ask("GET", "/api/runs", ""); json.Unmarshal([]byte(body), &list) != nil || len(list) != 1 {
		t.Errorf("list: got %s, want one run", body)
	}
	for path, want := range map[string]int{
		"/en/play": 200, "/zh/play": 200, "/en/runs": 200, "/en/runs/r1": 200, "/zh/runs/r1/result": 200, "/en/host": 200,
		"/api/host": 200, "/api/experiments": 200, "/healthz": 200,
		"/fr/play": 404, "/en/none": 404, "/en/runs/r9": 404, "/en/runs/r9/result": 404,
		"/api/runs/r9": 404, "/api/runs/r1/recording?model=none": 404, "/api/none": 404,
	} {
		status, h, body := u.ask("GET", path, "")
		if status != want {
			t.Errorf("%s: got %d %s, want %d", path, status, body, want)
		}
		kind, page := h.Get("Content-Type"), isPage(path)
		if page != strings.HasPrefix(kind, "text/html") && path != "/healthz" {
			t.Errorf("%s: got type %q; people read it: %v", path, kind, page)
		}
	}
	if status, _, body := u.ask("DELETE", "/api/runs/r1", ""); status != 409 {
		t.Errorf("cancel what has ended: got %d %s, want 409", status, body)
	}
	if status, _, _ := u.ask("DELETE", "/api/runs/r9", ""); status != 404 {
		t.Errorf("cancel what never was: got %d, want 404", status)
	}
}

func TestAMistakeInARequestIsNamed(t *testing.T) {
	u := start(t, Limits{}, idle)
	for _, test := range []struct {
		name, body string
		want       problem
	}{
		{"out of bounds", `{"experiment":"echo","models":["epoll"],"params":{"conns":0}}`, problem{Field: "conns", Found: "0", Want: "an integer from 1 to 10000"}},
		{"text for a number", `{"experiment":"echo","models":["epoll"],"params":{"conns":"many"}}`, problem{Field: "conns", Found: `"many"`, Want: "an integer from 1 to 10000"}},
		{"a fraction", `{"experiment":"echo","models":["epoll"],"params":{"conns":1.5}}`, problem{Field: "conns", Found: "1.5", Want: "an integer from 1 to 10000"}},
		{"too large for an integer", `{"experiment":"echo","models":["epoll"],"params":{"conns":1e99}}`, problem{Field: "conns", Found: "1e99", Want: "an integer from 1 to 10000"}},
		{"an unknown parameter", `{"experiment":"echo","models":["epoll"],"params":{"path":"/etc"}}`, problem{Field: "path", Found: "a parameter that echo does not have"}},
		{"an unknown experiment", `{"experiment":"fork","models":["epoll"]}`, problem{Field: "experiment", Found: `"fork"`}},
		{"an unknown model", `{"experiment":"echo","models":["magic"]}`, problem{Field: "models", Found: `"magic"`}},
		{"no models", `{"experiment":"echo"}`, problem{Field: "models", Found: "none"}},
		{"a string for a list", `{"models":"epoll"}`, problem{Field: "models", Found: "string", Want: "a list of strings"}},
		{"a list for an object", `{"params":[1]}`, problem{Field: "params", Found: "array", Want: "an object"}},
		{"a list of numbers", `{"models":[1]}`, problem{Field: "models", Found: "number", Want: "a list of strings"}},
		{"a list for it all", `[1]`, problem{Found: "array", Want: "an object"}},
		{"an unknown field", `{"command":"rm"}`, problem{Field: "command", Found: "an unknown field", Want: "experiment, models, params, sweep and seed only"}},
		{"no JSON", `conns=5`, problem{}},
		{"nothing", ``, problem{}},
		{"two objects", `{} {}`, problem{}},
		{"half an object", `{"models":[`, problem{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, _, body := u.ask("POST", "/api/runs", test.body)
			var got problem
			if err := json.Unmarshal([]byte(body), &got); err != nil || status != 400 || got.Error == "" {
				t.Fatalf("got %d %s, want 400 and an error in JSON", status, body)
			}
			if got.Field != test.want.Field || got.Found != test.want.Found || test.want.Want != "" && got.Want != test.want.Want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestAFullQueueAnswersWithThePositionAndWhenToTryAgain(t *testing.T) {
	u := start(t, Limits{}, func(ctx context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
		emit(wire.Message{Type: wire.MsgProgress, Progress: &wire.Progress{LeftMS: 42_000}}, nil)
		<-ctx.Done()
		return run
	})
	viewer := u.view()
	defer viewer.conn.Close()
	viewer.until(wire.MsgSnapshot)
	const body = `{"experiment":"echo","models":["epoll"],"params":{}}`
	u.ask("POST", "/api/runs", body)
	viewer.until(wire.MsgProgress)
	for want := 1; want <= 2; want++ {
		var got accepted
		if status, _, body := u.ask("POST", "/api/runs", body); status != 202 || json.Unmarshal([]byte(body), &got) != nil || got.Position != want {
			t.Errorf("got %d %s, want 202 and position %d", status, body, want)
		}
	}
	status, h, said := u.ask("POST", "/api/runs", body)
	if status != 429 || !strings.Contains(said, `"position":3`) || h.Get("Retry-After") != "42" {
		t.Errorf("got %d %s, Retry-After %q; want 429, position 3, 42", status, said, h.Get("Retry-After"))
	}
	if status, _, said := u.ask("GET", "/en/runs/r2/result", ""); status != 409 {
		t.Errorf("result of a waiting run: got %d %s, want 409", status, said)
	}
	u.ask("DELETE", "/api/runs/r1", "")
	if m := viewer.until(wire.MsgFinished); m.Run != "r1" || m.Result.State != wire.Cancelled {
		t.Errorf("got %s %s, want r1 cancelled", m.Run, m.Result.State)
	}
}

func TestTheFirstPageSpeaksTheBrowsersLanguage(t *testing.T) {
	u := start(t, Limits{}, idle)
	for accept, want := range map[string]string{
		"": "/en/play", "en-GB,en;q=0.9": "/en/play", "zh-CN,zh;q=0.9,en;q=0.8": "/zh/play", "zh": "/zh/play",
		"zh-TW": "/zh/play", "de-DE,de;q=0.9": "/en/play", "fr,zh;q=0.5": "/zh/play", "\x7f;;;": "/en/play",
	} {
		headers := []string{"Accept-Language", accept}
		if strings.Contains(accept, "\x7f") {
			headers[1] = ";;;q=x"
		}
		if status, h, _ := u.ask("GET", "/", "", headers...); status != 302 || h.Get("Location") != want {
			t.Errorf("%q: got %d to %q, want 302 to %s", accept, status, h.Get("Location"), want)
		}
	}
}

func TestAPanicIsAnErrorAndTheServerLives(t *testing.T) {
	u := start(t, Limits{}, idle)
	if status, _, body := u.ask("GET", "/api/panic", ""); status != 500 || strings.Contains(body, "boom") {
		t.Errorf("got %d %s, want 500 without details", status, body)
	}
	if status, _, _ := u.ask("GET", "/healthz", ""); status != 200 {
		t.Errorf("afterwards: got %d, want 200", status)
	}
}
