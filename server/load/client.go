package load

import (
	"math"
	"sync/atomic"

	"iowait/server/sys"
)

// A client is one native thread and its share of the connections. What its
// thread shares with goroutines is passed on by request and answered, see
// control.go; counters of finished intervals are read only after that.
type client struct {
	native   *sys.Thread
	ring     *sys.Ring // nil: never recorded
	tid      int32
	epoll    int32
	wake     int32 // event counter: there is a request
	timer    int32 // sleeps with this timer; -1: with epoll_pwait2(2)
	done     int32 // event counter: the request was carried out
	request  atomic.Uint32
	answered atomic.Uint32
	waits    atomic.Uint64 // odd: inside epoll_wait

	first   bool // the first round is on
	next    int  // the connection that it starts next
	never   int  // connections lost before their first answer
	running bool // requests are made
	open    bool // they are due whether or not others were answered
	paced   bool // connections do not begin the next one at once

	scenario scenario
	peer     sys.Peer
	window   int // connections under way at a time in the first round
	conns    []conn
	ready    []sys.EpollEvent
	in       []byte
	message  content // echo
	answer   answer  // HTTP

	idle     fifo[int32] // connections without a request: free or, in a closed loop, thinking
	waiting  fifo[int64] // open loop: when the arrivals that wait for a free connection were due
	arrivals arrivals
	epochNS  int64 // open loop: since when arrivals are counted
	nextNS   int64 // when something is due next: an arrival, or a connection that thinks

	intervals [2]interval
	current   int

	calls, empty       int64        // the thread's own counts of system calls and empty reads
	allCalls, allEmpty atomic.Int64 // the same for others, as of the last wait
	once               atomic.Int64 // connections answered at least once
	gone               atomic.Int64 // connections lost
}

// A conn is a connection or, with wire.ParamPerConn, what takes its place.
// What each request touches comes first and fills one cache line.
type conn struct {
	fd      int32 // -1: closed
	sent    int32 // bytes of the request in hand
	got     int32 // bytes of its answer; of HTTP: of the answer's body
	length  int32 // HTTP: of the body of the answer in hand; unknown until its header is there
	id      uint32
	seq     uint32
	served  [2]int32 // in each interval
	busy    bool     // a request is under way
	blocked bool     // EPOLLOUT is asked for
	lost    bool
	fresh   bool  // no request was answered yet since it connected
	active  bool  // it carries requests after its first one
	fromNS  int64 // since when the latency of the request in hand counts. Thinking: until when
	startNS int64 // when the request in hand began to be written; if there is none, since when

	connectNS int64 // when it began to connect
	index     int32 // in conns
	left      int32 // requests until it is closed
	port      int32 // this end's
	status    int32 // HTTP: of the answer in hand
	kept      int32 // HTTP: bytes of a header that came in pieces
	_         [36]byte
}

// never is when nothing is due.
const never = math.MaxInt64

// atOnce bounds how many requests begin before answers are looked for.
const atOnce = 64
