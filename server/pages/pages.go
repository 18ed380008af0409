// Package pages makes the HTML. One page is one exported function that takes
// data and answers a node; it never sees a request. Every page is complete
// without WebAssembly: words, tables, the last result.
package pages

import (
	"net/http"
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
)

// Site is what all pages need.
type Site struct {
	Lang    string                   // "en" or "zh"
	Path    string                   // of this page, e.g. /en/play
	Version string                   // of the server
	Token   string                   // for what starts work; "" on pages that start nothing
	Assets  func(name string) string // the URL of a file of the front end
}

func (b *Site) words() *i18n.Words { return i18n.For(b.Lang) }

// page is the frame around every page. The front end is loaded where it has
// something to do.
func page(b *Site, title string, frontEnd bool, body ...g.Node) g.Node {
	w := b.words()
	here := "/" + w.Lang
	rest := b.Path
	if len(rest) >= len(here) && rest[:len(here)] == here {
		rest = rest[len(here):]
	}
	return Doctype(HTML(Lang(w.Tag), Data("lang", w.Lang),
		Head(
			Meta(Charset("utf-8")),
			Meta(Name("viewport"), Content("width=device-width, initial-scale=1")),
			Meta(Name("color-scheme"), Content("light dark")),
			TitleEl(g.Text(title+" · iowait")),
			Meta(Name("iowait-version"), Content(b.Version)),
			g.If(b.Token != "", Meta(Name("iowait-token"), Content(b.Token))),
			Link(Rel("icon"), Href(b.Assets("icon.svg")), Type("image/svg+xml")),
			Link(Rel("stylesheet"), Href(b.Assets("iowait.css"))),
			alternate("en", "/en"+rest), alternate("zh-Hans", "/zh"+rest),
			g.If(frontEnd, Script(Src(b.Assets("boot.js")), Defer(),
				Data("wasm", b.Assets("iowait.wasm")), Data("exec", b.Assets("wasm_exec.js")), Data("canvas", b.Assets("canvas.js")))),
		),
		Body(
			A(Class("skip"), Href("#main"), g.Text(w.Skip)),
			header(b, w, rest),
			Main(ID("main"), g.Group(body)),
			Footer(P(g.Text("iowait · "+w.Tagline+" · "+w.Version+" "+b.Version))),
		),
	))
}

func alternate(tag, href string) g.Node {
	return Link(Rel("alternate"), g.Attr("hreflang", tag), Href(href))
}

func header(b *Site, w *i18n.Words, rest string) g.Node {
	item := func(path, text string) g.Node {
		return A(Href("/"+w.Lang+path), g.If(rest == path, Aria("current", "page")), g.Text(text))
	}
	other := i18n.For(w.Other)
	return Header(
		A(Class("name"), Href("/"+w.Lang+"/play"), g.Text("iowait")),
		Nav(item("/play", w.Play), item("/runs", w.Runs), item("/host", w.Host)),
		A(Class("language"), Href("/"+w.Other+rest), Lang(other.Tag), g.Attr("hreflang", other.Tag), g.Text(w.OtherName)),
	)
}

// ErrorProps are the data of ErrorPage.
type ErrorProps struct {
	Site
	Status  int
	Message string
}

// ErrorPage says what went wrong and where to go.
func ErrorPage(p ErrorProps) g.Node {
	w := p.words()
	return page(&p.Site, w.ErrorTitle, false,
		H1(g.Text(w.ErrorTitle)),
		P(Class("error"), g.Text(strconv.Itoa(p.Status)+" "+http.StatusText(p.Status)+": "+p.Message)),
		P(A(Href("/"+w.Lang+"/play"), g.Text(w.ErrorHome))),
	)
}
