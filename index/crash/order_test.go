package crash

import (
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// TestInOrder: results come in order whatever takes longer, no more of them are made ahead than was said, and a panic is the error of its
// number alone.
func TestInOrder(t *testing.T) {
	const n, ahead, bad = 500, 3, 77
	var taken, most atomic.Int64
	var got []int
	for v, err := range InOrder(n, ahead, func(i int) (int, error) {
		most.Store(max(most.Load(), int64(i)-taken.Load()))
		if i%7 == 0 {
			runtime.Gosched()
		}
		if i == bad {
			explode()
		}
		return i, nil
	}) {
		var e *Error
		if errors.As(err, &e) != (len(got) == bad) {
			t.Errorf("number %d: %v", len(got), err)
		} else if err != nil {
			v = bad
		}
		taken.Add(1)
		got = append(got, v)
	}
	if len(got) != n || !slices.IsSorted(got) {
		t.Errorf("%d numbers: %v", len(got), got)
	}
	if limit := int64(ahead*runtime.GOMAXPROCS(0)) + 1; most.Load() > limit {
		t.Errorf("number %d was made ahead, not %d", most.Load(), limit)
	}
}

// TestInOrderStops: no work is under way, and little was begun, once nothing more is taken.
func TestInOrderStops(t *testing.T) {
	var begun, under atomic.Int64
	for i := range InOrder(1_000_000, 2, func(i int) (int, error) {
		begun.Add(1)
		under.Add(1)
		defer under.Add(-1)
		return i, nil
	}) {
		if i == 10 {
			break
		}
	}
	if under.Load() != 0 || begun.Load() > 1000 {
		t.Errorf("%d begun, %d under way", begun.Load(), under.Load())
	}
	for range InOrder(0, 2, func(int) (int, error) { return 0, nil }) {
		t.Error("something was made of nothing")
	}
}
