package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

type echoContext = echo.Context

func TestOnlyOurOwnPageCanMakeTheServerWork(t *testing.T) {
	u := start(t, Limits{}, idle)
	const body = `{"experiment":"echo","models":["epoll"],"params":{}}`
	for _, test := range []struct {
		name    string
		method  string
		path    string
		headers []string
		want    int
	}{
		{"our page", "POST", "/api/runs", nil, 202},
		{"our page by the name localhost is another origin", "POST", "/api/runs", []string{"Host", strings.Replace(u.addr, "127.0.0.1", "localhost", 1)}, 403},
		{"a name that somebody points here", "GET", "/en/play", []string{"Host", "evil.example:8080"}, 421},
		{"our name with another port", "GET", "/en/play", []string{"Host", "127.0.0.1:1"}, 421},
		{"no port", "GET", "/en/play", []string{"Host", "localhost"}, 421},
		{"another site's page", "POST", "/api/runs", []string{"Origin", "http://evil.example"}, 403},
		{"a page of a local file", "POST", "/api/runs", []string{"Origin", "null"}, 403},
		{"our origin by https", "POST", "/api/runs", []string{"Origin", "https://" + u.addr}, 403},
		{"no origin", "POST", "/api/runs", []string{"Origin", ""}, 403},
		{"no origin, only reading", "GET", "/api/runs", nil, 200},
		{"another site's page, only reading", "GET", "/api/runs", []string{"Origin", "http://evil.example"}, 403},
		{"no token", "POST", "/api/runs", []string{TokenHeader, ""}, 403},
		{"another start's token", "POST", "/api/runs", []string{TokenHeader, "the-token-of-that-start"}, 403},
		{"a form", "POST", "/api/runs", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"plain text", "POST", "/api/runs", []string{"Content-Type", "text/plain"}, 415},
		{"no type", "POST", "/api/runs", []string{"Content-Type", ""}, 415},
		{"JSON with a character set", "POST", "/api/runs", []string{"Content-Type", "application/json; charset=utf-8"}, 202},
		{"cancel without token", "DELETE", "/api/runs/r1", []string{TokenHeader, ""}, 403},
		{"cancel from another site", "DELETE", "/api/runs/r1", []string{"Origin", "http://evil.example"}, 403},
		{"cancel", "DELETE", "/api/runs/r1", nil, 202},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, said := u.ask(test.method, test.path, body, test.headers...)
			if got != test.want {
				t.Errorf("got %d %s, want %d", got, said, test.want)
			}
			if strings.Contains(said, testToken) {
				t.Errorf("the answer tells the token: %s", said)
			}
		})
	}
}

func TestALargeBodyIsRefused(t *testing.T) {
	u := start(t, Limits{}, idle)
	got, _, said := u.ask("POST", "/api/runs", `{"experiment":"`+strings.Repeat("x", 65<<10)+`"}`)
	if got != http.StatusRequestEntityTooLarge {
		t.Errorf("got %d %s, want 413", got, said)
	}
}

func TestEveryAnswerForbidsWhatAPageDoesNotNeed(t *testing.T) {
	u := start(t, Limits{}, idle)
	for _, path := range []string{"/", "/en/play", "/en/none", "/api/runs", "/api/none", "/healthz", "/assets/none.js"} {
		_, h, _ := u.ask("GET", path, "")
		for name, want := range map[string]string{
			"Content-Security-Policy":      security,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s: got %q, want %q", path, name, got, want)
			}
		}
	}
}

func TestHostsAreTheListenAddressAndLoopback(t *testing.T) {
	for _, test := range []struct {
		addr string
		want []string
		not  []string
	}{
		{"127.0.0.1:8080", []string{"127.0.0.1:8080", "localhost:8080", "[::1]:8080"}, []string{"127.0.0.1", "localhost:80"}},
		{"192.168.1.5:9000", []string{"192.168.1.5:9000", "localhost:9000"}, []string{"192.168.1.6:9000"}},
		{"Laptop.local:8080", []string{"laptop.local:8080"}, nil},
		{"127.0.0.1:80", []string{"127.0.0.1", "127.0.0.1:80", "localhost", "[::1]"}, []string{"127.0.0.1:8080"}},
		{"[::]:8080", []string{"127.0.0.1:8080", "[::1]:8080"}, []string{"evil.example:8080"}},
	} {
		got := Hosts(test.addr)
		for _, host := range test.want {
			if !slices.Contains(got, host) {
				t.Errorf("%s: got %v, want %s among them", test.addr, got, host)
			}
		}
		for _, host := range test.not {
			if slices.Contains(got, host) {
				t.Errorf("%s: got %v, want no %s", test.addr, got, host)
			}
		}
	}
}
