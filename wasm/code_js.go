package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"iowait/wasm/scene"
)

// code shows the source that ran beside the picture: the line of the event
// in hand, and how many events each line made.
type code struct {
	figure *figure
	texts  map[string][]string // lines by FOLDER/FILE; nil while they come
	files  []scene.Place       // of the recording in hand
	shown  scene.Place         // file and line; Line 0 for none
	drawn  string              // FOLDER/FILE that is in the page, and of which recording
	of     *scene.Scene
	over   int     // event under the pointer
	marked int     // line that is marked
	ran    float64 // when it last followed a recording that plays, in ms
}

func (c *code) init(f *figure) {
	c.figure, c.texts, c.over = f, map[string][]string{}, -1
	if chosen := byID("code-file"); has(chosen) {
		on(chosen, "change", func(js.Value) {
			if i := chosen.Get("selectedIndex").Int(); i >= 0 && i < len(c.files) {
				c.show(c.files[i])
			}
		})
	}
	if lines := byID("code-lines"); has(lines) {
		on(lines, "click", func(e js.Value) {
			if b := e.Get("target").Call("closest", "[data-line]"); has(b) {
				if n, err := strconv.Atoi(str(b.Get("dataset"), "line")); err == nil {
					c.mark(n)
				}
			}
		})
	}
}

// about takes another recording.
func (c *code) about(s *scene.Scene) {
	c.of, c.files, c.marked, c.drawn = s, s.Places(), 0, ""
	show("code", len(c.files) > 0)
	chosen := byID("code-file")
	chosen.Set("textContent", "")
	for _, p := range c.files {
		chosen.Call("append", element("option", "", p.Folder+"/"+p.File))
	}
	if len(c.files) > 0 {
		c.show(c.files[0])
	}
}

func key(p scene.Place) string { return p.Folder + "/" + p.File }

// show shows a place: its file, which is fetched once, and its line.
func (c *code) show(p scene.Place) {
	c.shown = p
	for i, f := range c.files {
		if f.Folder == p.Folder && f.File == p.File {
			byID("code-file").Set("selectedIndex", i)
		}
	}
	text, known := c.texts[key(p)]
	switch {
	case text != nil:
		c.fill(text)
		c.light()
	case !known:
		c.texts[key(p)] = nil
		c.fetch(key(p))
	}
}

func (c *code) fetch(file string) {
	failed := func(reason string) {
		delete(c.texts, file)
		if lines := byID("code-lines"); key(c.shown) == file {
			lines.Set("textContent", "")
			lines.Call("append", element("p", "help", say().noSource+reason))
		}
	}
	then(window.Call("fetch", "/api/source/"+file), func(response js.Value) {
		if !response.Get("ok").Bool() {
			failed(strconv.Itoa(response.Get("status").Int()) + " " + file)
			return
		}
		then(response.Call("text"), func(text js.Value) {
			c.texts[file] = strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
			if key(c.shown) == file {
				c.show(c.shown)
			}
		}, failed)
	}, failed)
}

// fill puts a file into the page. Lines that made events are buttons.
func (c *code) fill(text []string) {
	if c.drawn == key(c.shown) {
		return
	}
	c.drawn, c.marked = key(c.shown), 0
	list, all := byID("code-lines"), document.Call("createDocumentFragment")
	counts := c.of.Lines(c.shown.Folder, c.shown.File)
	for i, line := range text {
		class := ""
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			class = "comment"
		}
		item := element("li", class, "")
		if n := counts[i+1]; n > 0 {
			b := element("button", "", "")
			b.Set("type", "button")
			b.Get("dataset").Set("line", i+1)
			b.Set("title", say().markLine)
			b.Call("append", element("small", "", "×"+scene.Thousands(int64(n))), line)
			item.Call("append", b)
		} else {
			item.Set("textContent", line)
		}
		all.Call("append", item)
	}
	list.Set("textContent", "")
	list.Call("append", all)
	if first := list.Call("querySelector", "li:has(button)"); has(first) {
		scrollTo(list, first)
	}
}

// light marks the line in hand and brings it into view, without moving the
// page.
func (c *code) light() {
	list := byID("code-lines")
	if old := list.Call("querySelector", "[aria-current]"); has(old) {
		old.Call("removeAttribute", "aria-current")
	}
	if item := c.item(c.shown.Line); has(item) {
		item.Call("setAttribute", "aria-current", "true")
		scrollTo(list, item)
	}
}

func (c *code) item(line int) js.Value {
	if items := byID("code-lines").Get("children"); line > 0 && line <= items.Length() {
		return items.Index(line - 1)
	}
	return js.Null()
}

// scrollTo brings an item of a list into the list's middle, unless it can be
// seen.
func scrollTo(list, item js.Value) {
	top, height := item.Get("offsetTop").Float(), list.Get("clientHeight").Float()
	if at := list.Get("scrollTop").Float(); top < at+30 || top > at+height-50 {
		list.Set("scrollTop", top-height/2)
	}
}

// stand shows the line of an event, and what is known of it.
func (c *code) stand(event int) {
	facts := byID("event-facts")
	facts.Set("textContent", "")
	if event < 0 || !c.figure.begun {
		return
	}
	if p, ok := c.of.Place(event); ok {
		c.show(p)
	} else {
		c.shown.Line = 0
		c.light()
	}
	for _, fact := range c.of.Facts(event, words()) {
		row := element("div", "", "")
		row.Call("append", element("dt", "", fact.Name), element("dd", "", fact.Text))
		facts.Call("append", row)
	}
}

// run follows a recording that plays, a few times a second, in the file that
// is shown: what runs past cannot be read in more than one.
func (c *code) run(event int) {
	const everyMS = 80
	if at := now(); event >= 0 && at-c.ran > everyMS {
		c.ran = at
		if p, ok := c.of.Place(event); ok && key(p) == key(c.shown) && p.Line != c.shown.Line {
			c.show(p)
		}
	}
}

// near shows the line of the event under the pointer.
func (c *code) near(event int) {
	if event == c.over {
		return
	}
	c.over = event
	if old := byID("code-lines").Call("querySelector", ".near"); has(old) {
		old.Get("classList").Call("remove", "near")
	}
	if event < 0 || c.of == nil {
		return
	}
	if p, ok := c.of.Place(event); ok && key(p) == key(c.shown) {
		if item := c.item(p.Line); has(item) {
			item.Get("classList").Call("add", "near")
		}
	}
}

// mark marks all events of a line in the pictures.
func (c *code) mark(line int) {
	at := scene.Place{Folder: c.shown.Folder, File: c.shown.File, Line: line}
	c.figure.seek(at.File+":"+strconv.Itoa(line), func(s *scene.Scene) []int32 { return s.AtLine(at) })
	c.unmark()
	if item := c.item(line); has(item) {
		c.marked = line
		item.Get("classList").Call("add", "marked")
	}
}

func (c *code) unmark() {
	if item := c.item(c.marked); has(item) {
		item.Get("classList").Call("remove", "marked")
	}
	c.marked = 0
}
