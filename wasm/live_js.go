package main

import (
	"strconv"
	"syscall/js"

	"iowait/server/wire"
)

// live shows the run in hand: its progress, its numbers, its recordings and
// its result.
type live struct {
	stream
	figure *figure
	board  board

	run     string // the one shown
	mine    string // one started here that has not ended yet
	version string
}

func newLive(f *figure) *live {
	l := &live{figure: f, version: meta("iowait-version")}
	l.stream.message, l.stream.missed, l.delayMS = l.message, l.missed, firstDelayMS
	l.stream.recording = func(model string, rec *wire.Recording) { f.add(l.run, model, rec) }
	l.board.init()
	on(document, "visibilitychange", func(js.Value) {
		if l.wants() && !document.Get("hidden").Bool() {
			l.hurry()
			redrawAll()
		}
	})
	return l
}

// wants tells whether this page shows live runs at all.
func (l *live) wants() bool { return has(byID("run-form")) }

func (l *live) start() {
	if l.wants() {
		l.connect()
	}
}

func (l *live) message(m js.Value, _ float64, kind wire.MessageType) {
	run := str(m, "run")
	switch kind {
	case wire.MsgSnapshot:
		l.snapshot(m.Get("snapshot"))
	case wire.MsgStarted:
		l.begin(run)
		l.board.about(m.Get("started"))
		setText("run-status", say().running)
	case wire.MsgProgress:
		l.begin(run)
		l.progress(m.Get("progress"))
	case wire.MsgSample:
		l.begin(run)
		l.board.sample(m.Get("sample"))
		l.board.draw()
	case wire.MsgTrial:
		l.board.trial(m.Get("trial"))
	case wire.MsgRecording:
		l.figure.announce(run, str(m.Get("recording"), "model"))
	case wire.MsgFinished:
		l.finished(m.Get("result"))
	}
}

// missed fetches a recording of which pieces were lost, if none is shown.
func (l *live) missed(model string) {
	if !l.figure.shown() {
		l.figure.open(model)
	}
}

// snapshot shows all that happened before this page joined.
func (l *live) snapshot(s js.Value) {
	if v := str(s, "server"); v != l.version && l.version != "" {
		show("version-warning", true)
	}
	current := s.Get("current")
	if !has(current) {
		l.idle()
		if last := s.Get("last"); has(last) && l.follows(str(last, "id")) {
			l.finished(last)
		}
		return
	}
	id, recorded := str(current, "id"), s.Get("recorded")
	if id != l.run {
		l.begin(id)
	}
	l.board.clear()
	l.board.about(current)
	list(s.Get("samples"), l.board.sample)
	list(s.Get("trials"), l.board.trial)
	l.board.draw()
	list(recorded, func(r js.Value) { l.figure.announce(id, str(r, "model")) })
	if has(recorded) && recorded.Length() > 0 && !l.figure.shown() {
		l.figure.open(str(recorded.Index(0), "model"))
	}
	if p := s.Get("progress"); has(p) {
		l.progress(p)
	}
}

// submitted is called when the server has taken a run from this page.
func (l *live) submitted(id string, before int) {
	l.mine = id
	show("cancel-button", true)
	if before > 0 {
		setText("run-status", say().queued+strconv.Itoa(before))
	}
}

// cancels is the run that the cancel button is about: the one started here,
// even while it waits, or else the one in hand.
func (l *live) cancels() string {
	if l.mine != "" {
		return l.mine
	}
	return l.run
}

func (l *live) follows(run string) bool { return run != "" && (run == l.run || run == l.mine) }

// begin makes a run the one shown.
func (l *live) begin(run string) {
	if run == "" || run == l.run {
		return
	}
	l.run = run
	l.board.clear()
	if r := byID("result"); has(r) {
		r.Set("textContent", "")
	}
	l.figure.clear()
	show("progress", true)
	show("cancel-button", true)
}

func (l *live) idle() {
	show("progress", false)
	show("cancel-button", l.mine != "")
}

func (l *live) progress(p js.Value) {
	t := say()
	show("progress", true)
	if str(p, "phase") == "waiting" {
		setText("progress-text", t.waiting+str(p, "note"))
		setText("run-status", "")
		if bar := byID("progress-bar"); has(bar) {
			bar.Call("removeAttribute", "value") // how long is not known
		}
		return
	}
	trial, trials := int(num(p, "trial")), int(num(p, "trials"))
	line := t.trial + strconv.Itoa(trial) + t.of + strconv.Itoa(trials) + " · " + str(p, "model") + " · "
	if round := int(num(p, "round")); round > 0 {
		line += t.round + strconv.Itoa(round) + t.of + strconv.Itoa(int(num(p, "rounds")))
	} else {
		line += t.recording
	}
	phase := str(p, "phase")
	if w := t.phases[phase]; w != "" {
		phase = w
	}
	line += " · " + phase + " · " + t.left + strconv.Itoa(int(num(p, "left_ms")+999)/1000) + t.seconds
	setText("progress-text", line)
	if bar := byID("progress-bar"); has(bar) {
		bar.Set("max", trials)
		bar.Set("value", float64(max(trial-1, 0)))
	}
}

// finished shows a run's end: its result is rendered by the server.
func (l *live) finished(run js.Value) {
	id, t := str(run, "id"), say()
	if !l.follows(id) {
		return
	}
	if id == l.mine {
		l.mine = ""
	}
	if id != l.run {
		l.begin(id) // it ended before it was ever seen to begin
	}
	l.idle()
	switch wire.RunState(str(run, "state")) {
	case wire.Cancelled:
		setText("run-status", t.cancelled)
	case wire.Failed:
		setText("run-status", t.failed+str(run, "reason"))
	default:
		setText("run-status", t.done)
	}
	l.recall()
	list(run.Get("results"), func(r js.Value) {
		if rec := r.Get("recording"); has(rec) && num(rec, "bytes") > 0 {
			l.figure.announce(id, resultName(r))
		}
	})
	if f := l.figure; !f.shown() && len(f.models) > 0 {
		f.open(f.models[0])
	}
	failed := func(reason string) { setText("result", t.noResult+reason) }
	then(window.Call("fetch", path("/runs/"+id+"/result")), func(response js.Value) {
		if !response.Get("ok").Bool() {
			failed(strconv.Itoa(response.Get("status").Int()) + " " + response.Get("statusText").String())
			return
		}
		then(response.Call("text"), func(html js.Value) {
			if r := byID("result"); has(r) && l.run == id {
				r.Set("innerHTML", html)
				r.Get("dataset").Set("run", id)
			}
		}, failed)
	}, failed)
}

// resultName tells the results of a run apart, as wire.Result.Name does.
func resultName(r js.Value) string {
	at := wire.Params{}
	if v := r.Get("at"); has(v) {
		list(window.Get("Object").Call("keys", v), func(name js.Value) { at[name.String()] = int64(num(v, name.String())) })
	}
	return wire.Name(str(r, "model"), at)
}

// recall repeats the learner's prediction beside the result.
func (l *live) recall() {
	if p := byID("predicted"); has(p) {
		show("prediction", p.Get("textContent").String() != "")
	}
}
