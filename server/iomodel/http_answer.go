package iomodel

import (
	"fmt"

	"iowait/server/wire"
)

// An answerID names an answer that is made beforehand. Those that come in
// two forms have the one that ends the connection right behind them.
type answerID uint8

const (
	answerNone answerID = iota
	answerOK
	_
	answerHead // to HEAD: the header only
	_
	answerNotFound
	_
	answerNoMethod
	_
	answerBad // these end the connection in any case
	answerTooLarge
	answerNoCoding
	answerNoVersion
	answerFile // a file, whose header is with it
	answerCount
)

// compose makes the answers. None has a Date, which is for servers that look
// at the clock (RFC 9110, 6.6.1).
func (s *service) compose() {
	body := make([]byte, s.size)
	wire.FillBody(body)
	ok, head := header("200 OK", s.size, false), header("200 OK", s.size, true)
	both := func(id answerID, status, more string) {
		s.answers[id] = header(status+"\r\n"+more, 0, false)
		s.answers[id+1] = header(status+"\r\n"+more, 0, true)
	}
	s.answers[answerHead], s.answers[answerHead+1] = ok, head
	s.answers[answerOK] = append(ok[:len(ok):len(ok)], body...)
	s.answers[answerOK+1] = append(head[:len(head):len(head)], body...)
	both(answerNotFound, "404 Not Found", "")
	both(answerNoMethod, "405 Method Not Allowed", "Allow: GET, HEAD")
	s.answers[answerBad] = header("400 Bad Request", 0, true)
	s.answers[answerTooLarge] = header("431 Request Header Fields Too Large", 0, true)
	s.answers[answerNoCoding] = header("501 Not Implemented", 0, true)
	s.answers[answerNoVersion] = header("505 HTTP Version Not Supported", 0, true)
	for i, a := range s.answers {
		s.length[i] = len(a)
	}
	// Requests that come together are answered with one call: so there are
	// several copies of the page, one behind the other.
	one := s.answers[answerOK]
	for len(s.answers[answerOK])+len(one) <= BufferBytes {
		s.answers[answerOK] = append(s.answers[answerOK], one...)
	}
}

// header makes a header; status may have more fields behind it.
func header(status string, length int, last bool) []byte {
	persistence := "keep-alive"
	if last {
		persistence = "close"
	}
	if status[len(status)-1] != '\n' {
		status += "\r\n"
	}
	return fmt.Appendf(nil, "HTTP/1.1 %sContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: %s\r\n\r\n", status, length, persistence)
}

// hear takes in requests for as long as all have the same answer, and
// answers how many bytes that was.
func (s *service) hear(k *talk, in []byte) (n int) {
	for {
		if k.skip > 0 {
			skipped := min(k.skip, int64(len(in)-n))
			k.skip -= skipped
			n += int(skipped)
		}
		if n == len(in) {
			return n
		}
		r, size := parse(in[n:])
		if size == 0 {
			return n
		}
		id := s.choose(k, &r)
		if k.owed > 0 && id != k.answer {
			return n // after what is owed
		}
		n += size
		k.skip, k.answer = r.length, id
		if k.last { // to close while bytes are unread would reset the connection
			k.linger = k.linger || r.length > 0 || n < len(in)
		}
		if id == answerFile {
			return n
		}
		if k.owed == 0 {
			k.at = 0
		}
		k.owed += int64(s.length[id])
		if k.last {
			return n
		}
	}
}

// choose finds the answer to a request, and what follows from it.
func (s *service) choose(k *talk, r *request) answerID {
	id := r.wrong
	switch {
	case id == answerNone && s.kind == filesOut:
		file, ok := s.find(r.target)
		if !ok {
			id = answerNotFound
			break
		}
		if k.owed > 0 {
			return answerFile // its turn has not come
		}
		k.file, k.left, k.place, k.head, k.drop, k.last = file, s.files[file].size, 0, true, s.cold, r.close
		if r.head {
			k.left = 0
		}
		return answerFile
	case id == answerNone && r.head:
		id = answerHead
	case id == answerNone:
		id = answerOK
	case id >= answerBad:
		if k.owed == 0 {
			k.last, k.linger = true, true
		}
		return id
	}
	if !r.close {
		return id
	}
	if k.owed == 0 {
		k.last = true
	}
	return id + 1
}
