package stage

// order lists the threads in the order of their places, first those that
// are no part of a pool: who takes from a queue is.
func (st *Stage) order(p *plan) {
	if st.has.paired { // those that serve nobody are the first
		p.threads, p.split = st.servers, len(st.servers)
		return
	}
	isPool := func(i int32) bool {
		return len(st.queues) > 0 && st.names[i] == st.queues[0].name
	}
	for _, i := range st.servers {
		if !isPool(i) {
			p.threads = append(p.threads, i)
		}
	}
	p.split = len(p.threads)
	for _, i := range st.servers {
		if isPool(i) {
			p.threads = append(p.threads, i)
		}
	}
}

// listens tells whether calls name what is ready.
func (st *Stage) listens() bool {
	return (st.has.answers || st.has.signals || st.has.walks) && !st.has.ring
}

// Shares of the width, where a queue stands between those who put into it
// and those who take from it.
const (
	oneShare  = 0.18
	poolShare = 0.6
)

// cardsHeight is how tall n cards in a width want to be.
func cardsHeight(n int, width float64) float64 {
	if n == 0 {
		return 0
	}
	if n > mostThread {
		return crowdArea + 24
	}
	rows, cols := rowsOf(n, width, leastCard(n, width))
	switch w := min(width/float64(cols), 280); {
	case w >= largeCard:
		return float64(rows) * 92
	case w >= mediumCard:
		return float64(rows) * 104
	}
	return float64(rows) * 66
}

// leastCard is how narrow a card may become.
func leastCard(n int, width float64) float64 {
	switch {
	case n > 14:
		return 34
	case float64(n)*mediumCard <= width:
		return mediumCard
	}
	return 70
}

// cards puts n threads into an area.
func cards(b box, n int) grid {
	if n > mostThread {
		return crowd(box{b.x + 8, b.y + 4, b.w - 16, b.h - 22}, n)
	}
	return row(b, n, leastCard(n, b.w), 280, 10)
}

// placeUser puts goroutines, threads and the queues between them.
func (st *Stage) placeUser(p *plan, n *needs, share float64) {
	y := p.user.y + headHeight
	if p.wide {
		y += 6 * share
	}
	if n.goroutines > 0 {
		area := box{pad + 8, y, n.inner - 16, n.goroutines*share - 10}
		if len(st.slots) > mostSingle {
			p.goroutines = crowd(area, len(st.slots))
		} else {
			p.goroutines = row(area, len(st.slots), 30, 124, 4)
		}
		y += n.goroutines * share
	}
	area := box{pad, y, n.inner, p.user.bottom() - (n.ring+n.below)*share - y}
	pool := len(p.threads) - p.split
	switch {
	case p.aligned:
		st.placePairs(p, n, area)
	case pool == 0:
		p.cards[0] = cards(area, p.split)
	case p.wide:
		left, right := area, area
		left.w = area.w * oneShare
		right.w = area.w * poolShare
		right.x = area.right() - right.w
		p.cards = [2]grid{cards(left, p.split), cards(right, pool)}
		st.placeQueues(p, box{left.right() + 6, area.y, right.x - left.right() - 12, area.h})
	default:
		left, below := area, area
		left.w, left.h = area.w*0.48, area.h*n.one/n.threads
		below.y, below.h = left.bottom(), area.h-left.h
		p.cards = [2]grid{cards(left, p.split), cards(below, pool)}
		st.placeQueues(p, box{left.right() + 6, area.y, area.w - left.w - 12, left.h})
	}
}

// placePairs puts each thread above its socket; those that serve nobody are
// beside them, or above.
func (st *Stage) placePairs(p *plan, n *needs, area box) {
	others := 0
	for _, i := range p.threads {
		if st.seat[i] < 0 {
			others++
		}
	}
	p.split = others
	b, most, pairs := area, n.gutter, area
	if pairs.x, pairs.w = area.x+n.gutter, area.w-n.gutter; p.wide {
		b.w = n.gutter
	} else {
		b.h, most = area.h*n.one/n.threads, 200
		pairs.y, pairs.h = b.bottom(), area.h-b.h
	}
	if p.cards[0] = row(b, max(others, 1), most, most, 10); others > 3 {
		p.cards[0] = crowd(box{b.x + 8, b.y + 4, b.w - 16, b.h - 24}, others)
	}
	pairs.x, pairs.w = pairs.x+8, pairs.w-16
	p.cards[1] = row(pairs, len(st.slots), n.cell, 124, 8)
	p.seats = make([]int32, 0, len(p.threads))
	for _, i := range p.threads {
		p.seats = append(p.seats, st.seat[i])
	}
}

func (st *Stage) placeQueues(p *plan, area box) {
	n := float64(len(st.queues))
	for i := range st.queues {
		p.queue[i] = box{area.x, area.y + float64(i)*area.h/n + 4, area.w, area.h/n - 8}
	}
}

// placeKernel puts what is on the lower floor.
func (st *Stage) placeKernel(p *plan, n *needs, share float64) {
	y := p.kernel.y + headHeight
	if p.wide {
		y += 8 * share
	}
	if n.ring > 0 {
		st.placeRings(p, n, share)
		y = p.subs.bottom() + 24*share
	}
	if n.machine > 0 {
		p.answer = box{pad + 8, y - 2, n.inner - 16, n.machine*share - 8}
		y += n.machine * share
	}
	if n.files > 0 {
		h := p.kernel.bottom() - y - 20
		p.cache = box{pad + 10, y, n.inner - 20, h * 0.57}
		p.device = box{pad + 10, p.cache.bottom() + 10, n.inner - 20, h * 0.43}
	}
	slots := len(st.slots)
	if slots == 0 {
		return
	}
	area := box{pad + n.gutter + 8, y, n.inner - n.gutter - n.side - 16, p.kernel.bottom() - y - 8}
	if n.side > 0 {
		p.answer = box{area.right() + 8, y - 4, n.side - 8, area.h + 4}
	}
	if slots > mostSingle {
		area.y, area.h = area.y+14, area.h-14
		p.cells = crowd(area, slots)
		return
	}
	const most = 74.0
	p.cells = row(area, slots, n.cell, 124, 8)
	if g := &p.cells; g.h > most {
		rows := float64((slots + g.cols - 1) / g.cols)
		g.y0, g.h = area.y+(area.h-most*rows)/2, most
	}
}

// placeRings puts the two rings on the line between the floors.
func (st *Stage) placeRings(p *plan, n *needs, share float64) {
	w := (n.inner - 36) / 2
	if p.wide {
		w = min(w, 520)
	}
	middle, h := pad+n.inner/2, 2*n.ring*share-8
	y := p.kernel.y - n.ring*share + 4
	p.subs = box{middle - 8 - w, y, w, h}
	p.done = box{middle + 8, y, w, h}
}

// placeClients puts a dot below each socket, and the backend beside them.
func (st *Stage) placeClients(p *plan) {
	p.dots = p.cells
	g := &p.dots
	if st.has.backend {
		w := min(250.0, p.clients.w*0.46)
		p.backend = box{p.clients.right() - w - 6, p.clients.bottom() - 30, w, 24}
	}
	area := box{p.cells.area.x, p.clients.y + 4, p.cells.area.w, max(p.clients.h-34, 8)}
	if p.cells.group > 0 {
		squares := (g.n + g.group - 1) / g.group
		g.area, g.y0, g.h = area, area.y, area.h/float64((squares+g.cols-1)/g.cols)
		return
	}
	rows := (g.n + g.cols - 1) / max(g.cols, 1)
	g.area, g.y0 = area, area.y
	g.h, g.gapY = area.h/float64(max(rows, 1)), 0
}

// events that say which thread serves whom are the recording's; a slot's
// descriptor is a label only.
func (c *conn) label(long bool) string {
	switch {
	case c.fd != 0 && long:
		return "fd " + number(int(c.fd))
	case c.fd != 0:
		return number(int(c.fd))
	case long:
		return ":" + number(int(c.port))
	}
	return number(int(c.port % 1000))
}
