package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ibid/index"
)

// troubled is a library whose searches warn, and of which any but that for a question fails.
type troubled struct {
	*library
	question, warning string
	fail              error
}

func (l troubled) Search(ctx context.Context, q index.Query) (index.Result, error) {
	res, err := l.library.Search(ctx, q)
	if q.Text != l.question && l.fail != nil {
		return index.Result{}, l.fail
	}
	if l.warning != "" {
		res.Warnings = []string{l.warning}
	}
	return res, err
}

// What could not be done as it should is told once, with an answer and with a refusal.
func TestWarningsOfASearch(t *testing.T) {
	const warning = "the documents were searched by their words alone, because ollama/nomic failed: EOF"
	for _, question := range []string{pumpQuestion, "What is the difference between the pressure limit of the Marlin pump and the Orca?", "Who painted Guernica?"} {
		a := mustAsk(t, troubled{library: pumps(), question: question, warning: warning}, says(honest), reading(), question)
		if n := len(slices.DeleteFunc(slices.Clone(a.Warnings), func(w string) bool { return w != warning })); n != 1 {
			t.Errorf("%q: warns %q", question, a.Warnings)
		}
	}
}

// A further search that fails is an error as the first one is.
func TestFurtherSearchFails(t *testing.T) {
	const question = "What is the difference between the pressure limit of the Marlin pump and the Orca?"
	broken := errors.New("the disk is on fire")
	if _, err := New(troubled{library: crowded(), question: question, fail: broken}, says("x"), reading()).Ask(context.Background(), question, Silent{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
