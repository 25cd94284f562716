// Package crash makes errors of panics, so that a fault of the program costs one question or one file and not the process.
//
//	func (e *Engine) Ask(…) (a *Answer, err error) {
//		defer crash.Catch(&err)
//
// Work on other goroutines runs in a Group: a panic there comes back to who waits, and so to the nearest Catch.
package crash

import (
	"fmt"
	"runtime/debug"
	"sync"
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

// Group runs functions on goroutines of their own. The zero Group is ready.
type Group struct {
	wait  sync.WaitGroup
	once  sync.Once
	first *Error
}

// Go runs work on a goroutine.
func (g *Group) Go(work func()) {
	g.wait.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				e := caught(v)
				g.once.Do(func() { g.first = e })
			}
		}()
		work()
	})
}

// Wait returns when all work has ended. It panics with the *Error of the first that panicked.
func (g *Group) Wait() {
	g.wait.Wait()
	if g.first != nil {
		panic(g.first)
	}
}
