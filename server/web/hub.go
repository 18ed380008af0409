package web

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"iowait/server/wire"
)

// ChunkBytes is the most that one binary message carries of a recording.
const ChunkBytes = 64 << 10

// queueMessages bounds what waits for one viewer. Messages are shared
// between viewers; with recordings a queue may keep half of this in chunks
// alive, so 4 MiB.
const queueMessages = 128

// A Hub passes what happens to runs on to every viewer. Each message is
// numbered and encoded once. A viewer whose queue is full loses what waits
// in it and starts again from a snapshot when it reads on, so Publish never
// waits for anybody.
type Hub struct {
	limits Limits

	mu      sync.Mutex
	seq     uint64        // of the last message
	state   wire.Snapshot // all messages folded
	viewers map[*viewer]struct{}
	clients map[string]int // viewers by address
	closed  bool

	alive sync.WaitGroup // one for each viewer
}

// Limits bound a Hub. Zero values take the defaults.
type Limits struct {
	Viewers   int // in all; default 10,000
	PerClient int // from one address; default 512: a class may share one
}

// NewHub makes a hub without viewers; version is told in snapshots.
func NewHub(version string, limits Limits) *Hub {
	if limits.Viewers == 0 {
		limits.Viewers = 10_000
	}
	if limits.PerClient == 0 {
		limits.PerClient = 512
	}
	return &Hub{
		limits:  limits,
		state:   forget(wire.Snapshot{Server: version, Queue: []string{}}),
		viewers: map[*viewer]struct{}{},
		clients: map[string]int{},
	}
}

// Publish numbers a message and offers it to every viewer. With
// MsgRecording, the encoded recording follows in binary messages to those
// who have room for all of them; the others fetch it by HTTP. Publish does
// not block.
func (h *Hub) Publish(m wire.Message, recording []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m.Seq = h.seq + 1
	encoded, err := json.Marshal(m)
	if err != nil { // not a number where a number should be
		slog.Error("drop a live message", "type", m.Type, "run", m.Run, "error", err)
		return
	}
	h.seq = m.Seq
	h.state = apply(h.state, m)
	message := prepare(websocket.TextMessage, encoded)
	for v := range h.viewers {
		v.offer(message, h.seq)
	}
	if len(recording) == 0 || len(h.viewers) == 0 {
		return
	}
	chunks := h.chunks(m.Seq, recording)
	for v := range h.viewers {
		v.offerRecording(chunks)
	}
}

// chunks cuts a recording into numbered binary messages.
func (h *Hub) chunks(notice uint64, recording []byte) []*websocket.PreparedMessage {
	var list []*websocket.PreparedMessage
	for len(recording) > 0 {
		piece := recording[:min(len(recording), ChunkBytes-wire.ChunkHeader)]
		recording = recording[len(piece):]
		h.seq++
		message := make([]byte, 0, wire.ChunkHeader+len(piece))
		message = binary.LittleEndian.AppendUint64(message, h.seq)
		message = binary.LittleEndian.AppendUint64(message, notice)
		list = append(list, prepare(websocket.BinaryMessage, append(message, piece...)))
	}
	return list
}

func prepare(kind int, message []byte) *websocket.PreparedMessage {
	p, err := websocket.NewPreparedMessage(kind, message)
	if err != nil {
		panic(err) // it writes to memory
	}
	return p
}

// catchUp puts a viewer in step: what it gets offered from now on follows
// the snapshot answered here.
func (h *Hub) catchUp(v *viewer) wire.Message {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.rejoin(h.seq)
	state := h.state
	state.Lost = v.lost
	return wire.Message{Seq: h.seq, Type: wire.MsgSnapshot, Snapshot: &state}
}

// LeftMS is the estimated time until the run in hand ends; 0 when idle or unknown.
func (h *Hub) LeftMS() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state.Progress == nil {
		return 0
	}
	return h.state.Progress.LeftMS
}

var errStopping = errors.New("open a live stream: the server is stopping")

// A crowdedError refuses a viewer.
type crowdedError struct {
	limit int
	all   bool // the limit of all viewers, not of one client
}

func (e *crowdedError) Error() string {
	if e.all {
		return fmt.Sprintf("open a live stream: %d viewers are connected, which is the most this server takes", e.limit)
	}
	return fmt.Sprintf("open a live stream: %d are open from your address, which is the most one address gets", e.limit)
}

// admit reserves a place for a viewer from the client's address, or answers
// *crowdedError. The place is given back by leave.
func (h *Hub) admit(client string) (*viewer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, errStopping
	case len(h.viewers) >= h.limits.Viewers:
		return nil, &crowdedError{h.limits.Viewers, true}
	case h.clients[client] >= h.limits.PerClient:
		return nil, &crowdedError{h.limits.PerClient, false}
	}
	v := newViewer(client)
	h.viewers[v] = struct{}{}
	h.clients[client]++
	h.alive.Add(1)
	return v, nil
}

func (h *Hub) leave(v *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.viewers, v)
	if h.clients[v.client]--; h.clients[v.client] == 0 {
		delete(h.clients, v.client)
	}
	h.alive.Done()
}

// Close says good-bye to all viewers, admits no more and waits until the
// last has gone; those that do not read are cut off after closeWait.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	for v := range h.viewers {
		v.stop()
	}
	h.mu.Unlock()
	cut := time.AfterFunc(closeWait, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for v := range h.viewers {
			if v.conn != nil {
				_ = v.conn.Close()
			}
		}
	})
	defer cut.Stop()
	h.alive.Wait()
}

// attach tells the hub the viewer's socket.
func (h *Hub) attach(v *viewer, conn *websocket.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.conn = conn
}
