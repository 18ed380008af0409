//go:build amd64 || arm64

package sys

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"iowait/server/wire"
)

// A Ring is a memory file (memfd_create(2)) into which the threads of one
// process write events with plain stores and another process reads them
// afterwards: recording an event costs no system call. It never wraps. Once
// it is full, further events are counted and dropped. A part of it is kept
// for what is learned only after the recording, see AddLate.
type Ring struct {
	file  *os.File
	mem   []byte
	head  *ringHead
	slots []ringSlot
	late  []ringSlot
}

type ringHead struct {
	on   uint32 // events are recorded only while it is 1
	_    uint32
	next int64 // slots handed out, also beyond the end
	late int64 // the same for AddLate

	begin, end moment // of the recording
	_          [8]byte
}

// ringSlot is a wire.Event whose kind is written last, so that a reader can
// tell a slot that its writer never finished.
type ringSlot struct {
	at        int64
	tid, conn int32
	fd, res   int32
	site      uint32
	kind      uint32 // Op<<8 | Kind, and inTicks
}

// inTicks tells that a slot's time is in ticks: turning it into nanoseconds
// is left to the reader.
const inTicks = 1 << 31

const (
	headBytes = int(unsafe.Sizeof(ringHead{}))
	slotBytes = int(unsafe.Sizeof(ringSlot{}))
)

// NewRing makes a ring for n events and half as many late ones.
func NewRing(n int) (*Ring, error) {
	fd, err := unix.MemfdCreate("iowait-events", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	f := os.NewFile(uintptr(fd), "iowait-events")
	if err := f.Truncate(int64(headBytes + (n+n/2)*slotBytes)); err != nil {
		_ = f.Close()
		return nil, err
	}
	return OpenRing(f)
}

// OpenRing maps a ring made by another process. The ring owns f. All pages
// are there from the start, so that no event pays for one.
func OpenRing(f *os.File) (*Ring, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := int(info.Size())
	if size < headBytes+slotBytes {
		return nil, fmt.Errorf("open the event ring: %d bytes, want at least %d", size, headBytes+slotBytes)
	}
	mem, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	if err != nil {
		return nil, os.NewSyscallError("mmap", err)
	}
	slots := unsafe.Slice((*ringSlot)(unsafe.Pointer(&mem[headBytes])), (size-headBytes)/slotBytes)
	n := (len(slots)*2 + 2) / 3
	return &Ring{file: f, mem: mem, head: (*ringHead)(unsafe.Pointer(&mem[0])), slots: slots[:n], late: slots[n:]}, nil
}

// File is the memory file, to be handed to a child process.
func (r *Ring) File() *os.File { return r.file }

// Close unmaps the ring and closes its file. No thread may use it any more.
func (r *Ring) Close() error {
	_ = unix.Munmap(r.mem)
	r.head, r.slots, r.late = nil, nil, nil
	return r.file.Close()
}

// Record turns recording on or off. It is for goroutines.
func (r *Ring) Record(on bool) {
	if on {
		r.head.begin = momentNow()
		atomic.StoreUint32(&r.head.on, 1)
		return
	}
	atomic.StoreUint32(&r.head.on, 0)
	r.head.end = momentNow()
}

// On tells whether events are recorded now. It costs one load.
func (r *Ring) On() bool { return atomic.LoadUint32(&r.head.on) != 0 }

// Reset empties the ring for another recording. Nobody may record meanwhile.
func (r *Ring) Reset() {
	for _, part := range []struct {
		slots []ringSlot
		next  *int64
	}{{r.slots, &r.head.next}, {r.late, &r.head.late}} {
		for i := range part.slots[:min(atomic.LoadInt64(part.next), int64(len(part.slots)))] {
			part.slots[i].kind = uint32(wire.KindNone)
		}
		atomic.StoreInt64(part.next, 0)
	}
}

// Full tells whether events are being dropped.
func (r *Ring) Full() bool { return atomic.LoadInt64(&r.head.next) >= int64(len(r.slots)) }

// Add records e, whatever On says. Any thread may call it at any time.
func (r *Ring) Add(e wire.Event) {
	if i := atomic.AddInt64(&r.head.next, 1) - 1; i < int64(len(r.slots)) {
		r.slots[i].set(e)
	}
}

// Mark is Add of an event that happens now, during a recording. It is the
// cheaper of the two.
func (r *Ring) Mark(kind wire.Kind, op wire.Op, tid, conn, fd int32, result int, site uint32) {
	i := atomic.AddInt64(&r.head.next, 1) - 1
	if i >= int64(len(r.slots)) {
		return
	}
	s, word := &r.slots[i], uint32(op)<<8|uint32(kind)
	if ticking {
		s.at, word = stamp(s), word|inTicks
	} else {
		s.at = Nanotime()
	}
	s.tid, s.conn, s.fd, s.res, s.site = tid, conn, fd, int32(result), site
	s.publish(word)
}

// stamp is ticks; it also has the cache fetch the slot that is 16 after s for
// writing. By its turn it is there, so that its thread need not wait for it.
func stamp(s *ringSlot) (ticks int64)

// AddLate records what is known only after the recording, such as the
// kernel's own records. It has room of its own and is for one thread.
func (r *Ring) AddLate(e wire.Event) {
	if i := atomic.AddInt64(&r.head.late, 1) - 1; i < int64(len(r.late)) {
		r.late[i].set(e)
	}
}

func (s *ringSlot) set(e wire.Event) {
	s.at, s.tid, s.conn, s.fd, s.res, s.site = e.AtNS, e.TID, e.Conn, e.FD, e.Result, e.Site
	s.publish(uint32(e.Op)<<8 | uint32(e.Kind))
}

// publish writes the kind after all else. On amd64 stores are seen in the
// order in which they were made, so a plain one does; an atomic one would wait
// until the cache has taken the others.
func (s *ringSlot) publish(word uint32) {
	if runtime.GOARCH == "amd64" {
		s.kind = word
	} else {
		atomic.StoreUint32(&s.kind, word)
	}
}

// Events copies out what was recorded, in the order in which slots were
// taken, late events last, and says how many events found no slot or were left unfinished.
func (r *Ring) Events() (events []wire.Event, dropped int64) {
	begin, end := r.head.begin, r.head.end
	if end.ticks <= begin.ticks { // the recording goes on
		end = momentNow()
	}
	for _, part := range []struct {
		slots []ringSlot
		next  int64
	}{{r.slots, atomic.LoadInt64(&r.head.next)}, {r.late, atomic.LoadInt64(&r.head.late)}} {
		n := min(part.next, int64(len(part.slots)))
		dropped += part.next - n
		for i := range part.slots[:n] {
			s := &part.slots[i]
			kind := atomic.LoadUint32(&s.kind)
			if wire.Kind(kind) == wire.KindNone {
				dropped++
				continue
			}
			at := s.at
			if kind&inTicks != 0 {
				at = begin.between(end, at)
				kind &^= inTicks
			}
			events = append(events, wire.Event{AtNS: at, TID: s.tid, Conn: s.conn, FD: s.fd,
				Result: s.res, Site: s.site, Kind: wire.Kind(kind), Op: wire.Op(kind >> 8)})
		}
	}
	return events, dropped
}
