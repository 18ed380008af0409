package main

import (
	"strconv"
	"syscall/js"
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
	if b := byID("cancel-button"); has(b) {
		on(b, "click", func(js.Value) { f.cancel() })
	}
	if b := byID("run-button"); has(b) {
		b.Set("disabled", false)
	}
}

// submit sends the form as POST /api/runs and shows what is wrong with it.
func (f *form) submit() {
	f.fault("", "")
	predict()
	body := window.Get("Object").New()
	body.Set("experiment", f.form.Get("dataset").Get("experiment"))
	var models []any
	each(`#run-form input[name="model"]:checked`, func(e js.Value) { models = append(models, e.Get("value")) })
	body.Set("models", models)
	params := window.Get("Object").New()
	each(`#run-form input[type="number"]`, func(e js.Value) {
		if v, err := strconv.ParseInt(e.Get("value").String(), 10, 64); err == nil {
			params.Set(e.Get("name").String(), float64(v))
		}
	})
	body.Set("params", params)
	request("POST", "/api/runs", body, func(status int, answer js.Value) {
		if status == 202 {
			f.live.submitted(str(answer, "id"), int(num(answer, "position")))
			return
		}
		f.fault(str(answer, "error"), str(answer, "field"))
	}, func(reason string) { f.fault(reason, "") })
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
			f.fault(str(answer, "error"), "")
		}
	}, func(reason string) { f.fault(reason, "") })
}

// fault shows an error, and marks the field it is about.
func (f *form) fault(message, field string) {
	setText("form-error", message)
	show("form-error", message != "")
	each("#run-form input", func(e js.Value) {
		if field != "" && e.Get("name").String() == field {
			e.Call("setAttribute", "aria-invalid", "true")
			e.Call("focus")
		} else {
			e.Call("removeAttribute", "aria-invalid")
		}
	})
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
