package load

import "bytes"

// maxHeader is the longest header of an answer, with its status line.
const maxHeader = 8 << 10

// headerEnd ends a header.
var headerEnd = []byte("\r\n\r\n")

// A header is what the client wants to know of an answer (RFC 9112).
type header struct {
	status int32
	length int32 // Content-Length
}

// maxLength is the longest body that is skipped; one that is wanted is far
// shorter.
const maxLength = 1 << 30

// parseHeader reads the status line and the fields up to and with the empty
// line. It accepts only an answer with a Content-Length: no chunks, no end
// by closing.
func parseHeader(p []byte) (h header, ok bool) {
	line, p, ok := cutLine(p)
	if h.status = statusOf(line); !ok || h.status < 0 {
		return h, false
	}
	h.length = -1
	for {
		if line, p, ok = cutLine(p); !ok {
			return h, false
		}
		if len(line) == 0 {
			return h, h.length >= 0 && len(p) == 0
		}
		colon := bytes.IndexByte(line, ':')
		if colon < 1 {
			return h, false
		}
		switch name, value := line[:colon], line[colon+1:]; {
		case equalFold(name, "content-length"):
			n := number(value)
			if n < 0 || h.length >= 0 && h.length != n {
				return h, false
			}
			h.length = n
		case equalFold(name, "transfer-encoding"):
			return h, false
		}
	}
}

// cutLine takes the first line off p, without its end.
func cutLine(p []byte) (line, rest []byte, ok bool) {
	end := bytes.IndexByte(p, '\n')
	if end < 1 || p[end-1] != '\r' {
		return nil, nil, false
	}
	return p[:end-1], p[end+1:], true
}

// statusOf reads "HTTP/1.1 200 OK", of any 1.x, or answers -1.
func statusOf(line []byte) int32 {
	const version = "HTTP/1."
	if len(line) < 12 || string(line[:len(version)]) != version || line[8] != ' ' || len(line) > 12 && line[12] != ' ' {
		return -1
	}
	return number(line[9:12])
}

// equalFold compares a field's name with one in lower case.
func equalFold(name []byte, lower string) bool {
	if len(name) != len(lower) {
		return false
	}
	for i, b := range name {
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		if b != lower[i] {
			return false
		}
	}
	return true
}

// number reads a decimal number between optional blanks, or answers -1.
func number(p []byte) int32 {
	for len(p) > 0 && (p[0] == ' ' || p[0] == '\t') {
		p = p[1:]
	}
	for len(p) > 0 && (p[len(p)-1] == ' ' || p[len(p)-1] == '\t') {
		p = p[:len(p)-1]
	}
	if len(p) == 0 {
		return -1
	}
	n := int32(0)
	for _, b := range p {
		if b < '0' || b > '9' || n > maxLength/10 {
			return -1
		}
		n = n*10 + int32(b-'0')
	}
	return n
}
