package tui

import (
	"context"
	"strings"

	"ibid/engine"
	"ibid/index"
)

// Library is what the screen asks. Its methods are called from commands, several at a time, and end when their
// context does.
type Library interface {
	// Open brings the index up to date and opens it.
	Open(ctx context.Context, progress index.Progress) (Contents, error)
	// Ask answers a question from the documents as they are now, and tells what they are. Progress is that of reading
	// what changed.
	Ask(ctx context.Context, q Question, progress index.Progress, l engine.Listener) (*engine.Answer, Contents, error)
	// Early answers a question while Open is at work, from what there is of the documents, as soon as that answers
	// it; else it ends with its context. Mentions stand in its text.
	Early(ctx context.Context, q Question) (*engine.Answer, error)
}

// Problem is an error of a Library with what to do next.
type Problem struct{ Message, Hint string }

func (p *Problem) Error() string { return p.Message }

// Contents is what the library holds.
type Contents struct {
	Documents []index.DocumentInfo
	Projects  []string
	Chunks    int
	Generator string      // what writes the answers
	Notes     []string    // about them, for a person
	State     index.State // of the index
}

// Question is what a person asks.
type Question struct {
	Text      string   // without the mentions that narrow it
	Documents []string // only these, nil for all
	Selected  *Selected
	Earlier   []engine.Exchange // the turns before this one, oldest first
}

// Selected is a text that alone may answer a question.
type Selected struct {
	Text   string
	Origin string       // where it comes from, for a person
	Source *index.Place // where it comes from, nil where no document has it
	Check  bool         // it answers nothing: its own sentences are held against the documents
}

// checkOrigin is the origin of a text that is checked.
const checkOrigin = "a text to verify"

// placeIn is where a chunk stands, with the line of a byte in it where the chunk has the lines of its file as they are.
func placeIn(c *index.Chunk, from int) *index.Place {
	place := c.Place()
	if c.EndLine-c.StartLine == strings.Count(strings.TrimRight(c.Text, "\n"), "\n") {
		place.StartLine += strings.Count(c.Text[:min(from, len(c.Text))], "\n")
	}
	return &place
}
