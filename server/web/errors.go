package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"iowait/server/archive"
	"iowait/server/bench"
)

// problem is the JSON of a refused request.
type problem struct {
	Error    string `json:"error"`
	Field    string `json:"field,omitempty"`
	Found    string `json:"found,omitempty"`
	Want     string `json:"want,omitempty"`
	Position *int   `json:"position,omitempty"` // the place in the queue that a refused run would have had

	retryAfterS int64
}

// explain is the one place where errors get their status.
func (s *Server) explain(err error) (int, problem) {
	var (
		field   *bench.FieldError
		full    *archive.QueueFullError
		crowded *crowdedError
		refused *echo.HTTPError
	)
	switch {
	case errors.As(err, &field):
		return http.StatusBadRequest, problem{Error: err.Error(), Field: field.Field, Found: field.Found, Want: field.Want}
	case errors.As(err, &full):
		position := full.Waiting + 1
		return http.StatusTooManyRequests, problem{Error: err.Error(), Position: &position, retryAfterS: max(1, s.hub.LeftMS()/1000)}
	case errors.As(err, &crowded) && !crowded.all:
		return http.StatusTooManyRequests, problem{Error: err.Error(), retryAfterS: 30}
	case errors.As(err, &crowded), errors.Is(err, errStopping):
		return http.StatusServiceUnavailable, problem{Error: err.Error(), retryAfterS: 30}
	case errors.Is(err, archive.ErrNotFound), errors.Is(err, archive.ErrNoRecording):
		return http.StatusNotFound, problem{Error: err.Error()}
	case errors.Is(err, archive.ErrEnded), errors.Is(err, errNotEnded):
		return http.StatusConflict, problem{Error: err.Error()}
	case errors.As(err, &refused):
		return refused.Code, problem{Error: fmt.Sprint(refused.Message)}
	}
	return http.StatusInternalServerError, problem{Error: "the server failed; its log says how"}
}

// handleError answers a failed request: a page for people, JSON otherwise.
func (s *Server) handleError(err error, c echo.Context) {
	r := c.Request()
	status, p := s.explain(err)
	if status == http.StatusInternalServerError {
		slog.Error("answer a request", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if c.Response().Committed {
		return
	}
	if p.retryAfterS > 0 {
		c.Response().Header().Set("Retry-After", strconv.FormatInt(p.retryAfterS, 10))
	}
	if !isPage(r.URL.Path) {
		err = c.JSON(status, p)
	} else if err = s.errorPage(c, status, p.Error); err != nil {
		err = c.String(http.StatusInternalServerError, p.Error)
	}
	if err != nil {
		slog.Error("answer with an error", "path", r.URL.Path, "error", err)
	}
}

// isPage tells whether people read what this path answers.
func isPage(path string) bool {
	for _, prefix := range []string{"/api/", "/assets/", "/ws", "/healthz"} {
		if strings.HasPrefix(path, prefix) {
			return false
		}
	}
	return true
}
