package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
	"ibid/ui/config"
)

// Judges say which names of an API exist, each by the sources of some projects. The nil Judges say nothing. They are
// safe for concurrent use.
type Judges struct {
	registry *symbol.Registry

	mu sync.Mutex
	of map[string]symbols.Registry // by the name of the project
}

// HasSources tells whether the settings name sources beside the documents.
func HasSources(c *config.Config) bool { return len(c.Projects) > 0 || c.Registry != "" }

// NewJudges judges by a registry, and by what is known of the standard library of Python; nil for none.
func NewJudges(r *symbol.Registry) *Judges {
	if r == nil {
		return nil
	}
	return &Judges{registry: r.WithStandard(), of: map[string]symbols.Registry{}}
}

// Registry is what all sources declare that the settings and the documents name; nil where they name none.
func (a *App) Registry(ctx context.Context, c *config.Config, d *index.Index, progress index.Progress) (*symbol.Registry, error) {
	var all []*symbol.Registry
	if d != nil {
		r, err := d.Registry()
		if err != nil {
			return nil, err
		}
		if r != nil {
			all = append(all, r)
		}
	}
	if c.Registry != "" {
		r, err := symbol.Open(c.Registry)
		if err != nil {
			return nil, &config.Error{Where: c.Origin("guard.registry"), Problem: fmt.Sprintf("%s: %v; `ibid symbols export` writes one", c.Registry, err)}
		}
		all = append(all, r)
	}
	if len(c.Projects) > 0 {
		r, err := a.projectRegistry(ctx, c, progress)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return symbol.Join(all...), nil
}

// projectRegistry is what the configured projects declare. It is kept in the cache folder, where files that did not
// change need not be read again.
func (a *App) projectRegistry(ctx context.Context, c *config.Config, progress index.Progress) (*symbol.Registry, error) {
	var projects []symbol.Project
	key := sha256.New()
	for _, p := range c.Projects {
		root, err := filepath.Abs(p.Path)
		if err != nil {
			return nil, err
		}
		found, err := symbol.Detect(p.Name, root)
		if errors.Is(err, symbol.ErrNoProject) {
			return nil, &config.Error{Where: c.Origin("projects"), Problem: err.Error()}
		}
		if err != nil {
			return nil, err
		}
		projects = append(projects, found)
		fmt.Fprintf(key, "%s\x00%s\x00", p.Name, root)
	}
	cache, err := config.CacheDir(a.Env)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(cache, "projects", hex.EncodeToString(key.Sum(nil)[:8])+".json")
	r, err := symbol.Refresh(ctx, projects, file, func(done, total int) {
		progress(index.Step{Stage: "reading declarations", Done: done, Total: total})
	})
	if err != nil {
		return nil, err
	}
	for _, p := range projects {
		if !holdsSources(r.In(p.Name)) {
			a.Note("the project %s declares nothing: there is no source code that can be imported in %s", p.Name, p.Root)
		}
	}
	return r, nil
}

func holdsSources(r *symbol.Registry) bool {
	for range r.All {
		return true
	}
	return false
}

// Has tells whether there is a project of this name.
func (j *Judges) Has(project string) bool {
	if j == nil {
		return false
	}
	for _, p := range j.registry.Projects() {
		if p.Name == project {
			return true
		}
	}
	return false
}

// by is the judge by the sources of a project, of all where none is named; nil where there are no sources.
func (j *Judges) by(project string) symbols.Registry {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.of[project]
	if !ok {
		r = resolve.New(j.registry.In(project))
		j.of[project] = r
	}
	return r
}

// Symbols judges the names of an API in a text by the sources of a project, of all where none is named.
func (j *Judges) Symbols(text *guard.Draft, project string) []engine.Symbol {
	if j == nil {
		return nil
	}
	return engine.Symbols(text, j.by(project))
}

// Unread says of which languages the names in the code of a text are not checked.
func (j *Judges) Unread(text *guard.Draft) []string {
	if j == nil {
		return nil
	}
	var notes []string
	for _, name := range symbols.Unread(text) {
		notes = append(notes, name+" is not checked: names in its code are not looked up")
	}
	return notes
}
