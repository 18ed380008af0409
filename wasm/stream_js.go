package main

import (
	"encoding/binary"
	"syscall/js"

	"iowait/server/wire"
)

// stream is the socket to the server. It reconnects, and counts gaps in the
// numbers of messages.
type stream struct {
	message   func(m js.Value, seq float64, kind wire.MessageType) // every message but chunks
	recording func(model string, rec *wire.Recording)              // one that has come in whole
	missed    func(model string)                                   // one of which pieces were lost

	socket  js.Value
	open    bool
	delayMS int // before the next try
	seq     float64
	gaps    int
	in      *incoming // the recording that comes in, if any
}

// incoming is a recording that comes in pieces, right behind its notice.
type incoming struct {
	notice  float64 // Seq of the message that announced it
	model   string
	decoder wire.Decoder
}

const (
	firstDelayMS = 250
	mostDelayMS  = 5000
)

func (s *stream) connect() {
	if !s.socket.IsUndefined() {
		return
	}
	location := window.Get("location")
	scheme := "ws://"
	if location.Get("protocol").String() == "https:" {
		scheme = "wss://"
	}
	s.socket = window.Get("WebSocket").New(scheme + location.Get("host").String() + "/ws")
	s.socket.Set("binaryType", "arraybuffer")
	on(s.socket, "open", func(js.Value) {
		s.open, s.delayMS = true, firstDelayMS
		setText("stream-status", "")
	})
	on(s.socket, "message", func(e js.Value) {
		if data := e.Get("data"); data.Type() == js.TypeString {
			s.text(window.Get("JSON").Call("parse", data))
		} else {
			s.chunk(bytesOf(window.Get("Uint8Array").New(data)))
		}
	})
	on(s.socket, "close", func(js.Value) { s.closed() })
}

// closed tries again later, more slowly each time.
func (s *stream) closed() {
	s.open, s.socket = false, js.Undefined()
	s.give()
	setText("stream-status", say().offline)
	after(s.delayMS, s.connect)
	s.delayMS = min(s.delayMS*2, mostDelayMS)
}

// hurry tries at once, for a page that is looked at again.
func (s *stream) hurry() {
	if !s.open {
		s.delayMS = firstDelayMS
		s.connect()
	}
}

// disconnect drops the connection, as a bad network would.
func (s *stream) disconnect() {
	if !s.socket.IsUndefined() {
		s.socket.Call("close")
	}
}

// follow counts the numbers that were skipped.
func (s *stream) follow(seq float64) {
	if s.seq != 0 && seq > s.seq+1 {
		s.gaps += int(seq - s.seq - 1)
	}
	s.seq = seq
}

// give up what came in of a recording.
func (s *stream) give() {
	if s.in != nil {
		model := s.in.model
		s.in = nil
		s.missed(model)
	}
}

func (s *stream) text(m js.Value) {
	seq, kind := num(m, "seq"), wire.MessageType(str(m, "type"))
	s.give() // pieces follow each other: what is not whole now stays so
	if kind == wire.MsgSnapshot {
		s.seq = seq
	} else {
		s.follow(seq)
	}
	s.message(m, seq, kind)
	if kind == wire.MsgRecording {
		s.in = &incoming{notice: seq, model: str(m.Get("recording"), "model")}
	}
}

// chunk takes a piece of a recording.
func (s *stream) chunk(b []byte) {
	if len(b) < wire.ChunkHeader {
		return
	}
	s.follow(float64(binary.LittleEndian.Uint64(b)))
	if s.in == nil || s.in.notice != float64(binary.LittleEndian.Uint64(b[8:])) {
		return // its beginning was missed
	}
	in := s.in
	if in.decoder.Feed(b[wire.ChunkHeader:]) != nil { // a piece was lost
		s.give()
	} else if in.decoder.Done() {
		s.in = nil
		s.recording(in.model, in.decoder.Recording())
	}
}
