package scene

import (
	"slices"
	"strconv"
	"strings"

	"iowait/server/wire"
)

// Find lists the events that a query is about, in order. Each of its words
// must fit: a thread's name or id, a call, an error's name, a kind of event,
// a number of a thread, connection or descriptor, FILE.go or FILE.go:LINE.
// A number behind "conn", "fd" or "thread" is only that.
func (s *Scene) Find(query string) (found []int32) {
	tests := s.tests(query)
	if len(tests) == 0 {
		return nil
	}
events:
	for i := range s.Rec.Events {
		for _, test := range tests {
			if !test(&s.Rec.Events[i]) {
				continue events
			}
		}
		found = append(found, int32(i))
	}
	return found
}

// numberOf says which number of an event a word announces.
var numberOf = map[string]func(e *wire.Event) int32{
	"conn": conn, "connection": conn, "连接": conn,
	"fd": func(e *wire.Event) int32 { return e.FD }, "thread": tid, "tid": tid, "线程": tid,
}

func conn(e *wire.Event) int32 { return e.Conn }
func tid(e *wire.Event) int32  { return e.TID }

func (s *Scene) tests(query string) (tests []func(*wire.Event) bool) {
	words := strings.Fields(strings.ToLower(query))
	for i := 0; i < len(words); i++ {
		if number, ok := numberOf[words[i]]; ok && i+1 < len(words) {
			if n, err := strconv.Atoi(words[i+1]); err == nil {
				tests = append(tests, func(e *wire.Event) bool { return number(e) == int32(n) })
				i++
				continue
			}
		}
		tests = append(tests, s.test(words[i]))
	}
	return tests
}

// test is whether one word fits an event. What can be known beforehand is:
// a search looks at a great many events.
func (s *Scene) test(word string) func(*wire.Event) bool {
	var ops [wire.OpCount]bool
	for op := range ops {
		name := wire.Op(op).String()
		ops[op] = name != "" && (name == word || len(word) > 3 && strings.HasPrefix(name, word))
	}
	var kinds [wire.KindCount]bool
	for kind := range kinds {
		kinds[kind] = kind > 0 && wire.Kind(kind).String() == word
	}
	errno := int32(0)
	for n, name := range errnos {
		if strings.ToLower(name) == word {
			errno = -n
		}
	}
	threads := map[int32]bool{}
	for i := range s.Lanes {
		if name, _, _ := strings.Cut(s.Lanes[i].Label, " "); strings.ToLower(name) == word {
			threads[s.Lanes[i].TID] = true
		}
	}
	sites := make([]bool, len(s.Rec.Sites))
	for i := range s.Rec.Sites {
		at := strings.ToLower(s.Rec.Sites[i].File)
		sites[i] = at != "" && (at == word || at+":"+strconv.Itoa(s.Rec.Sites[i].Line) == word)
	}
	n, err := strconv.Atoi(word)
	isNumber, number := err == nil && n > 0, int32(n)
	return func(e *wire.Event) bool {
		return e.Op < wire.OpCount && ops[e.Op] || e.Kind < wire.KindCount && kinds[e.Kind] ||
			errno != 0 && e.Result == errno && answers(e.Kind) || threads[e.TID] ||
			int(e.Site) < len(sites) && sites[e.Site] || isNumber && (e.TID == number || e.Conn == number || e.FD == number)
	}
}

// answers tells whether a kind's Result is what a call answered.
func answers(k wire.Kind) bool {
	return k == wire.KindSysExit || k == wire.KindComplete || k == wire.KindUnpark
}

// AtLine lists the events that a line of source made.
func (s *Scene) AtLine(p Place) (found []int32) {
	var sites []uint32
	for i := range s.Rec.Sites {
		if q, ok := s.placeOf(uint32(i)); ok && q.Folder == p.Folder && q.File == p.File && q.Line == p.Line {
			sites = append(sites, uint32(i))
		}
	}
	if len(sites) == 0 {
		return nil
	}
	for i := range s.Rec.Events {
		if e := &s.Rec.Events[i]; e.Site != 0 && slices.Contains(sites, e.Site) {
			found = append(found, int32(i))
		}
	}
	return found
}

// LaneOf is the lane of an event, -1 for none.
func (s *Scene) LaneOf(i int) int {
	if i < 0 || i >= len(s.Rec.Events) {
		return -1
	}
	return int(s.laneOf[i])
}

// Marks are events that are marked in a picture.
type Marks struct {
	Events []int32 // in order
	lanes  map[int][]int32
	where  [buckets]bool // of the overview
}

// Mark prepares events, which are in order, for being marked.
func (s *Scene) Mark(events []int32) *Marks {
	m := &Marks{Events: events, lanes: map[int][]int32{}}
	for _, i := range events {
		lane := int(s.laneOf[i])
		m.lanes[lane] = append(m.lanes[lane], i)
		m.where[min(s.Rec.Events[i].AtNS/s.overview.step, buckets-1)] = true
	}
	return m
}

// Next is the first of the marked events behind event i, or, backward, the
// last one before it; at the end it begins anew. It answers -1 for none.
func (m *Marks) Next(i int, forward bool) int {
	if m == nil || len(m.Events) == 0 {
		return -1
	}
	at, _ := slices.BinarySearch(m.Events, int32(i))
	switch {
	case !forward:
		at += len(m.Events) - 1
	case at < len(m.Events) && m.Events[at] == int32(i):
		at++
	}
	return int(m.Events[at%len(m.Events)])
}

// Rank is how many of the marked events are not after event i.
func (m *Marks) Rank(i int) int {
	at, found := slices.BinarySearch(m.Events, int32(i))
	if found {
		at++
	}
	return at
}
