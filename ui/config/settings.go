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
	maxFileMB   = 1 << 20
	maxReplicas = 9
)

// settings is every setting, in the order of the documentation. It is never changed.
var settings = []Setting{
	setting("docs", "docs", paths(), []string{"."}, func(c *Config) *[]string { return &c.Docs },
		"folder or file; may be repeated"),
	setting("index.dir", "index-dir", path(), "", func(c *Config) *string { return &c.IndexDir },
		"keep the index here, not in the cache folder"),
	setting("index.max_text_mb", "", integer(1, maxFileMB), int64(index.DefaultMaxTextBytes>>20), func(c *Config) *int { return &c.MaxTextMB },
		"skip text files larger than this"),
	setting("index.max_pdf_mb", "", integer(1, maxFileMB), int64(index.DefaultMaxPDFBytes>>20), func(c *Config) *int { return &c.MaxPDFMB },
		"skip PDFs larger than this"),
	setting("index.vectors", "", choice(index.DocumentVectors, index.AllVectors, index.NoVectors), index.DocumentVectors, func(c *Config) *string { return &c.Vectors },
		"what vectors are made of without a model that makes them: documents, all (sources of programs too), or none"),
	setting("index.wait", "", duration(), "30s", func(c *Config) *time.Duration { return &c.IndexWait },
		"how long to wait for another ibid that writes the index"),
	setting("weaviate.url", "", name(), "", func(c *Config) *string { return &c.WeaviateURL },
		"a Weaviate server for those who only ask, which all text is sent to: https://HOST, several nodes separated by commas"),
	setting("weaviate.class", "", text(), "Ibid", func(c *Config) *string { return &c.WeaviateClass },
		"the class that holds these documents and no others"),
	setting("weaviate.replicas", "", integer(1, maxReplicas), int64(1), func(c *Config) *int { return &c.WeaviateReplicas },
		"on how many nodes each passage is kept, when the class is created"),
	setting("weaviate.consistency", "", choice("one", "quorum", "all"), "quorum", func(c *Config) *string { return &c.WeaviateConsistency },
		"how many of them must confirm what is written and read"),
	setting("weaviate.read_only", "", boolean(), false, func(c *Config) *bool { return &c.WeaviateReadOnly },
		"only ask what somebody else has indexed there; the documents need not be on this machine"),

	setting("projects", "project", sources(), []string{}, func(c *Config) *[]Project { return &c.Projects },
		"NAME=PATH: sources to judge the names of an API by; may be repeated"),

	setting("engine.hits", "k", integer(1, index.MaxHits), int64(index.DefaultHits), func(c *Config) *int { return &c.Hits },
		"passages to find"),
	setting("engine.generator", "no-model", choice(Auto, "ollama", "extractive"), Auto, func(c *Config) *string { return &c.Generator },
		"what writes the answers: a local model, or the documents' own sentences; auto takes a model that is there"),
	setting("engine.embedder", "", choice(Auto, "ollama", "builtin"), Auto, func(c *Config) *string { return &c.Embedder },
		"what makes the vectors: a local model, or the reader that is built in"),
	setting("engine.fallback", "", choice("extractive", "refuse"), "extractive", func(c *Config) *string { return &c.Fallback },
		"what answers where a model's draft is refused"),
	setting("engine.refusal_text", "", text(), guard.NotFoundText, func(c *Config) *string { return &c.RefusalText },
		"what a refusal says"),

	setting("guard.answered", "", share(), float64(engine.DefaultAnswered), func(c *Config) *float64 { return &c.Answered },
		"least probability that the evidence answers the question; 0 asks for none"),
	setting("guard.support", "", boolean(), true, func(c *Config) *bool { return &c.SupportGate },
		"drop sentences that their sources do not support"),
	setting("guard.unproven", "", choice("quote", "show"), "quote", func(c *Config) *string { return &c.Unproven },
		"a model's sentence that is not proven gives way to the source's own words; show it as well, marked"),
	setting("guard.symbols", "", boolean(), true, func(c *Config) *bool { return &c.SymbolGate },
		"let no name of an API pass that the sources do not declare"),
	setting("guard.registry", "", path(), "", func(c *Config) *string { return &c.Registry },
		"judge the names of an API by this symbols.json too; ibid symbols export writes one"),
	setting("guard.judge", "", name(), "", func(c *Config) *string { return &c.Judge },
		"the Ollama model that is asked about sentences that are merely reworded: \"\" for the one that writes the answers, \"none\" for none"),

	also("OLLAMA_HOST", setting("ollama.host", "", text(), ollama.DefaultHost, func(c *Config) *string { return &c.OllamaHost },
		"where Ollama listens; OLLAMA_HOST is read too")),
	setting("ollama.model", "model", name(), "", func(c *Config) *string { return &c.OllamaModel },
		"the Ollama model that writes; \"\" for the best one installed"),
	setting("ollama.embed_model", "", name(), "", func(c *Config) *string { return &c.OllamaEmbedModel },
		"the Ollama model that makes vectors; \"\" for the best one installed"),
	setting("ollama.allow_remote", "", boolean(), false, func(c *Config) *bool { return &c.OllamaAllowRemote },
		"let questions and evidence leave this machine for another one's Ollama or for a cloud model"),

	setting("log.questions", "", boolean(), false, func(c *Config) *bool { return &c.LogQuestions },
		"keep the text of questions in the local log"),

	setting("ui.color", "color", choice("auto", "always", "never"), "auto", func(c *Config) *string { return &c.Color },
		"colours and bold text"),
	setting("ui.theme", "", text(), "auto", func(c *Config) *string { return &c.Theme },
		"colours of the screen: auto, or a name that ibid doctor lists"),
	setting("ui.mouse", "", boolean(), true, func(c *Config) *bool { return &c.Mouse },
		"let the mouse point and select on the screen; shift leaves it to the terminal"),
	setting("ui.plain", "plain", boolean(), false, func(c *Config) *bool { return &c.Plain },
		"no styles, no redrawn lines"),
}
