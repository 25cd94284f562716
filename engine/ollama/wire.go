package ollama

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
)

// repeats is how often a server lets a model write the same token before it ends the stream without a word:
// llm/server.go of Ollama 0.17.
const repeats = 30

// wire is the way over a server.
type wire struct {
	client *api.Client
	host   *url.URL
	delays []time.Duration
}

// chat has a prompt replied to, and hands each piece of the reply to token as it comes. A connection that fails and an
// error of the server are tried again, but not after the first token: what a listener has heard cannot be taken back. An
// error is an *Error, or the context's.
func (w *wire) chat(ctx context.Context, s Sent, token func(string)) (Reply, error) {
	var reply Reply
	err := retry(ctx, w.delays, func() (err error) {
		reply, err = w.once(ctx, s, token)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return Reply{}, ctx.Err()
	case err != nil:
		return Reply{}, explain(err, w.host, s.Model.Name, "--model")
	}
	return reply, nil
}

// errEnough ends a stream that does not end.
var errEnough = errors.New("the reply does not end")

func (w *wire) once(ctx context.Context, s Sent, token func(string)) (Reply, error) {
	h := hearing{most: s.Options.NumPredict * bytesPerToken}
	err := w.client.Chat(ctx, w.request(s), func(r api.ChatResponse) error { return h.hear(r, token) })
	switch {
	case ctx.Err() != nil: // the client takes a stream that was cut for one that has ended
		return Reply{}, ctx.Err()
	case err != nil && h.text.Len() == 0 && isTooLong(err):
		return Reply{TooLong: true}, nil
	case errors.Is(err, errEnough), err == nil && (h.last.Done || h.same >= repeats): // what was cut ends where it was cut
	case err == nil:
		err = fmt.Errorf("the reply broke off: %w", io.ErrUnexpectedEOF)
		fallthrough
	default:
		if h.text.Len() > 0 {
			err = &finalError{err}
		}
		return Reply{}, err
	}
	h.reply.Text = h.text.String()
	h.reply.Tokens, h.reply.PromptTokens = h.last.EvalCount, h.last.PromptEvalCount
	if !h.last.Done {
		h.reply.Tokens = len(h.reply.Logprobs)
	}
	return h.reply, nil
}

func (w *wire) request(s Sent) *api.ChatRequest {
	yes, no := true, false
	req := &api.ChatRequest{
		Model: s.Model.Name, Stream: &yes, Logprobs: true,
		Truncate: &no, Shift: &no, // rather an error than an answer from half of the evidence
		Think:   &api.ThinkValue{Value: false}, // thoughts would use up the tokens of the answer
		Options: map[string]any{"temperature": s.Options.Temperature, "seed": s.Options.Seed, "num_predict": s.Options.NumPredict, "num_ctx": s.Context},
	}
	for _, m := range s.Messages {
		req.Messages = append(req.Messages, api.Message{Role: m.Role, Content: m.Content})
	}
	return req
}

// hearing is what has come of a stream.
type hearing struct {
	most  int // bytes of text that are listened to
	reply Reply
	text  strings.Builder
	last  api.ChatResponse
	piece string // the last one, without white space
	same  int    // how often it came again
}

func (h *hearing) hear(r api.ChatResponse, token func(string)) error {
	h.last = r
	content := r.Message.Content
	if content != "" && !r.Done {
		if piece := strings.TrimSpace(content); piece == h.piece {
			h.same++
		} else {
			h.piece, h.same = piece, 0
		}
	}
	h.text.WriteString(content)
	// What stands before the first piece, or comes with thoughts, is none of the answer's tokens.
	if h.text.Len() > 0 && r.Message.Thinking == "" {
		for _, l := range r.Logprobs {
			h.reply.Logprobs = append(h.reply.Logprobs, Token{l.Token, l.Logprob})
		}
	}
	if content != "" {
		token(content)
	}
	if h.text.Len() > h.most {
		return errEnough
	}
	return nil
}

// Sent is a prompt as it goes out.
type Sent struct {
	Model    Model
	Messages []Message
	Options  Sampling
	Context  int // tokens of room that the server is asked for
}

// small tells that long orders and much evidence confuse the model.
func (m Model) small() bool { return m.Billions > 0 && m.Billions < smallChat }

// Sampling is what decides how a model writes.
type Sampling struct {
	NumPredict  int
	Seed        int
	Temperature float64
}

// Reply is what came back.
type Reply struct {
	Text         string
	TooLong      bool // nothing was written: the prompt is longer than the context
	Tokens       int  // written
	PromptTokens int  // read
	Logprobs     []Token
}

// Token is a token of a reply and the logarithm of its probability.
type Token struct {
	Text    string
	Logprob float64
}
