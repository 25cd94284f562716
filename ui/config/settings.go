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
	maxReplicas   = 9
	maxShards     = 1024
)

// settings is every setting, in the order of the documentation. It is never changed.
var settings = []Setting{
	setting("docs", "docs", paths(), []string{"."}, func(c *Config) *[]string { return &c.Docs },
		"folder or file to read; may be repeated"),
	setting("index.dir", "index-dir", path(), "", func(c *Config) *string { return &c.IndexDir },
		"keep the index here, not in the cache folder"),
	setting("index.max_text_mb", "max-text-mb", integer(1, maxFileMB), int64(index.DefaultMaxTextBytes>>20), func(c *Config) *int { return &c.MaxTextMB },
		"skip text files larger than this"),
	setting("index.max_pdf_mb", "max-pdf-mb", integer(1, maxFileMB), int64(index.DefaultMaxPDFBytes>>20), func(c *Config) *int { return &c.MaxPDFMB },
		"skip PDFs larger than this"),
	setting("index.wait", "index-wait", duration(), "30s", func(c *Config) *time.Duration { return &c.IndexWait },
		"how long to wait for another ibid that writes the index, before what was indexed before answers"),
	setting("index.backend", "backend", choice("local", "weaviate"), "local", func(c *Config) *string { return &c.Backend },
		"where chunks are searched: in the index's folder, or on a Weaviate server, which all text of the documents is sent to"),
	setting("weaviate.url", "weaviate-url", name(), "", func(c *Config) *string { return &c.WeaviateURL },
		"where Weaviate is, https://HOST; several nodes are separated by commas; IBID_WEAVIATE_API_KEY holds a key"),
	setting("weaviate.class", "weaviate-class", text(), "Ibid", func(c *Config) *string { return &c.WeaviateClass },
		"the class that holds the chunks of these documents and of no others"),
	setting("weaviate.replicas", "weaviate-replicas", integer(1, maxReplicas), int64(1), func(c *Config) *int { return &c.WeaviateReplicas },
		"on how many nodes each chunk is kept, when the class is created"),
	setting("weaviate.shards", "weaviate-shards", integer(1, maxShards), int64(1), func(c *Config) *int { return &c.WeaviateShards },
		"into how many parts the chunks are divided, when the class is created: a node must hold one"),
	setting("weaviate.consistency", "weaviate-consistency", choice("one", "quorum", "all"), "quorum", func(c *Config) *string { return &c.WeaviateConsistency },
		"how many of them must confirm what is written and read"),
	setting("weaviate.read_only", "weaviate-read-only", boolean(), false, func(c *Config) *bool { return &c.WeaviateReadOnly },
		"only ask what somebody else has indexed there; the documents need not be on this machine"),

	setting("projects", "project", sources(), []string{}, func(c *Config) *[]Project { return &c.Projects },
		"NAME=PATH: judge the names of an API by these sources too; a folder of the documents gets this name; may be repeated"),

	setting("engine.hits", "k", integer(1, index.MaxHits), int64(index.DefaultHits), func(c *Config) *int { return &c.Hits },
		"chunks to retrieve"),
	setting("engine.chunks", "max-chunks", integer(1, maxChunks), int64(engine.Defaults().Chunks), func(c *Config) *int { return &c.Chunks },
		"most chunks of evidence, neighbours included"),
	setting("engine.characters", "max-characters", integer(minCharacters, maxCharacters), int64(engine.Defaults().Characters), func(c *Config) *int { return &c.Characters },
		"most characters of evidence"),
	setting("engine.rerank", "rerank", boolean(), true, func(c *Config) *bool { return &c.Rerank },
		"move exact matches of names up"),
	setting("engine.generator", "generator", choice(Auto, "ollama", "extractive"), Auto, func(c *Config) *string { return &c.Generator },
		"what writes the answers: a local model, or the documents' own sentences; auto takes a model that is there"),
	setting("engine.embedder", "embedder", choice(Auto, "ollama", "builtin"), Auto, func(c *Config) *string { return &c.Embedder },
		"what makes the vectors: a local model, or the built-in word vectors"),
	setting("engine.fallback", "fallback", choice("extractive", "refuse"), "extractive", func(c *Config) *string { return &c.Fallback },
		"what answers where a model's draft is refused"),
	setting("engine.max_rounds", "max-rounds", integer(1, maxRounds), int64(engine.Defaults().MaxRounds), func(c *Config) *int { return &c.MaxRounds },
		"most rounds of retrieval for one question"),
	setting("engine.max_time", "max-time", duration(), "0s", func(c *Config) *time.Duration { return &c.MaxTime },
		"begin no further round of retrieval after this time; 0s for no limit, which alone makes answers repeatable"),
	setting("api.cards", "api-cards", integer(0, maxQuota), int64(index.DefaultQuotas().Cards), func(c *Config) *int { return &c.Quotas.Cards },
		"most symbol cards in the evidence for a question about an API"),
	setting("api.cluster", "api-cluster", integer(0, maxQuota), int64(index.DefaultQuotas().Cluster), func(c *Config) *int { return &c.Quotas.Cluster },
		"most parts of one notebook beside them"),
	setting("api.recipes", "api-recipes", integer(0, maxQuota), int64(index.DefaultQuotas().Recipes), func(c *Config) *int { return &c.Quotas.Recipes },
		"most other recipes beside them"),
	setting("api.surfaces", "api-surfaces", integer(0, maxQuota), int64(index.DefaultQuotas().Surfaces), func(c *Config) *int { return &c.Quotas.Surfaces },
		"most summaries of a module beside them"),
	setting("engine.refusal_text", "refusal-text", text(), guard.NotFound, func(c *Config) *string { return &c.RefusalText },
		"what a refusal says"),

	setting("guard.similarity", "gate-similarity", boolean(), true, func(c *Config) *bool { return &c.SimilarityGate },
		"refuse where the evidence is too weak"),
	setting("guard.similarity_threshold", "similarity-threshold", share(), float64(engine.DefaultSimilarity), func(c *Config) *float64 { return &c.Similarity },
		"least part of the question that the best evidence must hold"),
	setting("guard.selection_threshold", "selection-threshold", share(), float64(engine.SelectionStrength), func(c *Config) *float64 { return &c.Selection },
		"least part of the question that the best statement of a selected text must hold"),
	setting("guard.premise_threshold", "premise-threshold", share(), float64(engine.SelectionPremise), func(c *Config) *float64 { return &c.Premise },
		"least support of a selected text for what the question takes for granted; 0 asks for none"),
	setting("guard.cosine_threshold", "cosine-threshold", share(), float64(engine.DefaultCosine), func(c *Config) *float64 { return &c.Cosine },
		"least cosine of the question and the best evidence, where a model makes the vectors; a lower one refuses if this is set, and warns if it is not"),
	setting("guard.key_terms", "gate-key-terms", boolean(), true, func(c *Config) *bool { return &c.KeyTermGate },
		"refuse where a name of the question is nowhere in the evidence"),
	setting("guard.confidence", "gate-confidence", boolean(), true, func(c *Config) *bool { return &c.ConfidenceGate },
		"refuse a model's draft of which it was not sure"),
	setting("guard.confidence_threshold", "confidence-threshold", share(), float64(engine.DefaultConfidence), func(c *Config) *float64 { return &c.Confidence },
		"least mean probability of a model's words"),
	setting("guard.support", "gate-support", boolean(), true, func(c *Config) *bool { return &c.SupportGate },
		"drop sentences that their sources do not support"),
	setting("guard.unproven", "unproven", choice("quote", "show"), "quote", func(c *Config) *string { return &c.Unproven },
		"a model's sentence that is not proven gives way to the source's own words; show it as well, marked"),
	setting("guard.symbols", "gate-symbols", boolean(), true, func(c *Config) *bool { return &c.SymbolGate },
		"let no name of an API pass that the sources do not declare"),
	setting("guard.reread", "reread", boolean(), true, func(c *Config) *bool { return &c.Reread },
		"let a model look once more at how it uses an API, with the declarations before it"),
	setting("guard.registry", "registry", path(), "", func(c *Config) *string { return &c.Registry },
		"judge the names of an API by this symbols.json too; ibid symbols export writes one"),
	setting("guard.judge", "judge", name(), "", func(c *Config) *string { return &c.Judge },
		"an Ollama model that is asked about sentences that are not proven but merely reworded, bespoke-minicheck (not for commercial use) or granite3-guardian; what it accepts is shown as judged, not as proven"),

	also("OLLAMA_HOST", setting("ollama.host", "ollama-host", text(), ollama.DefaultHost, func(c *Config) *string { return &c.OllamaHost },
		"where Ollama listens; OLLAMA_HOST is read too")),
	setting("ollama.model", "model", name(), "", func(c *Config) *string { return &c.OllamaModel },
		"the Ollama model that writes; the best one installed if none is given"),
	setting("ollama.embed_model", "embed-model", name(), "", func(c *Config) *string { return &c.OllamaEmbedModel },
		"the Ollama model that makes vectors; the best one installed if none is given"),
	setting("ollama.keep_alive", "keep-alive", duration(), "0s", func(c *Config) *time.Duration { return &c.OllamaKeepAlive },
		"how long a model stays loaded after it was used, as 10m; 0s leaves that to Ollama"),
	setting("ollama.allow_remote", "allow-remote", boolean(), false, func(c *Config) *bool { return &c.OllamaAllowRemote },
		"let questions and evidence leave this machine for another one's Ollama or for a cloud model"),

	setting("log.questions", "log-questions", boolean(), false, func(c *Config) *bool { return &c.LogQuestions },
		"keep the text of questions in the local log"),

	setting("ui.color", "color", choice("auto", "always", "never"), "auto", func(c *Config) *string { return &c.Color },
		"when to use colours, bold and faint text"),
	setting("ui.theme", "theme", text(), "auto", func(c *Config) *string { return &c.Theme },
		"colours of the screen: auto, or a name that ibid doctor lists"),
	setting("ui.mouse", "mouse", boolean(), true, func(c *Config) *bool { return &c.Mouse },
		"let the mouse point and select on the screen; shift leaves it to the terminal"),
	setting("ui.plain", "plain", boolean(), false, func(c *Config) *bool { return &c.Plain },
		"no styles and no redrawn lines, for screen readers"),
}
