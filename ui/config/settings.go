package config

import (
	"time"

	"ibid/engine"
	"ibid/engine/ollama"
	"ibid/guard"
	"ibid/index"
)

// The most that a setting takes: beyond that it is a mistake.
const (
	maxFileMB     = 1 << 20
	maxChunks     = 1_000
	minCharacters = 1_000
	maxCharacters = 10_000_000
	maxRounds     = 5
	maxQuota      = 20
)

// settings is every setting, in the order of the documentation. It is never changed.
var settings = []Setting{
	paths("docs", "docs", []string{"."}, "folder or file to read; may be repeated", func(c *Config) *[]string { return &c.Docs }),
	path("index.dir", "index-dir", "keep the index here, not in the cache folder", func(c *Config) *string { return &c.IndexDir }),
	integer("index.max_text_mb", "max-text-mb", index.DefaultMaxTextBytes>>20, 1, maxFileMB, "skip text files larger than this", func(c *Config) *int { return &c.MaxTextMB }),
	integer("index.max_pdf_mb", "max-pdf-mb", index.DefaultMaxPDFBytes>>20, 1, maxFileMB, "skip PDFs larger than this", func(c *Config) *int { return &c.MaxPDFMB }),
	duration("index.wait", "index-wait", "30s", "how long to wait for another ibid that writes the index, before what was indexed before answers", func(c *Config) *time.Duration { return &c.IndexWait }),

	sources("projects", "project", "NAME=PATH: judge the names of an API by these sources too; a folder of the documents gets this name; may be repeated", func(c *Config) *[]Project { return &c.Projects }),

	integer("engine.hits", "k", index.DefaultHits, 1, index.MaxHits, "chunks to retrieve", func(c *Config) *int { return &c.Hits }),
	integer("engine.chunks", "max-chunks", int64(engine.Defaults().Chunks), 1, maxChunks, "most chunks of evidence, neighbours included", func(c *Config) *int { return &c.Chunks }),
	integer("engine.characters", "max-characters", int64(engine.Defaults().Characters), minCharacters, maxCharacters, "most characters of evidence", func(c *Config) *int { return &c.Characters }),
	boolean("engine.rerank", "rerank", true, "move exact matches of names up", func(c *Config) *bool { return &c.Rerank }),
	choice("engine.generator", "generator", []string{Auto, "ollama", "extractive"}, "what writes the answers: a local model, or the documents' own sentences; auto takes a model that is there", func(c *Config) *string { return &c.Generator }),
	choice("engine.embedder", "embedder", []string{Auto, "ollama", "builtin"}, "what makes the vectors: a local model, or the built-in word vectors", func(c *Config) *string { return &c.Embedder }),
	choice("engine.fallback", "fallback", []string{"extractive", "refuse"}, "what answers where a model's draft is refused", func(c *Config) *string { return &c.Fallback }),
	integer("engine.max_rounds", "max-rounds", int64(engine.Defaults().MaxRounds), 1, maxRounds, "most rounds of retrieval for one question", func(c *Config) *int { return &c.MaxRounds }),
	boolean("engine.rewrite_followups", "rewrite-followups", false, "let the model that writes complete a question from the ones before it, in place of the rules", func(c *Config) *bool { return &c.RewriteFollowUps }),
	choice("engine.reformulate", "reformulate", []string{"rules", "model"}, "what words a further search: the rules, or the model that writes before them", func(c *Config) *string { return &c.Reformulate }),
	duration("engine.max_time", "max-time", "0s", "begin no further round of retrieval after this time; 0s for no limit, which alone makes answers repeatable", func(c *Config) *time.Duration { return &c.MaxTime }),
	integer("api.cards", "api-cards", int64(index.DefaultQuotas().Cards), 0, maxQuota, "most symbol cards in the evidence for a question about an API", func(c *Config) *int { return &c.Quotas.Cards }),
	integer("api.cluster", "api-cluster", int64(index.DefaultQuotas().Cluster), 0, maxQuota, "most parts of one notebook beside them", func(c *Config) *int { return &c.Quotas.Cluster }),
	integer("api.recipes", "api-recipes", int64(index.DefaultQuotas().Recipes), 0, maxQuota, "most other recipes beside them", func(c *Config) *int { return &c.Quotas.Recipes }),
	integer("api.surfaces", "api-surfaces", int64(index.DefaultQuotas().Surfaces), 0, maxQuota, "most summaries of a module beside them", func(c *Config) *int { return &c.Quotas.Surfaces }),
	text("engine.refusal_text", "refusal-text", guard.NotFound, "what a refusal says", func(c *Config) *string { return &c.RefusalText }),

	boolean("guard.similarity", "gate-similarity", true, "refuse where the evidence is too weak", func(c *Config) *bool { return &c.SimilarityGate }),
	share("guard.similarity_threshold", "similarity-threshold", engine.DefaultSimilarity, "least part of the question that the best evidence must hold", func(c *Config) *float64 { return &c.Similarity }),
	share("guard.selection_threshold", "selection-threshold", engine.SelectionStrength, "least part of the question that the best statement of a selected text must hold", func(c *Config) *float64 { return &c.Selection }),
	share("guard.premise_threshold", "premise-threshold", engine.SelectionPremise, "least support of a selected text for what the question takes for granted; 0 asks for none", func(c *Config) *float64 { return &c.Premise }),
	share("guard.cosine_threshold", "cosine-threshold", engine.DefaultCosine, "least cosine of the question and the best evidence, where a model makes the vectors; a lower one refuses if this is set, and warns if it is not", func(c *Config) *float64 { return &c.Cosine }),
	boolean("guard.key_terms", "gate-key-terms", true, "refuse where a name of the question is nowhere in the evidence", func(c *Config) *bool { return &c.KeyTermGate }),
	boolean("guard.confidence", "gate-confidence", true, "refuse a model's draft of which it was not sure", func(c *Config) *bool { return &c.ConfidenceGate }),
	share("guard.confidence_threshold", "confidence-threshold", engine.DefaultConfidence, "least mean probability of a model's words", func(c *Config) *float64 { return &c.Confidence }),
	boolean("guard.support", "gate-support", true, "drop sentences that their sources do not support", func(c *Config) *bool { return &c.SupportGate }),
	boolean("guard.symbols", "gate-symbols", true, "let no name of an API pass that the sources do not declare", func(c *Config) *bool { return &c.SymbolGate }),
	boolean("guard.reread", "reread", true, "let a model look once more at how it uses an API, with the declarations before it", func(c *Config) *bool { return &c.Reread }),
	path("guard.registry", "registry", "judge the names of an API by this symbols.json too; ibid symbols export writes one", func(c *Config) *string { return &c.Registry }),
	boolean("guard.llm_check", "llm-check", false, "ask an Ollama model for a second opinion on each supported sentence; it can only reject", func(c *Config) *bool { return &c.LLMCheck }),

	also("OLLAMA_HOST", text("ollama.host", "ollama-host", ollama.DefaultHost, "where Ollama listens; OLLAMA_HOST is read too", func(c *Config) *string { return &c.OllamaHost })),
	name("ollama.model", "model", "the Ollama model that writes; the best one installed if none is given", func(c *Config) *string { return &c.OllamaModel }),
	name("ollama.embed_model", "embed-model", "the Ollama model that makes vectors; the best one installed if none is given", func(c *Config) *string { return &c.OllamaEmbedModel }),
	duration("ollama.keep_alive", "keep-alive", "0s", "how long a model stays loaded after it was used, as 10m; 0s leaves that to Ollama", func(c *Config) *time.Duration { return &c.OllamaKeepAlive }),
	boolean("ollama.allow_remote", "allow-remote", false, "let questions and evidence leave this machine for another one's Ollama or for a cloud model", func(c *Config) *bool { return &c.OllamaAllowRemote }),

	name("inspector.command", "inspector", "a Python interpreter that confirms signatures with inspect.signature, which imports the module that it is asked about; none by default", func(c *Config) *string { return &c.Inspector }),

	boolean("log.questions", "log-questions", false, "keep the text of questions in the local log", func(c *Config) *bool { return &c.LogQuestions }),

	choice("ui.color", "color", []string{"auto", "always", "never"}, "when to use colours, bold and faint text", func(c *Config) *string { return &c.Color }),
	text("ui.theme", "theme", "auto", "colours of the screen: auto, or a name that `ibid themes` lists", func(c *Config) *string { return &c.Theme }),
	boolean("ui.plain", "plain", false, "no styles and no redrawn lines, for screen readers", func(c *Config) *bool { return &c.Plain }),
}
