package ollama

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"ibid/engine"
)

// GeneratorOptions are the settings of a Generator. The zero value is one that nobody configured.
type GeneratorOptions struct {
	KeepAlive  time.Duration // how long the model stays loaded after an answer; 0 leaves that to the server, less is for ever
	MaxTokens  int           // that a draft may have, after which it is cut; 0 means DefaultMaxTokens
	Transcript func(Record)  // hears every prompt and its reply; nil for none. It is called where Draft is, or a Rewriter
}

// Generator writes drafts with a model. It may be used by several goroutines at once. The same request gives the same
// prompt, and, at temperature 0 with a fixed seed, the same draft.
type Generator struct {
	model SentTo
	way   way
	opt   GeneratorOptions
}

var _ engine.Generator = (*Generator)(nil)

// way is how a prompt comes to its reply: a server, or a transcript. It hands each piece of the reply to token as it
// comes. Where the prompt is longer than the context the reply is TooLong and no error. An error is an *Error, or the
// context's; after it the pieces that came are worth nothing.
type way interface {
	chat(ctx context.Context, s Sent, token func(string)) (Reply, error)
}

// Generator makes a generator of one of the server's models. Nothing is asked before the first draft.
func (s *Server) Generator(m Model, opt GeneratorOptions) *Generator {
	w := &wire{client: s.client, host: s.host, delays: retryDelays()}
	if opt.KeepAlive != 0 {
		w.keepAlive = &api.Duration{Duration: opt.KeepAlive}
	}
	return &Generator{model: SentTo{m.Name, m.Digest, m.Context}, way: w, opt: opt}
}

// Name implements engine.Generator: "ollama/llama3.2:3b".
func (g *Generator) Name() string { return "ollama/" + g.model.Name }

// Draft implements engine.Generator. The room that is asked for is estimated; where the server finds it too small, the
// prompt is sent once more with room for as many tokens as it has bytes, and with less evidence if the model cannot hold
// that. What was left out is told to the Transcript. A draft that was cut ends where it was cut.
//
// An error is an *Error, or the context's. Where it comes after tokens, those are no draft.
func (g *Generator) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	for _, count := range []counter{estimate, certain} {
		sent, err := g.fit(r, count)
		if err != nil {
			return engine.Draft{}, err
		}
		reply, err := g.send(ctx, sent, token)
		if err != nil {
			return engine.Draft{}, err
		}
		switch {
		case reply.End == TooLong:
			continue
		case reply.PromptTokens >= sent.Context: // a server that does not know "truncate" has cut it
			return engine.Draft{}, g.overflow(sent)
		}
		return engine.Draft{Text: withoutThoughts(reply.Text), Confidence: confidence(reply.Logprobs), Tokens: reply.Tokens}, nil
	}
	return engine.Draft{}, g.overflow(Sent{Context: g.model.Context})
}

// send has a prompt replied to, and tells the transcript.
func (g *Generator) send(ctx context.Context, s Sent, token func(string)) (Reply, error) {
	reply, err := g.way.chat(ctx, s, token)
	if err == nil && g.opt.Transcript != nil {
		g.opt.Transcript(Record{Schema: ReplaySchema, Prompt: s.Hash(), Sent: s, Reply: reply})
	}
	return reply, err
}

func (g *Generator) overflow(s Sent) *Error {
	return &Error{
		Message: fmt.Sprintf("the evidence does not fit into the context of %q, %d tokens", g.model.Name, s.Context),
		Hint:    "give it less evidence (--max-chunks), or name a model with a longer context",
	}
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
