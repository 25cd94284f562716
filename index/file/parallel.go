package file

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// parallelAhead is how much work is done, per core, before the one that an error would end it by is known to have none.
const parallelAhead = 16

// Parallel calls work for each number below n, on all cores. It returns the error of the first number that has one,
// or ctx's, and then calls no more.
func Parallel(ctx context.Context, n int, work func(i int) error) error {
	for _, err := range InOrder(n, parallelAhead, func(i int) (none struct{}, err error) {
		if err = ctx.Err(); err == nil {
			err = work(i)
		}
		return none, err
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// InOrder yields what work makes of each number below n, in their order. The work runs on all cores, up to ahead
// numbers per core before their turn; a panic comes back to who takes the result. Who takes no more waits until the
// work under way has ended.
func InOrder[T any](n, ahead int, work func(i int) (T, error)) iter.Seq2[T, error] {
	type result struct {
		value      T
		err, fault error
	}
	return func(yield func(T, error) bool) {
		cores := min(runtime.GOMAXPROCS(0), n)
		made := make([]chan result, min(ahead*cores, n)) // of number i at i modulo their number
		for i := range made {
			made[i] = make(chan result, 1)
		}
		room, stop := make(chan struct{}, len(made)), make(chan struct{})
		var next atomic.Int64
		var workers sync.WaitGroup
		defer workers.Wait()
		defer close(stop)
		for range cores {
			workers.Go(func() {
				for {
					select {
					case room <- struct{}{}:
					case <-stop:
						return
					}
					i := int(next.Add(1)) - 1
					if i >= n {
						return
					}
					var r result
					func() {
						defer Catch(&r.fault)
						r.value, r.err = work(i)
					}()
					made[i%len(made)] <- r
				}
			})
		}
		for i := range n {
			r := <-made[i%len(made)]
			<-room
			if r.fault != nil {
				panic(r.fault)
			}
			if !yield(r.value, r.err) {
				return
			}
		}
	}
}
