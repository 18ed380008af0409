package web

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"iowait/server/wire"
)

// exported starts a server with one run, r1, that has ended, and one, r2,
// that never does.
func exported(t *testing.T) *underTest {
	t.Helper()
	const model = "read:chunk=4096"
	recording := wire.Recording{
		Header: wire.Header{Experiment: "file-read", Model: model, LengthNS: 100, Threads: []wire.Thread{{TID: 5, Proc: "server", Name: "=loop"}}, Total: 3},
		Events: []wire.Event{{AtNS: 1, TID: 5, Kind: wire.KindSysEnter, Op: wire.OpRead, FD: 3}, {AtNS: 9, TID: 5, Kind: wire.KindSysExit, Op: wire.OpRead, FD: 3, Result: -11},
			{AtNS: 10, TID: 5, Kind: wire.KindPreempt, Result: 1}},
	}
	whole := wire.Encode(&recording)
	u := start(t, Limits{}, func(ctx context.Context, run wire.Run, emit func(wire.Message, []byte)) wire.Run {
		if run.ID != "r1" {
			emit(wire.Message{Type: wire.MsgProgress, Progress: &wire.Progress{}}, nil)
			<-ctx.Done()
			return run
		}
		for model, data := range map[string][]byte{model: whole, "damaged": whole[:len(whole)-10], "broken": []byte("no recording")} {
			emit(wire.Message{Type: wire.MsgRecording, Recording: &wire.RecordingNotice{Model: model}}, data)
		}
		run.State = wire.Done
		trial := wire.Trial{Round: 1, Status: wire.OK, Requests: 10, ElapsedNS: 1e9, RequestsPS: 10}
		run.Results = []wire.Result{{Model: "read", At: wire.Params{"chunk": 4096}, Status: wire.OK, Trials: []wire.Trial{trial, trial}}}
		return run
	})
	viewer := u.view()
	defer viewer.conn.Close()
	viewer.until(wire.MsgSnapshot)
	const body = `{"experiment":"echo","models":["epoll"],"params":{}}`
	u.ask("POST", "/api/runs", body)
	viewer.until(wire.MsgFinished)
	u.ask("POST", "/api/runs", body)
	viewer.until(wire.MsgProgress)
	return u
}

func TestARunIsExported(t *testing.T) {
	u := exported(t)
	for _, test := range []struct {
		path, kind, name string
		good             func(body string) bool
	}{
		{"/perfetto?model=read:chunk%3D4096", "application/json", "iowait-r1-read-chunk=4096.perfetto.json", func(body string) bool {
			var trace struct {
				TraceEvents []map[string]any
				OtherData   map[string]string
			}
			return json.Unmarshal([]byte(body), &trace) == nil && len(trace.TraceEvents) > 3 && trace.OtherData["model"] == "read:chunk=4096"
		}},
		{"/csv", "text/csv", "iowait-r1-echo.csv", func(body string) bool {
			lines, err := csv.NewReader(strings.NewReader(body)).ReadAll()
			return err == nil && len(lines) == 3 && lines[1][0] == "r1"
		}},
		{"/csv?model=read:chunk=4096", "text/csv", "iowait-r1-read-chunk=4096-events.csv", func(body string) bool {
			lines, err := csv.NewReader(strings.NewReader(body)).ReadAll()
			return err == nil && len(lines) == 4 && strings.Contains(body, "EAGAIN") && strings.Contains(body, ",'=loop,")
		}},
		{"/benchstat", "text/plain", "iowait-r1-echo-benchstat.txt", func(body string) bool {
			r, results := benchfmt.NewReader(strings.NewReader(body), ""), 0
			for r.Scan() {
				if _, ok := r.Result().(*benchfmt.Result); ok {
					results++
				}
			}
			return results == 2
		}},
		{"/perfetto?model=damaged", "application/json", "iowait-r1-damaged.perfetto.json", func(body string) bool {
			return json.Valid([]byte(body)) && strings.Contains(body, `"missing_for_damage":"3"`)
		}},
	} {
		t.Run(test.path, func(t *testing.T) {
			status, h, body := u.ask("GET", "/api/runs/r1"+test.path, "")
			if status != 200 || !test.good(body) {
				t.Errorf("got %d %s", status, body)
			}
			if kind, _, err := mime.ParseMediaType(h.Get("Content-Type")); err != nil || kind != test.kind {
				t.Errorf("type: got %q, want %q", h.Get("Content-Type"), test.kind)
			}
			if as, params, err := mime.ParseMediaType(h.Get("Content-Disposition")); err != nil || as != "attachment" || params["filename"] != test.name {
				t.Errorf("disposition: got %q, want an attachment %q", h.Get("Content-Disposition"), test.name)
			}
			if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != security {
				t.Errorf("got %v, want what protects a page in a browser", h)
			}
			headStatus, head, none := u.ask("HEAD", "/api/runs/r1"+test.path, "")
			if headStatus != 200 || none != "" || head.Get("Content-Disposition") != h.Get("Content-Disposition") {
				t.Errorf("HEAD: got %d %q and %q, want the same headers without a body", headStatus, none, head.Get("Content-Disposition"))
			}
		})
	}
}

func TestWhatCannotBeExportedSaysWhy(t *testing.T) {
	u := exported(t)
	for path, want := range map[string]int{
		"/api/runs/r9/csv": 404, "/api/runs/r9/benchstat": 404, "/api/runs/r9/perfetto?model=epoll": 404, "/api/runs/r9/csv?model=epoll": 404,
		"/api/runs/r1/perfetto": 404, "/api/runs/r1/perfetto?model=none": 404, "/api/runs/r1/csv?model=none": 404,
		"/api/runs/r1/perfetto?model=broken": 500,
		"/api/runs/r2/csv":                   409, "/api/runs/r2/benchstat": 409, "/api/runs/r2/perfetto?model=epoll": 404,
	} {
		status, h, body := u.ask("GET", path, "")
		var said problem
		if err := json.Unmarshal([]byte(body), &said); status != want || err != nil || said.Error == "" {
			t.Errorf("%s: got %d %s, want %d and an error in JSON", path, status, body, want)
		}
		if h.Get("Content-Disposition") != "" {
			t.Errorf("%s: got an error as an attachment", path)
		}
		if strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: got Cache-Control %q for an error", path, h.Get("Cache-Control"))
		}
	}
	if status, _, _ := u.ask("GET", "/api/runs/r1/csv", "", "Origin", "http://elsewhere.example"); status != http.StatusForbidden {
		t.Errorf("another site's page: got %d, want 403", status)
	}
}

func TestExportsAreCompressed(t *testing.T) {
	u := exported(t)
	_, h, body := u.ask("GET", "/api/runs/r1/perfetto?model=read:chunk=4096", "", "Accept-Encoding", "gzip")
	if h.Get("Content-Encoding") != "gzip" {
		t.Fatalf("got encoding %q, want gzip", h.Get("Content-Encoding"))
	}
	r, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || !json.Valid(text) {
		t.Errorf("got %q and %v, want a trace", text, err)
	}
}

func TestFileNamesAreHarmless(t *testing.T) {
	for model, want := range map[string]string{
		"epoll": "iowait-r1-epoll.csv", "../../etc/x": "iowait-r1-..-..-etc-x.csv", "a\"b\r\nc": "iowait-r1-a-b--c.csv",
		strings.Repeat("x", 500): "iowait-r1-" + strings.Repeat("x", 110) + ".csv",
	} {
		if got := fileName(".csv", "r1", model); got != want {
			t.Errorf("%q: got %q, want %q", model, got, want)
		}
	}
}
