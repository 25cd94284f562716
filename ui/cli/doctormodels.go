package cli

import (
	"context"
	"strings"

	"ibid/ui/app"
)

// models looks for the models that the settings have a use for, as ask does, and then at the index, which is made for
// one of them: without the models that have to be there nobody gets to it.
func (d *doctor) models(ctx context.Context) error {
	m, err := d.app.shared().Models(ctx, d.config, app.Wanted{Writer: true})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		d.add(failed("ollama", err))
		return nil
	}
	server := check{Name: "ollama", Health: healthOK, Found: m.Server}
	if m.Server == "" {
		server.Found = "no server answers, or nothing is wanted of one: what is built in does everything"
	}
	if len(m.Notes) > 0 {
		server.Health, server.Next = healthWarning, "mend it, or set engine.generator and engine.embedder to what is there"
		server.Found = strings.TrimPrefix(m.Server+"; "+strings.Join(m.Notes, "; "), "; ")
	}
	d.add(server)
	writer, vectors := "the documents' own sentences", "those that are built in"
	if m.Generator != d.app.Generator {
		writer = m.Generator.Name()
	}
	if m.Embedder != nil {
		vectors = m.Embedder.Name()
	}
	d.add(check{Name: "answers", Health: healthOK, Found: writer})
	d.add(check{Name: "vectors", Health: healthOK, Found: vectors})
	if m.Generator != d.app.Generator {
		if err := d.try(ctx, m.Generator); err != nil {
			return err
		}
	}
	if m.Judge != nil {
		if err := d.measure(ctx, m.Judge); err != nil {
			return err
		}
	}
	return d.documents(ctx, m.Embedder)
}

// failed is a check of something that a command fails without.
func failed(name string, err error) check { return check{Name: name}.failed(err) }

// failed is a check after an error.
func (c check) failed(err error) check {
	c.Health, c.Found, c.Next = healthBroken, err.Error(), classify(nil, err).hint
	return c
}
