package ollama

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/ollama/ollama/api"

	"ibid/engine"
	"ibid/guard"
)

const (
	seed = 1 // any fixed one: temperature 0 leaves nothing to chance, but the server draws a seed if none is given

	verdictTokens = 4 // of a verdict, which is Yes or No
	charsPerToken = 2 // fewer than any text in English has, so that evidence is never cut
)

// Judge is a model that was trained to tell whether a document bears a sentence out: bespoke-minicheck or
// granite3-guardian of Ollama's library, or one that is asked as they are. It may be used by several goroutines at
// once.
type Judge struct {
	wire  // which asks once: a second opinion is not worth the wait
	model string
	risk  bool // its Yes says that the sentence is not borne out
}

// NewJudge finds the model. Unless the options allow it, neither another machine's server nor a model that the local
// server runs elsewhere is used. An error is an *Error, or the context's.
func NewJudge(ctx context.Context, opt Options) (*Judge, error) {
	client, host, err := connect(opt)
	if err != nil {
		return nil, err
	}
	if opt.Model == "" {
		return nil, misconfigured("name one with guard.judge; `ollama list` shows those that are there", "no Ollama model is named")
	}
	j := &Judge{wire{client: client, host: host}, opt.Model, strings.Contains(opt.Model, "granite3-guardian")}
	info, err := j.client.Show(ctx, &api.ShowRequest{Model: opt.Model})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, j.explain(err)
	case info.RemoteHost != "" && !opt.AllowRemote:
		return nil, runsElsewhere(opt.Model, info.RemoteHost)
	}
	return j, nil
}

// Grounded is the probability that the passages bear a sentence out, as the model has it: of the Yes or No that its
// reply begins with. A reply that begins otherwise, or that does not end, is an error and no opinion. An error is an
// *Error, or the context's.
func (j *Judge) Grounded(ctx context.Context, sentence string, passages []guard.Passage) (float64, error) {
	messages, size := j.prompt(sentence, passages), 0
	for _, m := range messages {
		size += utf8.RuneCountInString(m.Content)
	}
	reply, err := j.chat(ctx, Sent{
		Model: SentTo{Name: j.model}, Messages: messages, Options: Sampling{NumPredict: verdictTokens, Seed: seed}, Context: roundUp(size/charsPerToken + verdictTokens),
	}, func(string) {})
	switch {
	case err != nil:
		return 0, err
	case reply.End == TooLong:
		return 0, j.explain(errTooLong)
	}
	p := 1.0 // that its word is right; a server that tells no probability is taken at its word
	for _, t := range reply.Logprobs {
		if strings.TrimSpace(t.Text) != "" {
			p = min(math.Exp(t.Logprob), 1)
			break
		}
	}
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(reply.Text)), "\n")
	yes, no := strings.HasPrefix(word, "yes"), strings.HasPrefix(word, "no")
	switch {
	case math.IsNaN(p) || !yes && !no:
		return 0, j.explain(fmt.Errorf("it replies %q, not Yes or No; bespoke-minicheck and granite3-guardian are made for this", guard.Shorten(guard.Sanitize(reply.Text))))
	case yes == j.risk:
		return 1 - p, nil
	}
	return p, nil
}

// prompt lays out a question about a sentence as the model was trained to read it. The words that part document and
// claim are kept out of both.
func (j *Judge) prompt(sentence string, passages []guard.Passage) []Message {
	var document strings.Builder
	for i, p := range passages {
		if i > 0 {
			document.WriteString("\n\n")
		}
		document.WriteString(p.Heading + "\n" + p.Text)
	}
	plain := strings.NewReplacer("Document:", "document:", "Claim:", "claim:")
	text, claim := plain.Replace(neutral(strings.TrimSpace(document.String()))), plain.Replace(engine.OneLine(neutral(sentence)))
	if j.risk {
		return []Message{{"system", "groundedness"}, {"user", text}, {"assistant", claim}}
	}
	return []Message{{"user", "Document: " + text + "\nClaim: " + claim}}
}

func (j *Judge) explain(err error) *Error { return explain(err, j.host, j.model, "guard.judge") }
