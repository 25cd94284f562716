package support

import (
	"fmt"
	"sync"
	"testing"

	"ibid/guard"
)

// TestCheckerConcurrent is for the race detector: one Checker serves several goroutines with words it has not seen.
func TestCheckerConcurrent(t *testing.T) {
	c := NewChecker()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				p := c.Prepare(guard.Passage{Key: "c1", Text: fmt.Sprintf("The gauge%dx%d sends readings%d to the hub.", g, i, i)})
				if s := c.Check(fmt.Sprintf("The gauge%dx%d sends readings%d to the hub.", g, i, i), p); s.Verdict != guard.Supported {
					t.Errorf("%d/%d: %v", g, i, s)
				}
			}
		})
	}
	wg.Wait()
}
