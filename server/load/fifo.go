package load

// A fifo is a queue of a fixed size. Its array is made beforehand, so that
// it may be used on a native thread.
type fifo[T int32 | int64] struct {
	slots      []T
	first, len int
}

func newFIFO[T int32 | int64](size int) fifo[T] { return fifo[T]{slots: make([]T, size)} }

// push adds v at the end, or tells that there is no room.
func (q *fifo[T]) push(v T) bool {
	if q.len == len(q.slots) {
		return false
	}
	i := q.first + q.len
	if i >= len(q.slots) {
		i -= len(q.slots)
	}
	q.slots[i] = v
	q.len++
	return true
}

// head is the first entry of a queue that is not empty.
func (q *fifo[T]) head() T { return q.slots[q.first] }

// pop takes it out.
func (q *fifo[T]) pop() T {
	v := q.slots[q.first]
	if q.first++; q.first == len(q.slots) {
		q.first = 0
	}
	q.len--
	return v
}
