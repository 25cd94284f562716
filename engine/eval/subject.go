package eval

import (
	"ibid/engine"
	"ibid/index"
)

// Subject is what the questions are put to.
type Subject struct {
	Index     *index.Index // nil for Passages
	Generator engine.Generator
	Options   engine.Options
	Version   string // of ibid; "" where it does not matter
}

// Options say how much of a set is measured.
type Options struct {
	RetrievalOnly bool // searches, and asks for no answers
}
