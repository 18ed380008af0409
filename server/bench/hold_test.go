package bench

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"iowait/server/wire"
)

func TestHoldServesOtherPrograms(t *testing.T) {
	r := runner(t)
	for _, model := range []string{"epoll", "thread-per-conn", "goroutine"} {
		t.Run(model, func(t *testing.T) {
			request, err := Check(Request{Experiment: "http", Models: []string{model}, Params: wire.Params{wire.ParamSize: 26}}, r.Models)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			in, out := io.Pipe()
			done := make(chan error, 1)
			go func() { done <- Hold(ctx, r.Exe, request, r.Models, "", out) }()
			line, err := bufio.NewReader(in).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			client := http.Client{Timeout: 10 * time.Second}
			answer, err := client.Get(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK || !bytes.Equal(body, []byte("abcdefghijklmnopqrstuvwxyz")) {
				t.Errorf("got %s %q", answer.Status, body)
			}
			client.CloseIdleConnections()
			cancel()
			if err := <-done; err != nil {
				t.Errorf("got %v, want an end on request", err)
			}
			address := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "http://"), "/")
			if c, err := net.Dial("tcp", address); err == nil {
				_ = c.Close()
				t.Error("the server still listens")
			}
		})
	}
}
