package app

import (
	"context"
	"errors"
	"fmt"

	"ibid/engine"
	"ibid/engine/ollama"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
)

// Models are what writes and what makes vectors, as configured and as there is.
type Models struct {
	Generator engine.Generator
	Fallback  engine.Generator // where a draft of Generator is refused; nil refuses
	Embedder  index.Embedder   // nil for the reader
	Judge     *ollama.Judge    // nil for none
	Server    string           // the one that was found, "" for none
	Notes     []string         // what a person should know of them, each a line

	noServer bool  // where one was looked for
	away     error // why there is no server, nil where there is one or none is wanted
}

// Wanted is what a face needs models for, and how much of the documents it may read.
type Wanted struct {
	Writer bool // of answers; whoever reads the index needs its embedder
}

// Models looks for a model where one is wanted. Where nobody has Ollama nothing is said: what is built in answers.
func (a *App) Models(ctx context.Context, c *config.Config, w Wanted) (Models, error) {
	m := Models{Generator: a.Generator}
	writes := w.Writer && c.Generator != "extractive"
	embeds := c.Embedder != "builtin"
	judges := w.Writer && NamesJudge(c)
	if writes || embeds || judges {
		if err := a.find(ctx, c, &m, writes, embeds); err != nil {
			return m, err
		}
	}
	if m.Generator != a.Generator && c.Fallback == "extractive" {
		m.Fallback = a.Generator
	}
	return m, nil
}

// find chooses among the models of the server. One that a setting insists on must be there; any other is missed,
// which is told where somebody named it or the server has none.
func (a *App) find(ctx context.Context, c *config.Config, m *Models, writes, embeds bool) error {
	needWriter := writes && c.Generator == "ollama"
	needEmbedder := embeds && c.Embedder == "ollama"
	named := writes && c.OllamaModel != "" || embeds && c.OllamaEmbedModel != ""
	server, err := ollama.Find(ctx, ollama.Options{Host: c.OllamaHost, AllowRemote: c.OllamaAllowRemote})
	if err != nil {
		if needWriter || needEmbedder || NamesJudge(c) || ctx.Err() != nil {
			return err
		}
		m.noServer = true
		if embeds {
			m.away = err
		}
		if named || !errors.Is(err, ollama.ErrNotThere) {
			m.Notes = append(m.Notes, missed("what is built in answers", err))
		}
		return nil
	}
	m.Server = fmt.Sprintf("%s at %s, %s", server.Version, server.Host(), guard.Count(len(server.Models), "model"))
	if !server.Local() {
		m.Notes = append(m.Notes, fmt.Sprintf("questions and evidence leave this machine: Ollama is at %s", c.OllamaHost))
	}
	if writes {
		switch model, err := server.ChooseChat(c.OllamaModel); {
		case err == nil:
			m.Generator = server.Generator(model, ollama.GeneratorOptions{})
		case needWriter:
			return err
		default:
			m.Notes = append(m.Notes, missed("the documents' own sentences answer", err))
		}
	}
	if NamesJudge(c) || m.Generator != a.Generator && c.Judge == "" {
		if m.Judge, err = a.FindJudge(ctx, c, server); err != nil {
			return err
		}
	}
	if embeds {
		switch model, err := server.ChooseEmbed(c.OllamaEmbedModel); {
		case err == nil:
			e, err := server.Embedder(ctx, model, ollama.EmbedderOptions{})
			if err != nil {
				return err
			}
			m.Embedder = e // a nil *Embedder would be no nil index.Embedder
		case needEmbedder:
			return err
		default:
			m.Notes = append(m.Notes, missed("the vectors are those that are built in", err))
		}
	}
	return nil
}

// EmbedderOf is what makes the vectors of the index in a folder. One whose vectors are a model's stays theirs while the
// server is away.
func (m *Models) EmbedderOf(dir string) index.Embedder {
	if m.Embedder == nil && m.away != nil {
		return index.Absent(dir, m.away)
	}
	return m.Embedder
}

// missed says what stands in for a model that is not there, and what would bring one.
func missed(instead string, err error) string {
	var e *ollama.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%s: %s; %s", instead, e.Message, e.Hint)
	}
	return fmt.Sprintf("%s: %v", instead, err)
}
