package file

import (
	"fmt"
	"runtime/debug"
)

// Fault is a panic that was caught.
type Fault struct {
	Value any    // of the panic
	Stack []byte // of the goroutine that panicked
}

func (e *Fault) Error() string { return fmt.Sprintf("a fault in ibid itself: %v", e.Value) }

// Catch turns a panic of the function that defers it into its error, a *Fault, so that a fault of the program costs one
// question or one file and not the process. One of work on other goroutines comes back to who called Parallel or InOrder,
// and so to the nearest Catch.
func Catch(err *error) {
	if v := recover(); v != nil {
		*err = caught(v)
	}
}

func caught(v any) *Fault {
	if e, ok := v.(*Fault); ok {
		return e // it comes from another goroutine, whose stack tells more
	}
	return &Fault{v, debug.Stack()}
}
