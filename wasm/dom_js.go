package main

import (
	"strings"
	"syscall/js"
)

var (
	window   = js.Global()
	document = window.Get("document")
)

// byID is the element with this id; check with has.
func byID(id string) js.Value { return document.Call("getElementById", id) }

func has(v js.Value) bool { return v.Truthy() }

func show(id string, visible bool) {
	if e := byID(id); has(e) {
		e.Set("hidden", !visible)
	}
}

func setText(id, text string) {
	if e := byID(id); has(e) && e.Get("textContent").String() != text {
		e.Set("textContent", text)
	}
}

// on calls f for every event of a type, for as long as the page lives.
func on(target js.Value, event string, f func(e js.Value)) {
	onWith(target, event, false, f)
}

func onWith(target js.Value, event string, active bool, f func(e js.Value)) {
	handler := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	options := window.Get("Object").New()
	options.Set("passive", !active)
	target.Call("addEventListener", event, handler, options)
}

// then waits for a promise without blocking: done gets its value, failed the
// reason's message. Either may be nil.
func then(promise js.Value, done func(js.Value), failed func(string)) {
	var ok, bad js.Func
	release := func() { ok.Release(); bad.Release() }
	ok = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		if done != nil {
			v := js.Undefined()
			if len(args) > 0 {
				v = args[0]
			}
			done(v)
		}
		return nil
	})
	bad = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		if failed != nil {
			failed(window.Get("String").Invoke(args[0]).String())
		}
		return nil
	})
	promise.Call("then", ok, bad)
}

// try calls f and passes over an exception that the browser throws in it.
func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, thrown := r.(js.Error); !thrown {
				panic(r)
			}
		}
	}()
	f()
}

// after calls f once, some time later.
func after(ms int, f func()) {
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		f()
		return nil
	})
	window.Call("setTimeout", call, ms)
}

// list calls f for each element of an array, if there is one.
func list(v js.Value, f func(js.Value)) {
	if !has(v) {
		return
	}
	for i := range v.Length() {
		f(v.Index(i))
	}
}

func meta(name string) string {
	e := document.Call("querySelector", `meta[name="`+name+`"]`)
	if !has(e) {
		return ""
	}
	return e.Call("getAttribute", "content").String()
}

// each calls f for every element that matches.
func each(selector string, f func(e js.Value)) {
	list := document.Call("querySelectorAll", selector)
	for i := range list.Get("length").Int() {
		f(list.Index(i))
	}
}

// element makes an element with a text.
func element(tag, class, text string) js.Value {
	e := document.Call("createElement", tag)
	if class != "" {
		e.Set("className", class)
	}
	e.Set("textContent", text)
	return e
}

// str is a field as text, "" when it is missing.
func str(v js.Value, name string) string {
	if f := v.Get(name); f.Type() == js.TypeString {
		return f.String()
	}
	return ""
}

// num is a field as a number, 0 when it is missing.
func num(v js.Value, name string) float64 {
	if f := v.Get(name); f.Type() == js.TypeNumber {
		return f.Float()
	}
	return 0
}

func chinese() bool {
	return strings.HasPrefix(document.Get("documentElement").Get("lang").String(), "zh")
}

// path is a page of this site in the page's language.
func path(rest string) string {
	if chinese() {
		return "/zh" + rest
	}
	return "/en" + rest
}
