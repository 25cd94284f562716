package draw

import "math"

// turn is how text runs on the page, in quarters of a turn to the left.
type turn uint8

const slanted turn = 4 // at any other angle

// slantedFrom is the tangent of the angle (about six degrees) that scanned pages and slanted letters stay below.
const slantedFrom = 0.1

// turnOf tells the turn of text that runs along a vector.
func turnOf(dx, dy float64) turn {
	switch {
	case math.Abs(dy) <= slantedFrom*math.Abs(dx):
		if dx < 0 {
			return 2
		}
		return 0
	case math.Abs(dx) <= slantedFrom*math.Abs(dy):
		if dy < 0 {
			return 3
		}
		return 1
	}
	return slanted
}

// back maps a point of the page to the page turned back, so that the text runs to the right.
func (t turn) back(x, y float64) (float64, float64) {
	switch t {
	case 1:
		return y, -x
	case 2:
		return -x, -y
	case 3:
		return -y, x
	}
	return x, y
}

// forth is the inverse of back.
func (t turn) forth(x, y float64) (float64, float64) {
	if t == slanted {
		return x, y
	}
	return ((4 - t) % 4).back(x, y)
}

// box maps a box as back does its corners, forthBox as forth does.
func (t turn) box(b Rule) Rule { return cornered(t.back, b) }

func (t turn) forthBox(b Rule) Rule { return cornered(t.forth, b) }

func cornered(point func(x, y float64) (float64, float64), b Rule) Rule {
	x0, y0 := point(b.X0, b.Y0)
	x1, y1 := point(b.X1, b.Y1)
	return Rule{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
}
