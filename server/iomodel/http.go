package iomodel

import "bytes"

// maxHeader is how long a request may be without its body.
const maxHeader = 8 << 10

// A request is what the service wants to know of one (RFC 9112).
type request struct {
	wrong  answerID // why it cannot be served; answerNone when it can
	target []byte   // of the request line
	length int64    // of the body behind it
	head   bool     // its method is HEAD
	close  bool     // the connection ends after the answer
}

// parse reads the request that p begins with, without its body. It answers
// the length of that, or 0 if more must come before it can tell. It allocates
// nothing. A Host field is not asked for: there is one host here.
func parse(p []byte) (r request, n int) {
	for n+2 <= min(len(p), maxHeader) && p[n] == '\r' && p[n+1] == '\n' {
		n += 2 // an empty line before a request is to be ignored
	}
	line, size := cutLine(p[n:])
	if size <= 0 {
		return unfinished(p, size)
	}
	n += size
	var persists bool
	if r, persists = parseLine(line); r.wrong >= answerBad {
		return r, n
	}
	var closes, keeps bool
	for {
		if line, size = cutLine(p[n:]); size <= 0 {
			return unfinished(p, size)
		}
		if n += size; n > maxHeader {
			return request{wrong: answerTooLarge}, n
		}
		if len(line) == 0 {
			break
		}
		colon := bytes.IndexByte(line, ':')
		if colon < 1 || !isToken(line[:colon]) {
			r.wrong = answerBad
			return r, n
		}
		switch name, value := line[:colon], trim(line[colon+1:]); {
		case equalFold(name, "content-length"):
			if length := number(value); length < 0 || r.length >= 0 && r.length != length {
				r.wrong = answerBad
			} else {
				r.length = length
			}
		case equalFold(name, "connection"):
			closes = closes || lists(value, "close")
			keeps = keeps || lists(value, "keep-alive")
		case equalFold(name, "transfer-encoding"):
			r.wrong = answerNoCoding
		case equalFold(name, "expect"):
			closes = true // whether the body comes is not known
		}
	}
	r.close = closes || !persists && !keeps
	r.length = max(r.length, 0)
	return r, n
}

// unfinished is parse's answer for a request whose end is not there, or that
// can be told to be wrong before it is.
func unfinished(p []byte, size int) (request, int) {
	switch {
	case size < 0:
		return request{wrong: answerBad}, len(p)
	case len(p) >= maxHeader:
		return request{wrong: answerTooLarge}, len(p)
	}
	return request{}, 0
}

// parseLine reads "GET / HTTP/1.1". It answers whether connections persist
// by default in the client's version of the protocol.
func parseLine(line []byte) (r request, persists bool) {
	method, rest := cut(line, ' ')
	target, version := cut(rest, ' ')
	r = request{target: target, length: -1}
	const name = "HTTP/"
	switch {
	case !isToken(method) || len(target) == 0 || len(version) != len("HTTP/1.1") || string(version[:len(name)]) != name ||
		!isDigit(version[5]) || version[6] != '.' || !isDigit(version[7]):
		r.wrong = answerBad
		return r, false
	case version[5] != '1':
		r.wrong = answerNoVersion
		return r, false
	case string(method) == "HEAD":
		r.head = true
	case string(method) != "GET":
		r.wrong = answerNoMethod
	}
	return r, version[7] != '0'
}

// cutLine answers the first line of p and its size with its end; size is 0
// when the end is not there and -1 when it is not that of HTTP, or when the
// line cannot begin like this.
func cutLine(p []byte) (line []byte, size int) {
	end := bytes.IndexByte(p, '\n')
	switch {
	case end < 0 && len(p) > 0 && p[0] != '\r' && !isTokenByte(p[0]), end == 0, end > 0 && p[end-1] != '\r':
		return nil, -1
	case end < 0:
		return nil, 0
	}
	return p[:end-1], end + 1
}

// cut splits p around the first sep.
func cut(p []byte, sep byte) (before, after []byte) {
	if i := bytes.IndexByte(p, sep); i >= 0 {
		return p[:i], p[i+1:]
	}
	return p, nil
}

// lists tells whether a comma-separated value has the word, in lower case.
func lists(value []byte, word string) bool {
	for len(value) > 0 {
		item, rest := cut(value, ',')
		if equalFold(trim(item), word) {
			return true
		}
		value = rest
	}
	return false
}

// equalFold compares with a word in lower case.
func equalFold(p []byte, lower string) bool {
	if len(p) != len(lower) {
		return false
	}
	for i, b := range p {
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		if b != lower[i] {
			return false
		}
	}
	return true
}

// number reads a decimal number, or answers -1.
func number(p []byte) int64 {
	const tooLarge = 1 << 55
	if len(p) == 0 {
		return -1
	}
	n := int64(0)
	for _, b := range p {
		if !isDigit(b) || n > tooLarge {
			return -1
		}
		n = n*10 + int64(b-'0')
	}
	return n
}

// trim takes blanks off both ends.
func trim(p []byte) []byte {
	for len(p) > 0 && (p[0] == ' ' || p[0] == '\t') {
		p = p[1:]
	}
	for len(p) > 0 && (p[len(p)-1] == ' ' || p[len(p)-1] == '\t') {
		p = p[:len(p)-1]
	}
	return p
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isToken(p []byte) bool {
	for _, b := range p {
		if !isTokenByte(b) {
			return false
		}
	}
	return len(p) > 0
}

// isTokenByte is about tchar of RFC 9110.
func isTokenByte(b byte) bool {
	switch {
	case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', isDigit(b):
		return true
	}
	switch b {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~':
		return true
	}
	return false
}
