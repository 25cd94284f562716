// Package crash makes errors of panics, so that a fault of the program costs one question or one file and not the
// process.
//
//	func (e *Engine) Ask(…) (a *Answer, err error) {
//		defer crash.Catch(&err)
//
// Work on other goroutines is done by Parallel and InOrder: a panic there comes back to who called them, and so to
// the nearest Catch.
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

// Catch turns a panic of the function that defers it into its error, an *Error.
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
