// Package pages makes the HTML. One page is one exported function that takes
// data and answers a node; it never sees a request. Every page is complete
// without WebAssembly: words, tables, the last result. All data goes through
// Text; nothing is written raw.
package pages

import (
	"net/http"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
)

// Site is what all pages need.
type Site struct {
	Lang    string                   // "en" or "zh"
	Path    string                   // of this page, e.g. /en/play
	Query   string                   // what of the address behind the path is kept in the other language; "" or "?…"
	Version string                   // of the server
	Token   string                   // for what starts work; "" on pages that start nothing
	Assets  func(name string) string // the URL of a file of the front end
}

func (s *Site) words() *i18n.Words { return i18n.For(s.Lang) }

// rest is the path behind the language: the same in every language.
func (s *Site) rest() string {
	return strings.TrimPrefix(s.Path, "/"+s.words().Lang)
}

// page is the frame around every page. The front end is loaded where it has
// something to do. foot, which may be "", stands in the footer.
func page(s *Site, title, foot string, frontEnd bool, body ...g.Node) g.Node {
	w := s.words()
	return Doctype(HTML(Lang(w.Tag), Data("lang", w.Lang),
		Head(
			Meta(Charset("utf-8")),
			Meta(Name("viewport"), Content("width=device-width, initial-scale=1")),
			Meta(Name("color-scheme"), Content("light dark")),
			TitleEl(g.Text(title+" · iowait")),
			Meta(Name("iowait-version"), Content(s.Version)),
			g.If(s.Token != "", Meta(Name("iowait-token"), Content(s.Token))),
			Script(Src(s.Assets("theme.js"))),
			Link(Rel("icon"), Href(s.Assets("icon.svg")), Type("image/svg+xml")),
			Link(Rel("stylesheet"), Href(s.Assets("iowait.css"))),
			alternate("en", "/en"+s.rest()+s.Query), alternate("zh-Hans", "/zh"+s.rest()+s.Query),
			g.If(frontEnd, Script(Src(s.Assets("boot.js")), Defer(),
				Data("wasm", s.Assets("iowait.wasm")), Data("exec", s.Assets("wasm_exec.js")), Data("canvas", s.Assets("canvas.js")))),
		),
		Body(
			A(Class("skip"), Href("#main"), g.Text(w.Skip)),
			header(s, w),
			Main(ID("main"), TabIndex("-1"), g.Group(body)),
			Footer(
				P(Span(Class("mono"), g.Text("iowait")), g.Text(" · "+w.Tagline+" · "+w.Version+" "), Span(Class("mono"), g.Text(s.Version))),
				g.If(foot != "", P(g.Text(foot))),
			),
		),
	))
}

// themes are the values that theme.js knows, in the order of their words.
var themes = [4]string{"", "light", "dark", "projector"}

func alternate(tag, href string) g.Node {
	return Link(Rel("alternate"), g.Attr("hreflang", tag), Href(href))
}

func header(s *Site, w *i18n.Words) g.Node {
	item := func(path, text string) g.Node {
		here := s.rest() == path || strings.HasPrefix(s.rest(), path+"/")
		return A(Href("/"+w.Lang+path), g.If(here, Aria("current", "page")), g.Text(text))
	}
	other := i18n.For(w.Other)
	return Header(
		A(Class("name"), Href("/"+w.Lang+"/play"), g.Text("iowait")),
		Nav(Aria("label", w.Menu), item("/play", w.Play), item("/runs", w.Runs), item("/host", w.Host)),
		Label(Class("theme"), Hidden(""), Span(Class("hidden-label"), g.Text(w.Figure.Theme)), Select(ID("theme"),
			g.Map([]int{0, 1, 2, 3}, func(i int) g.Node { return Option(Value(themes[i]), g.Text(w.Figure.Themes[i])) }))),
		A(Class("language"), Href("/"+w.Other+s.rest()+s.Query), Lang(other.Tag), g.Attr("hreflang", other.Tag), g.Text(w.OtherName)),
	)
}

// refusal says why the host cannot run a model, and what to do. The host's
// own words are English.
func refusal(w *i18n.Words, reason, fix string) g.Node {
	return g.Group{
		Strong(g.Text(w.Unavailable)), g.Text(" "), Span(Lang("en"), g.Text(reason)),
		g.If(fix != "", g.Group{Br(), Strong(g.Text(w.Fix)), g.Text(" "), Code(Lang("en"), g.Text(fix))}),
	}
}

// nameOf is a name in the language, or else the key.
func nameOf(names map[string]string, key string) string {
	if name, ok := names[key]; ok {
		return name
	}
	return key
}

// th heads a column; class may be "".
func th(text, class string, more ...g.Node) g.Node {
	return Th(Scope("col"), g.If(class != "", Class(class)), g.Text(text), g.Group(more))
}

// td is a cell; where tables become lists, its label stands before it.
func td(label, class string, content ...g.Node) g.Node {
	return Td(g.If(class != "", Class(class)), Data("label", label), g.Group(content))
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
	return page(&p.Site, w.ErrorTitle, "", false,
		H1(g.Text(w.ErrorTitle)),
		P(Class("error"), Role("alert"), Strong(g.Text(strconv.Itoa(p.Status)+" ")), Span(Lang("en"), g.Text(http.StatusText(p.Status)+": "+p.Message))),
		P(g.Text(w.ErrorHelp)),
		P(A(Class("button"), Href("/"+w.Lang+"/play"), g.Text(w.ErrorHome))),
	)
}
