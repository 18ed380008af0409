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
			if b := e.Get("target").Call("closest", "[data-model]"); has(b) {
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
	f.scene, f.player, f.provenance = nil, nil, ""
	f.tabs()
	show("figure", false)
}

// announce says that the run has a recording of this model. Nothing is
// fetched before somebody wants to see it.
func (f *figure) announce(run, model string) {
	if f.surface == nil {
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
	}
}

// add takes a recording that has come in over the stream; the first one is shown.
func (f *figure) add(run, model string, rec *wire.Recording) {
	if f.surface == nil || run != f.run {
		return
	}
	f.scenes[model] = scene.New(rec)
	if f.scene == nil && (f.model == "" || f.model == model) {
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
		b.Call("setAttribute", "aria-selected", strconv.FormatBool(m == f.model))
		b.Get("dataset").Set("model", m)
		box.Call("append", b)
	}
}

// open shows a model's recording and fetches it if it is not here yet.
func (f *figure) open(model string) {
	if f.surface == nil {
		return
	}
	f.model = model
	f.tabs()
	if s := f.scenes[model]; s != nil {
		f.show(s, "")
		return
	}
	f.provenance = ""
	setText("provenance", say().fetching)
	run := f.run
	f.fetch(run, model, func(rec *wire.Recording, err error) {
		if run != f.run || f.model != model {
			return
		}
		s, note := scene.New(rec), ""
		if err != nil {
			note = say().damaged + err.Error()
		} else {
			f.scenes[model] = s
		}
		f.show(s, note)
	})
}

// fetch gets a recording by HTTP and decodes it while it comes in. done gets
// what is good of it, and an error when it is damaged.
func (f *figure) fetch(run, model string, done func(*wire.Recording, error)) {
	failed := func(reason string) {
		if run == f.run && f.model == model {
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
