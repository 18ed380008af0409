package stage

// A heap holds slots by when they become free, the earliest first.
type heap []vacancy

type vacancy struct {
	at   int64
	slot int32
}

func (h *heap) push(at int64, slot int32) {
	*h = append(*h, vacancy{at, slot})
	for i := len(*h) - 1; i > 0; {
		up := (i - 1) / 2
		if (*h)[up].at <= (*h)[i].at {
			return
		}
		(*h)[up], (*h)[i] = (*h)[i], (*h)[up]
		i = up
	}
}

// before takes a slot that is free before t.
func (h *heap) before(t int64) (slot int32, ok bool) {
	all := *h
	if len(all) == 0 || all[0].at >= t {
		return 0, false
	}
	slot = all[0].slot
	n := len(all) - 1
	all[0] = all[n]
	*h = all[:n]
	for i := 0; ; {
		k := 2*i + 1
		if k >= n {
			return slot, true
		}
		if k+1 < n && all[k+1].at < all[k].at {
			k++
		}
		if all[i].at <= all[k].at {
			return slot, true
		}
		all[i], all[k] = all[k], all[i]
		i = k
	}
}
