package engine

import "ibid/guard"

// Listener hears of an answer in the making. Calls come from one goroutine, in order; a Listener must return quickly.
type Listener interface {
	Retrieved(evidence []Evidence)
	Drafting(generator, reason string) // a draft begins; what came of one before is void, and the reason says why
	Token(text string)                 // of the draft: not verified, and replaced by the answer
	Gated(gate guard.Gate)
	Rewritten(r Rewrite)
	Done(answer *Answer)
}

// Silent is a Listener that ignores everything.
type Silent struct{}

// Retrieved implements Listener.
func (Silent) Retrieved([]Evidence) {}

// Drafting implements Listener.
func (Silent) Drafting(string, string) {}

// Token implements Listener.
func (Silent) Token(string) {}

// Gated implements Listener.
func (Silent) Gated(guard.Gate) {}

// Rewritten implements Listener.
func (Silent) Rewritten(Rewrite) {}

// Done implements Listener.
func (Silent) Done(*Answer) {}
