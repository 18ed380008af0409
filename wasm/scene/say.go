package scene

import (
	"slices"
	"strconv"

	"iowait/server/wire"
)

// Say tells event i in one line.
func (s *Scene) Say(i int, w *Words) string {
	e := &s.Rec.Events[i]
	who := strconv.Itoa(int(e.TID))
	if l, ok := s.lane[e.TID]; ok {
		who = s.Lanes[l].Label
	}
	line := Nanoseconds(e.AtNS) + " · " + who + " "
	if e.Kind < wire.KindCount {
		line += w.Kinds[e.Kind]
	}
	switch e.Kind {
	case wire.KindSysEnter, wire.KindInside, wire.KindSubmit, wire.KindPark:
		line += s.op(e.Op, w)
	case wire.KindSysExit, wire.KindComplete, wire.KindUnpark:
		line += s.op(e.Op, w) + " → " + outcome(e, w)
	case wire.KindSent:
		if e.Result > 0 {
			line += w.Due[0] + Brief(int64(e.Result)*1000) + w.Due[1]
		}
	case wire.KindEnqueue, wire.KindDequeue:
		line += w.Queue[0] + strconv.Itoa(int(e.Result)) + w.Queue[1]
	}
	if e.Conn != 0 {
		line += " · " + w.Conn + strconv.Itoa(int(e.Conn))
	} else if e.FD != 0 {
		line += " · fd " + strconv.Itoa(int(e.FD))
	}
	return join(line, s.site(e.Site))
}

// op is a call's name as its man page spells it, or a word for what is no
// call.
func (s *Scene) op(o wire.Op, w *Words) string {
	switch o {
	case wire.OpTouch:
		return w.Touch
	case wire.OpTimeout:
		return w.Timeout
	}
	return o.String()
}

// site is a source position as file:line, "" when it is not known.
func (s *Scene) site(i uint32) string {
	if i == 0 || int(i) >= len(s.Rec.Sites) {
		return ""
	}
	site := &s.Rec.Sites[i]
	return site.File + ":" + strconv.Itoa(site.Line)
}

// errnos are the errors that occur in I/O, as errno(3) names them.
var errnos = map[int32]string{4: "EINTR", 9: "EBADF", 11: "EAGAIN", 12: "ENOMEM", 22: "EINVAL", 23: "ENFILE", 24: "EMFILE", 32: "EPIPE",
	62: "ETIME", 103: "ECONNABORTED", 104: "ECONNRESET", 105: "ENOBUFS", 107: "ENOTCONN", 110: "ETIMEDOUT", 125: "ECANCELED"}

// moves are the operations that answer with a number of bytes.
var moves = []wire.Op{wire.OpRead, wire.OpWrite, wire.OpRecv, wire.OpSend, wire.OpPread, wire.OpPwrite, wire.OpSendfile, wire.OpTouch}

// outcome is what a call answered.
func outcome(e *wire.Event, w *Words) string {
	switch {
	case e.Result == eagain:
		return w.Nothing
	case e.Result < 0:
		if name, ok := errnos[-e.Result]; ok {
			return name
		}
		return "errno " + strconv.Itoa(int(-e.Result))
	case slices.Contains(moves, e.Op):
		return Thousands(int64(e.Result)) + w.Bytes
	}
	return strconv.Itoa(int(e.Result))
}

// Nanoseconds writes a moment with a unit that fits, exact to the nanosecond.
func Nanoseconds(ns int64) string {
	unit, digits, name := unitOf(ns)
	if digits == 0 {
		return strconv.FormatInt(ns, 10) + name
	}
	return strconv.FormatFloat(float64(ns)/unit, 'f', digits, 64) + name
}

// Brief writes a duration with three significant digits.
func Brief(ns int64) string {
	unit, digits, name := unitOf(ns)
	if digits == 0 {
		return strconv.FormatInt(ns, 10) + name
	}
	v := float64(ns) / unit
	switch {
	case v >= 99.95:
		digits = 0
	case v >= 9.995:
		digits = 1
	default:
		digits = 2
	}
	return strconv.FormatFloat(v, 'f', digits, 64) + name
}

// unitOf is the unit in which a time is written, and how many digits behind
// the point make it exact.
func unitOf(ns int64) (unit float64, digits int, name string) {
	switch abs := max(ns, -ns); {
	case abs < 1e3:
		return 1, 0, " ns"
	case abs < 1e6:
		return 1e3, 3, " µs"
	case abs < 1e9:
		return 1e6, 6, " ms"
	}
	return 1e9, 9, " s"
}

// Thousands writes a count with thin spaces between groups of three digits.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}
