package engine

import (
	"slices"
	"time"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
)

// Answer is what became of one question. A refusal has no sentences, citations or sources; everything that led to it
// is in the Trace.
type Answer struct {
	Question      string
	Asked         string // the question that was answered in its place, completed from earlier turns and put as the documents spell it; "" if it is the same
	Text          string // Markdown; each sentence ends in its markers. The refusal text where Refused.
	Refused       bool
	RefusalCode   guard.RefusalCode
	RefusalReason string       // for a person: the number, the threshold or the term that decided it
	Unread        []index.Skip // of a refusal: what could not be read, or in part, and may hold the answer, the likeliest first
	Warnings      []string
	Sentences     []Sentence
	Citations     []Citation // only keys that the text cites, in numeric order
	Sources       []Source   // the documents of the citations, each once
	Symbols       []Symbol   // the API names in the text, in order; none where nothing can check them
	Evidence      []Evidence // what the answer could draw on, c1 first
	Trace         Trace
	Selection     *Selection // what was measured of an answer from a selected text; nil for other answers
	Generator     string     // which generator wrote the text
	Embedder      string
	Chunks        int // in the index
	Timings       Timings
}

// Sentence is one checked sentence of an answer.
type Sentence struct {
	Text      string   // without its markers
	Citations []string // keys, in numeric order
	Verdict   guard.Verdict
	Score     float64        // 0..1
	Reason    string         // why it is not supported, or could not be checked
	Answers   string         // how likely what it quotes answers the question, for a person; "" where that was not read
	Quotes    []Quote        // the source's own words
	Proof     []support.Step // what leads from the quotes to the sentence; nil if it is not supported
	Instead   string         // what the draft said in place of this quotation, which was not proven; "" where the sentence is the draft's
}

// Quote is a run of a chunk that bears a sentence out.
type Quote struct {
	Key  string
	Text string
	Span [2]int // byte offsets in the chunk's text
}

// Citation is a place in a document that sentences of the answer rest on. Its pages, lines, section and symbol are
// those of all that they quote of the chunk (see source.Chunk.At), not of the chunk; everything else is the chunk's.
type Citation struct {
	Evidence
	Quote string // the first of the quotes
	Span  [2]int // byte offsets of it in the chunk's text
}

// Source is a document that the answer cites.
type Source struct{ DocID, Path, Title string }

// Evidence is a chunk that an answer may draw on.
type Evidence struct {
	Key string // c1, c2 …
	index.Chunk
	Score       float64
	LexicalRank int     // 0 where the lexical retriever did not find it
	DenseRank   int     //
	Cosine      float64 // of the question, 0 where it was not measured
	Neighbour   bool    // it was taken because it adjoins a hit
}

// Trace records every decision on the way to an answer.
type Trace struct {
	Variants []index.Variant
	Fusion   string
	Found    []index.Hit
	Gates    []guard.Gate
	Rewrites []Rewrite
	Missing  []string // what the question asks about and the evidence does not hold, in its order and spelling
	Rounds   int      // of retrieval: 2 where a side of a comparison was searched for by itself
	Steps    []Step   // what was done, in order
	Stop     Stop     // why retrieval ended
}

// Step is one thing that the engine did for a question.
type Step struct {
	Round  int // of retrieval that it belongs to, counted from 1
	Action Action
	Query  string // searched for; "" where nothing was
	Found  int    // chunks that came of it and joined the evidence
	Reason string // why it was done, and what came of it
}

// Action names what a Step did.
type Action string

// The actions.
const (
	Retrieve       Action = "retrieve"
	Reretrieve     Action = "retrieve again"
	Redraft        Action = "redraft"
	ReplaceSymbols Action = "replace symbols" // another draft, because of names that do not exist or are misused
	UseFallback    Action = "fallback"
)

// Stop says why retrieval ended.
type Stop string

// The reasons to stop.
const (
	StopEnough  Stop = "enough evidence"
	StopNothing Stop = "nothing new found"
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
	Stage, Reason, Before, After string
	Unknown                      string   // the first symbol that does not exist or is misused, "" where the reason is another one
	Nearest                      []string // real names in its place
	Discarded                    string   // why After did not take the place of Before, "" where it did
}

// Timings says where the time went.
type Timings struct{ Retrieve, Generate, Guard, Total time.Duration }

// warn adds a warning that is not there.
func (a *Answer) warn(warning string) {
	if !slices.Contains(a.Warnings, warning) {
		a.Warnings = append(a.Warnings, warning)
	}
}

// Listener hears of an answer in the making. Calls come from one goroutine, in order; a Listener must return quickly.
type Listener interface {
	Retrieved(evidence []Evidence)
	Drafting(generator, reason string) // a draft begins; what came of one before is void, and the reason says why
	Token(text string)                 // of the draft: not verified, and replaced by the answer
	Gated(gate guard.Gate)
	Rewritten(r Rewrite)
	Done(answer *Answer)
}

// Silent is a Listener that ignores everything.
type Silent struct{}

// Retrieved implements Listener.
func (Silent) Retrieved([]Evidence) {}

// Drafting implements Listener.
func (Silent) Drafting(string, string) {}

// Token implements Listener.
func (Silent) Token(string) {}

// Gated implements Listener.
func (Silent) Gated(guard.Gate) {}

// Rewritten implements Listener.
func (Silent) Rewritten(Rewrite) {}

// Done implements Listener.
func (Silent) Done(*Answer) {}
