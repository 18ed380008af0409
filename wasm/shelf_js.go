package main

import (
	"slices"
	"strconv"
	"syscall/js"

	"iowait/server/wire"
	"iowait/wasm/scene"
)

// shelf holds the recordings of one run.
type shelf struct {
	run    string
	models []string // that have a recording
	scenes map[string]*scene.Scene
	model  string // the one chosen
}

// stock takes what the page says about the run that it is about, and
// connects the tabs.
func (f *figure) stock() {
	if box := byID("recording-tabs"); has(box) {
		on(box, "click", func(e js.Value) {
			b := e.Get("target").Call("closest", "[data-model]")
			switch {
			case !has(b):
			case len(f.panes) > 1:
				f.toggleModel(str(b.Get("dataset"), "model"))
			default:
				f.open(str(b.Get("dataset"), "model"))
			}
		})
	}
	section := byID("figure")
	if !has(section) {
		return
	}
	run := str(section.Get("dataset"), "run")
	if run == "" {
		return
	}
	var models []string
	each("#recording-tabs [data-model]", func(e js.Value) { models = append(models, str(e.Get("dataset"), "model")) })
	for _, m := range models {
		f.announce(run, m)
	}
	if len(models) > 0 {
		f.open(models[0])
	}
}

// clear forgets everything before a new run.
func (f *figure) clear() {
	f.shelf = shelf{scenes: map[string]*scene.Scene{}}
	f.pane, f.panes, f.provenance = nil, nil, ""
	f.tabs()
	show("figure", false)
}

// announce says that the run has a recording of this model. Nothing is
// fetched before somebody wants to see it.
func (f *figure) announce(run, model string) {
	if len(f.pool) == 0 {
		return
	}
	if run != f.run {
		f.clear()
		f.run = run
	}
	if !slices.Contains(f.models, model) {
		f.models = append(f.models, model)
		f.tabs()
		show("figure", true)
		show("compare", len(f.models) > 1)
	}
}

// add takes a recording that has come in over the stream; the first one is shown.
func (f *figure) add(run, model string, rec *wire.Recording) {
	if len(f.pool) == 0 || run != f.run {
		return
	}
	f.scenes[model] = scene.New(rec)
	if f.pane == nil && (f.model == "" || f.model == model) {
		f.open(model)
		return
	}
	f.refit()
}

// tabs fills the list of models.
func (f *figure) tabs() {
	box := byID("recording-tabs")
	if !has(box) {
		return
	}
	box.Set("textContent", "")
	for _, m := range f.models {
		b := element("button", "tab", m)
		b.Set("type", "button")
		b.Call("setAttribute", "role", "tab")
		shown := m == f.model
		if len(f.panes) > 1 {
			shown = slices.ContainsFunc(f.panes, func(p *pane) bool { return p.model == m })
		}
		b.Call("setAttribute", "aria-selected", strconv.FormatBool(shown))
		b.Get("dataset").Set("model", m)
		box.Call("append", b)
	}
}

// open shows a model's recording and fetches it if it is not here yet.
func (f *figure) open(model string) {
	if len(f.pool) == 0 {
		return
	}
	f.model = model
	f.tabs()
	if f.scenes[model] != nil {
		f.show([]string{model}, "")
		return
	}
	f.provenance = ""
	setText("provenance", say().fetching)
	run := f.run
	f.load(model, func(err error) {
		if run != f.run || f.model != model || f.scenes[model] == nil {
			return
		}
		note := ""
		if err != nil {
			note = say().damaged + err.Error()
		}
		f.show([]string{model}, note)
		if err != nil {
			delete(f.scenes, model) // the next look asks again
		}
	})
}

// load fetches a recording onto the shelf; what is good of a damaged one is
// there too.
func (f *figure) load(model string, done func(error)) {
	run := f.run
	f.fetch(run, model, func(rec *wire.Recording, err error) {
		if run != f.run {
			return
		}
		f.scenes[model] = scene.New(rec)
		done(err)
	})
}

// fetch gets a recording by HTTP and decodes it while it comes in. done gets
// what is good of it, and an error when it is damaged.
func (f *figure) fetch(run, model string, done func(*wire.Recording, error)) {
	failed := func(reason string) {
		if run == f.run {
			setText("provenance", say().missing+reason)
		}
	}
	then(window.Call("fetch", "/api/runs/"+run+"/recording?model="+window.Call("encodeURIComponent", model).String()), func(response js.Value) {
		if !response.Get("ok").Bool() {
			failed(strconv.Itoa(response.Get("status").Int()) + " " + response.Get("statusText").String())
			return
		}
		var decoder wire.Decoder
		reader := response.Get("body").Call("getReader")
		var read func()
		finish := func(err error) {
			if decoder.Recording() == nil {
				failed(say().damaged + err.Error())
				return
			}
			done(decoder.Recording(), err)
		}
		read = func() {
			then(reader.Call("read"), func(piece js.Value) {
				if piece.Get("done").Bool() {
					finish(decoder.End())
					return
				}
				if err := decoder.Feed(bytesOf(piece.Get("value"))); err != nil {
					finish(err)
					return
				}
				read()
			}, func(string) { finish(decoder.End()) }) // the connection broke: what came is good
		}
		read()
	}, failed)
}

// bytesOf copies a Uint8Array.
func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(b, array)
	return b
}
