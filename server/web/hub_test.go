package web

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"iowait/server/wire"
)

// A watcher is the other end of a live stream.
type watcher struct {
	t    *testing.T
	conn *websocket.Conn
}

// view opens a live stream as a program does, without Origin.
func (u *underTest) view() *watcher {
	u.t.Helper()
	conn, answer, err := u.dial(nil)
	if err != nil {
		u.t.Fatalf("open a live stream: %v (%v)", err, answer)
	}
	return &watcher{u.t, conn}
}

func (u *underTest) dial(header http.Header) (*websocket.Conn, *http.Response, error) {
	dialer := websocket.Dialer{NetDial: func(network, addr string) (net.Conn, error) {
		conn, err := net.Dial(network, addr)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(64 << 10) // else the kernel reads megabytes ahead
		}
		return conn, err
	}}
	return dialer.Dial("ws://"+u.addr+"/ws", header)
}

// read takes the next message; chunk is set for a binary one.
func (w *watcher) read() (m wire.Message, chunk []byte) {
	w.t.Helper()
	_ = w.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	kind, data, err := w.conn.ReadMessage()
	if err != nil {
		w.t.Fatalf("read from the live stream: %v", err)
	}
	if kind == websocket.BinaryMessage {
		return wire.Message{Seq: binary.LittleEndian.Uint64(data)}, data
	}
	if err := json.Unmarshal(data, &m); err != nil {
		w.t.Fatal(err)
	}
	return m, nil
}

// until reads up to a message of this type.
func (w *watcher) until(typ wire.MessageType) wire.Message {
	w.t.Helper()
	for {
		if m, _ := w.read(); m.Type == typ {
			return m
		}
	}
}

func sample(i int) wire.Message {
	return wire.Message{Type: wire.MsgSample, Run: "r1", Sample: &wire.Sample{Model: "epoll", AtMS: int64(i)}}
}

var finished = wire.Message{Type: wire.MsgFinished, Run: "r1", Result: &wire.Run{
	ID: "r1", State: wire.Done, Verdict: &wire.Verdict{Kind: wire.NoDifference, Text: "no detectable difference"}}}

func TestAViewerThatDoesNotReadDelaysNobodyAndGetsTheFinalResultWhenItReadsAgain(t *testing.T) {
	u := start(t, Limits{}, idle)
	stalled := u.view()
	defer stalled.conn.Close()
	stalled.until(wire.MsgSnapshot)
	const messages = 50_000
	for i := range messages { // nobody reads: this ends only if Publish never waits
		u.hub.Publish(sample(i), nil)
	}
	u.hub.Publish(finished, nil)

	// Whoever comes now is up to date at once.
	other := u.view()
	defer other.conn.Close()
	if m := other.until(wire.MsgSnapshot); m.Snapshot.Last == nil || m.Snapshot.Last.ID != "r1" || m.Snapshot.Lost != 0 {
		t.Errorf("a joiner's snapshot: got %+v, want the last run and nothing lost", m.Snapshot)
	}

	// The one that stalled reads on.
	for {
		m := stalled.until(wire.MsgSnapshot)
		if m.Snapshot.Last == nil || m.Snapshot.Last.Verdict.Kind != wire.NoDifference {
			continue // it fell out of step more than once
		}
		if m.Seq != messages+1 {
			t.Errorf("snapshot: got number %d, want %d", m.Seq, messages+1)
		}
		if m.Snapshot.Lost == 0 || m.Snapshot.Lost > m.Seq {
			t.Errorf("lost: got %d, want between 1 and %d", m.Snapshot.Lost, m.Seq)
		}
		break
	}
	u.hub.Publish(sample(0), nil)
	if m, _ := stalled.read(); m.Seq != messages+2 {
		t.Errorf("after the snapshot: got number %d, want %d", m.Seq, messages+2)
	}
}

func TestWhatIsSeenAndWhatIsLostAddsUp(t *testing.T) {
	u := start(t, Limits{}, idle)
	w := u.view()
	defer w.conn.Close()
	w.until(wire.MsgSnapshot)
	const messages = 50_000
	for i := range messages {
		u.hub.Publish(sample(i), nil)
	}
	var seen, lost uint64
	for {
		m, _ := w.read()
		if m.Type == wire.MsgSnapshot {
			lost = m.Snapshot.Lost
		} else {
			seen++
		}
		if m.Seq == messages {
			break
		}
	}
	if seen+lost != messages {
		t.Errorf("seen %d and lost %d: got %d, want %d", seen, lost, seen+lost, messages)
	}
}

func TestViewersThatDoNotReadCostBoundedMemory(t *testing.T) {
	u := start(t, Limits{}, idle)
	const viewers = 20
	for range viewers {
		w := u.view()
		defer w.conn.Close()
		w.until(wire.MsgSnapshot)
	}
	heap := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	before := heap()
	recording := make([]byte, 1<<20)
	notice := wire.Message{Type: wire.MsgRecording, Run: "r1", Recording: &wire.RecordingNotice{Model: "epoll"}}
	for i := range 100 {
		u.hub.Publish(notice, recording)
		for range 10 {
			u.hub.Publish(sample(i), nil)
		}
	}
	// Queues hold 64 chunks at most, but not all the same ones.
	if grown := heap() - before; grown > 40 {
		t.Errorf("100 MiB of recordings sent to %d viewers that do not read: the heap grew by %.0f MiB, want at most 40", viewers, grown)
	}
}

func TestTwoViewersSeeTheSameSequenceAndARecordingInOrder(t *testing.T) {
	u := start(t, Limits{}, idle)
	a, b := u.view(), u.view()
	defer a.conn.Close()
	defer b.conn.Close()
	a.until(wire.MsgSnapshot)
	b.until(wire.MsgSnapshot)
	random := rand.New(rand.NewPCG(1, 2))
	recording := make([]byte, 200_000)
	for i := range recording {
		recording[i] = byte(random.Uint32())
	}
	u.hub.Publish(sample(1), nil)
	u.hub.Publish(wire.Message{Type: wire.MsgRecording, Recording: &wire.RecordingNotice{Model: "epoll"}}, recording)
	u.hub.Publish(sample(2), nil)
	var received []byte
	for want := uint64(1); want <= 7; want++ { // 4 chunks
		ma, chunk := a.read()
		mb, same := b.read()
		if ma.Seq != want || mb.Seq != want || ma.Type != mb.Type || !bytes.Equal(chunk, same) {
			t.Fatalf("got %d %s and %d %s, want both %d", ma.Seq, ma.Type, mb.Seq, mb.Type, want)
		}
		if chunk != nil {
			if len(chunk) > ChunkBytes {
				t.Errorf("chunk of %d B, want at most %d", len(chunk), ChunkBytes)
			}
			if of := binary.LittleEndian.Uint64(chunk[8:]); of != 2 {
				t.Errorf("chunk %d belongs to message %d, want 2", want, of)
			}
			received = append(received, chunk[wire.ChunkHeader:]...)
		}
	}
	if !bytes.Equal(received, recording) {
		t.Errorf("the chunks are not the recording: got %d B, want %d B", len(received), len(recording))
	}
}

func TestAJoinerInTheMiddleEndsUpKnowingAsMuchAsTheFirst(t *testing.T) {
	u := start(t, Limits{}, idle)
	messages := story(3000, rand.New(rand.NewPCG(3, 4)))
	published := make(chan struct{})
	go func() {
		defer close(published)
		for i, m := range messages {
			u.hub.Publish(m, nil)
			if i%100 == 0 {
				runtime.Gosched()
			}
		}
	}()
	for range 10 {
		w := u.view()
		var known wire.Snapshot
		for m, _ := w.read(); ; m, _ = w.read() {
			if m.Type == wire.MsgSnapshot {
				known = *m.Snapshot
			} else {
				known = apply(known, m)
			}
			if m.Seq == uint64(len(messages)) {
				break
			}
		}
		w.conn.Close()
		<-published
		want := u.hub.state
		want.Lost = known.Lost
		if got := text(t, known); got != text(t, want) {
			t.Fatalf("got %s, want %s", got, text(t, want))
		}
	}
}

func TestTheViewerOverTheLimitIsRefusedClearly(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits Limits
		want   int
	}{
		{"of all", Limits{Viewers: 2}, http.StatusServiceUnavailable},
		{"of one address", Limits{PerClient: 2}, http.StatusTooManyRequests},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := start(t, test.limits, idle)
			first, second := u.view(), u.view()
			defer second.conn.Close()
			_, answer, err := u.dial(nil)
			if err == nil || answer.StatusCode != test.want || answer.Header.Get("Retry-After") == "" {
				t.Fatalf("got %v %v, want %d with Retry-After", answer, err, test.want)
			}
			first.conn.Close()
			within(t, "the place that became free is given away", func() bool {
				conn, _, err := u.dial(nil)
				if err == nil {
					conn.Close()
				}
				return err == nil
			})
		})
	}
}

func TestAnotherSitesPageGetsNoLiveStream(t *testing.T) {
	u := start(t, Limits{}, idle)
	_, answer, err := u.dial(http.Header{"Origin": {"http://evil.example"}})
	if err == nil || answer.StatusCode != http.StatusForbidden {
		t.Errorf("got %v %v, want 403", answer, err)
	}
	conn, _, err := u.dial(http.Header{"Origin": {"http://" + u.addr}})
	if err != nil {
		t.Fatalf("our own page: %v", err)
	}
	conn.Close()
	if status, _, body := u.ask("GET", "/ws", ""); status != 400 || !strings.Contains(body, `"error"`) {
		t.Errorf("no handshake: got %d %s, want 400 and an error in JSON", status, body)
	}
}

func TestAServerThatStopsLeavesNoGoroutineAndNoDescriptor(t *testing.T) {
	descriptors := func() int {
		entries, _ := os.ReadDir("/proc/self/fd")
		return len(entries)
	}
	goroutinesBefore, descriptorsBefore := runtime.NumGoroutine(), descriptors()
	u := start(t, Limits{}, idle)
	var viewers []*watcher
	for range 20 {
		viewers = append(viewers, u.view())
	}
	for i := range 20_000 { // they do not read: their writers are stuck
		u.hub.Publish(sample(i), nil)
	}
	viewers[0].conn.Close()
	u.stop()
	for _, w := range viewers {
		w.conn.Close()
	}
	within(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= goroutinesBefore })
	within(t, "all descriptors are closed", func() bool { return descriptors() <= descriptorsBefore })
}

func TestAViewerIsToldHowTheRunInHandEndedAndThatTheServerStops(t *testing.T) {
	u := start(t, Limits{}, idle)
	w := u.view()
	w.until(wire.MsgSnapshot)
	for i := range queueMessages / 2 {
		u.hub.Publish(sample(i), nil)
	}
	u.hub.Publish(finished, nil)
	u.stop()
	w.until(wire.MsgFinished)
	_, _, err := w.conn.ReadMessage()
	if !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Errorf("got %v, want going away", err)
	}
}

// within waits for a state that tells nobody when it is reached.
func within(t *testing.T, what string, reached func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for !reached() {
		select {
		case <-deadline:
			t.Fatalf("not within 20 s: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func BenchmarkPublish(b *testing.B) {
	for _, viewers := range []int{0, 300, 10_000} {
		b.Run(fmt.Sprint(viewers, " viewers"), func(b *testing.B) {
			h := NewHub("test", Limits{PerClient: viewers})
			for range viewers {
				v, err := h.admit("client")
				if err != nil {
					b.Fatal(err)
				}
				h.catchUp(v)
			}
			for i := 0; b.Loop(); i++ {
				h.Publish(sample(i), nil)
				for v := range h.viewers {
					v.drop()
				}
			}
		})
	}
}
