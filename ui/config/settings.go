package config

import (
	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// settings is every setting, in the order of the documentation. It is never changed.
var settings = []Setting{
	list("docs", "docs", ".", "folders or files to read", func(c *Config) *[]string { return &c.Docs }),
	text("index.dir", "index-dir", "", "keep the index here instead of in the cache folder", nil, func(c *Config) *string { return &c.IndexDir }),
	integer("index.max_text_mb", "max-text-mb", index.DefaultMaxTextBytes>>20, "skip text files larger than this", 1, func(c *Config) *int { return &c.MaxTextMB }),
	integer("index.max_pdf_mb", "max-pdf-mb", index.DefaultMaxPDFBytes>>20, "skip PDFs larger than this", 1, func(c *Config) *int { return &c.MaxPDFMB }),

	integer("engine.hits", "k", engine.Defaults().Hits, "chunks to retrieve", 1, func(c *Config) *int { return &c.Hits }),
	integer("engine.chunks", "max-chunks", engine.Defaults().Chunks, "most chunks of evidence, neighbours included", 1, func(c *Config) *int { return &c.Chunks }),
	integer("engine.characters", "max-characters", engine.Defaults().Characters, "most characters of evidence", 1000, func(c *Config) *int { return &c.Characters }),
	boolean("engine.rerank", "rerank", true, "move exact matches of names up", func(c *Config) *bool { return &c.Rerank }),
	text("engine.refusal_text", "refusal-text", guard.NotFound, "what a refusal says", nil, func(c *Config) *string { return &c.RefusalText }),

	boolean("guard.similarity", "gate-similarity", true, "refuse where the evidence is too weak", func(c *Config) *bool { return &c.SimilarityGate }),
	share("guard.similarity_threshold", "similarity-threshold", engine.DefaultSimilarity, "least share of the question that the best evidence must hold", func(c *Config) *float64 { return &c.Similarity }),
	boolean("guard.key_terms", "gate-key-terms", true, "refuse where a name of the question is nowhere in the evidence", func(c *Config) *bool { return &c.KeyTermGate }),
	boolean("guard.support", "gate-support", true, "drop sentences that their sources do not support", func(c *Config) *bool { return &c.SupportGate }),

	text("ui.color", "color", "auto", "auto, always or never", []string{"auto", "always", "never"}, func(c *Config) *string { return &c.Color }),
	boolean("ui.plain", "plain", false, "plain text, for pipes and screen readers", func(c *Config) *bool { return &c.Plain }),

	boolean("log.questions", "log-questions", false, "keep the text of questions in the local log", func(c *Config) *bool { return &c.LogQuestions }),
}
