package web

import (
	"crypto/subtle"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// TokenHeader carries the per-start token on requests that start or stop work.
const TokenHeader = "X-Iowait-Token"

const bodyLimit = "64K"

// security is the Content-Security-Policy of every answer: nothing inline,
// nothing from another host; 'self' in connect-src covers the live stream.
const security = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Hosts lists the Host headers that a server listening on addr answers to:
// addr itself and loopback by name and number; when it listens everywhere,
// also the addresses of this machine. Names are left out on purpose, since
// whoever owns a name can point it here (DNS rebinding).
func Hosts(addr string) []string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return []string{addr}
	}
	names := []string{host, "localhost", "127.0.0.1", "::1"}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		locals, _ := net.InterfaceAddrs()
		for _, local := range locals {
			if prefix, err := netip.ParsePrefix(local.String()); err == nil {
				names = append(names, prefix.Addr().String())
			}
		}
	}
	var hosts []string
	for _, name := range names {
		hosts = append(hosts, strings.ToLower(net.JoinHostPort(name, port)))
		if port == "80" { // browsers leave the default port out
			hosts = append(hosts, strings.TrimSuffix(strings.ToLower(net.JoinHostPort(name, port)), ":80"))
		}
	}
	return hosts
}

// headers adds what protects a page in a browser.
func headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", security)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		return next(c)
	}
}

// onlyHosts refuses a request that was sent to another name than ours.
func onlyHosts(hosts []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if got := c.Request().Host; !slices.Contains(hosts, strings.ToLower(got)) {
				return echo.NewHTTPError(http.StatusMisdirectedRequest, fmt.Sprintf(
					"check the Host header: found %q, expected one of %s", got, strings.Join(hosts, ", ")))
			}
			return next(c)
		}
	}
}

// ownOrigin refuses a request that another site's page makes. Browsers send
// Origin with every POST, DELETE and WebSocket handshake. What only reads,
// the live stream included, may come without: then it is no browser.
func ownOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		got, given := r.Header.Get(echo.HeaderOrigin), len(r.Header.Values(echo.HeaderOrigin)) > 0
		if want := "http://" + r.Host; (given || !reads(r)) && !strings.EqualFold(got, want) {
			return echo.NewHTTPError(http.StatusForbidden, fmt.Sprintf(
				"check the Origin header: found %q, expected %q", got, want))
		}
		return next(c)
	}
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// withToken refuses a request that does not carry this start's token, which
// only our own pages tell.
func withToken(token string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			got := c.Request().Header.Get(TokenHeader)
			if subtle.ConstantTimeCompare([]byte(got), []byte(token)) != 1 {
				return echo.NewHTTPError(http.StatusForbidden,
					"check the "+TokenHeader+" header: it is not the token of this server's start; reload the page")
			}
			return next(c)
		}
	}
}

// onlyJSON refuses a body of another type; a form of another site's page
// cannot send this one.
func onlyJSON(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		got := c.Request().Header.Get(echo.HeaderContentType)
		if kind, _, err := mime.ParseMediaType(got); err != nil || kind != echo.MIMEApplicationJSON {
			return echo.NewHTTPError(http.StatusUnsupportedMediaType, fmt.Sprintf(
				"check the Content-Type header: found %q, expected %q", got, echo.MIMEApplicationJSON))
		}
		return next(c)
	}
}

// compress applies to pages and JSON; assets come compressed already and
// recordings are dense.
func compress() echo.MiddlewareFunc {
	return middleware.GzipWithConfig(middleware.GzipConfig{
		MinLength: 1 << 10,
		Skipper: func(c echo.Context) bool {
			path := c.Path()
			return path == "/ws" || strings.HasPrefix(path, "/assets/") || strings.HasSuffix(path, "/recording")
		},
	})
}
