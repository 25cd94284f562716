package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/config"
)

// indexFolder is what ibid makes below --index-dir, with an index in it for each set of documents: whatever else is there stays.
const indexFolder = "ibid-index"

func (a *App) indexOptions(c *config.Config) (index.Options, error) {
	var projects []index.Project
	for _, p := range c.Projects {
		projects = append(projects, index.Project(p))
	}
	opt := index.Options{Roots: c.Docs, Projects: projects, MaxTextBytes: int64(c.MaxTextMB) << 20, MaxPDFBytes: int64(c.MaxPDFMB) << 20, Wait: c.IndexWait}
	if root := index.Within(c.IndexDir, c.Docs); c.IndexDir != "" && root != "" {
		return opt, &config.Error{Where: c.Origin("index.dir"), Problem: fmt.Sprintf("index.dir: %s lies inside the documents in %s, and nothing that comes with documents is read as an index: name a folder outside of them, or none", c.IndexDir, root)}
	}
	cache, err := a.cacheFolder(c)
	if err != nil {
		return opt, err
	}
	opt.Dir, err = index.DirFor(cache, c.Docs)
	return opt, err
}

// cacheFolder holds the indexes: ibid's own folder below --index-dir, or in the user's cache.
func (a *App) cacheFolder(c *config.Config) (string, error) {
	if c == nil || c.IndexDir == "" {
		return config.CacheDir(a.Env)
	}
	dir := filepath.Join(c.IndexDir, indexFolder)
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return "", fmt.Errorf("%s is %w: it is not a folder; move it away, or keep the index elsewhere with --index-dir", dir, index.ErrForeign)
	}
	return dir, nil
}

// withDocuments brings the index up to date, runs work on it and closes it.
func (a *App) withDocuments(ctx context.Context, c *config.Config, asJSON bool, work func(*index.Index) error) (index.Report, error) {
	l, err := a.newLibrary(c, wanted{})
	if err != nil {
		return index.Report{}, err
	}
	p := a.newProgress(c, asJSON)
	report, err := l.with(ctx, p.step, func(ix *index.Index) error {
		p.clear()
		return work(ix)
	})
	p.clear()
	if err = errors.Join(err, l.Close()); err != nil {
		return index.Report{}, err
	}
	if !asJSON {
		for _, n := range l.notes {
			a.note("%s", n)
		}
	}
	return report, nil
}

// nothingToRead explains an empty index.
func nothingToRead(docs []string, r index.Report) string {
	msg := "no documents to read in " + strings.Join(docs, ", ")
	if n := len(r.Skipped); n > 0 {
		msg += fmt.Sprintf(" (%d left out, the first: %s: %s)", n, r.Skipped[0].Path, r.Skipped[0].Reason)
	}
	return msg
}

// engineOptions are the engine's settings as configured.
func engineOptions(c *config.Config) engine.Options {
	o := engine.Defaults()
	o.Hits, o.Chunks, o.Characters = c.Hits, c.Chunks, c.Characters
	o.Omit.Rerank, o.NoSimilarity, o.NoKeyTerms, o.NoSupport = !c.Rerank, !c.SimilarityGate, !c.KeyTermGate, !c.SupportGate
	o.RefusalText, o.MaxRounds = c.RefusalText, c.MaxRounds
	o.MaxTime, o.Quotas = c.MaxTime, &c.Quotas
	o.RewriteFollowUps, o.RewriteSearches = c.RewriteFollowUps, c.Reformulate == "model"
	o.NoSymbols, o.Reread = !c.SymbolGate, c.Reread
	thresholds(&o, c)
	return o
}

// thresholds sets those of the engine's gates.
func thresholds(o *engine.Options, c *config.Config) {
	o.Similarity, o.SelectionStrength, o.SelectionPremise = c.Similarity, c.Selection, c.Premise
	o.Cosine, o.CosineRefuses = c.Cosine, c.Origin("guard.cosine_threshold") != "default"
	o.Confidence = 0
	if c.ConfidenceGate {
		o.Confidence = c.Confidence
	}
}

// corpus is the identity of the configured documents, whatever folder their index is in.
func corpus(c *config.Config) (string, error) { return index.DirFor("", c.Docs) }
