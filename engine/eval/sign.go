package eval

import "math"

// SignTest is the two-sided p-value of the exact sign test: how likely it is that chance alone parts better from worse as unevenly
// as this, or more so. Ties are not counted. It is 1 where nothing changed.
func SignTest(better, worse int) float64 {
	n := better + worse
	all, _ := math.Lgamma(float64(n + 1))
	tail := 0.0
	for k := range min(better, worse) + 1 {
		in, _ := math.Lgamma(float64(k + 1))
		out, _ := math.Lgamma(float64(n - k + 1))
		tail += math.Exp(all - in - out - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}
