package index

import (
	"math"
	"testing"

	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/source"
)

// TestWindow: words count where they stand close together, and with what stands above all of them.
func TestWindow(t *testing.T) {
	terms := []question.Term{{Whole: "valv", Weight: 1}, {Whole: "spring", Weight: 2}, {Whole: "pump", Weight: 1}}
	for _, tt := range []struct {
		above, text string
		words       int
		want        float64
	}{
		{"", "A valve has a spring.", 5, .75},
		{"", "A valve has a spring.", 3, .5},
		{"", "The spring is new. The valve is old. No spring, no pump and no valve.", 6, 1},
		{"The pump", "A valve has a spring.", 3, .75},
		{"The pump", "Nothing is said.", 3, .25},
	} {
		if got := window(terms, question.NewBag(tt.above), lexical.Analyze(tt.text), tt.words); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%d words of %q below %q hold %v, want %v", tt.words, tt.text, tt.above, got, tt.want)
		}
	}
}

// TestRescore: of chunks that were found alike the one goes first that has the words of the question together and in prose; the scores are
// above 0 and fall from 1.
func TestRescore(t *testing.T) {
	of := func(id string, kind source.BlockKind, text string) candidate {
		return candidate{id: id, score: .5, chunk: Chunk{Chunk: source.Chunk{DocID: id, Text: text, Blocks: []source.Block{{Kind: kind, End: len(text)}}}}}
	}
	cands := []candidate{
		of("apart", source.Paragraph, "The valve is tested at the start of each season, before the crew of the station opens the lower lock and lets water in, for which a new spring is kept."),
		of("code", source.Code, "valve.spring = open(); valve.close(); station.lock()"),
		of("close", source.Paragraph, "The valve has a spring, and is tested at the start of each season by the crew of the station."),
	}
	featured([]question.Term{{Whole: "valv", Weight: 1}, {Whole: "spring", Weight: 1}}, cands)
	fittedReranker().rescore(cands)
	if cands[0].id != "close" || cands[0].score != 1 {
		t.Errorf("%s is first, with %v", cands[0].id, cands[0].score)
	}
	for i := range cands[1:] {
		if a, b := cands[i].score, cands[i+1].score; b >= a || b <= 0 {
			t.Errorf("%v comes behind %v", b, a)
		}
	}
}
