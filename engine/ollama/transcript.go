package ollama

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

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
	Name    string `json:"name"`
	Digest  string `json:"digest"`
	Context int    `json:"context_length"` // tokens it was made for, 0 where it is not told
}

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
