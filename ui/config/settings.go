package config

import (
	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// The most that a setting takes: beyond that it is a mistake.
const (
	maxFileMB     = 1 << 20
	maxChunks     = 1_000
	minCharacters = 1_000
	maxCharacters = 10_000_000
)

// settings is every setting, in the order of the documentation. It is never changed.
var settings = []Setting{
	paths("docs", "docs", []string{"."}, "folder or file to read; may be repeated", func(c *Config) *[]string { return &c.Docs }),
	path("index.dir", "index-dir", "keep the index here, not in the cache folder", func(c *Config) *string { return &c.IndexDir }),
	integer("index.max_text_mb", "max-text-mb", index.DefaultMaxTextBytes>>20, 1, maxFileMB, "skip text files larger than this", func(c *Config) *int { return &c.MaxTextMB }),
	integer("index.max_pdf_mb", "max-pdf-mb", index.DefaultMaxPDFBytes>>20, 1, maxFileMB, "skip PDFs larger than this", func(c *Config) *int { return &c.MaxPDFMB }),

	integer("engine.hits", "k", index.DefaultHits, 1, index.MaxHits, "chunks to retrieve", func(c *Config) *int { return &c.Hits }),
	integer("engine.chunks", "max-chunks", int64(engine.Defaults().Chunks), 1, maxChunks, "most chunks of evidence, neighbours included", func(c *Config) *int { return &c.Chunks }),
	integer("engine.characters", "max-characters", int64(engine.Defaults().Characters), minCharacters, maxCharacters, "most characters of evidence", func(c *Config) *int { return &c.Characters }),
	boolean("engine.rerank", "rerank", true, "move exact matches of names up", func(c *Config) *bool { return &c.Rerank }),
	text("engine.refusal_text", "refusal-text", guard.NotFound, "what a refusal says", func(c *Config) *string { return &c.RefusalText }),

	boolean("guard.similarity", "gate-similarity", true, "refuse where the evidence is too weak", func(c *Config) *bool { return &c.SimilarityGate }),
	share("guard.similarity_threshold", "similarity-threshold", engine.DefaultSimilarity, "least part of the question that the best evidence must hold", func(c *Config) *float64 { return &c.Similarity }),
	boolean("guard.key_terms", "gate-key-terms", true, "refuse where a name of the question is nowhere in the evidence", func(c *Config) *bool { return &c.KeyTermGate }),
	boolean("guard.support", "gate-support", true, "drop sentences that their sources do not support", func(c *Config) *bool { return &c.SupportGate }),

	choice("ui.color", "color", []string{"auto", "always", "never"}, "when to use bold and faint text", func(c *Config) *string { return &c.Color }),
	boolean("ui.plain", "plain", false, "no styles and no redrawn lines, for screen readers", func(c *Config) *bool { return &c.Plain }),
}
