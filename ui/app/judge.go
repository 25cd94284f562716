package app

import (
	"context"
	"path/filepath"

	"ibid/engine"
	"ibid/engine/ollama"
	"ibid/ui/config"
)

// NamesJudge tells whether the settings name a judge, one that must be there; "none" wants no judge.
func NamesJudge(c *config.Config) bool { return c.Judge != "" && c.Judge != "none" }

// judgeFolder is where what judges said is kept; "" where no home folder is known, and then they are asked again.
func (a *App) judgeFolder() string {
	if cache, err := config.CacheDir(a.Env); err == nil {
		return filepath.Join(cache, "judges")
	}
	return ""
}

// NamedJudge is the judge that the settings name, nil where they name none: a text of others is checked with the same
// outcome whether or not a server happens to run.
func (a *App) NamedJudge(ctx context.Context, c *config.Config) (engine.Judge, error) {
	if !NamesJudge(c) {
		return nil, nil
	}
	j, err := a.FindJudge(ctx, c, nil)
	if err != nil { // a nil *Judge would be no nil Judge
		return nil, err
	}
	return j, nil
}

// FindJudge is the judge of a server, which is looked for where it is nil: the one that the settings name, or the model
// that writes the answers.
func (a *App) FindJudge(ctx context.Context, c *config.Config, server *ollama.Server) (*ollama.Judge, error) {
	if server == nil {
		var err error
		if server, err = ollama.Find(ctx, ollama.Options{Host: c.OllamaHost, AllowRemote: c.OllamaAllowRemote}); err != nil {
			return nil, err
		}
	}
	choose, name := server.ChooseJudge, c.Judge
	if name == "" {
		choose, name = server.ChooseChat, c.OllamaModel
	}
	model, err := choose(name)
	if err != nil {
		return nil, err
	}
	return server.Judge(model, a.judgeFolder()), nil
}
