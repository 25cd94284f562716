package engine

import (
	"context"
	"slices"
	"testing"

	"ibid/index"
)

// troubled is a library whose searches warn.
type troubled struct {
	*library
	warning string
}

func (l troubled) Search(ctx context.Context, q index.Query) (index.Result, error) {
	res, err := l.library.Search(ctx, q)
	res.Warnings = []string{l.warning}
	return res, err
}

// What could not be done as it should is told once, with an answer and with a refusal.
func TestWarningsOfASearch(t *testing.T) {
	const warning = "the documents were searched by their words alone, because ollama/nomic failed: EOF"
	for _, question := range []string{pumpQuestion, "What is the difference between the pressure limit of the Marlin pump and the Orca?", "Who painted Guernica?"} {
		a := mustAsk(t, troubled{pumps(), warning}, says(honest), reading(), question)
		if n := len(slices.DeleteFunc(slices.Clone(a.Warnings), func(w string) bool { return w != warning })); n != 1 {
			t.Errorf("%q: warns %q", question, a.Warnings)
		}
	}
}
