package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"iowait/server/bench"
	"iowait/server/wire"
)

// answer writes JSON, encoded before the first byte goes out.
func answer(c echo.Context, status int, v any) error {
	encoded, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.JSONBlob(status, encoded)
}

func (s *Server) host(c echo.Context) error { return answer(c, http.StatusOK, s.Doctor()) }

func (s *Server) experiments(c echo.Context) error {
	return answer(c, http.StatusOK, bench.Experiments())
}

// runs lists all runs without their trials, newest first.
func (s *Server) runs(c echo.Context) error { return answer(c, http.StatusOK, s.Runs.Runs()) }

func (s *Server) run(c echo.Context) error {
	run, err := s.Runs.Run(c.Param("id"))
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, run)
}

// unchanging is how a browser may keep a recording: it is made once.
const unchanging = "private, max-age=86400, immutable"

func (s *Server) recording(c echo.Context) error {
	id, model := c.Param("id"), c.QueryParam("model")
	data, err := s.Runs.Recording(id, model)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, echo.MIMEOctetStream)
	h.Set("Cache-Control", unchanging)
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(data))
	return nil
}

// accepted answers a request for a run.
type accepted struct {
	ID       string `json:"id"`
	Position int    `json:"position"` // runs that come before it
}

func (s *Server) submit(c echo.Context) error {
	request, err := readRequest(c.Request().Body, s.Doctor().Models)
	if err != nil {
		return err
	}
	run, position, err := s.Runs.Submit(wire.Run{Experiment: request.Experiment, Models: request.Models, Params: request.Params,
		Sweep: request.Sweep, Seed: request.Seed, Unit: bench.Unit(request)})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/api/runs/"+run.ID)
	return answer(c, http.StatusAccepted, accepted{run.ID, position})
}

// cancel asks for the run's end; the live stream tells when it has come.
func (s *Server) cancel(c echo.Context) error {
	id := c.Param("id")
	if err := s.Runs.Cancel(id); err != nil {
		return err
	}
	return answer(c, http.StatusAccepted, map[string]string{"id": id})
}
