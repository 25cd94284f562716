package ollama

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
)

// repeats is how often a server lets a model write the same token before it ends the stream without a word: llm/server.go
// of Ollama 0.17.
const repeats = 30

// wire is the way over a server.
type wire struct {
	client    *api.Client
	host      *url.URL
	keepAlive *api.Duration // nil leaves it to the server
	delays    []time.Duration
}

// chat implements way. A connection that fails and an error of the server are tried again, but not after the first
// token: what a listener has heard cannot be taken back.
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
	case errors.Is(err, errEnough):
		h.reply.End = Cut
	case err != nil && h.text.Len() == 0 && isTooLong(err):
		return Reply{End: TooLong}, nil
	case err == nil && h.last.Done && h.last.DoneReason == "length":
		h.reply.End = Cut
	case err == nil && h.last.Done:
		h.reply.End = Stopped
	case err == nil && h.same >= repeats:
		h.reply.End = Repeating
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
		Model: s.Model.Name, Stream: &yes, Logprobs: true, KeepAlive: w.keepAlive,
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

// ReplaySchema names the format of a transcript: JSON Lines, one Record each.
const ReplaySchema = "ibid.replay/1"

// Record is a prompt as it was sent to a model, and the whole reply.
type Record struct {
	Schema string `json:"schema"`
	Prompt string `json:"prompt"` // Sent.Hash
	Sent   Sent   `json:"sent"`
	Reply  Reply  `json:"reply"`
}

// Sent is a prompt as it goes out.
type Sent struct {
	Model    SentTo    `json:"model"`
	Messages []Message `json:"messages"`
	Options  Sampling  `json:"options"`
	Context  int       `json:"num_ctx"`           // tokens of room that the server is asked for
	Dropped  []string  `json:"dropped,omitempty"` // keys of evidence that the model's context could not hold

}

// SentTo is the model that a prompt was sent to.
type SentTo struct {
	Name     string  `json:"name"`
	Digest   string  `json:"digest"`
	Context  int     `json:"context_length"`     // tokens it was made for, 0 where it is not told
	Billions float64 `json:"billions,omitempty"` // of parameters, 0 where it is not told
}

// small tells that long orders and much evidence confuse the model.
func (m SentTo) small() bool { return m.Billions > 0 && m.Billions < smallChat }

// Sampling is what decides how a model writes.
type Sampling struct {
	NumPredict  int     `json:"num_predict"`
	Seed        int     `json:"seed"`
	Temperature float64 `json:"temperature"`
}

// Hash identifies a prompt: the SHA-256, in hex, of the JSON of the model's digest, the messages and the sampling, keys
// in the order {"digest","messages":[{"role","content"}],"options":{"num_predict","seed","temperature"}}, without spaces. The
// name of a model is not part of it, and neither is the room for the prompt: both can differ where the reply cannot.
func (s Sent) Hash() string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		Digest   string    `json:"digest"`
		Messages []Message `json:"messages"`
		Options  Sampling  `json:"options"`
	}{s.Model.Digest, s.Messages, s.Options})
	if err != nil {
		panic(err) // strings and numbers always have a JSON form
	}
	sum := sha256.Sum256(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return hex.EncodeToString(sum[:])
}

// Ending says why a reply ended.
type Ending string

// The endings of replies.
const (
	Stopped   Ending = "stop"       // the model was done
	Cut       Ending = "length"     // it was not, and was cut
	Repeating Ending = "repetition" // it wrote the same token over and over, and was cut
	TooLong   Ending = "too_long"   // nothing was written: the prompt is longer than the context
)

// Reply is what came back.
type Reply struct {
	Text         string  `json:"text"`
	End          Ending  `json:"end"`
	Tokens       int     `json:"tokens"`        // written
	PromptTokens int     `json:"prompt_tokens"` // read
	Logprobs     []Token `json:"logprobs,omitempty"`
}

// Token is a token of a reply and the logarithm of its probability.
type Token struct {
	Text    string  `json:"token"`
	Logprob float64 `json:"logprob"`
}

// WriteRecord writes one line of a transcript, which NewReplay reads.
func WriteRecord(w io.Writer, r Record) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("write the transcript: %w", err)
	}
	return nil
}

const maxRecord = 64 << 20 // bytes of one line of a transcript

// replay is a transcript that answers in place of a server.
type replay struct {
	name    string
	replies map[string]Reply // by the hash of the prompt
}

// NewReplay makes a generator that reads its drafts from a transcript, as GeneratorOptions.Transcript hears it and WriteRecord
// writes it, instead of asking a server: everything else is the same. All records must be
// of one model. A prompt that the transcript lacks is an error that names its hash; of two records with one hash the later
// counts. Errors are an *Error.
func NewReplay(r io.Reader, name string, opt GeneratorOptions) (*Generator, error) {
	wrong := func(line int, err error) error {
		return &Error{
			Message: fmt.Sprintf("%s, line %d, cannot be replayed", name, line), Err: err, Misconfigured: true,
			Hint: "give --replay a file that --debug-prompt has written",
		}
	}
	p := &replay{name: name, replies: map[string]Reply{}}
	var model SentTo
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxRecord)
	n := 0
	for lines.Scan() {
		n++
		if len(lines.Bytes()) == 0 {
			continue
		}
		var rec Record
		switch err := json.Unmarshal(lines.Bytes(), &rec); {
		case err != nil:
			return nil, wrong(n, err)
		case rec.Schema != ReplaySchema:
			return nil, wrong(n, fmt.Errorf("its schema is %q, not %q", rec.Schema, ReplaySchema))
		case rec.Prompt != rec.Sent.Hash():
			return nil, wrong(n, errors.New("its prompt has been changed: the hash is another one"))
		case model != SentTo{} && model != rec.Sent.Model:
			return nil, wrong(n, fmt.Errorf("it is of %s, and those before of %s", rec.Sent.Model.Name, model.Name))
		}
		model = rec.Sent.Model
		p.replies[rec.Prompt] = rec.Reply
	}
	if err := lines.Err(); err != nil {
		return nil, wrong(n+1, err)
	}
	if len(p.replies) == 0 {
		return nil, wrong(max(n, 1), errors.New("it holds no record"))
	}
	return &Generator{model: model, way: p, opt: opt}, nil
}

// chat implements way.
func (p *replay) chat(ctx context.Context, s Sent, token func(string)) (Reply, error) {
	if err := ctx.Err(); err != nil {
		return Reply{}, err
	}
	hash := s.Hash()
	reply, ok := p.replies[hash]
	if !ok {
		return Reply{}, &Error{
			Message: fmt.Sprintf("%s holds no reply to the prompt %s", p.name, hash),
			Hint:    "replay with the documents, the question and the settings that it was recorded with",
		}
	}
	if s.Context > 0 && reply.PromptTokens >= s.Context { // the room was found too small when this was recorded, and more was asked for
		return Reply{End: TooLong}, nil
	}
	if reply.Text != "" {
		token(reply.Text)
	}
	return reply, nil
}
