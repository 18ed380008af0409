package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"iowait/server/testbin"
	"iowait/server/wire"
)

// A hubProcess is the program itself, serving on a free port.
type hubProcess struct {
	t      *testing.T
	cmd    *exec.Cmd
	origin string // http://127.0.0.1:port
}

func startHub(t *testing.T) *hubProcess {
	t.Helper()
	origin, cmd := startServer(t)
	return &hubProcess{t, cmd, origin}
}

func (h *hubProcess) get(path string) string {
	h.t.Helper()
	answer, err := http.Get(h.origin + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: got %d, %v: %s", path, answer.StatusCode, err, body)
	}
	return string(body)
}

var tokenInPage = regexp.MustCompile(`name="iowait-token" content="([^"]+)"`)

// submit starts a run as the page does, and answers its id.
func (h *hubProcess) submit(body string) string {
	h.t.Helper()
	token := tokenInPage.FindStringSubmatch(h.get("/en/play"))
	if token == nil {
		h.t.Fatal("the page has no token")
	}
	r, err := http.NewRequest("POST", h.origin+"/api/runs", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Origin", h.origin)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Iowait-Token", token[1])
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	var accepted struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&accepted); err != nil || answer.StatusCode != http.StatusAccepted {
		h.t.Fatalf("submit: got %d, %v", answer.StatusCode, err)
	}
	return accepted.ID
}

// workers lists the processes that the hub has started to work.
func (h *hubProcess) workers() (pids []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // ended meanwhile
		}
		// pid (name) state parent …; the name may hold anything
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		pid := filepath.Base(filepath.Dir(name))
		if fields[1] == fmt.Sprint(h.cmd.Process.Pid) && isWorker(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// isWorker tells whether the process lives and is a worker. One that has
// ended and waits to be reaped has no command line any more.
func isWorker(pid string) bool {
	line, err := os.ReadFile(filepath.Join("/proc", pid, "cmdline"))
	return err == nil && bytes.Contains(line, []byte("\x00worker\x00"))
}

// busy starts a long run and waits until it is being measured.
func (h *hubProcess) busy(model string) (run string, workers []string) {
	h.t.Helper()
	stream := h.view()
	defer stream.Close()
	run = h.submit(fmt.Sprintf(`{"experiment":"echo","models":[%q],"params":{"conns":100,"duration_ms":60000}}`, model))
	for {
		var m wire.Message
		if err := stream.ReadJSON(&m); err != nil {
			h.t.Fatalf("wait for the first sample: %v", err)
		}
		if m.Result != nil {
			h.t.Fatalf("the run ended early: %+v", m.Result)
		}
		if m.Type == wire.MsgSample {
			break
		}
	}
	if workers = h.workers(); len(workers) < 2 {
		h.t.Fatalf("workers: got %v, want two", workers)
	}
	return run, workers
}

// view opens the live stream.
func (h *hubProcess) view() *websocket.Conn {
	h.t.Helper()
	stream, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(h.origin, "http")+"/ws", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return stream
}

func gone(pids []string) bool {
	for _, pid := range pids {
		if isWorker(pid) {
			return false
		}
	}
	return true
}

// reached waits for a state that tells nobody when it is there.
func reached(t *testing.T, limit time.Duration, what string, now func() bool) {
	t.Helper()
	deadline := time.After(limit)
	for !now() {
		select {
		case <-deadline:
			t.Fatalf("not within %v: %s", limit, what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestKillingTheServerLeavesNoWorkerAfterOneSecond(t *testing.T) {
	for _, model := range []string{"goroutine", "thread-per-conn"} {
		t.Run(model, func(t *testing.T) {
			h := startHub(t)
			_, workers := h.busy(model)
			if err := h.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			reached(t, time.Second, fmt.Sprintf("workers %v are gone", workers), func() bool { return gone(workers) })
		})
	}
}

func TestATerminatedServerCancelsTheRunTellsItsViewersAndExitsWithZero(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			h := startHub(t)
			stream := h.view()
			defer stream.Close()
			run, workers := h.busy("epoll")
			if err := h.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			var last wire.Message
			for {
				kind, data, err := stream.ReadMessage()
				if err != nil {
					if !websocket.IsCloseError(err, websocket.CloseGoingAway) {
						t.Errorf("end of the live stream: got %v, want going away", err)
					}
					break
				}
				if kind == websocket.TextMessage {
					last = wire.Message{}
					if err := json.Unmarshal(data, &last); err != nil {
						t.Fatal(err)
					}
				}
			}
			if last.Type != wire.MsgFinished || last.Run != run || last.Result.State != wire.Cancelled {
				t.Errorf("last message: got %s of %s, want that run %s was cancelled", last.Type, last.Run, run)
			}
			if err := h.cmd.Wait(); err != nil {
				t.Errorf("exit: got %v, want status 0", err)
			}
			if !gone(workers) {
				t.Errorf("workers %v are still there", workers)
			}
		})
	}
}

func TestACancelledRunLeavesNoWorkerAndTheServerGoesOn(t *testing.T) {
	h := startHub(t)
	run, workers := h.busy("busy-poll")
	token := tokenInPage.FindStringSubmatch(h.get("/en/play"))[1]
	r, _ := http.NewRequest("DELETE", h.origin+"/api/runs/"+run, nil)
	r.Header.Set("Origin", h.origin)
	r.Header.Set("X-Iowait-Token", token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusAccepted {
		t.Fatalf("cancel: got %v, %v", answer, err)
	}
	answer.Body.Close()
	reached(t, 20*time.Second, "the run is cancelled", func() bool {
		return strings.Contains(h.get("/api/runs/"+run), `"state":"cancelled"`)
	})
	if !gone(workers) {
		t.Errorf("workers %v are still there", workers)
	}
}

func TestATakenPortIsSaidWithTheWayOut(t *testing.T) {
	h := startHub(t)
	addr := strings.TrimPrefix(h.origin, "http://")
	said, err := exec.Command(testbin.Path(), "--addr", addr).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "is taken") || !strings.Contains(string(said), "--addr") {
		t.Errorf("got %v: %s; want it to say that the port is taken and to name --addr", err, said)
	}
}

func TestAMistakeInTheFlagsOfServeExitsWithTwo(t *testing.T) {
	for _, args := range [][]string{{"--addr", "nonsense"}, {"--no-such-flag"}, {"serve", "extra"}} {
		err := exec.Command(testbin.Path(), args...).Run()
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 {
			t.Errorf("%v: got %v, want exit status 2", args, err)
		}
	}
}
