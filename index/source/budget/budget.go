// Package budget bounds what reading one file may cost, so that a small file made to cost much ends as the part that
// was read with a warning. It counts work, not time: the same file gives the same text on every machine.
package budget

import (
	"context"
	"errors"
)

// ErrSpent is the error of a file that costs more than its size allows.
var ErrSpent = errors.New("reading it costs too much for a file of its size: split or simplify it")

// What a file may cost, in units of about ten nanoseconds. What people write stays below half of it.
const (
	base    = 50_000_000
	perByte = 60
	poll    = 1 << 16 // units between two looks at the context
)

// ScanShare is how many bytes may be looked through, or places compared, for one unit.
const ScanShare = 16

// Budget is what is left for one file. A nil Budget has no limit. It is not safe for concurrent use.
type Budget struct {
	ctx    context.Context
	full   int
	left   int
	polled int // what was left at the last look at the context
	err    error
}

// New returns the budget of a file of size bytes.
func New(ctx context.Context, size int) *Budget {
	return of(ctx, base+perByte*size)
}

func of(ctx context.Context, n int) *Budget { return &Budget{ctx: ctx, full: n, left: n, polled: n} }

// Another returns a budget as large as this was at first, for another stage of reading the same file: what one stage
// has read is of no use if the next cannot pay for it.
func (b *Budget) Another() *Budget {
	if b == nil {
		return nil
	}
	return of(b.ctx, b.full)
}

// Spend takes n units. Its error, ErrSpent or the context's, stays: from the first one on nothing more can be spent.
func (b *Budget) Spend(n int) error {
	if b == nil || b.err != nil {
		return b.Err()
	}
	if b.left -= n; b.left < 0 {
		b.left, b.err = 0, ErrSpent
	}
	if b.polled-b.left >= poll || b.err != nil {
		b.polled = b.left
		if err := b.ctx.Err(); err != nil {
			b.err = err
		}
	}
	return b.err
}

// Err is the error that Spend has returned, nil as long as there was none.
func (b *Budget) Err() error {
	if b == nil {
		return nil
	}
	return b.err
}

// Left is what can still be spent.
func (b *Budget) Left() int {
	if b == nil {
		return base
	}
	return b.left
}
