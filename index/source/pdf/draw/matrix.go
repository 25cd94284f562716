package draw

// matrix is the transformation [a b c d e f] of ISO 32000-1, 8.3.3.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// times applies m first, then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		float64(m[0]*n[0]) + float64(m[1]*n[2]), float64(m[0]*n[1]) + float64(m[1]*n[3]),
		float64(m[2]*n[0]) + float64(m[3]*n[2]), float64(m[2]*n[1]) + float64(m[3]*n[3]),
		float64(m[4]*n[0]) + float64(m[5]*n[2]) + n[4], float64(m[4]*n[1]) + float64(m[5]*n[3]) + n[5],
	}
}

// apply maps a point.
func (m matrix) apply(x, y float64) (float64, float64) {
	return float64(x*m[0]) + float64(y*m[2]) + m[4], float64(x*m[1]) + float64(y*m[3]) + m[5]
}

// box maps a box given by opposite corners to the box around it.
func (m matrix) box(b Rule) (out Rule) {
	for i, p := range [...][2]float64{{b.X0, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y0}, {b.X1, b.Y1}} {
		x, y := m.apply(p[0], p[1])
		if i == 0 {
			out = Rule{x, y, x, y}
		}
		out = out.around(Rule{x, y, x, y})
	}
	return out
}

func translate(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }
