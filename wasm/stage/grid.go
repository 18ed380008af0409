package stage

import (
	"math"
)

// When things are a crowd; sizes in CSS pixels.
const (
	mostSingle = 40  // actors that are drawn one by one; more are a crowd
	mostThread = 44  // likewise threads: one per connection and those beside them
	crowdCell  = 5.0 // the smallest square of a crowd
	crowdArea  = 84.0
)

// A box is a place in the picture.
type box struct{ x, y, w, h float64 }

func (b box) right() float64  { return b.x + b.w }
func (b box) bottom() float64 { return b.y + b.h }
func (b box) middle() float64 { return b.x + b.w/2 }
func (b box) has(x, y float64) bool {
	return x >= b.x && x < b.right() && y >= b.y && y < b.bottom()
}

// A grid is a number of equal things in rows.
type grid struct {
	area       box
	n          int // things
	cols       int
	w, h       float64 // of one, with the room around it
	group      int     // how many one square of a crowd stands for; 0 when each is drawn by itself
	x0, y0     float64
	gapX, gapY float64
}

// cell is the place of thing i.
func (g *grid) cell(i int) box {
	if g.group > 1 {
		i /= g.group
	}
	return box{g.x0 + float64(i%g.cols)*g.w + g.gapX/2, g.y0 + float64(i/g.cols)*g.h + g.gapY/2, g.w - g.gapX, g.h - g.gapY}
}

// rowsOf is how many rows n things of at least a width need.
func rowsOf(n int, width, least float64) (rows, cols int) {
	cols = max(min(n, int(width/least)), 1)
	rows = (max(n, 1) + cols - 1) / cols
	return rows, (max(n, 1) + rows - 1) / rows
}

// row puts n things into an area, none wider than most.
func row(area box, n int, least, most, gap float64) grid {
	rows, cols := rowsOf(n, area.w, least)
	w := min(area.w/float64(cols), most)
	return grid{area: area, n: n, cols: cols, w: w, h: area.h / float64(rows), gapX: min(gap, w/5), gapY: min(gap, 8),
		x0: area.x + (area.w-w*float64(cols))/2, y0: area.y}
}

// crowd fills an area with small squares; where they would be too small,
// each stands for several things.
func crowd(area box, n int) grid {
	size := math.Floor(math.Sqrt(area.w * area.h / float64(max(n, 1))))
	group := 1
	if size < crowdCell {
		size = crowdCell
		room := int(area.w/size) * max(int(area.h/size), 1)
		group = (n + room - 1) / max(room, 1)
	}
	size = min(size, 16)
	squares := (n + group - 1) / max(group, 1)
	cols := max(int(area.w/size), 1)
	for (squares+cols-1)/cols > max(int(area.h/size), 1) && size > 2 { // the last row must fit
		size -= 0.5
		cols = max(int(area.w/size), 1)
	}
	rows := (squares + cols - 1) / cols
	cols = (squares + rows - 1) / max(rows, 1)
	return grid{area: area, n: n, cols: max(cols, 1), w: size, h: size, gapX: min(1.5, size/4), gapY: min(1.5, size/4), group: group,
		x0: area.x + (area.w-size*float64(max(cols, 1)))/2, y0: area.y}
}
