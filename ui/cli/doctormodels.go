package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ibid/engine/ollama"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
	"ibid/ui/wire"
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
		instead: "the built-in word vectors", without: `engine.embedder = "builtin"`, choose: (*ollama.Server).ChooseEmbed,
	}
	embedder.needed = embedder.wanted && (c.Embedder == "ollama" || c.OllamaEmbedModel != "")
	return writer, embedder
}

// models looks for the server and for what each of its models is used for. It returns the embedder that the index is
// made with, nil for the built-in one.
func (d *doctor) models(ctx context.Context) (index.Embedder, error) {
	c := d.config
	server, err := ollama.Find(ctx, ollama.Options{Host: c.OllamaHost, AllowRemote: c.OllamaAllowRemote})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	writer, embedder := rolesOf(c)
	writes, written := writer.look(server)
	embeds, embedded := embedder.look(server)
	if err != nil {
		d.noServer(err, writer.needed || embedder.needed || c.Judge != "", writer.wanted || embedder.wanted)
		d.add(written)
		if c.Judge != "" {
			d.add(unasked("judge", `guard.judge = ""`))
		}
		d.add(embedded)
		return nil, nil
	}
	uses := map[string][]string{}
	uses[writes.Name] = append(uses[writes.Name], writer.name)
	uses[embeds.Name] = append(uses[embeds.Name], embedder.name)
	if c.Judge != "" {
		if m, err := server.ChooseChat(c.Judge); err == nil {
			uses[m.Name] = append(uses[m.Name], "judging")
		}
	}
	d.server(server, uses)
	d.add(written)
	if writes.Name != "" {
		if err := d.markers(ctx, server, writes); err != nil {
			return nil, err
		}
	}
	if c.Judge != "" {
		if err := d.judge(ctx); err != nil {
			return nil, err
		}
	}
	d.add(embedded)
	if embeds.Name == "" {
		return nil, nil
	}
	return d.embedder(ctx, server, embeds)
}

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

// server tells of a server and its models. uses says what those that are used are used for.
func (d *doctor) server(s *ollama.Server, uses map[string][]string) {
	c := check{Name: "ollama", Health: healthOK, Found: fmt.Sprintf("%s at %s, %s", s.Version, s.Host(), count(len(s.Models), "model"))}
	if !s.Local() {
		c.Found += "; questions and evidence leave this machine (ollama.allow_remote: " + d.config.Origin("ollama.allow_remote") + ")"
	}
	c.Details = wire.Each(s.Models, func(m ollama.Model) string {
		used := "not used"
		if u := uses[m.Name]; u != nil {
			used = "used for " + strings.Join(u, " and ")
		}
		return m.Name + ": " + strings.Join(traits(m), ", ") + "; " + used
	})
	d.add(c)
}

// traits are what is known of a model.
func traits(m ollama.Model) []string {
	var out []string
	for _, t := range []string{m.Size, m.Quantization} {
		if t != "" {
			out = append(out, t)
		}
	}
	if m.Remote != "" {
		out = append(out, "runs at "+m.Remote)
	}
	switch {
	case m.Chat && m.Embed:
		return append(out, "can write and embed")
	case m.Chat:
		return append(out, "can write")
	case m.Embed:
		return append(out, "can embed")
	}
	return append(out, "the server does not tell what it can do")
}

// judge looks for the model that is asked about reworded sentences, and asks it about two, as a command does.
func (d *doctor) judge(ctx context.Context) error {
	const name = "judge"
	c := d.config
	ctx, cancel := context.WithTimeout(ctx, writePatience)
	defer cancel()
	j, err := ollama.NewJudge(ctx, ollama.Options{Host: c.OllamaHost, Model: c.Judge, AllowRemote: c.OllamaAllowRemote})
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			d.add(failed(name, err))
			return nil
		}
		return err
	}
	document := []guard.Passage{{Text: "The pump starts when the tank is full."}}
	borne, err := j.Grounded(ctx, "Once the tank is full, the pump begins to run.", document)
	var not float64
	if err == nil {
		not, err = j.Grounded(ctx, "The pump was built in Norway.", document)
	}
	found := fmt.Sprintf("%s, as the settings say; of a sentence that is borne out and one that is not it says %.2f and %.2f", c.Judge, borne, not)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		d.add(failed(name, err))
	case borne <= not:
		d.add(check{Name: name, Health: healthWarning, Found: found, Next: "name a model that tells them apart with guard.judge: bespoke-minicheck, which is not for commercial use, or granite3-guardian"})
	default:
		d.add(check{Name: name, Health: healthOK, Found: found})
	}
	return nil
}

const (
	// Patience bounds how long a model may take to be loaded and to answer.
	embedPatience = 30 * time.Second
	writePatience = time.Minute

	// Shares of a probe below which a model is of little use. all-MiniLM-L6-v2, which is small, tells 19 of 20
	// paraphrases; one that compares words alone tells few.
	leastTold     = 0.75
	leastFollowed = 0.8

	probeTokens = 100 // of a draft: a sentence and its marker have some 20
)

// markers asks a writer a few simple questions, and checks that it cites as it must. What it writes otherwise is
// thrown away.
func (d *doctor) markers(ctx context.Context, s *ollama.Server, m ollama.Model) error {
	within, cancel := context.WithTimeout(ctx, writePatience)
	defer cancel()
	followed, asked, err := s.Generator(m, ollama.GeneratorOptions{KeepAlive: d.config.OllamaKeepAlive, MaxTokens: probeTokens}).Probe(within)
	c := check{
		Name: "markers", Health: healthOK, Found: fmt.Sprintf("%d of %d simple answers hold the fact and cite it", followed, asked),
		Figures: []figure{{"followed", float64(followed)}, {"asked", float64(asked)}},
	}
	switch late := errors.Is(err, context.DeadlineExceeded); {
	case ctx.Err() != nil:
		return ctx.Err()
	case late && asked == 0:
		c.Health, c.Found = healthWarning, fmt.Sprintf("%s did not answer within %v", m.Name, writePatience)
		c.Next = "a large model takes long to load: run `ibid doctor` again, or name a smaller one with --model"
	case err != nil && !late:
		c = failed(c.Name, err)
	case float64(followed) < leastFollowed*float64(asked):
		c.Health = healthWarning
		c.Next = "most of what it writes will be thrown away: name a model of 2 billion parameters or more with --model"
	}
	d.add(c)
	return nil
}

// embedder makes the embedder of a model and checks that it tells what is alike. It returns nil where it cannot be
// used.
func (d *doctor) embedder(ctx context.Context, s *ollama.Server, m ollama.Model) (index.Embedder, error) {
	const name = "embedding"
	within, cancel := context.WithTimeout(ctx, embedPatience)
	defer cancel()
	e, err := s.Embedder(within, m, ollama.EmbedderOptions{KeepAlive: d.config.OllamaKeepAlive})
	var told, pairs int
	if err == nil {
		told, pairs, err = e.Probe(within)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		d.add(check{
			Name: name, Health: healthWarning, Found: fmt.Sprintf("%s did not answer within %v", m.Name, embedPatience),
			Next: "a large model takes long to load: run `ibid doctor` again, or name a smaller one with ollama.embed_model",
		})
	case err != nil:
		d.add(failed(name, err))
	default:
		c := check{
			Name: name, Health: healthOK, Found: fmt.Sprintf("%d of %d sentences are nearest to what says the same in other words", told, pairs),
			Figures: []figure{{"told", float64(told)}, {"pairs", float64(pairs)}, {"dimensions", float64(e.Dimensions())}},
		}
		if float64(told) < leastTold*float64(pairs) {
			c.Health = healthWarning
			c.Next = "its vectors find little: `ollama pull` the model again, or name another with ollama.embed_model"
		}
		d.add(c)
	}
	if e == nil { // a nil *Embedder is not a nil interface
		return nil, nil
	}
	return e, nil
}
