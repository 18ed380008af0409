package web

import (
	"embed"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"iowait/server/iofile"
	"iowait/server/iomodel"
	"iowait/server/load"
)

// sources are the packages whose source is shown beside recordings, by the
// last element of their import path.
var sources = map[string]*embed.FS{"iofile": &iofile.Source, "iomodel": &iomodel.Source, "load": &load.Source}

// sourceFile is the text of one file of those packages, tests left out. The
// names are looked up in a list made from what is embedded: neither is ever
// part of a path.
func sourceFile(folder, name string) ([]byte, bool) {
	fs, ok := sources[folder]
	if !ok || strings.HasSuffix(name, "_test.go") {
		return nil, false
	}
	entries, err := fs.ReadDir(".")
	if err != nil {
		return nil, false
	}
	for _, e := range entries {
		if e.Name() == name {
			text, err := fs.ReadFile(e.Name())
			return text, err == nil
		}
	}
	return nil, false
}

// source answers the source that this program was made from.
func (s *Server) source(c echo.Context) error {
	text, ok := sourceFile(c.Param("folder"), c.Param("file"))
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound, "find the source: it is not a file of iofile, iomodel or load")
	}
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", text)
}
