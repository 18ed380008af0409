package iomodel

import (
	"cmp"
	"fmt"
	"time"

	"iowait/server/wire"
)

// A service is what the server does with what its clients send. It is the
// same for every model and moves no byte itself: a model reads, hands over
// what it has read, and does what the service then needs of it.
type service struct {
	kind    kind
	read    int // bytes that are read with one call at most
	size    int // backend: of a message
	delay   time.Duration
	answers [answerCount][]byte // HTTP: made beforehand, one or more copies of each
	length  [answerCount]int    // of one copy
	files   []served
	chunk   int // file-server: bytes read with one call
	cold    bool
}

type kind uint8

const (
	echoes   kind = iota // echo, idle: what comes in goes out
	backends             // the same by messages, after a delay
	pages                // HTTP: one page
	filesOut             // HTTP: files
)

var kinds = map[string]kind{"": echoes, "echo": echoes, "idle": echoes, "backend": backends, "http": pages, "file-server": filesOut}

const (
	maxBody  = 1 << 20 // bytes of a message or of a page
	maxFiles = 1000    // that are open at the same time
)

// A talk is where one connection stands in its protocol.
type talk struct {
	owed   int64 // bytes of answers that can be sent now
	at     int64 // where in their memory these begin
	skip   int64 // bytes from the client that mean nothing
	left   int64 // bytes of a file that were not read yet
	place  int64 // where in the file these begin
	file   int32
	answer answerID
	asks   bool // a request is there for which the backend is to be asked
	waits  bool // the backend was asked and has not answered
	head   bool // a header goes out before what is read of the file
	drop   bool // the file is to leave the page cache after the answer
	linger bool // hang up after the answer, and skip what still comes
	last   bool // close after the answer
}

// A need is what a connection needs next.
type need uint8

const (
	needInput   need = iota // more from the client
	needSend                // answer is to be sent, then sent called
	needBackend             // the backend is to be asked
	needTime                // the backend has not answered yet
	needFile                // load is to be filled, then loaded called
	needDrop                // the file is to leave the page cache
	needHangUp              // shutdown(2) of the direction to the client
	needClose               // all is said
)

// next tells what the connection needs, given what came from its client and
// was not taken in before; it takes in from that what it can, and answers
// the rest.
func (s *service) next(k *talk, in []byte) (n need, rest []byte) {
	for {
		switch {
		case k.waits:
			return needTime, in
		case k.asks:
			return needBackend, in
		case k.owed > 0:
			return needSend, in
		case k.head || k.left > 0:
			return needFile, in
		case k.drop:
			return needDrop, in
		case k.linger:
			return needHangUp, in
		case k.last:
			return needClose, in
		}
		if s.kind == backends {
			if len(in) < s.size {
				return needInput, in
			}
			k.asks, k.owed, k.at = true, int64(s.size), 0
		} else if n := s.hear(k, in); n > 0 {
			in = in[n:]
		} else {
			return needInput, in
		}
	}
}

// answer is what is to be sent next: of what came in, of a page, or of the
// piece of a file in part. It is not empty.
func (s *service) answer(k *talk, in, part []byte) []byte {
	switch {
	case s.kind == backends:
		part = in
	case k.answer != answerFile:
		part = s.answers[k.answer]
	}
	return part[k.at:min(k.at+k.owed, int64(len(part)))]
}

// sent notes that n bytes of answer are sent, and answers what of in was not
// taken in yet.
func (s *service) sent(k *talk, in []byte, n int) (rest []byte) {
	k.owed -= int64(n)
	k.at += int64(n)
	switch {
	case s.kind == backends:
		if k.owed == 0 {
			return in[k.at:]
		}
	case k.answer != answerFile && k.at == int64(len(s.answers[k.answer])):
		k.at = 0 // the first copy again
	}
	return in
}

// hangUp begins to skip what the client still sends.
func (k *talk) hangUp() { k.linger, k.last, k.skip = false, false, 1<<62 }

// room is how many bytes from a client may have to be kept: an incomplete
// request, or the message that waits, and what one call reads behind it.
func (s *service) room() int {
	switch s.kind {
	case echoes:
		return s.read
	case backends:
		return s.read + s.size
	}
	return s.read + maxHeader
}

// newService reads an order. Without a word of it, so many bytes are read
// with one call at most (0: BufferBytes).
func newService(o wire.Order, reads int) (*service, error) {
	k, ok := kinds[o.Experiment]
	if !ok {
		return nil, fmt.Errorf("experiment: found %q, want one of echo, http, backend, idle, file-server", o.Experiment)
	}
	s := &service{kind: k, size: int(o.Params[wire.ParamSize]), cold: o.Params[wire.ParamCache] == wire.CacheCold}
	for _, p := range []struct {
		name      string
		low, high int64
		used      bool
	}{
		{wire.ParamSize, 1, maxBody, k == backends},
		{wire.ParamSize, 0, maxBody, k == pages},
		{wire.ParamDelayMS, 0, 3_600_000, k == backends},
		{wire.ParamBuffer, 0, BufferBytes, true},
		{wire.ParamPool, 0, 10_000, true},
		{wire.ParamSockBuf, 0, 1 << 30, true},
		{wire.ParamFiles, 1, maxFiles, k == filesOut},
		{wire.ParamChunk, 0, 1 << 30, k == filesOut},
	} {
		if v := o.Params[p.name]; p.used && (v < p.low || v > p.high) {
			return nil, fmt.Errorf("%s: found %d, want %d to %d", p.name, v, p.low, p.high)
		}
	}
	s.delay = time.Duration(o.Params[wire.ParamDelayMS]) * time.Millisecond
	s.read = cmp.Or(int(o.Params[wire.ParamBuffer]), reads, BufferBytes)
	if k == pages || k == filesOut {
		s.compose()
	}
	if k == filesOut {
		s.chunk = mostChunk
		if c := o.Params[wire.ParamChunk]; c > 0 {
			s.chunk = int(min(c, mostChunk))
		}
		return s, s.open(o.Dir, int(o.Params[wire.ParamFiles]))
	}
	return s, nil
}
