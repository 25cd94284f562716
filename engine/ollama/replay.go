package ollama

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const maxRecord = 64 << 20 // bytes of one line of a transcript

// replay is a transcript that answers in place of a server.
type replay struct {
	name    string
	replies map[string]Reply // by the hash of the prompt
}

// NewReplay makes a generator that reads its drafts from a transcript, as GeneratorOptions.Transcript hears it and WriteRecord
// writes it, instead of asking a server: everything else is the same, and its Rewriter reads there too. All records must be
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
		return nil, wrong(n, errors.New("it holds no record"))
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
	if reply.Text != "" {
		token(reply.Text)
	}
	return reply, nil
}
