package ollama

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"ibid/engine"
)

const (
	seed = 1 // any fixed one: temperature 0 leaves nothing to chance, but the server draws a seed if none is given

	verdictTokens = 4 // of a verdict, which is Yes or No
	charsPerToken = 2 // fewer than any text in English has
)

// Judge is a chat model that is asked in one word whether statements bear a claim out. It counts for as much as it has
// shown on claims whose truth is known (see Measure): before that, and where that is too little, it accepts nothing. It
// may be used by several goroutines at once.
type Judge struct {
	wire   // which asks once: a second opinion is not worth the wait
	model  string
	memory string // the file of what it said, "" for none

	mu    sync.Mutex
	said  map[string]float64 // by the prompt
	rates *Rates             // nil until it was asked about all known claims
}

var _ engine.Judge = (*Judge)(nil)

// Judge makes a judge of one of the server's models. What it says is kept in a folder, in a file for each digest of a
// model, and is not asked again; "" keeps nothing.
func (s *Server) Judge(m Model, folder string) *Judge {
	j := &Judge{wire: wire{client: s.client, host: s.host}, model: m.Name, said: map[string]float64{}}
	if folder == "" || m.Digest == "" {
		return j
	}
	j.memory = filepath.Join(folder, m.Digest[:min(16, len(m.Digest))]+".jsonl")
	if f, err := os.Open(j.memory); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var v verdict
			if json.Unmarshal(lines.Bytes(), &v) == nil { // the last line may have been cut
				j.said[v.Prompt] = v.Yes
			}
		}
	}
	return j
}

// verdict is a line of a judge's memory.
type verdict struct {
	Prompt string  `json:"prompt"` // SHA-256, hex
	Yes    float64 `json:"yes"`    // its probability
}

// Accepts implements engine.Judge.
func (j *Judge) Accepts(ctx context.Context, claim string, statements []string) (ok bool, said string, err error) {
	r, measured := j.Rates()
	if !measured || !r.On() || len(statements) == 0 {
		return false, "", nil
	}
	p, err := j.grounded(ctx, claim, statements)
	if err != nil {
		return false, "", err
	}
	return p >= r.Threshold, fmt.Sprintf("%s holds it for borne out with %.2f, and %.2f counts", j.model, p, r.Threshold), nil
}

// grounded is the probability that the statements bear a claim out, as the model has it: of the Yes or No that its
// reply begins with. A reply that begins otherwise is no Yes. An error is an *Error, or the context's.
func (j *Judge) grounded(ctx context.Context, claim string, statements []string) (float64, error) {
	messages := j.prompt(claim, statements)
	key := hash(messages)
	j.mu.Lock()
	p, asked := j.said[key]
	j.mu.Unlock()
	if asked {
		return p, nil
	}
	reply, err := j.chat(ctx, Sent{
		Model: Model{Name: j.model}, Messages: messages, Options: Sampling{NumPredict: verdictTokens, Seed: seed}, Context: roundUp(estimate(messages[0].Content) + verdictTokens),
	}, func(string) {})
	switch {
	case err != nil:
		return 0, err
	case reply.TooLong:
		return 0, explain(errTooLong, j.host, j.model, "guard.judge")
	}
	p = 1 // that its word is right; a server that tells no probability is taken at its word
	for _, t := range reply.Logprobs {
		if strings.TrimSpace(t.Text) != "" {
			p = min(math.Exp(t.Logprob), 1)
			break
		}
	}
	word := strings.ToLower(strings.TrimSpace(reply.Text))
	switch {
	case math.IsNaN(p):
		p = 0
	case strings.HasPrefix(word, "no"):
		p = 1 - p
	case !strings.HasPrefix(word, "yes"):
		p = 0
	}
	j.remember(key, p)
	return p, nil
}

// remember keeps what was said. That the folder cannot be written to costs asking again, and no more.
func (j *Judge) remember(key string, p float64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.said[key] = p
	if j.memory == "" || os.MkdirAll(filepath.Dir(j.memory), 0o700) != nil {
		return
	}
	if f, err := os.OpenFile(j.memory, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_ = json.NewEncoder(f).Encode(verdict{key, p})
		_ = f.Close()
	}
}

// prompt lays the question out. The words that part document and claim are kept out of both.
func (j *Judge) prompt(claim string, statements []string) []Message {
	plain := strings.NewReplacer("Document:", "document:", "Claim:", "claim:")
	text := plain.Replace(neutral(strings.TrimSpace(strings.Join(statements, "\n\n"))))
	return []Message{{"user", "Document: " + text + "\n\nClaim: " + plain.Replace(engine.OneLine(neutral(claim))) +
		"\n\nDoes the document say all that the claim says, with the same numbers, conditions and exceptions? Answer with one word, Yes or No."}}
}

func hash(messages []Message) string {
	h := sha256.New()
	for _, m := range messages {
		fmt.Fprintf(h, "%s\x00%s\x00", m.Role, m.Content)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
