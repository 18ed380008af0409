package iomodel

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func TestARequestSaysWhatItWants(t *testing.T) {
	const field = "Host: a\r\n"
	for name, test := range map[string]struct {
		text string
		want string // wrong, head, close, length, target
	}{
		"curl":                         {"GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n\r\n", "0 false false 0 /"},
		"wrk":                          {"GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", "0 false false 0 /a?b=c"},
		"ab":                           {"GET / HTTP/1.0\r\nHost: 127.0.0.1:8080\r\nUser-Agent: ApacheBench/2.3\r\nAccept: */*\r\n\r\n", "0 false true 0 /"},
		"ab that keeps connections":    {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "0 false false 0 /"},
		"a client in a hurry":          {"GET / HTTP/1.1\r\n" + field + "Connection: te, CLOSE\r\n\r\n", "0 false true 0 /"},
		"HEAD":                         {"HEAD /7 HTTP/1.1\r\n\r\n", "0 true false 0 /7"},
		"an empty line before":         {"\r\nGET / HTTP/1.1\r\n\r\n", "0 false false 0 /"},
		"a body":                       {"GET / HTTP/1.1\r\nContent-Length:  12 \r\n\r\n", "0 false false 12 /"},
		"a length said twice":          {"GET / HTTP/1.1\r\nContent-Length: 12\r\ncontent-length: 12\r\n\r\n", "0 false false 12 /"},
		"POST":                         {"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n", fmt.Sprint(answerNoMethod, " false false 3 /")},
		"POST that waits for a word":   {"POST / HTTP/1.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n", fmt.Sprint(answerNoMethod, " false true 3 /")},
		"two lengths":                  {"GET / HTTP/1.1\r\nContent-Length: 12\r\nContent-Length: 13\r\n\r\n", fmt.Sprint(answerBad, " false false 12 /")},
		"a length below zero":          {"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", fmt.Sprint(answerBad, " false false 0 /")},
		"a length beyond all bounds":   {"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", fmt.Sprint(answerBad, " false false 0 /")},
		"chunks":                       {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", fmt.Sprint(answerNoCoding, " false false 0 /")},
		"another version":              {"PRI * HTTP/2.0\r\n\r\n", fmt.Sprint(answerNoVersion, " false false -1 *")},
		"no version":                   {"GET /\r\n\r\n", fmt.Sprint(answerBad, " false false -1 /")},
		"no target":                    {"GET  HTTP/1.1\r\n\r\n", fmt.Sprint(answerBad, " false false -1 ")},
		"a blank before the colon":     {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", fmt.Sprint(answerBad, " false false -1 /")},
		"a line without a colon":       {"GET / HTTP/1.1\r\nHost\r\n\r\n", fmt.Sprint(answerBad, " false false -1 /")},
		"a line that goes on":          {"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", fmt.Sprint(answerBad, " false false -1 /")},
		"a bare line end":              {"GET / HTTP/1.1\n\n", fmt.Sprint(answerBad, " false false 0 ")},
		"TLS":                          {"\x16\x03\x01\x02\x00", fmt.Sprint(answerBad, " false false 0 ")},
		"a header of 8 KiB":            {"GET / HTTP/1.1\r\nA: " + strings.Repeat("a", maxHeader) + "\r\n\r\n", fmt.Sprint(answerTooLarge, " false false 0 ")},
		"8 KiB without an end":         {"GET /" + strings.Repeat("a", maxHeader), fmt.Sprint(answerTooLarge, " false false 0 ")},
		"many fields":                  {"GET / HTTP/1.1\r\n" + strings.Repeat("a: b\r\n", maxHeader/6) + "\r\n", fmt.Sprint(answerTooLarge, " false false 0 ")},
		"a request that has no end":    {"GET / HTTP/1.1\r\nHost: a\r\n", "unfinished"},
		"a line that has no end":       {"GET / HTT", "unfinished"},
		"the first half of a line end": {"GET / HTTP/1.1\r\n\r", "unfinished"},
		"nothing":                      {"", "unfinished"},
	} {
		t.Run(name, func(t *testing.T) {
			r, n := parse([]byte(test.text))
			got := fmt.Sprint(r.wrong, r.head, r.close, r.length, " ", string(r.target))
			if n == 0 {
				got = "unfinished"
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if r.wrong == answerNone && n > 0 && n != len(test.text) {
				t.Errorf("got a request of %d bytes, want %d", n, len(test.text))
			}
		})
	}
}

// FuzzRequestsMeanTheSameHoweverTheyAreCut feeds a service the same bytes at
// once and in two pieces.
func FuzzRequestsMeanTheSameHoweverTheyAreCut(f *testing.F) {
	f.Add([]byte("GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n"), uint(20))
	f.Add([]byte("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n"), uint(40))
	f.Add([]byte("\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\nmore"), uint(1))
	f.Add([]byte("GET /\n"), uint(3))
	f.Add([]byte("PUT / HTTP/1.0\r\nA:0\r\n\r\n0"), uint(24))
	f.Fuzz(func(t *testing.T, text []byte, at uint) {
		s := &service{kind: pages, size: 10}
		s.compose()
		whole := said(s, text)
		cut := int(at % uint(len(text)+1))
		if parts := said(s, text[:cut], text[cut:]); !bytes.Equal(whole, parts) {
			t.Errorf("got %q for the pieces, want %q", parts, whole)
		}
	})
}

// said is all that a client of the service hears when it sends these pieces.
func said(s *service, pieces ...[]byte) (heard []byte) {
	var k talk
	var in []byte
	for _, p := range pieces {
		in = append(in, p...)
		for over := false; !over; {
			var what need
			switch what, in = s.next(&k, in); what {
			case needSend:
				p := s.answer(&k, in, nil)
				heard = append(heard, p...)
				in = s.sent(&k, in, len(p))
			case needHangUp, needClose: // which, depends on whether more has come already
				return append(heard, "the end"...)
			default:
				over = true
			}
		}
	}
	return heard
}
