package main

import (
	"strconv"
	"syscall/js"

	"iowait/server/wire"
	"iowait/wasm/draw"
	"iowait/wasm/scene"
)

// live follows the stream of the server: it reconnects, counts gaps, and
// shows progress, live numbers and results.
type live struct {
	figure *figure
	socket js.Value
	open   bool
	delay  int // before the next try, in ms
	seq    float64
	gaps   int

	run    string // the run this page shows: the one in hand
	own    bool   // it was started here
	series []scene.Series
	rows   map[string]js.Value
	chart  *surface

	chunks  map[float64]*incoming // recordings coming in, by the Seq of their notice
	version string
}

// incoming is a recording that comes in pieces.
type incoming struct {
	model   string
	bytes   int
	got     int
	decoder wire.Decoder
}

func newLive(f *figure) *live {
	l := &live{figure: f, rows: map[string]js.Value{}, chunks: map[float64]*incoming{}, delay: 250, version: meta("iowait-version")}
	if c := byID("live-chart"); has(c) {
		l.chart = newSurface(c)
		redraws = append(redraws, l.drawChart)
	}
	on(document, "visibilitychange", func(js.Value) {
		if !document.Get("hidden").Bool() && !l.open {
			l.delay = 250
			l.connect()
		}
	})
	return l
}

// wants tells whether this page shows live runs at all.
func (l *live) wants() bool { return has(byID("run-form")) }

func (l *live) connect() {
	if !l.wants() || !l.socket.IsUndefined() {
		return
	}
	scheme := "ws://"
	if window.Get("location").Get("protocol").String() == "https:" {
		scheme = "wss://"
	}
	l.socket = window.Get("WebSocket").New(scheme + window.Get("location").Get("host").String() + "/ws")
	l.socket.Set("binaryType", "arraybuffer")
	on(l.socket, "open", func(js.Value) {
		l.open, l.delay = true, 250
		setText("stream-status", "")
	})
	on(l.socket, "message", func(e js.Value) {
		data := e.Get("data")
		if data.Type() == js.TypeString {
			l.message(window.Get("JSON").Call("parse", data))
		} else {
			l.chunk(data)
		}
	})
	on(l.socket, "close", func(js.Value) { l.closed() })
}

// closed tries again later, more slowly each time.
func (l *live) closed() {
	l.open, l.socket = false, js.Undefined()
	l.chunks = map[float64]*incoming{}
	setText("stream-status", say().offline)
	var again js.Func
	again = js.FuncOf(func(js.Value, []js.Value) any {
		again.Release()
		l.connect()
		return nil
	})
	window.Call("setTimeout", again, l.delay)
	l.delay = min(l.delay*2, 5000)
}

// disconnect drops the connection, as a bad network would.
func (l *live) disconnect() {
	if !l.socket.IsUndefined() {
		l.socket.Call("close")
	}
}

// follow counts numbers that were skipped: live samples lost.
func (l *live) follow(seq float64) {
	if l.seq != 0 && seq > l.seq+1 {
		l.gaps += int(seq - l.seq - 1)
	}
	l.seq = seq
}

func (l *live) message(m js.Value) {
	seq, kind := num(m, "seq"), wire.MessageType(str(m, "type"))
	if kind == wire.MsgSnapshot {
		l.seq = seq
		l.snapshot(m.Get("snapshot"))
		return
	}
	l.follow(seq)
	run := str(m, "run")
	switch kind {
	case wire.MsgStarted:
		l.begin(run)
		setText("run-status", say().running)
	case wire.MsgProgress:
		l.begin(run)
		l.progress(m.Get("progress"))
	case wire.MsgSample:
		l.begin(run)
		l.sample(m.Get("sample"))
		l.drawChart()
	case wire.MsgTrial:
		t := m.Get("trial")
		l.row(str(t, "model"), num(t, "requests_per_s"), num(t, "p50_ns"), num(t, "p99_ns"))
	case wire.MsgRecording:
		r := m.Get("recording")
		l.chunks[seq] = &incoming{model: str(r, "model"), bytes: int(num(r, "bytes"))}
		l.figure.announce(run, str(r, "model"))
	case wire.MsgFinished:
		l.finished(m.Get("result"))
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
		if last := s.Get("last"); has(last) && l.run != "" && str(last, "id") == l.run {
			l.finished(last)
		}
		return
	}
	id := str(current, "id")
	l.run = ""
	l.begin(id)
	l.list(s.Get("samples"), l.sample)
	l.list(s.Get("recorded"), func(r js.Value) { l.figure.announce(id, str(r, "model")) })
	if p := s.Get("progress"); has(p) {
		l.progress(p)
	}
	l.drawChart()
}

func (l *live) list(v js.Value, f func(js.Value)) {
	if !has(v) {
		return
	}
	for i := range v.Get("length").Int() {
		f(v.Index(i))
	}
}

// submitted is called when the server has taken a run from this page.
func (l *live) submitted(id string, position int) {
	l.own = true
	if position > 0 {
		setText("run-status", say().queued+strconv.Itoa(position))
	}
}

// begin makes a run the one shown.
func (l *live) begin(run string) {
	if run == "" || run == l.run {
		return
	}
	l.run, l.series, l.rows = run, nil, map[string]js.Value{}
	if b := byID("live-body"); has(b) {
		b.Set("textContent", "")
	}
	if r := byID("result"); has(r) {
		r.Set("textContent", "")
	}
	l.figure.clear()
	show("live", false)
	show("progress", true)
	show("cancel-button", true)
}

func (l *live) idle() {
	show("progress", false)
	show("cancel-button", false)
}

func (l *live) progress(p js.Value) {
	t := say()
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

func (l *live) sample(s js.Value) {
	model, round := str(s, "model"), int(num(s, "round"))
	l.row(model, num(s, "requests_per_s"), num(s, "p50_ns"), num(s, "p99_ns"))
	i := 0
	for i < len(l.series) && l.series[i].Name != model {
		i++
	}
	if i == len(l.series) {
		l.series = append(l.series, scene.Series{Name: model})
	}
	for len(l.series[i].Trials) < round {
		l.series[i].Trials = append(l.series[i].Trials, nil)
	}
	if round > 0 {
		t := &l.series[i].Trials[round-1]
		*t = append(*t, scene.Point{S: num(s, "at_ms") / 1000, PerSecond: num(s, "requests_per_s")})
	}
}

// row writes the latest numbers of a model into the live table.
func (l *live) row(model string, rate, p50, p99 float64) {
	body := byID("live-body")
	if !has(body) {
		return
	}
	show("live", true)
	row, ok := l.rows[model]
	if !ok {
		row = document.Call("createElement", "tr")
		head := element("th", "", model)
		head.Set("scope", "row")
		row.Call("append", head, element("td", "num", ""), element("td", "num", ""), element("td", "num", ""))
		body.Call("append", row)
		l.rows[model] = row
		l.drawChart()
	}
	cells := row.Get("children")
	cells.Index(1).Set("textContent", perSecond(rate))
	cells.Index(2).Set("textContent", latency(p50))
	cells.Index(3).Set("textContent", latency(p99))
}

func (l *live) drawChart() {
	if l.chart == nil || len(l.series) == 0 {
		return
	}
	l.chart.canvas.Get("style").Set("blockSize", strconv.Itoa(max(len(l.series)*64, 80))+"px")
	w, h := l.chart.size()
	if w == 0 {
		return
	}
	var list draw.List
	scene.Chart(&list, &scene.View{W: w, H: h, Words: words(), Width: l.chart.width}, l.series)
	l.chart.draw(&list)
}

// finished shows a run's end: its result is rendered by the server.
func (l *live) finished(run js.Value) {
	id, t := str(run, "id"), say()
	if id != l.run && !l.own {
		return
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
	then(window.Call("fetch", path("/runs/"+id+"/result")), func(response js.Value) {
		if !response.Get("ok").Bool() {
			return
		}
		then(response.Call("text"), func(html js.Value) {
			if r := byID("result"); has(r) {
				r.Set("innerHTML", html)
				r.Get("dataset").Set("run", id)
			}
		}, nil)
	}, nil)
	l.list(run.Get("results"), func(r js.Value) {
		if rec := r.Get("recording"); has(rec) && num(rec, "bytes") > 0 {
			l.figure.announce(id, str(r, "model"))
		}
	})
}

// recall repeats the learner's prediction beside the result.
func (l *live) recall() {
	choice := document.Call("querySelector", `input[name="predict"]:checked`)
	made := has(choice) && choice.Get("value").String() != ""
	show("prediction", made)
	if made {
		setText("predicted", choice.Get("parentElement").Get("textContent").String())
	}
}

// chunk takes a piece of a recording.
func (l *live) chunk(data js.Value) {
	array := window.Get("Uint8Array").New(data)
	b := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(b, array)
	if len(b) < wire.ChunkHeader {
		return
	}
	seq, notice := uint64At(b), uint64At(b[8:])
	l.follow(float64(seq))
	in := l.chunks[float64(notice)]
	if in == nil {
		return // its beginning was missed; it is fetched when it is shown
	}
	in.got += len(b) - wire.ChunkHeader
	if err := in.decoder.Feed(b[wire.ChunkHeader:]); err != nil {
		delete(l.chunks, float64(notice)) // a piece was lost
		return
	}
	if in.decoder.Done() {
		delete(l.chunks, float64(notice))
		l.figure.add(l.run, in.model, in.decoder.Recording())
	}
}

func uint64At(b []byte) (v uint64) {
	for i := range 8 {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}
