package engine

import (
	"slices"

	"ibid/guard"
	"ibid/index"
)

// AnswerSchema is the name of the JSON schema of an Answer. Fields are only ever added to it, and a list in it is never
// null (see ui/text.Encode). It has no blocks of chunks, and no text of hits that did not become evidence.
const AnswerSchema = "ibid.answer/1"

// Answer is what became of one question. A refusal has no sentences, citations or sources; everything that led to it
// is in the Trace.
type Answer struct {
	Schema        string            `json:"schema"` // AnswerSchema
	Question      string            `json:"question"`
	Asked         string            `json:"asked" jsonschema:"the question that was answered in its place, completed from earlier turns and put as the documents spell it; \"\" if it is the same"`
	Text          string            `json:"answer"` // Markdown, each sentence with its markers; or the refusal text
	Refused       bool              `json:"refused"`
	RefusalReason string            `json:"refusal_reason"` // the number, the threshold or the term that decided it
	RefusalCode   guard.RefusalCode `json:"refusal_code"`
	Nearest       guard.Quote       `json:"nearest,omitzero" jsonschema:"of a refusal: the statement of the evidence that comes nearest to an answer"`
	Warnings      []string          `json:"warnings"`
	Sentences     []guard.Sentence  `json:"sentences"`
	Citations     []Citation        `json:"citations"` // only keys that the text cites, in numeric order
	Sources       []Source          `json:"sources"`   // the documents of the citations, each once
	Evidence      []Evidence        `json:"evidence"`  // what the answer could draw on, c1 first
	Trace         Trace             `json:"trace"`
	Generator     string            `json:"generator"` // which generator wrote the text
	Embedder      string            `json:"embedder"`
	Index         index.State       `json:"index"` // what was asked; the engine knows its number of chunks alone
	Timings       Timings           `json:"timings_ms"`
	Selection     *Selection        `json:"selection,omitempty" jsonschema:"of an answer from a selected text"`
	Unread        []index.Skip      `json:"unread" jsonschema:"of a refusal: what could not be read, or in part, and may hold the answer, the likeliest first"`
	Symbols       []Symbol          `json:"symbols" jsonschema:"the API names in the answer"` // in order
}

// Citation is a place in a document that sentences of the answer rest on. Its pages, lines, section and symbol are
// those of all that they quote of the chunk (see source.Chunk.At), not of the chunk; everything else is the chunk's.
type Citation struct {
	Evidence
	Quote string // the first of the quotes
	Span  [2]int // byte offsets of it in the chunk's text
}

// Source is a document that the answer cites.
type Source struct {
	DocID string `json:"doc_id"`
	Path  string `json:"path"`
	Title string `json:"title"`
}

// Evidence is a chunk that an answer may draw on.
type Evidence struct {
	Key string // c1, c2 …
	index.Chunk
	Score       float64
	LexicalRank int     // 0 where the lexical retriever did not find it
	DenseRank   int     //
	Cosine      float64 // of the question, 0 where it was not measured; not in JSON
	Neighbour   bool    // it was taken because it adjoins a hit
}

// Trace records every decision on the way to an answer.
type Trace struct {
	Variants []index.Variant `json:"variants"`
	Fusion   string          `json:"fusion"`
	Gates    []guard.Gate    `json:"gates"`
	Rewrites []Rewrite       `json:"rewrites"`
	Rounds   int             `json:"rounds"` // of retrieval: always 1
	Found    []index.Hit     `json:"found"`
	Missing  []string        `json:"missing" jsonschema:"what the question asks about and the evidence does not hold"`
	Steps    []Step          `json:"steps" jsonschema:"what was done, in order"`
	Stop     string          `json:"stop" jsonschema:"why retrieval ended: enough evidence, nothing new found"`
}

// Step is one thing that the engine did for a question.
type Step struct {
	Round  int    `json:"round" jsonschema:"of retrieval that it belongs to, counted from 1"`
	Action Action `json:"action" jsonschema:"retrieve, retrieve again, draft, redraft, replace symbols, fallback"`
	Query  string `json:"query" jsonschema:"searched for, \"\" where nothing was"`
	Found  int    `json:"found" jsonschema:"chunks that came of it and joined the evidence; of a draft: those that it was written from"`
	Reason string `json:"reason" jsonschema:"why it was done, and what came of it"`
}

// Action names what a Step did.
type Action string

// The actions.
const (
	Retrieve       Action = "retrieve"
	Drafted        Action = "draft" // from a part of the evidence
	Redraft        Action = "redraft"
	ReplaceSymbols Action = "replace symbols" // another draft, because of names that do not exist or are misused
	UseFallback    Action = "fallback"
)

// The stages of a Rewrite.
const (
	StageSanitise  = "sanitise"  // hidden and control characters are taken out
	StageRepair    = "repair"    // a sentence is given the marker of the one chunk that supports it
	StageCitations = "citations" // sentences that break the rules of citation are taken out
	StageSupport   = "support"   // the source's own words take the place of what it is not proven to say, or nothing does
	StageRedraft   = "redraft"   // the generator wrote another draft, told what was wrong
	StageSymbols   = "symbols"   // the same, told of names that do not exist; or what still held such a name is taken out
	StageFallback  = "fallback"  // the fallback's draft takes the place of one that was refused
)

// Rewrite is a change that the engine made to a draft, or had made and did not take.
type Rewrite struct {
	Stage     string   `json:"stage"`
	Reason    string   `json:"reason"`
	Before    string   `json:"before"`
	After     string   `json:"after"`
	Unknown   string   `json:"unknown" jsonschema:"the symbol that does not exist or is misused, \"\" where the reason is another one"`
	Nearest   []string `json:"nearest" jsonschema:"real names in its place"`
	Discarded string   `json:"discarded" jsonschema:"why \"after\" did not take the place of \"before\", \"\" where it did"`
}

// Timings says where the time went.
type Timings struct {
	Retrieve Took `json:"retrieve"`
	Generate Took `json:"generate"`
	Guard    Took `json:"guard"`
	Total    Took `json:"total"`
}

// warn adds a warning that is not there.
func (a *Answer) warn(warning string) {
	if !slices.Contains(a.Warnings, warning) {
		a.Warnings = append(a.Warnings, warning)
	}
}

// Listener hears of an answer in the making. Calls come from one goroutine, in order; a Listener must return quickly.
// What the gates and the checks decide is in the answer's Trace.
type Listener interface {
	Retrieved(evidence []Evidence)
	Drafting(generator, reason string) // a draft begins; what came of one before is void, and the reason says why
	Token(text string)                 // of the draft: not verified, and replaced by the answer
	// Checked tells that a sentence of the draft, which ends at a byte of what was told by Token, has been checked.
	Checked(end int, v guard.Verdict)
}

// Silent is a Listener that ignores everything.
type Silent struct{}

func (Silent) Retrieved([]Evidence)       {}
func (Silent) Drafting(string, string)    {}
func (Silent) Token(string)               {}
func (Silent) Checked(int, guard.Verdict) {}
