package export

import (
	"bufio"
	"io"
	"strconv"
	"unicode/utf8"

	"iowait/server/sys"
	"iowait/server/wire"
)

// A traceWriter writes trace events, one on each line. The first error is
// kept by the bufio.Writer.
type traceWriter struct {
	w    *bufio.Writer
	line []byte
	n    int  // events written
	args bool // the line has arguments already
}

func newTraceWriter(w io.Writer) *traceWriter {
	return &traceWriter{w: bufio.NewWriterSize(w, 32<<10)}
}

// A track is where a slice is drawn.
type track struct{ pid, tid int64 }

// begin starts an event of a phase; the phases' letters are those of the
// Trace Event Format.
func (t *traceWriter) begin(phase byte, at int64, on track, category, name string) {
	t.line, t.args = t.line[:0], false
	if t.n > 0 {
		t.line = append(t.line, ',')
	}
	t.n++
	t.line = append(t.line, "\n{\"ph\":\""...)
	t.line = append(t.line, phase)
	t.line = append(t.line, "\",\"ts\":"...)
	t.line = appendMicros(t.line, at)
	t.line = append(t.line, ",\"pid\":"...)
	t.line = strconv.AppendInt(t.line, on.pid, 10)
	t.line = append(t.line, ",\"tid\":"...)
	t.line = strconv.AppendInt(t.line, on.tid, 10)
	if category != "" {
		t.line = append(t.line, ",\"cat\":"...)
		t.line = appendString(t.line, category)
	}
	t.line = append(t.line, ",\"name\":"...)
	t.line = appendString(t.line, name)
}

// duration, field and id add to the event itself, before its arguments.
func (t *traceWriter) duration(ns int64) {
	t.line = append(t.line, ",\"dur\":"...)
	t.line = appendMicros(t.line, max(ns, 0))
}

func (t *traceWriter) field(name, value string) {
	t.line = append(t.line, ',')
	t.line = appendString(t.line, name)
	t.line = append(t.line, ':')
	t.line = appendString(t.line, value)
}

func (t *traceWriter) id(n int64) {
	t.line = append(t.line, ",\"id\":"...)
	t.line = strconv.AppendInt(t.line, n, 10)
}

func (t *traceWriter) key(name string) {
	if t.args {
		t.line = append(t.line, ',')
	} else {
		t.line = append(t.line, ",\"args\":{"...)
	}
	t.args = true
	t.line = appendString(t.line, name)
	t.line = append(t.line, ':')
}

// text and integer add an argument.
func (t *traceWriter) text(name, value string) {
	t.key(name)
	t.line = appendString(t.line, value)
}

func (t *traceWriter) integer(name string, value int64) {
	t.key(name)
	t.line = strconv.AppendInt(t.line, value, 10)
}

func (t *traceWriter) end() {
	if t.args {
		t.line = append(t.line, '}')
	}
	t.line = append(t.line, '}')
	_, _ = t.w.Write(t.line)
}

// about adds what an event is about, as far as it is known.
func (t *traceWriter) about(fd, conn int32, site wire.Site) {
	if fd != 0 {
		t.integer("fd", int64(fd))
	}
	if conn != 0 {
		t.integer("connection", int64(conn))
	}
	if site != (wire.Site{}) {
		t.text("source", site.File+":"+strconv.Itoa(site.Line))
		t.text("function", site.Func)
	}
}

// result adds what a call has answered: a number, or the name of its errno.
func (t *traceWriter) result(n int32) {
	if name := errnoName(n); name != "" {
		t.text("errno", name)
	} else {
		t.integer("result", int64(n))
	}
}

// errnoName is "" for a result that is no error, or none that is known.
func errnoName(result int32) string {
	if result >= 0 {
		return ""
	}
	return sys.ErrnoName(int(result))
}

// appendMicros writes nanoseconds as microseconds with three digits: exact,
// where a float would round.
func appendMicros(b []byte, ns int64) []byte {
	u := uint64(ns)
	if ns < 0 {
		b, u = append(b, '-'), -u
	}
	b = strconv.AppendUint(b, u/1000, 10)
	rest := u % 1000
	return append(b, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
}

// appendString writes a JSON string without \u escapes, which some readers
// of traces do not know: control characters and what is not UTF-8 become
// U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || r == 0x7f:
			b = utf8.AppendRune(b, utf8.RuneError)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
