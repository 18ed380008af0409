package iofile

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"github.com/HdrHistogram/hdrhistogram-go"

	"iowait/server/load"
	"iowait/server/sys"
	"iowait/server/wire"
)

// start makes the job of an order and starts its threads, which sleep until
// run.
func start(m Method, o wire.Order, ring *sys.Ring, cpus []int) (*Job, error) {
	j := &Job{method: m, ring: ring, socket: -1, dir: -1}
	if err := j.read(o); err != nil {
		return nil, fmt.Errorf("order start: %w", err)
	}
	main, err := m.main(j)
	if err != nil {
		return nil, err
	}
	if err := m.Probe(j.path); err != nil {
		return nil, err
	}
	if err := j.fit(); err != nil {
		return nil, err
	}
	if err := j.limit(); err != nil {
		return nil, err
	}
	if err := j.know(); err != nil {
		return nil, fmt.Errorf("order start: %w", err)
	}
	if err := j.makeSlots(); err != nil {
		return nil, err
	}
	if err := j.makeTallies(); err != nil {
		return nil, err
	}
	if _, err := j.usage(); err != nil { // opens what later readings need
		return nil, err
	}
	if j.toSocket {
		last := len(cpus) - 1
		if j.socket, j.drain, err = connect(cpus[last]); err != nil {
			return nil, err
		}
		j.notes = append(j.notes, fmt.Sprintf("what is sent is taken off the connection on CPU %d", cpus[last]))
		if last > 0 {
			cpus = cpus[:last]
		}
	}
	if err := sys.PinProcess(cpus); err != nil {
		return nil, err
	}
	if m.prepare != nil {
		if err := m.prepare(j); err != nil {
			return nil, err
		}
	}
	if j.dir, err = sys.OpenDir(j.path); err != nil {
		return nil, err
	}
	if m.golang != nil {
		return j, j.startGo(cpus)
	}
	return j, j.startThreads(cpus, main)
}

// makeSlots makes room for the requests in flight. Buffers are aligned to
// pages, or to more where O_DIRECT wants that.
func (j *Job) makeSlots() error {
	page := max(os.Getpagesize(), j.alignment)
	j.slotBytes = (int(j.chunk) + page - 1) / page * page
	base, err := sys.Reserve(j.depth*j.slotBytes + page)
	if err != nil {
		return err
	}
	j.buffers = (base + uintptr(page) - 1) / uintptr(page) * uintptr(page)
	j.slots = make([]Chunk, j.depth)
	j.free, j.order = make([]int32, j.depth), make([]int32, j.depth)
	for i := range j.slots {
		j.slots[i].slot, j.free[i] = int32(i), int32(i)
	}
	j.nFree = j.depth
	j.left, j.sums = make([]int64, j.files), make([]uint64, j.files)
	if !j.small {
		j.fds = make([]int32, j.files)
		for i := range j.fds {
			j.fds[i] = -1
		}
	}
	j.todo = Queue{j: j, slots: make([]int32, j.depth)}
	j.finished = Queue{j: j, slots: make([]int32, j.depth)}
	return nil
}

func (j *Job) makeTallies() (err error) {
	for i := range j.tallies.parts {
		j.tallies.parts[i].histogram = hdrhistogram.New(1, load.MaxLatencyNS, 3)
	}
	if j.tallies.event, err = sys.EventFD(); err == nil {
		j.event = os.NewFile(uintptr(j.tallies.event), "event")
	}
	return err
}

func (j *Job) startThreads(cpus []int, main func(t *Thread)) error {
	j.cpus, j.main = sys.MaskOf(cpus), main
	j.threads = make([]Thread, 1+j.workers)
	for i := range j.threads {
		t := &j.threads[i]
		t.j = j
		run := runMain
		if i > 0 {
			run = runWorker
		}
		if r := t.native.Start(run, unsafe.Pointer(t)); r < 0 {
			return sys.Errno("clone", r)
		}
	}
	return j.settle()
}

func runMain(p unsafe.Pointer) {
	t := (*Thread)(p)
	t.id = sys.Gettid()
	t.j.cpus.PinSelf()
	t.j.main(t)
}

func runWorker(p unsafe.Pointer) {
	t := (*Thread)(p)
	t.id = sys.Gettid()
	t.j.cpus.PinSelf()
	t.j.method.worker(t)
}

func (j *Job) startGo(cpus []int) (err error) {
	runtime.GOMAXPROCS(len(cpus)) // fixed: the runtime would revise it once a second
	if j.golang, err = newGoJob(j); err != nil {
		return err
	}
	m := j.method.golang
	main := m.chunks
	switch {
	case j.small && j.write:
		main = m.writes
	case j.small:
		main = m.reads
	case j.toSocket:
		main = m.socket
	}
	j.golang.start(main)
	return j.settle()
}
