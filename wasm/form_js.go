package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"iowait/wasm/scene"
)

// form starts and cancels runs.
type form struct {
	live *live
	form js.Value
}

func newForm(l *live) {
	f := &form{live: l, form: byID("run-form")}
	if !has(f.form) {
		return
	}
	onWith(f.form, "submit", true, func(e js.Value) {
		e.Call("preventDefault")
		f.submit()
	})
	on(f.form, "input", func(js.Value) { f.follow() })
	if b := byID("cancel-button"); has(b) {
		on(b, "click", func(js.Value) { f.cancel() })
	}
	if b := byID("run-button"); has(b) {
		b.Set("disabled", false)
	}
	f.follow()
}

// follow keeps what the form says about itself true: sizes in words, the
// question that fits the loop, and which parameter is swept.
func (f *form) follow() {
	swept, open := "", false
	if e := byID("sweep-param"); has(e) {
		swept = str(e, "value")
	}
	each("#run-form [data-param]", func(e js.Value) {
		name := str(e.Get("dataset"), "param")
		n, err := strconv.ParseInt(str(e, "value"), 10, 64)
		if name == "rate" && n > 0 || name == "rate" && name == swept {
			open = true
		}
		if name == swept {
			e.Get("dataset").Set("swept", "")
		} else {
			e.Call("removeAttribute", "data-swept")
		}
		if read := document.Call("querySelector", `#run-form output[for="`+str(e, "id")+`"]`); has(read) {
			text := ""
			if err == nil && n >= 1024 {
				text = "= " + scene.Amount("B/connection", float64(n))
			}
			read.Set("textContent", text)
		}
	})
	each("#run-form [data-when=open]", func(e js.Value) {
		e.Set("hidden", !open)
		if other := e.Get("previousElementSibling"); has(other) {
			other.Set("hidden", open)
		}
	})
}

// submit sends the form as POST /api/runs and shows what is wrong with it.
func (f *form) submit() {
	f.clear()
	predict()
	body := window.Get("Object").New()
	body.Set("experiment", f.form.Get("dataset").Get("experiment"))
	var models []any
	each(`#run-form input[name="model"]:checked`, func(e js.Value) { models = append(models, e.Get("value")) })
	if e := byID("variants"); has(e) {
		for _, m := range items(str(e, "value")) {
			models = append(models, m)
		}
	}
	body.Set("models", models)
	params := window.Get("Object").New()
	each("#run-form [data-param]", func(e js.Value) {
		if v, err := strconv.ParseInt(str(e, "value"), 10, 64); err == nil {
			params.Set(str(e, "name"), float64(v))
		}
	})
	body.Set("params", params)
	if !f.sweep(body) {
		return
	}
	request("POST", "/api/runs", body, func(status int, answer js.Value) {
		if status == 202 {
			f.live.submitted(str(answer, "id"), int(num(answer, "position")))
			return
		}
		f.fault(answer)
	}, f.say)
}

// items are the parts of a list that people type.
func items(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", ;\t，、；", r) })
}

// sweep adds the values of the parameter that is to take several; false when
// one of them is no value.
func (f *form) sweep(body js.Value) bool {
	choice, field := byID("sweep-param"), byID("sweep-values")
	if !has(choice) || str(choice, "value") == "" {
		return true
	}
	param := str(choice, "value")
	control := byID("param-" + param)
	var values []any
	for _, item := range items(str(field, "value")) {
		n, err := strconv.ParseInt(item, 10, 64)
		if err != nil {
			n = named(control, item)
		}
		if n < 0 {
			f.mark("sweep", say().found+item+say().want+bounds(control))
			return false
		}
		values = append(values, float64(n))
	}
	if values == nil { // all names of a choice
		list(control.Get("options"), func(o js.Value) {
			n, _ := strconv.ParseInt(str(o, "value"), 10, 64)
			values = append(values, float64(n))
		})
	}
	sweep := window.Get("Object").New()
	sweep.Set("param", param)
	sweep.Set("values", append([]any{}, values...))
	body.Set("sweep", sweep)
	return true
}

// named is the value that a choice has under a name, or a part of one; -1
// when there is none.
func named(control js.Value, name string) int64 {
	value := int64(-1)
	if has(control) {
		list(control.Get("options"), func(o js.Value) {
			if value < 0 && strings.HasPrefix(strings.ToLower(str(o, "textContent")), strings.ToLower(name)) {
				value, _ = strconv.ParseInt(str(o, "value"), 10, 64)
			}
		})
	}
	return value
}

// bounds are what a field takes, as the page writes it.
func bounds(control js.Value) string {
	if !has(control) {
		return "?"
	}
	if control.Get("options").Truthy() {
		var names []string
		list(control.Get("options"), func(o js.Value) { names = append(names, str(o, "textContent")) })
		return strings.Join(names, " / ")
	}
	least, _ := strconv.ParseInt(str(control, "min"), 10, 64)
	most, _ := strconv.ParseInt(str(control, "max"), 10, 64)
	return scene.Thousands(least) + "–" + scene.Thousands(most)
}

// predict notes the learner's prediction: it counts as it is when the run
// begins, and is shown beside the result.
func predict() {
	text := ""
	if choice := document.Call("querySelector", `#run-form input[name="predict"]:checked`); has(choice) && choice.Get("value").String() != "" {
		text = choice.Get("parentElement").Get("textContent").String()
	}
	show("prediction", false)
	setText("predicted", text)
}

func (f *form) cancel() {
	run := f.live.cancels()
	if run == "" {
		return
	}
	request("DELETE", "/api/runs/"+run, js.Undefined(), func(status int, answer js.Value) {
		if status >= 400 {
			f.say(str(answer, "error"))
		}
	}, f.say)
}

// say shows an error that is about no field.
func (f *form) say(message string) {
	setText("form-error", message)
	show("form-error", message != "")
}

// clear takes back all that was wrong.
func (f *form) clear() {
	f.say("")
	each("#run-form .field-error", func(e js.Value) { e.Set("hidden", true) })
	each("#run-form [aria-invalid]", func(e js.Value) { e.Call("removeAttribute", "aria-invalid") })
}

// fault shows what the server says is wrong, and beside the field what was
// found and what is wanted.
func (f *form) fault(answer js.Value) {
	f.say(str(answer, "error"))
	field := str(answer, "field")
	if field == "" {
		return
	}
	want := str(answer, "want")
	label := document.Call("querySelector", `#run-form label[for="param-`+field+`"]`)
	if control := byID("param-" + field); has(control) && has(label) && chinese() { // the server's words are English
		want = bounds(control)
		f.say(str(label, "textContent") + "：" + say().found + str(answer, "found") + say().want + want)
	}
	f.mark(field, say().found+str(answer, "found")+say().want+want)
}

// mark says what is wrong beside a field, and leads there.
func (f *form) mark(field, text string) {
	if swept := byID("sweep-param"); has(swept) && str(swept, "value") == field {
		field = "sweep"
	}
	setText("error-"+field, text)
	show("error-"+field, true)
	control := document.Call("querySelector", `#run-form [name="`+field+`"]`)
	if field == "models" {
		control = document.Call("querySelector", `#run-form [name="model"]`)
	}
	if !has(control) {
		return
	}
	if folded := control.Call("closest", "details"); has(folded) {
		folded.Set("open", true)
	}
	control.Call("setAttribute", "aria-invalid", "true")
	control.Call("focus")
}

// request sends JSON with the page's token and hands over the JSON answer.
func request(method, url string, body js.Value, done func(status int, answer js.Value), failed func(string)) {
	options := window.Get("Object").New()
	headers := window.Get("Object").New()
	headers.Set("X-Iowait-Token", meta("iowait-token"))
	headers.Set("Content-Type", "application/json")
	options.Set("method", method)
	options.Set("headers", headers)
	if !body.IsUndefined() {
		options.Set("body", window.Get("JSON").Call("stringify", body))
	}
	then(window.Call("fetch", url, options), func(response js.Value) {
		status := response.Get("status").Int()
		then(response.Call("text"), func(text js.Value) {
			answer := window.Get("Object").New()
			if s := text.String(); len(s) > 0 && s[0] == '{' {
				answer = window.Get("JSON").Call("parse", text)
			}
			done(status, answer)
		}, failed)
	}, failed)
}
