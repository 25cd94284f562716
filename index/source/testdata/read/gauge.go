// Copyright the authors.

// Package gauge reads water levels.
//
// It has a second paragraph:
//
//   - one
//   - two
package gauge

import "fmt"

// A loose comment.

// Limits of a gauge.
const (
	Low  = 1
	High = 2
)

// Gauge is a gauge.
type Gauge[T any] struct{ v T }

// Read reads.
func (g *Gauge[T]) Read() T { return g.v }

/*
Print prints.
*/
func Print() { fmt.Println() } // trailing
var x, y = 1, 2
