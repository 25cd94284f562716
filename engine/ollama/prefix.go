package ollama

// prefixes are what an embedding model was trained to see before a question, and before a passage that may answer it.
type prefixes struct {
	Query    string `json:"query"`
	Document string `json:"document"`
}

const (
	represent = "Represent this sentence for searching relevant passages: "
	instruct  = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)

// family is the beginning of the names of models that share their prefixes.
type family struct {
	name string
	prefixes
}

// prefixFamilies are the models whose cards on huggingface.co ask for prefixes, each for retrieval. A name that has
// several beginnings counts as the longest; what is not listed, such as all-minilm, bge-m3 and granite-embedding, wants none.
func prefixFamilies() []family {
	return []family{
		{"nomic-embed-text", prefixes{"search_query: ", "search_document: "}},                 // nomic-ai/nomic-embed-text-v1.5, and -v2-moe
		{"mxbai-embed", prefixes{represent, ""}},                                              // mixedbread-ai/mxbai-embed-large-v1
		{"snowflake-arctic-embed", prefixes{represent, ""}},                                   // Snowflake/snowflake-arctic-embed-m, and -l, -s, -xs
		{"snowflake-arctic-embed2", prefixes{"query: ", ""}},                                  // Snowflake/snowflake-arctic-embed-l-v2.0
		{"snowflake-arctic-embed-l-v2", prefixes{"query: ", ""}},                              //
		{"snowflake-arctic-embed-m-v2", prefixes{"query: ", ""}},                              //
		{"bge-small-en", prefixes{represent, ""}},                                             // BAAI/bge-small-en-v1.5
		{"bge-base-en", prefixes{represent, ""}},                                              // BAAI/bge-base-en-v1.5
		{"bge-large", prefixes{represent, ""}},                                                // BAAI/bge-large-en-v1.5, which Ollama calls bge-large
		{"e5", prefixes{"query: ", "passage: "}},                                              // intfloat/e5-large-v2
		{"multilingual-e5", prefixes{"query: ", "passage: "}},                                 // intfloat/multilingual-e5-large
		{"qwen3-embedding", prefixes{instruct, ""}},                                           // Qwen/Qwen3-Embedding-0.6B
		{"multilingual-e5-large-instruct", prefixes{instruct + " ", ""}},                      // intfloat/multilingual-e5-large-instruct
		{"embeddinggemma", prefixes{"task: search result | query: ", "title: none | text: "}}, // google/embeddinggemma-300m
	}
}

// prefixesOf looks a model up by its name.
func prefixesOf(model string) prefixes {
	families := prefixFamilies()
	names := make([]string, len(families))
	for i, f := range families {
		names[i] = f.name
	}
	if i := rank(Model{Name: model}, names); i < len(families) {
		return families[i].prefixes
	}
	return prefixes{}
}
