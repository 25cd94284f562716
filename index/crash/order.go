package crash

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// InOrder yields what work makes of each number below n, in their order. The work runs on all cores, up to ahead numbers per core before
// their turn; a panic is the error of its number. Who takes no more waits until the work under way has ended.
func InOrder[T any](n, ahead int, work func(i int) (T, error)) iter.Seq2[T, error] {
	type result struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		cores := runtime.GOMAXPROCS(0)
		made := make([]chan result, ahead*cores) // of number i at i modulo their number
		for i := range made {
			made[i] = make(chan result, 1)
		}
		room, stop := make(chan struct{}, len(made)), make(chan struct{})
		var next atomic.Int64
		var workers sync.WaitGroup
		defer workers.Wait()
		defer close(stop)
		for range min(cores, n) {
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
						defer Catch(&r.err)
						r.value, r.err = work(i)
					}()
					made[i%len(made)] <- r
				}
			})
		}
		for i := range n {
			r := <-made[i%len(made)]
			<-room
			if !yield(r.value, r.err) {
				return
			}
		}
	}
}
