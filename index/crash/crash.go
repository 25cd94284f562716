// Package crash makes errors of panics, and does work on all cores.
package crash

import (
	"fmt"
	"runtime/debug"
)

// Error is a panic that was caught.
type Error struct {
	Value any    // of the panic
	Stack []byte // of the goroutine that panicked
}

func (e *Error) Error() string { return fmt.Sprintf("a fault in ibid itself: %v", e.Value) }

// Catch turns a panic of the function that defers it into its error, an *Error, so that a fault of the program costs one
// question or one file and not the process. One of work on other goroutines comes back to who called Parallel or InOrder,
// and so to the nearest Catch.
func Catch(err *error) {
	if v := recover(); v != nil {
		*err = caught(v)
	}
}

func caught(v any) *Error {
	if e, ok := v.(*Error); ok {
		return e // it comes from another goroutine, whose stack tells more
	}
	return &Error{v, debug.Stack()}
}
