package engine

import (
	"context"
	"strings"
	"unicode"

	"ibid/guard"
	"ibid/index/file"
)

// stream checks the sentences of a draft while it is written. What it finds is kept, so that the check of the whole
// draft does none of it again. It works on a goroutine of its own: a judge may have to wait until the model that
// writes is done.
type stream struct {
	*run
	draft  *guard.Draft        // what was told of it
	sent   int                 // where the last sentence ends that is to be checked
	closed chan guard.Sentence // that are to be checked
	found  chan guard.Sentence // that were checked: where they end, and their verdict
	err    error               // why the checks ended, once found is closed
}

// maxWaiting is how many sentences may wait for their check; what more are written are checked with the whole draft.
const maxWaiting = 256

// watch begins a draft.
func (x *run) watch(ctx context.Context) *stream {
	s := &stream{run: x, draft: &guard.Draft{}, closed: make(chan guard.Sentence, maxWaiting), found: make(chan guard.Sentence, maxWaiting)}
	go func() {
		defer close(s.found)
		s.err = s.check(ctx)
	}()
	return s
}

// token hears of a piece of the draft. A sentence has come to its end where another one has a whole word.
func (s *stream) token(text string) {
	s.listener.Token(text)
	s.parse(s.draft, text)
	all := s.draft.Sentences
	for i := 1; i < len(all); i++ {
		begun := strings.ContainsFunc(strings.TrimSpace(all[i].Raw), unicode.IsSpace)
		if begun && all[i-1].End > s.sent && len(s.closed) < cap(s.closed) {
			s.sent = all[i-1].End
			s.closed <- all[i-1]
		}
	}
	for len(s.found) > 0 {
		s.tell(<-s.found)
	}
}

func (s *stream) tell(c guard.Sentence) { s.listener.Checked(c.End, c.Verdict) }

// check checks what is closed, one sentence after the other.
func (s *stream) check(ctx context.Context) (err error) {
	defer file.Catch(&err)
	p, left := prover{run: s.run}, maxGiven
	for sentence := range s.closed {
		s.giveMarker(&sentence, &left)
		if len(guard.Citations(&guard.Draft{Sentences: []guard.Sentence{sentence}}, s.keys).Problems) > 0 && sentence.Kind != guard.Code {
			continue // it does not cite as it should, and will not stand
		}
		got, err := p.next(ctx, &sentence)
		if err != nil {
			return err
		}
		if got != nil {
			s.found <- guard.Sentence{End: sentence.End, Verdict: got.Verdict}
		}
	}
	return nil
}

// close waits for the checks that have begun.
func (s *stream) close() error {
	close(s.closed)
	for c := range s.found {
		s.tell(c)
	}
	return s.err
}
