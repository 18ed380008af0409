// Package web is iowait's HTTP side: pages, the API for scripts, and the
// live stream. It decides who may ask for what; what is asked for is decided
// elsewhere: runs by archive, words and markup by pages, bounds by bench.
//
// Nobody outside this machine can make it work: see guard.go.
package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"iowait/server/archive"
	"iowait/server/wire"
)

// Assets serves the files of the front end under /assets/.
type Assets interface {
	http.Handler
	// URL is where a page finds the file of this name.
	URL(name string) string
	// Refresh is called for each page: in development it begins to compile
	// the front end anew if its sources have changed. It does not wait.
	Refresh()
}

// Config is what a Server is made of. All fields are required.
type Config struct {
	Version string
	Token   string             // random, new with each start
	Hosts   []string           // Host headers to answer to, see Hosts
	Runs    *archive.Archive   // its Observe must be Hub.Publish
	Hub     *Hub               // the live stream
	Doctor  func() wire.Doctor // what this host can run
	Assets  Assets
}

// A Server answers HTTP requests.
type Server struct {
	Config
	hub      *Hub
	echo     *echo.Echo
	upgrader websocket.Upgrader
}

// New makes a server; it starts nothing.
func New(c Config) *Server {
	s := &Server{Config: c, hub: c.Hub, echo: echo.New()}
	// ownOrigin has checked the origin before the handshake.
	s.upgrader = websocket.Upgrader{
		ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10, HandshakeTimeout: 10 * time.Second,
		CheckOrigin: func(*http.Request) bool { return true },
	}
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.handleError
	e.IPExtractor = echo.ExtractIPDirect()
	e.Use(headers, recovered(), onlyHosts(c.Hosts), ownOrigin, middleware.BodyLimit(bodyLimit), compress())
	s.routes()
	return s
}

func (s *Server) routes() {
	get := func(path string, h echo.HandlerFunc) {
		s.echo.Match([]string{http.MethodGet, http.MethodHead}, path, h)
	}
	get("/", s.toLanguage)
	get("/:lang/play", s.play)
	get("/:lang/runs", s.runsPage)
	get("/:lang/runs/:id", s.runPage)
	get("/:lang/runs/:id/result", s.result)
	get("/:lang/host", s.hostPage)

	get("/healthz", func(c echo.Context) error { return c.String(http.StatusOK, "ok\n") })
	get("/api/host", s.host)
	get("/api/experiments", s.experiments)
	get("/api/source/:folder/:file", s.source)
	get("/api/runs", s.runs)
	get("/api/runs/:id", s.run)
	get("/api/runs/:id/recording", s.recording)
	get("/api/runs/:id/still", s.still)
	get("/api/runs/:id/perfetto", s.perfetto)
	get("/api/runs/:id/csv", s.csv)
	get("/api/runs/:id/benchstat", s.benchstat)
	s.echo.POST("/api/runs", s.submit, withToken(s.Token), onlyJSON)
	s.echo.DELETE("/api/runs/:id", s.cancel, withToken(s.Token))

	s.echo.GET("/ws", s.stream)
	get("/assets/*", echo.WrapHandler(s.Assets))
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.echo.ServeHTTP(w, r) }

// recovered turns a panic into an error, which handleError logs.
func recovered() echo.MiddlewareFunc {
	return middleware.RecoverWithConfig(middleware.RecoverConfig{
		DisableStackAll: true,
		LogErrorFunc: func(_ echo.Context, err error, stack []byte) error {
			return fmt.Errorf("panic: %w\n%s", err, stack)
		},
	})
}

// Serve answers requests on the listener until ctx ends. Then it closes the
// live streams, gives requests in hand a moment and returns.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      2 * time.Minute, // a recording over bad Wi-Fi
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.hub.Close()
	last, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if server.Shutdown(last) != nil {
		_ = server.Close()
	}
	<-failed
	return nil
}

// stream turns the request into a live stream and serves it to its end.
func (s *Server) stream(c echo.Context) error {
	v, err := s.hub.admit(c.RealIP())
	if err != nil {
		return err
	}
	defer s.hub.leave(v)
	var refused error
	upgrader := s.upgrader
	upgrader.Error = func(_ http.ResponseWriter, _ *http.Request, status int, reason error) {
		refused = echo.NewHTTPError(status, reason.Error())
	}
	conn, err := upgrader.Upgrade(c.Response(), c.Request(), nil)
	if err != nil {
		return refused // nil when the peer has gone
	}
	v.serve(s.hub, conn)
	return nil
}
