// Package wire is what ibid writes as JSON, whatever face it has: the schema ibid.answer/1 with the way into it and
// back, and those beside it.
//
//	line, err := wire.Encode(wire.FromAnswer(answer, report))
//	…
//	var stored wire.Answer
//	err = json.Unmarshal(line, &stored)
//	answer = stored.Engine() // shows as it did
//
// Fields are only ever added. A list is never null. What the engine's types hold and the schema does not: the blocks
// inside chunks and their place in the document's text, and the text of hits that did not become evidence.
package wire

import "ibid/index"

// Schema is the name of the schema of an Answer.
const Schema = "ibid.answer/1"

// Answer is one ibid.answer/1 object.
type Answer struct {
	Schema        string     `json:"schema"`
	Question      string     `json:"question"`
	Asked         string     `json:"asked" jsonschema:"the question that was answered in its place, completed from earlier turns and put as the documents spell it; \"\" if it is the same"`
	Answer        string     `json:"answer"`
	Refused       bool       `json:"refused"`
	RefusalReason string     `json:"refusal_reason"`
	RefusalCode   string     `json:"refusal_code"`
	Warnings      []string   `json:"warnings"`
	Sentences     []Sentence `json:"sentences"`
	Citations     []Citation `json:"citations"`
	Sources       []Source   `json:"sources"`
	Evidence      []Evidence `json:"evidence"`
	Trace         Trace      `json:"trace"`
	Generator     string     `json:"generator"`
	Embedder      string     `json:"embedder"`
	Index         Index      `json:"index"`
	Timings       Timings    `json:"timings_ms"`
	Selection     *Selection `json:"selection,omitempty" jsonschema:"of an answer from a selected text"`
	Unread        []Skip     `json:"unread" jsonschema:"of a refusal: what could not be read, or in part, and may hold the answer, the likeliest first"`
	Symbols       []Symbol   `json:"symbols" jsonschema:"the API names in the answer"`
}

// Sentence is one checked sentence.
type Sentence struct {
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
	Verdict   string   `json:"verdict" jsonschema:"supported, quoted, unsupported, contradicted, not_found, unchecked"`
	Score     float64  `json:"score"`
	Quote     string   `json:"quote" jsonschema:"the texts of the quotes, joined"`
	Reason    string   `json:"reason" jsonschema:"why it is not supported, or could not be checked"`
	Quotes    []Quote  `json:"quotes"`
	Proof     []Edit   `json:"proof" jsonschema:"what leads from the quotes to the sentence"`
	Instead   string   `json:"instead" jsonschema:"of a quotation: what the draft said, which was not proven"`
	Answers   string   `json:"answers" jsonschema:"the question: very likely, perhaps or hardly; empty where unread"`
}

// Edit is one step of a proof.
type Edit struct {
	Kind   string `json:"kind"`
	Claim  string `json:"claim" jsonschema:"words of the sentence"`
	Source string `json:"source" jsonschema:"words of the quotes"`
}

// Quote is a run of a piece of evidence that bears a sentence out.
type Quote struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	Span [2]int `json:"span" jsonschema:"byte offsets in the evidence's text"`
}

// Citation is a place that the answer cites. The evidence of the same key has its text.
type Citation struct {
	Key string `json:"key"`
	Place
	Quote        string `json:"quote"`
	Span         [2]int `json:"span" jsonschema:"byte offsets of the quote in the evidence's text"`
	SourceSHA256 string `json:"source_sha256"`
}

// Source is a document that the answer cites.
type Source struct {
	DocID string `json:"doc_id"`
	Path  string `json:"path"`
	Title string `json:"title"`
}

// Evidence is a chunk that the answer could draw on.
type Evidence struct {
	Key         string  `json:"key"`
	Text        string  `json:"text"`
	Score       float64 `json:"score"`
	LexicalRank int     `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank   int     `json:"dense_rank"`
	Neighbour   bool    `json:"neighbour" jsonschema:"taken because it adjoins a hit"`
	Origin
}

// Origin is where a chunk is from.
type Origin struct {
	Place
	SourceSHA256 string   `json:"source_sha256"`
	Title        string   `json:"title" jsonschema:"of the document"`
	Sections     []string `json:"sections" jsonschema:"the whole path, the outermost first"`
	Prev         string   `json:"prev" jsonschema:"chunk ids of the neighbours, \"\" at the ends"`
	Next         string   `json:"next"`
}

// PassageSchema is the name of the schema of a Passage.
const PassageSchema = "ibid.passage/1"

// Passage is one ibid.passage/1 object: a chunk as it is read by its id.
type Passage struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
	Origin
}

// FromChunk is a chunk as an ibid.passage/1 object.
func FromChunk(c *index.Chunk) Passage { return Passage{PassageSchema, c.Text, originOf(c)} }

func originOf(c *index.Chunk) Origin {
	return Origin{PlaceOf(c), c.Digest, c.Title, List(c.Section), c.Prev, c.Next}
}

// Location is where in a document something stands.
type Location struct {
	DocID      string   `json:"doc_id"`
	Path       string   `json:"path"`
	StartPage  int      `json:"start_page" jsonschema:"counted from 1, 0 where the format has no pages"`
	EndPage    int      `json:"end_page"`
	PageLabels []string `json:"page_labels" jsonschema:"printed on these pages, none where that is their numbers"`
	StartLine  int      `json:"start_line" jsonschema:"counted from 1, 0 where the format has no lines"`
	EndLine    int      `json:"end_line"`
	Section    string   `json:"section" jsonschema:"the innermost"`
	Symbol     string   `json:"symbol"`
	Kind       string   `json:"kind"`
}

// Place is a chunk's location and id.
type Place struct {
	Location
	ChunkID string `json:"chunk_id"`
}

// Symbol is an API name in the answer, and whether it exists.
type Symbol struct {
	Name     string   `json:"name"`
	Span     [2]int   `json:"span" jsonschema:"byte offsets in the answer"`
	Line     int      `json:"line" jsonschema:"of the answer, counted from 1"`
	Verdict  string   `json:"verdict" jsonschema:"known, unknown, misused, out_of_scope"`
	Argument string   `json:"argument" jsonschema:"the keyword that a misused one does not take, \"\" for other faults"`
	Detail   string   `json:"detail" jsonschema:"what is wrong with it"`
	Nearest  []string `json:"nearest" jsonschema:"real names that may have been meant"`
}

// Trace is how the answer came about.
type Trace struct {
	Variants []Variant `json:"variants"`
	Fusion   string    `json:"fusion"`
	Gates    []Gate    `json:"gates"`
	Rewrites []Rewrite `json:"rewrites"`
	Rounds   int       `json:"rounds"`
	Found    []Found   `json:"found"`
	Missing  []string  `json:"missing" jsonschema:"what the question asks about and the evidence does not hold"`
	Steps    []Step    `json:"steps" jsonschema:"what was done, in order"`
	Stop     string    `json:"stop" jsonschema:"why retrieval ended: enough evidence, nothing new found"`
}

// Step is one thing that was done for a question.
type Step struct {
	Round  int    `json:"round" jsonschema:"of retrieval that it belongs to, counted from 1"`
	Action string `json:"action" jsonschema:"retrieve, retrieve again, redraft, fallback"`
	Query  string `json:"query" jsonschema:"searched for, \"\" where nothing was"`
	Found  int    `json:"found" jsonschema:"chunks that came of it and joined the evidence"`
	Reason string `json:"reason" jsonschema:"why it was done, and what came of it"`
}

// Variant is a wording that was searched for.
type Variant struct {
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
}

// Gate is one check, with its numbers.
type Gate struct {
	Name      string  `json:"name"`
	Measured  float64 `json:"measured"`
	Threshold float64 `json:"threshold"`
	Verdict   string  `json:"verdict" jsonschema:"pass, warn, refuse, skipped"`
	Detail    string  `json:"detail"`
}

// Rewrite is a change that was made to a draft, or was tried and left.
type Rewrite struct {
	Stage     string   `json:"stage"`
	Reason    string   `json:"reason"`
	Before    string   `json:"before"`
	After     string   `json:"after"`
	Unknown   string   `json:"unknown" jsonschema:"the symbol that does not exist or is misused, \"\" where the reason is another one"`
	Nearest   []string `json:"nearest" jsonschema:"real names in its place"`
	Discarded string   `json:"discarded" jsonschema:"why \"after\" did not take the place of \"before\", \"\" where it did"`
}

// Found is a hit with what each retriever and variant added to it.
type Found struct {
	Rank          int            `json:"rank"`
	ChunkID       string         `json:"chunk_id"`
	Score         float64        `json:"score"`
	Promoted      string         `json:"promoted" jsonschema:"why the reranker moved it up"`
	Contributions []Contribution `json:"contributions"`
	LexicalRank   int            `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank     int            `json:"dense_rank"`
	Cosine        float64        `json:"cosine" jsonschema:"of the chunk and the question, 0 where it was not measured"`
	Location
}

// Contribution is what one retriever added to a hit for one variant.
type Contribution struct {
	Variant   string  `json:"variant"`
	Retriever string  `json:"retriever"`
	Rank      int     `json:"rank" jsonschema:"counted from 1; 0: scored, but not among the retriever's first hits"`
	Score     float64 `json:"score"`
	Part      float64 `json:"part" jsonschema:"of the fused score"`
}

// Index is what the answer was looked for in.
type Index struct {
	Chunks     int      `json:"chunks"`
	Stale      []string `json:"stale" jsonschema:"what is not up to date, and why"`
	Skipped    []Skip   `json:"skipped" jsonschema:"what was left out, and why"`
	Reembedded string   `json:"reembedded" jsonschema:"why the chunks got other vectors than before, \"\" where they did not"`
	Rebuilt    string   `json:"rebuilt,omitempty" jsonschema:"why everything was read anew, not there where it was not"`
}

// Skip is a file that was left out.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Timings are milliseconds.
type Timings struct {
	Retrieve float64 `json:"retrieve"`
	Generate float64 `json:"generate"`
	Guard    float64 `json:"guard"`
	Total    float64 `json:"total"`
}

// Selection is what was measured of an answer from a selected text.
type Selection struct {
	InSelectedText bool         `json:"in_selected_text"`
	Similarity     *float64     `json:"similarity" jsonschema:"null where nothing can embed the texts"`
	KeywordOverlap *float64     `json:"keyword_overlap" jsonschema:"null after a refusal: there is no answer to compare"`
	Truncated      bool         `json:"truncated"`
	LatencyMS      float64      `json:"latency_ms" jsonschema:"of the validation"`
	Suggestions    []Suggestion `json:"suggestions"`
	Tokens         int          `json:"tokens" jsonschema:"of the text that were used"`
}

// Suggestion is a place in the documents that may answer instead.
type Suggestion struct {
	Place
	Score float64 `json:"score"`
}
