package support

import "ibid/guard"

// Quote is a run of a passage that supports, or comes nearest to supporting, a sentence.
type Quote struct {
	Passage    int // index into the evidence
	Start, End int // byte offsets into the passage's text
	Text       string
}

// The kinds of steps of a proof.
const (
	OtherForm = "the same facts in another form"
	TableCell = "table cell"
)

// Result is what a check has found.
type Result struct {
	Verdict  guard.Verdict
	Score    float64      // 0 to 1; Supported from MinSupport on, and what is not proven never
	Reason   string       // why the sentence is not supported, in words; "" if it is
	Quotes   []Quote      // what proves it or comes nearest to it: a whole statement
	Reworded bool         // it is Unsupported, and no fact of it is against its source or missing there
	Proof    []guard.Step // what leads from the quotes to the sentence; none if they have it word for word
}

// Limits of a check. Beyond the first two the verdict is Unchecked.
const (
	MaxClaim    = 5_000   // bytes of one sentence
	MaxEvidence = 1 << 20 // bytes of the passages cited by one sentence
	MinSupport  = 0.5     // the score from which a sentence counts as supported
)
