package crash

import (
	"errors"
	"strings"
	"testing"
)

func explode() { panic("the fuse") }

// TestPanicOfGoroutine: a panic on another goroutine is the error of who waits, with the stack of where it happened, and
// the other work is done.
func TestPanicOfGoroutine(t *testing.T) {
	done := false
	err := func() (err error) {
		defer Catch(&err)
		var inner Group
		inner.Go(func() {
			var g Group
			g.Go(explode)
			g.Wait()
		})
		inner.Go(func() { done = true })
		inner.Wait()
		return nil
	}()
	var e *Error
	if !errors.As(err, &e) || e.Value != "the fuse" || !strings.Contains(string(e.Stack), "crash.explode") || !done {
		t.Errorf("%v, done %t; the stack is\n%s", err, done, e.Stack)
	}
}

func TestNoPanic(t *testing.T) {
	want := errors.New("as ever")
	if err := func() (err error) { defer Catch(&err); return want }(); err != want {
		t.Errorf("an error without a panic became %v", err)
	}
}
