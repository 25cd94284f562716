package ollama

import (
	"cmp"
	"fmt"
	"math"
	"unicode/utf8"

	"ibid/engine"
)

// DefaultMaxTokens is how many tokens a draft may have: a listing of forty lines takes some 800.
const DefaultMaxTokens = 1024

// Limits of a draft and the room for it, in tokens unless they say otherwise.
const (
	bytesPerToken  = 32 // more than the tokens of a text have, so that it ends where the server does not count them
	perMessage     = 16 // that a chat template puts around a message
	minContext     = 2048
	contextQuantum = 2048 // contexts are multiples of it: each new size makes the server load the model again
)

// counter tells how many tokens a text has at most.
type counter func(string) int

// estimate is a counter for the vocabularies of today's models, made without them: one token for every four small letters
// of a word or two capitals, begun or whole, one for every digit, sign and line end, one for a space before a digit and
// for every four more, and two for a character beyond ASCII, four beyond the first plane. It is some 36 percent more than
// the tokenizer of Llama 3.2 makes of the prompts of the tests, and less only where letters make no words, as in Base64.
func estimate(s string) int {
	const perToken = 4 // small letters; a capital counts as two
	n, letters, blanks := 0, 0, 0
	for _, r := range s {
		before := letters
		letters = 0
		switch {
		case r > math.MaxUint16:
			n += 4
		case r >= utf8.RuneSelf:
			n += 2
		case 'a' <= r && r <= 'z':
			letters = before + 1
		case 'A' <= r && r <= 'Z':
			letters = before + 2
		case r == ' ' || r == '\t':
			if blanks%4 == 1 { // the first belongs to the word after it
				n++
			}
			blanks++
			continue
		default:
			n++
			if blanks > 0 && '0' <= r && r <= '9' { // or is a token of its own
				n++
			}
		}
		blanks = 0
		if letters > 0 && (before == 0 || (before-1)/perToken < (letters-1)/perToken) {
			n++
		}
	}
	return n
}

// certain is a counter for any vocabulary: no tokenizer makes more tokens of a text than it has bytes.
func certain(s string) int { return len(s) }

// fit lays a request out so that the model's context holds it and the answer. What does not fit is left out: first the
// earlier turns, then declarations to compare the draft with, then evidence, each from the end, where the least relevant
// stands. An error is an *Error.
func (g *Generator) fit(r engine.Request, count counter) (Sent, error) {
	s := Sent{Model: g.model, Options: Sampling{NumPredict: cmp.Or(g.opt.MaxTokens, DefaultMaxTokens), Seed: seed}}
	all := r.Evidence
	for {
		s.Messages = Prompt(r)
		need := s.need(count)
		if g.model.Context == 0 || need <= g.model.Context {
			for _, ev := range all[len(r.Evidence):] {
				s.Dropped = append(s.Dropped, ev.Key)
			}
			s.makeRoom(need)
			return s, nil
		}
		switch {
		case len(r.Earlier) > 0:
			r.Earlier = nil
		case r.Reread != nil && len(r.Reread.Cards) > 0:
			r.Reread = &engine.Reread{Draft: r.Reread.Draft, Cards: r.Reread.Cards[:len(r.Reread.Cards)-1]}
		case len(r.Evidence) > 1:
			r.Evidence = r.Evidence[:len(r.Evidence)-1]
		default:
			return Sent{}, &Error{
				Message: fmt.Sprintf("the context of %q, %d tokens, is too small for the question and one piece of evidence", g.model.Name, g.model.Context),
				Hint:    "name a model with a longer context with --model",
			}
		}
	}
}

// need is how many tokens the messages and the reply have.
func (s *Sent) need(count counter) int {
	need := s.Options.NumPredict
	for _, m := range s.Messages {
		need += perMessage + count(m.Content)
	}
	return need
}

// makeRoom asks for room for so many tokens, as far as the model can have it.
func (s *Sent) makeRoom(tokens int) {
	s.Context = roundUp(tokens)
	if s.Model.Context > 0 {
		s.Context = min(s.Context, s.Model.Context)
	}
}

func roundUp(tokens int) int {
	return max(minContext, (tokens+contextQuantum-1)/contextQuantum*contextQuantum)
}
