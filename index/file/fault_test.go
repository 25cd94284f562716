package file

import (
	"errors"
	"strings"
	"testing"
)

func explode() { panic("the fuse") }

// TestPanicOfGoroutine: a panic on another goroutine is the error of who waits, with the stack of where it happened.
func TestPanicOfGoroutine(t *testing.T) {
	err := func() (err error) {
		defer Catch(&err)
		return Parallel(t.Context(), 2, func(int) error {
			return Parallel(t.Context(), 1, func(int) error { explode(); return nil })
		})
	}()
	var e *Fault
	if !errors.As(err, &e) || e.Value != "the fuse" || !strings.Contains(string(e.Stack), "file.explode") {
		t.Errorf("%v; the stack is\n%s", err, e.Stack)
	}
}

func TestNoPanic(t *testing.T) {
	want := errors.New("as ever")
	if err := func() (err error) { defer Catch(&err); return want }(); err != want {
		t.Errorf("an error without a panic became %v", err)
	}
}
