package stage

// Sizes, in CSS pixels.
const (
	narrow     = 700 // below it, things stand above each other
	pad        = 12.0
	headHeight = 26.0
	foot       = 10.0 // below the picture
	largeCard  = 160  // cards as wide have room for words beside the figure
	mediumCard = 62   // and these for words below it
)

// A plan is where everything is at one size of the picture.
type plan struct {
	wide                           bool
	aligned                        bool // each thread stands above the socket that it serves
	caption, user, kernel, clients box
	threads                        []int32 // in the order of their places
	cards                          [2]grid // of threads: those beside a pool, or that serve nobody; then the others
	seats                          []int32 // of the threads, where they are aligned
	split                          int     // how many threads are in the first grid
	queue                          [2]box
	goroutines, cells, dots        grid
	answer, subs, done             box
	cache, device, backend         box
}

// needs are the heights that the parts of a picture want, and the room
// beside them.
type needs struct {
	inner                       float64 // width inside the edges
	gutter                      float64 // beside paired threads: for those that serve nobody
	side                        float64 // beside the sockets: for the ready list
	cell                        float64 // the least width of a socket
	caption, goroutines         float64
	one, threads                float64 // of threads beside a pool; of all
	below                       float64 // below the threads
	ring                        float64 // half the height of the rings, which lie on the line between the floors
	machine, sockets, files     float64
	user, kernel, clients, open float64
}

// card is the place of thread k of the plan's.
func (p *plan) card(k int) (b box, crowded bool) {
	g := &p.cards[0]
	if k >= p.split {
		if g = &p.cards[1]; p.aligned {
			k = int(p.seats[k])
		} else {
			k -= p.split
		}
	}
	return g.cell(k), g.group > 0
}

// plan lays the picture out. A height of 0 takes what is wanted.
func (st *Stage) plan(w, h float64) *plan {
	p := &plan{wide: w >= narrow}
	st.order(p)
	n := st.needs(p, w)
	total := n.caption + n.user + n.kernel + n.clients + foot
	share := 1.0
	if h > 0 {
		share = max(h-n.caption-foot, 40) / max(total-n.caption-foot, 1)
	}
	p.caption = box{pad, 0, n.inner, n.caption}
	p.user = box{pad, n.caption, n.inner, n.user * share}
	p.kernel = box{pad, p.user.bottom(), n.inner, n.kernel * share}
	p.clients = box{pad, p.kernel.bottom() + 6, n.inner, max(n.clients*share-6, 0)}
	st.placeUser(p, n, share)
	st.placeKernel(p, n, share)
	if n.clients > 0 {
		st.placeClients(p)
	}
	return p
}

// needs measures what there is to show at a width.
func (st *Stage) needs(p *plan, w float64) *needs {
	n := &needs{inner: max(w-2*pad, 60), caption: 46, cell: 40, below: 6}
	slots := len(st.slots)
	air := 0.0
	if p.wide {
		n.caption, n.cell, air = 30, 26, 14
	}
	pool := len(p.threads) - p.split
	if st.has.paired && slots <= mostSingle && !st.listens() {
		if p.wide {
			n.gutter = 132
		}
		room := (n.inner - n.gutter - 16) / float64(slots)
		if p.aligned = room >= min(n.cell, 34); p.aligned {
			n.cell = min(n.cell, room-0.01)
		} else {
			n.gutter = 0
		}
	}
	if st.listens() {
		if p.wide && slots > 0 {
			n.side, n.below = min(n.inner*0.34, 440), 32
		} else {
			n.machine = 78
		}
	}
	if st.has.ring {
		n.ring = 46
	}
	if st.has.goroutines {
		n.goroutines = st.goroutinesHeight(p, n.inner)
	}
	n.one, n.threads = st.threadsHeight(p, n, pool)
	n.sockets, n.clients = st.socketsHeight(p, n)
	if st.has.files {
		n.files = 170
	}
	n.user = headHeight + air + n.goroutines + n.threads + n.below + 2 + n.ring
	n.kernel = n.ring + headHeight + air + n.machine + n.sockets + n.files + 12
	return n
}

func (st *Stage) goroutinesHeight(p *plan, inner float64) float64 {
	switch n := len(st.slots); {
	case n > mostSingle:
		return crowdArea
	default:
		rows, _ := rowsOf(n, inner-16, 30)
		return 22 + 30*float64(rows)
	}
}

// socketsHeight is how tall the sockets want to be, and the clients.
func (st *Stage) socketsHeight(p *plan, n *needs) (sockets, clients float64) {
	slots := len(st.slots)
	if slots == 0 {
		return 0, 0
	}
	clients = 78
	if p.wide {
		clients = 90
	}
	if slots > mostSingle {
		return crowdArea + 20, clients + 14
	}
	rows, _ := rowsOf(slots, n.inner-16-n.side-n.gutter, n.cell)
	sockets = float64(rows) * 54
	if p.wide {
		sockets = max(float64(rows)*62, 100)
	}
	return sockets, clients + 14*float64(rows-1)
}

// threadsHeight is how tall those beside a pool want to be, and all.
func (st *Stage) threadsHeight(p *plan, n *needs, pool int) (one, all float64) {
	switch {
	case p.aligned && p.wide:
		return 0, 124
	case p.aligned:
		return 70, 70 + 100
	case pool == 0:
		one = cardsHeight(p.split, n.inner)
		return one, one
	}
	queues := 84.0
	if len(st.queues) > 1 {
		queues = 132
	}
	if p.wide {
		return 0, max(cardsHeight(p.split, n.inner*oneShare), cardsHeight(pool, n.inner*poolShare), queues)
	}
	one = max(cardsHeight(p.split, n.inner*0.48), queues)
	return one, one + cardsHeight(pool, n.inner)
}
