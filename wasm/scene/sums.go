package scene

// sumEvery is how many spans share one prepared sum.
const sumEvery = 16

// sum prepares sums of time per state, so that any stretch of a lane can be
// summed without walking over it.
func (l *Lane) sum(end int64) {
	l.end = end
	l.sums = make([][States]int64, len(l.Spans)/sumEvery+1)
	var total [States]int64
	for i := range l.Spans {
		if i%sumEvery == 0 {
			l.sums[i/sumEvery] = total
		}
		total[l.Spans[i].State] += l.endOf(i) - l.Spans[i].At
	}
	if len(l.Spans)%sumEvery == 0 {
		l.sums[len(l.Spans)/sumEvery] = total
	}
}

func (l *Lane) endOf(i int) int64 {
	if i+1 < len(l.Spans) {
		return l.Spans[i+1].At
	}
	return l.end
}

// spanAt is the index of the span that holds at time t, -1 before the first.
func (l *Lane) spanAt(t int64) int {
	first, last := 0, len(l.Spans)
	for first < last {
		if middle := (first + last) / 2; l.Spans[middle].At > t {
			last = middle
		} else {
			first = middle + 1
		}
	}
	return first - 1
}

// spanFrom is spanAt(t) for who knows that it is not before span i, and
// expects it to be near.
func (l *Lane) spanFrom(i int, t int64) int {
	last, step := i+1, 1
	for last < len(l.Spans) && l.Spans[last].At <= t {
		i = last
		last, step = last+step, 2*step
	}
	for last = min(last, len(l.Spans)); i+1 < last; {
		if middle := (i + last) / 2; l.Spans[middle].At > t {
			last = middle
		} else {
			i = middle
		}
	}
	return i
}

// before sums the time per state up to t.
func (l *Lane) before(t int64) [States]int64 { return l.upTo(max(l.spanAt(t), 0), t) }

// upTo is before for who knows the span k that holds at t.
func (l *Lane) upTo(k int, t int64) [States]int64 {
	sums := l.sums[k/sumEvery]
	for i := k / sumEvery * sumEvery; i < k; i++ {
		sums[l.Spans[i].State] += l.endOf(i) - l.Spans[i].At
	}
	sums[l.Spans[k].State] += max(t-l.Spans[k].At, 0)
	return sums
}

// Totals sums the time per state from one moment to another; the sums add
// up to the difference.
func (l *Lane) Totals(from, to int64) (sums [States]int64) {
	if to <= from || len(l.Spans) == 0 {
		return sums
	}
	sums = l.before(to)
	for state, n := range l.before(from) {
		sums[state] -= n
	}
	return sums
}
