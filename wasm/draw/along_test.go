package draw

import (
	"math"
	"testing"
)

// A packet on a curve is where the curve is: both ends, upright there.
func TestAlongFollowsTheCurve(t *testing.T) {
	const x, y, w, h = 10.0, 20.0, 30.0, -40.0
	for share, want := range map[float64][2]float64{-1: {x, y}, 0: {x, y}, 0.5: {x + w/2, y + h/2}, 1: {x + w, y + h}, 2: {x + w, y + h}} {
		if gx, gy := Along(x, y, w, h, share); math.Abs(gx-want[0])+math.Abs(gy-want[1]) > 1e-9 {
			t.Errorf("at %v: got %v, %v, want %v", share, gx, gy, want)
		}
	}
	const u = 0.3 // against the Bézier polynomial of the four points
	bezier := func(a, b, c, d float64) float64 {
		return a*math.Pow(1-u, 3) + 3*b*u*math.Pow(1-u, 2) + 3*c*u*u*(1-u) + d*u*u*u
	}
	gx, gy := Along(x, y, w, h, u)
	if wx, wy := bezier(x, x, x+w, x+w), bezier(y, y+h/2, y+h/2, y+h); math.Abs(gx-wx)+math.Abs(gy-wy) > 1e-9 {
		t.Errorf("got %v, %v, want %v, %v", gx, gy, wx, wy)
	}
}
