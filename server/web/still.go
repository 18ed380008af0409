package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"iowait/server/pages"
)

// still answers a recording's first requests as a picture. Of a damaged one
// it shows what is good.
func (s *Server) still(c echo.Context) error {
	rec, err := s.recorded(c)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/svg+xml", []byte(pages.Still(c.QueryParam("lang"), rec, c.QueryParam("theme") == "dark")))
}
