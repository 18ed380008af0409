package web

import (
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"iowait/server/export"
	"iowait/server/wire"
)

// file answers a file to keep. It is written as it is made: an error comes
// too late for another status, and then means that the client has gone.
func file(c echo.Context, name, kind string, write func(io.Writer) error) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, kind)
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	return write(c.Response())
}

// fileName joins parts to a name that every system takes.
func fileName(ending string, parts ...string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.=", r) {
			return r
		}
		return '-'
	}, "iowait-"+strings.Join(parts, "-"))
	return name[:min(len(name), 120)] + ending
}

// recorded decodes the recording that a request names. Of a damaged one it
// answers what is good.
func (s *Server) recorded(c echo.Context) (*wire.Recording, error) {
	id, model := c.Param("id"), c.QueryParam("model")
	data, err := s.Runs.Recording(id, model)
	if err != nil {
		return nil, err
	}
	r, err := wire.Decode(data)
	if r == nil {
		return nil, fmt.Errorf("export the recording of %q in run %s: %w", model, id, err)
	}
	if err != nil {
		slog.Warn("export a recording", "run", id, "model", model, "error", err)
	}
	c.Response().Header().Set("Cache-Control", unchanging)
	return r, nil
}

func (s *Server) perfetto(c echo.Context) error {
	r, err := s.recorded(c)
	if err != nil {
		return err
	}
	return file(c, fileName(".perfetto.json", c.Param("id"), c.QueryParam("model")), echo.MIMEApplicationJSON,
		func(w io.Writer) error { return export.Perfetto(w, r) })
}

const csvKind = "text/csv; charset=utf-8; header=present"

// csv answers the trials of a run, or, of one model, the recorded events.
func (s *Server) csv(c echo.Context) error {
	if c.QueryParam("model") == "" {
		return s.ended(c, ".csv", csvKind, export.RunCSV)
	}
	r, err := s.recorded(c)
	if err != nil {
		return err
	}
	return file(c, fileName("-events.csv", c.Param("id"), c.QueryParam("model")), csvKind,
		func(w io.Writer) error { return export.EventsCSV(w, r) })
}

func (s *Server) benchstat(c echo.Context) error {
	return s.ended(c, "-benchstat.txt", echo.MIMETextPlainCharsetUTF8, export.Benchstat)
}

// ended exports a run that has ended.
func (s *Server) ended(c echo.Context, ending, kind string, write func(io.Writer, *wire.Run) error) error {
	run, err := s.Runs.Run(c.Param("id"))
	if err != nil {
		return err
	}
	if !run.State.Final() {
		return errNotEnded
	}
	return file(c, fileName(ending, run.ID, run.Experiment), kind, func(w io.Writer) error { return write(w, &run) })
}
