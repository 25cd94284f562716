package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ibid/engine/ollama"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
)

// role is something that a model may do.
type role struct {
	name    string // of its check, and what the model is used for
	wanted  bool   // the settings leave room for a model
	needed  bool   // and they ask for one: without it, what was configured is not what answers
	model   string // the configured one, "" for the best
	instead string // what does it where no model does
	without string // the setting that leaves it to that
	choose  func(s *ollama.Server, configured string) (ollama.Model, error)
}

// rolesOf are the roles of models as the settings have them.
func rolesOf(c *config.Config) (writer, embedder role) {
	writer = role{
		name: "answers", wanted: c.Generator != "extractive", model: c.OllamaModel,
		instead: "the documents' own sentences", without: `engine.generator = "extractive"`, choose: (*ollama.Server).ChooseChat,
	}
	writer.needed = writer.wanted && (c.Generator == "ollama" || c.OllamaModel != "")
	embedder = role{
		name: "vectors", wanted: c.Embedder != "builtin", model: c.OllamaEmbedModel,
		instead: "the built-in vectors", without: `engine.embedder = "builtin"`, choose: (*ollama.Server).ChooseEmbed,
	}
	embedder.needed = embedder.wanted && (c.Embedder == "ollama" || c.OllamaEmbedModel != "")
	return writer, embedder
}

// models looks for the server and for the models that the settings have a use for. It returns the embedder that the
// index is made with, nil for the built-in one.
func (d *doctor) models(ctx context.Context) (index.Embedder, error) {
	c := d.config
	server, err := ollama.Find(ctx, ollama.Options{Host: c.OllamaHost, AllowRemote: c.OllamaAllowRemote})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	writer, embedder := rolesOf(c)
	if err != nil {
		d.noServer(err, writer.needed || embedder.needed || app.NamesJudge(c), writer.wanted || embedder.wanted)
	} else {
		d.server(server)
	}
	writes, found := writer.look(server)
	d.add(found)
	if writes.Name != "" {
		if err := d.try(ctx, server.Generator(writes, ollama.GeneratorOptions{KeepAlive: c.OllamaKeepAlive})); err != nil {
			return nil, err
		}
	}
	switch named := app.NamesJudge(c); {
	case named && server == nil:
		d.add(unasked("judge", `guard.judge = "none"`))
	case named || writes.Name != "" && c.Judge == "":
		if err := d.measure(ctx, server); err != nil {
			return nil, err
		}
	}
	embeds, found := embedder.look(server)
	if embeds.Name == "" {
		d.add(found)
		return nil, nil
	}
	within, cancel := context.WithTimeout(ctx, embedPatience)
	defer cancel()
	e, err := server.Embedder(within, embeds, ollama.EmbedderOptions{KeepAlive: c.OllamaKeepAlive})
	if err != nil {
		d.add(failed(embedder.name, err))
		return nil, ctx.Err()
	}
	d.add(found)
	return e, nil
}

// embedPatience bounds how long a model may take to tell what its vectors are.
const embedPatience = 30 * time.Second

// failed is a check of something that a command fails without.
func failed(name string, err error) check { return check{Name: name}.failed(err) }

// failed is a check after an error.
func (c check) failed(err error) check {
	c.Health, c.Found, c.Next = healthBroken, err.Error(), classify(nil, err).hint
	return c
}

// noServer tells that there is no Ollama. It is broken only where the settings ask for one.
func (d *doctor) noServer(err error, needed, wanted bool) {
	c := failed("ollama", err)
	switch absent := errors.Is(err, ollama.ErrNotThere); {
	case needed:
	case wanted && !absent: // its address is wrong, or not allowed: nobody asks it
		c.Health = healthWarning
	case wanted:
		c.Health = healthOK
		c.Next = "nothing has to be done; if you want a model to write answers, " + c.Next
	default:
		c.Health, c.Next = healthOK, ""
	}
	d.add(c)
}

// unasked is the check of what the settings want from a server that cannot be asked.
func unasked(name, without string) check {
	return check{Name: name, Health: healthBroken, Found: "the settings want a model, and Ollama cannot be asked for it", Next: "see above, or do without: " + without}
}

// look chooses the model of a role, the zero Model for none. The server is nil where there is none.
func (r role) look(server *ollama.Server) (m ollama.Model, c check) {
	c = check{Name: r.name, Health: healthOK, Found: r.instead}
	switch {
	case !r.wanted:
		c.Found += ", as the settings say"
		return m, c
	case server == nil && r.needed:
		return m, unasked(r.name, r.without)
	case server == nil:
		return m, c
	}
	m, err := r.choose(server, r.model)
	switch {
	case err == nil && r.model != "":
		c.Found = m.Name + ", as the settings say"
	case err == nil:
		c.Found = m.Name + ", the best one installed"
	case r.needed:
		return ollama.Model{}, failed(r.name, err)
	default:
		m, c = ollama.Model{}, failed(r.name, err)
		c.Health, c.Found = healthWarning, r.instead+": "+c.Found
	}
	return m, c
}

// server tells of a server.
func (d *doctor) server(s *ollama.Server) {
	c := check{Name: "ollama", Health: healthOK, Found: fmt.Sprintf("%s at %s, %s", s.Version, s.Host(), count(len(s.Models), "model"))}
	if !s.Local() {
		c.Found += "; questions and evidence leave this machine (ollama.allow_remote: " + d.config.Origin("ollama.allow_remote") + ")"
	}
	d.add(c)
}
