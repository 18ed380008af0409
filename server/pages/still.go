package pages

import (
	"net/url"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// Size of a still, in pixels. Where lanes do not fit, the first ones are shown.
const (
	stillWidth  = 960
	stillHeight = 540
)

// Still draws the first requests of a recording as a picture in SVG that
// stands alone. How large it is depends on its pixels, not on the recording.
func Still(lang string, rec *wire.Recording, dark bool) string {
	s, words, palette := scene.New(rec), &scene.English, &draw.Light
	if lang == "zh" {
		words = &scene.Chinese
	}
	if dark {
		palette = &draw.Dark
	}
	p := scene.NewPlayer(s)
	var list draw.List
	height := int(min(s.Height(), stillHeight))
	s.Timeline(&list, &scene.View{W: stillWidth, H: float64(height), T0: p.T0, T1: p.T1, Now: -1, Words: words, Width: draw.Width})
	size := `<svg width="` + strconv.Itoa(stillWidth) + `" height="` + strconv.Itoa(height) + `" `
	return strings.Replace(draw.SVG(&list, i18n.For(lang).Figure.Still+rec.Model, palette), "<svg ", size, 1)
}

// stills are pictures for where nothing moves: the front end hides them when
// it has something better to show.
func stills(w *i18n.Words, run *wire.Run) g.Node {
	f := &w.Figure
	var figures g.Group
	for _, name := range recorded(run) {
		at := "/api/runs/" + url.PathEscape(run.ID) + "/still?lang=" + w.Lang + "&model=" + url.QueryEscape(name)
		figures = append(figures, Figure(
			FigCaption(Span(Class("mono"), g.Text(name)), Small(g.Text(" "+f.StillOf+" · "+run.Host.CPU))),
			g.El("picture", Source(g.Attr("srcset", at+"&theme=dark"), g.Attr("media", "(prefers-color-scheme: dark)")),
				Img(Src(at), Alt(f.Still+name), Loading("lazy"), Width(strconv.Itoa(stillWidth))))))
	}
	if len(figures) == 0 {
		return nil
	}
	return Section(ID("stills"), Class("stills"), H2(g.Text(f.StillTitle)), figures,
		Ul(Class("legend"), g.Map(w.Legend, func(l i18n.LegendWord) g.Node {
			return Li(Class("k-"+l.Class), Span(Class("shape"), Aria("hidden", "true"), g.Text(l.Shape)), g.Text(" "+l.Text))
		})))
}

// lastRun leads to the latest result of an experiment, for pages on which
// nothing can be run.
func lastRun(w *i18n.Words, lang string, run *wire.Run) g.Node {
	if run == nil {
		return nil
	}
	return P(Class("last-run"), g.Text(w.Figure.LastRun+" "), A(Href("/"+w.Lang+"/runs/"+run.ID), g.Text(found(lang, run))))
}
