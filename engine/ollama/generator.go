package ollama

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"ibid/engine"
)

// GeneratorOptions are the settings of a Generator. The zero value is one that nobody configured.
type GeneratorOptions struct {
	MaxTokens int // that a draft may have, after which it is cut; 0 means DefaultMaxTokens
}

// Generator writes drafts with a model. It may be used by several goroutines at once. The same request gives the same
// prompt, and, at temperature 0 with a fixed seed, the same draft.
type Generator struct {
	model Model
	wire  *wire
	opt   GeneratorOptions
}

var _ engine.Generator = (*Generator)(nil)

// Generator makes a generator of one of the server's models. Nothing is asked before the first draft.
func (s *Server) Generator(m Model, opt GeneratorOptions) *Generator {
	return &Generator{model: m, wire: &wire{client: s.client, host: s.host, delays: retryDelays()}, opt: opt}
}

// Name implements engine.Generator: "ollama/llama3.2:3b".
func (g *Generator) Name() string { return "ollama/" + g.model.Name }

// Draft implements engine.Generator. The room that is asked for is estimated; where the server finds it too small,
// the prompt is sent once more with room for as many tokens as it has bytes, and with less evidence if the model
// cannot hold that. A draft that was cut ends where it was cut. A small model is not asked to mend its draft: it
// copies what it is told of its faults. It keeps the draft.
//
// An error is an *Error, or the context's. Where it comes after tokens, those are no draft.
func (g *Generator) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	if r.Repair != nil && g.model.small() {
		return engine.Draft{Text: r.Repair.Draft}, nil
	}
	var shown []string
	sent, reply, err := g.ask(ctx, func(count counter) (s Sent, err error) {
		s, shown, err = g.fit(r, count)
		return s, err
	}, token)
	switch {
	case err != nil:
		return engine.Draft{}, err
	case reply.TooLong || reply.PromptTokens >= sent.Context: // a server that does not know "truncate" has cut it
		return engine.Draft{}, &Error{
			Message: fmt.Sprintf("the evidence does not fit into the context of %q, %d tokens", g.model.Name, sent.Context),
			Hint:    "name a model with a longer context",
		}
	}
	return engine.Draft{Text: withoutThoughts(reply.Text), Confidence: confidence(reply.Logprobs), Tokens: reply.Tokens, Shown: shown}, nil
}

// ask has a prompt replied to: laid out with the estimate of its tokens, and once more with as many as it has bytes
// where the server finds that too small.
func (g *Generator) ask(ctx context.Context, layOut func(counter) (Sent, error), token func(string)) (sent Sent, reply Reply, err error) {
	for _, count := range []counter{estimate, certain} {
		if sent, err = layOut(count); err != nil {
			return sent, reply, err
		}
		if reply, err = g.wire.chat(ctx, sent, token); err != nil || !reply.TooLong {
			break
		}
	}
	return sent, reply, err
}

// withoutThoughts leaves out what a model whose template knows no thoughts wrote of them before its answer.
func withoutThoughts(text string) string {
	text = strings.TrimSpace(text)
	if thoughts, ok := strings.CutPrefix(text, "<think>"); ok {
		_, answer, _ := strings.Cut(thoughts, "</think>")
		return strings.TrimSpace(answer)
	}
	return text
}

// DefaultMaxTokens is how many tokens a draft may have: a listing of forty lines takes some 800.
const DefaultMaxTokens = 1024

// Limits of a draft and the room for it, in tokens unless they say otherwise.
const (
	bytesPerToken  = 32 // more than the tokens of a text have, so that it ends where the server does not count them
	perMessage     = 16 // that a chat template puts around a message
	minContext     = 2048
	contextQuantum = 2048 // contexts are multiples of it: each new size makes the server load the model again

	mostCharacters = 6500 // of evidence that a model is given: a prompt is some 9,000 then, and reading it takes most of the time

	smallEvidence = 3   // pieces that a small one is given: the first hold five answers of six
	smallDraft    = 128 // that a small one may write: what comes after two sentences is invented
)

// counter tells how many tokens a text has at most.
type counter func(string) int

// estimate counts more tokens than any text in English has, and than most others.
func estimate(s string) int { return utf8.RuneCountInString(s) / charsPerToken }

// certain is a counter for any vocabulary: no tokenizer makes more tokens of a text than it has bytes.
func certain(s string) int { return len(s) }

// fit lays a request out so that the model's context holds it and the answer. The evidence that is likeliest to answer
// comes first, for a small model very little of it. What does not fit is left out: first the earlier turns, then evidence, from the end.
// The keys are those of what is in it. An error is an *Error.
func (g *Generator) fit(r engine.Request, count counter) (s Sent, keys []string, err error) {
	s = Sent{Model: g.model, Options: Sampling{NumPredict: cmp.Or(g.opt.MaxTokens, DefaultMaxTokens), Seed: seed}}
	r.Evidence = within(mostCharacters, r.Ranked())
	if g.model.small() {
		s.Options.NumPredict = min(s.Options.NumPredict, smallDraft)
		r.Evidence = r.Evidence[:min(smallEvidence, len(r.Evidence))]
	}
	for {
		s.Messages = Prompt(r, g.model.small())
		need := s.need(count)
		if g.model.Context == 0 || need <= g.model.Context {
			s.makeRoom(need)
			for i := range r.Evidence {
				keys = append(keys, r.Evidence[i].Key)
			}
			return s, keys, nil
		}
		switch {
		case len(r.Earlier) > 0:
			r.Earlier = nil
		case len(r.Evidence) > 1:
			r.Evidence = r.Evidence[:len(r.Evidence)-1]
		default:
			return Sent{}, nil, &Error{
				Message: fmt.Sprintf("the context of %q, %d tokens, is too small for the question and one piece of evidence", g.model.Name, g.model.Context),
				Hint:    "name a model with a longer context with --model",
			}
		}
	}
}

// within are the pieces of evidence that have so many characters together, in their order: the first, and each other one
// for which there is room left.
func within(characters int, evidence []engine.Evidence) (out []engine.Evidence) {
	for i, ev := range evidence {
		if n := utf8.RuneCountInString(ev.Text); i == 0 || n <= characters {
			out, characters = append(out, ev), characters-n
		}
	}
	return out
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
