package web

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"
	"maragu.dev/gomponents"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/pages"
	"iowait/server/wire"
)

// langs are the languages of the pages, as the paths begin; the first is for
// whoever prefers none of them.
var langs = []string{"en", "zh"}

// languages matches what a browser asks for with langs.
var languages = language.NewMatcher([]language.Tag{
	language.MustParse(i18n.For(langs[0]).Tag), language.MustParse(i18n.For(langs[1]).Tag),
})

var errNotEnded = errors.New("show the result: the run has not ended yet")

// preferred is the language that the browser asks for.
func preferred(c echo.Context) string {
	tags, _, _ := language.ParseAcceptLanguage(c.Request().Header.Get("Accept-Language"))
	_, i, _ := languages.Match(tags...)
	return langs[i]
}

func (s *Server) toLanguage(c echo.Context) error {
	c.Response().Header().Add("Vary", "Accept-Language")
	return c.Redirect(http.StatusFound, "/"+preferred(c)+"/play")
}

// lang is the language in the path; another one than ours is not found.
func lang(c echo.Context) (string, error) {
	for _, l := range langs {
		if c.Param("lang") == l {
			return l, nil
		}
	}
	return "", echo.NewHTTPError(http.StatusNotFound, "find the page: its address begins with /en/ or /zh/")
}

// site is what all pages carry.
func (s *Server) site(c echo.Context, lang string) pages.Site {
	return pages.Site{Lang: lang, Path: c.Request().URL.Path, Version: s.Version, Token: s.Token, Assets: s.Assets.URL}
}

// page answers a whole page.
func (s *Server) page(c echo.Context, build func(b pages.Site) (gomponents.Node, error)) error {
	l, err := lang(c)
	if err != nil {
		return err
	}
	s.Assets.Refresh()
	node, err := build(s.site(c, l))
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, node)
}

// render writes to a buffer first, so that an error is a clean 500.
func render(c echo.Context, status int, node gomponents.Node) error {
	var page bytes.Buffer
	if err := node.Render(&page); err != nil {
		return err
	}
	return c.HTMLBlob(status, page.Bytes())
}

func (s *Server) play(c echo.Context) error {
	return s.page(c, func(b pages.Site) (gomponents.Node, error) {
		d, all, id := s.Doctor(), bench.Experiments(), c.QueryParam("experiment")
		if id == "" {
			id = all[0].ID
		}
		if _, err := bench.Find(id); err != nil {
			return nil, err
		}
		if c.QueryString() != "" {
			b.Query = "?experiment=" + id
		}
		return pages.Play(pages.PlayProps{Site: b, Experiments: all, Chosen: id, Full: c.QueryParam("full") != "", Models: d.Models, Host: d.Host, Last: s.lastResult(id)}), nil
	})
}

// lastResult is the latest run of an experiment that was done, nil for none.
func (s *Server) lastResult(experiment string) *wire.Run {
	for _, run := range s.Runs.Runs() {
		if run.Experiment == experiment && run.State == wire.Done {
			return &run
		}
	}
	return nil
}

func (s *Server) runsPage(c echo.Context) error {
	return s.page(c, func(b pages.Site) (gomponents.Node, error) {
		return pages.Runs(pages.RunsProps{Site: b, Runs: s.Runs.Runs()}), nil
	})
}

func (s *Server) runPage(c echo.Context) error {
	return s.page(c, func(b pages.Site) (gomponents.Node, error) {
		run, err := s.Runs.Run(c.Param("id"))
		return pages.RunPage(pages.RunProps{Site: b, Run: &run}), err
	})
}

func (s *Server) hostPage(c echo.Context) error {
	return s.page(c, func(b pages.Site) (gomponents.Node, error) {
		d := s.Doctor()
		return pages.HostPage(pages.HostProps{Site: b, Host: d.Host, Models: d.Models, Runtimes: d.Runtimes, Experiments: bench.Experiments()}), nil
	})
}

// result answers the result of a run that has ended, without a page around it.
func (s *Server) result(c echo.Context) error {
	l, err := lang(c)
	if err != nil {
		return err
	}
	run, err := s.Runs.Run(c.Param("id"))
	if err != nil {
		return err
	}
	if !run.State.Final() {
		return errNotEnded
	}
	return render(c, http.StatusOK, pages.ResultFragment(l, &run))
}

// errorPage answers a page that says what went wrong, in the language of
// the address or else of the browser. It does not tell the token: whoever
// asks may be a page of another site.
func (s *Server) errorPage(c echo.Context, status int, message string) error {
	first, _, _ := strings.Cut(strings.TrimPrefix(c.Request().URL.Path, "/"), "/")
	l := preferred(c)
	for _, known := range langs {
		if first == known {
			l = known
		}
	}
	b := s.site(c, l)
	b.Token = ""
	return render(c, status, pages.ErrorPage(pages.ErrorProps{Site: b, Status: status, Message: message}))
}
