package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"ibid/engine"
	"ibid/engine/ollama"
	"ibid/index"
	"ibid/ui/config"
)

// models are what writes and what makes vectors, as configured and as there is.
type models struct {
	generator engine.Generator
	fallback  engine.Generator // where a draft of generator is refused; nil refuses
	rewriter  engine.Rewriter  // of questions: the model of generator; nil where none writes
	embedder  index.Embedder   // nil for the built-in one
	away      error            // why there is no server, nil where there is one or none is wanted
	judge     engine.Judge     // nil for none
	notes     []string         // what a person should know of them, each a line
}

// wanted is what a command needs models for.
type wanted struct {
	writer     bool // of answers; every command that reads the index needs its embedder
	transcript transcript
}

// transcript is where the prompts and replies of a model go, and where they are read from instead of asking.
type transcript struct {
	out    io.Writer // nil for nowhere
	replay string    // file, "" to ask the model
}

// models looks for a model where one is wanted. Where nobody has Ollama nothing is said: what is built in answers.
func (a *App) models(ctx context.Context, c *config.Config, w wanted) (models, error) {
	m, t := models{generator: a.Generator}, w.transcript
	if w.writer && c.LLMCheck {
		judge, err := ollama.NewJudge(ctx, ollama.Options{Host: c.OllamaHost, Model: c.OllamaModel, AllowRemote: c.OllamaAllowRemote})
		if err != nil {
			return m, err
		}
		m.judge = judge
	}
	opt := ollama.GeneratorOptions{KeepAlive: c.OllamaKeepAlive}
	if t.out != nil {
		opt.Transcript = recorder(t.out)
	}
	if t.replay != "" {
		if err := m.replayed(t.replay, opt); err != nil {
			return m, err
		}
	}
	writes := w.writer && c.Generator != "extractive" && t.replay == ""
	embeds := c.Embedder != "builtin"
	if writes || embeds {
		if err := m.find(ctx, c, opt, writes, embeds); err != nil {
			return m, err
		}
	}
	if m.generator != a.Generator && c.Fallback == "extractive" {
		m.fallback = a.Generator
	}
	return m, nil
}

// replayed takes the drafts from a transcript.
func (m *models) replayed(path string, opt ollama.GeneratorOptions) error {
	f, err := os.Open(path)
	if err != nil {
		return usageError{fmt.Errorf("the transcript cannot be read: %w", err)}
	}
	defer f.Close()
	g, err := ollama.NewReplay(f, path, opt)
	if err != nil {
		return err
	}
	m.generator, m.rewriter = g, g.Rewriter()
	return nil
}

// find chooses among the models of the server. One that a setting insists on must be there; any other is missed, which is
// told where somebody named it or the server has none.
func (m *models) find(ctx context.Context, c *config.Config, opt ollama.GeneratorOptions, writes, embeds bool) error {
	needWriter := writes && c.Generator == "ollama"
	needEmbedder := embeds && c.Embedder == "ollama"
	named := writes && c.OllamaModel != "" || embeds && c.OllamaEmbedModel != ""
	server, err := ollama.Find(ctx, ollama.Options{Host: c.OllamaHost, AllowRemote: c.OllamaAllowRemote})
	if err != nil {
		if needWriter || needEmbedder || ctx.Err() != nil {
			return err
		}
		if embeds {
			m.away = err
		}
		if named || !errors.Is(err, ollama.ErrNotThere) {
			m.notes = append(m.notes, missed("what is built in answers", err))
		}
		return nil
	}
	if !server.Local() {
		m.notes = append(m.notes, fmt.Sprintf("questions and evidence leave this machine: Ollama is at %s", c.OllamaHost))
	}
	if writes {
		switch model, err := server.ChooseChat(c.OllamaModel); {
		case err == nil:
			g := server.Generator(model, opt)
			m.generator, m.rewriter = g, g.Rewriter()
		case needWriter:
			return err
		default:
			m.notes = append(m.notes, missed("the documents' own sentences answer", err))
		}
	}
	if embeds {
		switch model, err := server.ChooseEmbed(c.OllamaEmbedModel); {
		case err == nil:
			e, err := server.Embedder(ctx, model, ollama.EmbedderOptions{KeepAlive: c.OllamaKeepAlive})
			if err != nil {
				return err
			}
			m.embedder = e // a nil *Embedder would be no nil index.Embedder
		case needEmbedder:
			return err
		default:
			m.notes = append(m.notes, missed("the built-in word vectors search", err))
		}
	}
	return nil
}

// embedderOf is what makes the vectors of the index in a folder. One whose vectors are a model's stays theirs while the
// server is away.
func (m *models) embedderOf(dir string) index.Embedder {
	if m.embedder == nil && m.away != nil {
		return index.Absent(dir, m.away)
	}
	return m.embedder
}

// missed says what stands in for a model that is not there, and what would bring one.
func missed(instead string, err error) string {
	var e *ollama.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%s: %s; %s", instead, e.Message, e.Hint)
	}
	return fmt.Sprintf("%s: %v", instead, err)
}

// recorder writes a transcript that can be replayed.
func recorder(w io.Writer) func(ollama.Record) {
	var mu sync.Mutex
	return func(r ollama.Record) {
		mu.Lock()
		defer mu.Unlock()
		_ = ollama.WriteRecord(w, r) // an answer is not lost for its transcript
	}
}

// transcript opens the file that a transcript is written to. The function that it returns closes it.
func (a *App) transcript(file, replay string) (transcript, func() error, error) {
	t := transcript{replay: replay}
	switch file {
	case "":
	case "-":
		t.out = a.Err
	default:
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return t, nil, usageError{fmt.Errorf("the transcript cannot be written: %w", err)}
		}
		t.out = f
		return t, f.Close, nil
	}
	return t, func() error { return nil }, nil
}
