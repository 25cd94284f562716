// Package app is what every face of ibid does: it opens documents, chooses models, asks them and keeps what became of
// it. It knows no flags and no terminal.
//
//	faces := &app.App{Env: os.Environ(), Generator: extract.Generator{}, Note: tell}
//	l, err := faces.NewLibrary(settings, app.Wanted{Writer: true})
//	answer, report, err := l.Answer(ctx, progress, ask)
//	err = errors.Join(faces.Record(settings, answer), l.Close())
package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/engine"
	"ibid/index"
	"ibid/index/reader"
	"ibid/index/weaviate"
	"ibid/ui/config"
	"ibid/ui/session"
)

// App is what the faces share.
type App struct {
	Env       []string
	Generator engine.Generator                 // of answers where no model writes
	Reader    *reader.Model                    // reads what is found with the question; nil for nothing
	Note      func(format string, args ...any) // tells a person what goes beside an answer
}

// IndexFolder is what ibid makes below --index-dir, with an index in it for each set of documents: whatever else is
// there stays.
const IndexFolder = "ibid-index"

// IndexOptions are those of the index of the configured documents. They are whole with NoDocuments, too.
func (a *App) IndexOptions(c *config.Config) (index.Options, error) {
	var projects []index.Project
	for _, p := range c.Projects {
		projects = append(projects, index.Project(p))
	}
	opt := index.Options{Roots: c.Docs, Projects: projects, MaxTextBytes: int64(c.MaxTextMB) << 20, MaxPDFBytes: int64(c.MaxPDFMB) << 20, Wait: c.IndexWait,
		Reader: a.Reader, Vectors: c.Vectors}
	around := func(root string) bool { return c.IndexDir != "" && config.Inside(root, []string{c.IndexDir}) }
	if i := slices.IndexFunc(c.Docs, around); i >= 0 {
		return opt, &config.Error{Where: c.Origin("index.dir"), Problem: fmt.Sprintf("index.dir: %s lies inside the documents in %s, and nothing that comes with documents is read as an index: name a folder outside of them, or none", c.IndexDir, c.Docs[i])}
	}
	cache, err := a.CacheFolder(c)
	if err != nil {
		return opt, err
	}
	if opt.Dir, err = index.DirFor(cache, indexed(c)); err == nil && c.WeaviateURL != "" {
		opt.Server, err = weaviate.Open(weaviate.Options{
			URLs:  strings.FieldsFunc(c.WeaviateURL, func(r rune) bool { return r == ',' || r == ' ' }),
			Class: c.WeaviateClass, Replicas: c.WeaviateReplicas, Consistency: strings.ToUpper(c.WeaviateConsistency), ReadOnly: c.WeaviateReadOnly,
			Key: config.Env(a.Env).Get(config.WeaviateKey),
		})
	}
	if all := c.Unnamed(); err == nil && all != "" {
		err = NoDocuments("name the documents: all of " + all + " is read only where --docs says so")
	}
	return opt, err
}

// indexed is what an index is known by: the documents, or a class that somebody else fills.
func indexed(c *config.Config) []string {
	if c.Served() {
		return []string{filepath.Join(string(filepath.Separator), "weaviate", c.WeaviateURL, c.WeaviateClass)}
	}
	return c.Docs
}

// CacheFolder holds the indexes: ibid's own folder below --index-dir, or in the user's cache.
func (a *App) CacheFolder(c *config.Config) (string, error) {
	if c == nil || c.IndexDir == "" {
		return config.CacheDir(a.Env)
	}
	dir := filepath.Join(c.IndexDir, IndexFolder)
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return "", fmt.Errorf("%s is %w: it is not a folder; move it away, or keep the index elsewhere with --index-dir", dir, index.ErrForeign)
	}
	return dir, nil
}

// NothingToRead explains an empty index.
func NothingToRead(docs []string, r index.Report) string {
	msg := "no documents to read in " + strings.Join(docs, ", ")
	if n := len(r.Skipped); n > 0 {
		msg += fmt.Sprintf(" (%d left out, the first: %s: %s)", n, r.Skipped[0].Path, r.Skipped[0].Reason)
	}
	return msg
}

// EngineOptions are the engine's settings as configured.
func (a *App) EngineOptions(c *config.Config) engine.Options {
	o := engine.Defaults()
	o.Reader = a.Reader
	o.Hits, o.RefusalText, o.Answered = c.Hits, c.RefusalText, c.Answered
	o.Gates, o.ShowUnproven = engine.Gates{Support: c.SupportGate, Symbols: c.SymbolGate}, c.Unproven == "show"
	return o
}

// Record adds an answer to the log.
func (a *App) Record(c *config.Config, answer *engine.Answer) error {
	dir, err := config.StateDir(a.Env)
	if err != nil {
		return err
	}
	e := session.NewEntry(answer, time.Now())
	if c.LogQuestions {
		e.Question = answer.Question
	}
	return session.OpenJournal(dir).Append(e)
}
