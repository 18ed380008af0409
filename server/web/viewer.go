package web

import (
	"encoding/json"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// How long a viewer may take. One that does not read for writeWait is
// disconnected; when it comes back it gets a snapshot.
const (
	writeWait  = 60 * time.Second
	pongWait   = 90 * time.Second
	pingPeriod = 30 * time.Second
	closeWait  = time.Second
)

// sendBuffer bounds what the kernel keeps for a viewer that does not read.
const sendBuffer = 256 << 10

// A viewer is one open socket. Its writer goroutine takes messages from the
// queue; the hub, which must not wait, puts them there.
type viewer struct {
	client string // address without port
	queue  chan *websocket.PreparedMessage
	resync chan struct{} // holds a token when the viewer needs a snapshot
	quit   chan struct{} // closed by stop
	once   sync.Once

	// Under the hub's lock.
	conn    *websocket.Conn // nil until the handshake is over
	inStep  bool
	greeted bool   // has had its first snapshot
	leftAt  uint64 // Seq of the message with which it fell out of step
	lost    uint64
}

// newViewer makes a viewer that first of all needs a snapshot.
func newViewer(client string) *viewer {
	v := &viewer{
		client: client,
		queue:  make(chan *websocket.PreparedMessage, queueMessages),
		resync: make(chan struct{}, 1),
		quit:   make(chan struct{}),
	}
	v.resync <- struct{}{}
	return v
}

// offer queues the message with number seq; when there is no room, the
// viewer falls out of step. The caller holds the hub's lock.
func (v *viewer) offer(m *websocket.PreparedMessage, seq uint64) {
	if !v.inStep {
		return
	}
	select {
	case v.queue <- m:
	default:
		v.lost += 1 + v.drop()
		v.inStep, v.leftAt = false, seq
		v.resync <- struct{}{}
	}
}

// offerRecording queues all chunks of a recording if they fill at most half
// of the queue together with what is there; otherwise the viewer loses them,
// and the gap in the numbers tells it so. The caller holds the hub's lock.
func (v *viewer) offerRecording(chunks []*websocket.PreparedMessage) {
	if !v.inStep {
		return
	}
	if len(v.queue)+len(chunks) > cap(v.queue)/2 {
		v.lost += uint64(len(chunks))
		return
	}
	for _, m := range chunks {
		v.queue <- m
	}
}

// drop empties the queue and answers how many messages were in it.
func (v *viewer) drop() (n uint64) {
	for {
		select {
		case <-v.queue:
			n++
		default:
			return n
		}
	}
}

// rejoin puts the viewer in step after message seq. The caller holds the
// hub's lock.
func (v *viewer) rejoin(seq uint64) {
	if v.greeted {
		v.lost += seq - v.leftAt
	}
	v.inStep, v.greeted = true, true
}

func (v *viewer) stop() { v.once.Do(func() { close(v.quit) }) }

// serve owns the socket until either side ends it. It reads in the caller's
// goroutine and writes in one of its own, which it waits for.
func (v *viewer) serve(h *Hub, conn *websocket.Conn) {
	h.attach(v, conn)
	if tcp, ok := conn.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		v.write(h, conn)
		_ = conn.Close() // ends read
	}()
	v.read(conn)
	v.stop()
	<-written
}

// read answers pings and notices when the viewer goes; viewers say nothing.
func (v *viewer) read(conn *websocket.Conn) {
	conn.SetReadLimit(1 << 10)
	_ = conn.SetReadDeadline(time.Now().Add(pongWait))
	conn.SetPongHandler(func(string) error { return conn.SetReadDeadline(time.Now().Add(pongWait)) })
	for {
		if _, _, err := conn.NextReader(); err != nil {
			return
		}
	}
}

func (v *viewer) write(h *Hub, conn *websocket.Conn) {
	ping := time.NewTicker(pingPeriod)
	defer ping.Stop()
	for {
		var err error
		_ = conn.SetWriteDeadline(time.Now().Add(writeWait))
		select {
		case m := <-v.queue:
			err = conn.WritePreparedMessage(m)
		case <-v.resync:
			err = v.snapshot(h, conn)
		case <-ping.C:
			err = conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWait))
		case <-v.quit:
			v.farewell(h, conn)
			return
		}
		if err != nil {
			return
		}
	}
}

func (v *viewer) snapshot(h *Hub, conn *websocket.Conn) error {
	snapshot, err := json.Marshal(h.catchUp(v))
	if err != nil {
		return err
	}
	return conn.WriteMessage(websocket.TextMessage, snapshot)
}

// farewell writes what still waits, the end of the run in hand perhaps, and
// that the server goes.
func (v *viewer) farewell(h *Hub, conn *websocket.Conn) {
	_ = conn.SetWriteDeadline(time.Now().Add(closeWait))
	for {
		var err error
		select {
		case m := <-v.queue:
			err = conn.WritePreparedMessage(m)
		case <-v.resync:
			err = v.snapshot(h, conn)
		default:
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "the server stops")
			_ = conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(closeWait))
			return
		}
		if err != nil {
			return
		}
	}
}
