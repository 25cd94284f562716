package file

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// TestInOrder: results come in order whatever takes longer, and no more of them are made ahead than was said.
func TestInOrder(t *testing.T) {
	const n, ahead = 500, 3
	var taken, most atomic.Int64
	var got []int
	for v, err := range InOrder(n, ahead, func(i int) (int, error) {
		most.Store(max(most.Load(), int64(i)-taken.Load()))
		if i%7 == 0 {
			runtime.Gosched()
		}
		return i, nil
	}) {
		if err != nil {
			t.Error(err)
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

// TestParallel: the error is that of the first number that has one, a panic comes back, and an ended context ends it.
func TestParallel(t *testing.T) {
	var sum atomic.Int64
	if err := Parallel(t.Context(), 1000, func(i int) error { sum.Add(int64(i)); return nil }); err != nil || sum.Load() != 999*1000/2 {
		t.Errorf("sum %d, %v", sum.Load(), err)
	}
	for range 20 {
		if err := Parallel(t.Context(), 1000, func(i int) error {
			if i%10 == 7 {
				return fmt.Errorf("number %d", i)
			}
			return nil
		}); err == nil || err.Error() != "number 7" {
			t.Errorf("the first error is %v", err)
		}
	}
	var e *Fault
	if err := func() (err error) {
		defer Catch(&err)
		return Parallel(t.Context(), 10, func(int) error { explode(); return nil })
	}(); !errors.As(err, &e) || e.Value != "the fuse" {
		t.Errorf("a panic came back as %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Parallel(ctx, 10, func(int) error { t.Error("work after the end"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
}
