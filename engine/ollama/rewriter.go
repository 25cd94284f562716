package ollama

import (
	"context"
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/guard"
)

// maxRewordedTokens is how many tokens a model may write where it words a question.
const maxRewordedTokens = 128

// Rewriter puts questions in other words. It asks the model of a Generator, by the same server or out of the same
// transcript, and its prompts go into that one's transcript. It may be used by several goroutines at once.
type Rewriter struct{ g *Generator }

var _ engine.Rewriter = (*Rewriter)(nil)

// Rewriter makes a rewriter of the generator's model.
func (g *Generator) Rewriter() *Rewriter { return &Rewriter{g} }

// Name implements engine.Rewriter: "ollama/llama3.2:3b".
func (w *Rewriter) Name() string { return w.g.Name() }

// Standalone implements engine.Rewriter. An error is an *Error, or the context's.
func (w *Rewriter) Standalone(ctx context.Context, question string, earlier []engine.Exchange) (string, error) {
	return w.write(ctx, completionPrompt(question, earlier))
}

// Reformulate implements engine.Rewriter. An error is an *Error, or the context's.
func (w *Rewriter) Reformulate(ctx context.Context, question string, missing []string) (string, error) {
	return w.write(ctx, searchPrompt(question, missing))
}

// write returns what the model makes of a prompt. A line that was cut is no question, and an error.
func (w *Rewriter) write(ctx context.Context, messages []Message) (string, error) {
	text, err := w.g.complete(ctx, messages, maxRewordedTokens, "name another model with --model, or leave the wording to the rules")
	return unquoted(text), err
}

// complete returns what the model makes of a prompt in at most so many tokens. What was cut is an error, with the hint.
func (g *Generator) complete(ctx context.Context, messages []Message, most int, hint string) (string, error) {
	unusable := func(format string, args ...any) error {
		return &Error{Message: fmt.Sprintf(format, args...), Hint: hint, Unusable: true}
	}
	s := Sent{Model: g.model, Messages: messages, Options: Sampling{NumPredict: most, Seed: seed}}
	for _, count := range []counter{estimate, certain} {
		s.makeRoom(s.need(count))
		reply, err := g.send(ctx, s, func(string) {})
		switch {
		case err != nil:
			return "", err
		case reply.End == TooLong:
			continue
		case reply.PromptTokens >= s.Context:
			return "", unusable("the text does not fit into the context of %q, %d tokens", g.model.Name, s.Context)
		case reply.End != Stopped:
			return "", unusable("%q did not come to an end within %d tokens", g.model.Name, most)
		}
		return withoutThoughts(reply.Text), nil
	}
	return "", unusable("the text does not fit into the context of %q", g.model.Name)
}

// unquoted is a line without the quotation marks that a model put around the whole of it.
func unquoted(s string) string {
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"`", "`"}} {
		inside, opened := strings.CutPrefix(s, pair[0])
		inside, closed := strings.CutSuffix(inside, pair[1])
		if opened && closed && !strings.Contains(inside, pair[0]) && !strings.Contains(inside, pair[1]) {
			return inside
		}
	}
	return s
}

// completionPrompt asks for a question that can be asked without the turns before it. The same question after the same
// turns gives the same messages.
func completionPrompt(question string, turns []engine.Exchange) []Message {
	fenced := guard.Fence([]guard.Passage{{Key: earlierKey, Text: neutral(earlier(turns))}})
	return []Message{
		{"system", "You complete the last question of a conversation, so that somebody who has not read the conversation understands it. You do not answer it.\n\n" + numbered(
			"Reply with one question on one line and nothing else: no answer, no explanation, no quotation marks around it.",
			"Put in what the question leaves out, and what words like \"it\", \"its\", \"they\" and \"the other one\" stand for, in the words of the conversation.",
			"Keep every name, number and quoted phrase of the question letter for letter, and every \"not\".",
			"Bring in no name and no number that the conversation does not have.",
			"If the question can be understood alone, reply with it as it is.",
			quotation(fenced.Fence),
		)},
		{"user", "CONVERSATION, oldest first\n\n" + fenced.Text + "\nQUESTION\n\n" + engine.OneLine(neutral(question)) + "\n"},
	}
}

// searchPrompt asks for other words to search with.
func searchPrompt(question string, missing []string) []Message {
	fenced := guard.Fence([]guard.Passage{{Key: "missing", Text: neutral(strings.Join(missing, "\n"))}})
	return []Message{
		{"system", "A question was searched for in documents, and what was found does not speak of some of its words. You word the search again. You do not answer the question.\n\n" + numbered(
			"Reply with one search on one line and nothing else: no answer, no explanation, no list, no quotation marks around it.",
			"Use words that a document may have in place of those that were not found, and the words of the question that say what it is about.",
			"Keep every name, number and quoted phrase of the question letter for letter, and every \"not\".",
			"Bring in no name and no number that the question does not have.",
			quotation(fenced.Fence),
		)},
		{"user", "NOT FOUND, one a line\n\n" + fenced.Text + "\nQUESTION\n\n" + engine.OneLine(neutral(question)) + "\n"},
	}
}
