package cli

import (
	"context"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
)

// The names by which the eval commands know ui/app.

const indexFolder = app.IndexFolder

func corpus(c *config.Config) (string, error)               { return app.Corpus(c) }
func engineOptions(c *config.Config) engine.Options         { return app.EngineOptions(c) }
func (a *App) cacheFolder(c *config.Config) (string, error) { return a.shared().CacheFolder(c) }

type wanted struct{ writer bool }

// models are an app.Models.
type models struct {
	embedder index.Embedder
	notes    []string
}

func (a *App) models(ctx context.Context, c *config.Config, w wanted) (models, error) {
	m, err := a.shared().Models(ctx, c, app.Wanted{Writer: w.writer})
	return models{m.Embedder, m.Notes}, err
}

// library is an app.Library, with what it tells of its models once they were looked for.
type library struct {
	*app.Library
	generator engine.Generator
	notes     []string
}

func (a *App) newLibrary(c *config.Config, w wanted) (*library, error) {
	l, err := a.shared().NewLibrary(c, app.Wanted{Writer: w.writer})
	return &library{Library: l, generator: a.Generator}, err
}

func (l *library) models(ctx context.Context) error {
	err := l.FindModels(ctx)
	l.generator, l.notes = l.Generator(), l.Notes()
	return err
}

func (l *library) options(ctx context.Context, step index.Progress) (engine.Options, error) {
	return l.Options(ctx, step)
}

func (l *library) with(ctx context.Context, step index.Progress, work func(*index.Index) error) (index.Report, error) {
	if err := l.models(ctx); err != nil {
		return index.Report{}, err
	}
	return l.With(ctx, step, work)
}
