package index

import (
	"math"
	"reflect"
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

func TestTitled(t *testing.T) {
	for _, tt := range []struct {
		title, topic string
		want         bool
	}{
		{"The Tide Gauge Handbook", "tide gauge", true},
		{"The Tide-Gauge Handbook", "Tide Gauge", true},
		{"The Tide Gauge Handbook", "gauge", false},                                 // one word names too much
		{"The Tide Gauge Handbook", "tide gauges", false},                           //
		{"A Keyed Hash Signature Standard", "keyed hash signature algorithm", true}, // all words but the last
		{"A Keyed Hash Standard", "keyed hash algorithm", false},                    // too short for that
		{"", "tide gauge", false},
		{"The Tide Gauge Handbook", "", false},
	} {
		if got := titled(loose(tt.title), loose(tt.topic)); got != tt.want {
			t.Errorf("%q is about %q: %v", tt.title, tt.topic, got)
		}
	}
}

func TestHeads(t *testing.T) {
	names := []string{loose("tide gauge"), loose("TG")}
	for heading, want := range map[string]bool{
		"Tide gauge":                  true,
		"## 3.4 The Tide Gauge":       true,
		"Appendix B. Tide Gauge":      true,
		"2 Overview of the TG":        true,
		"A tide gauge":                true,
		"Tide gauge maintenance":      false,
		"3.4":                         false,
		"":                            false,
		"Overview of the overview of": false,
	} {
		if got := heads(heading, names); got != want {
			t.Errorf("%q: %v", heading, got)
		}
	}
}

func TestSpelled(t *testing.T) {
	ac := newAcronyms([]Acronym{{Short: "TGB", Long: "Tide Gauge Bench", Count: 2}})
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"TGBs", []string{" tgbs ", " tide gauge bench "}},
		{"tide gauge bench", []string{" tide gauge bench ", " tgb "}},
		{"well", []string{" well "}},
		{"", nil},
	} {
		if got := spelled([]string{tt.name}, ac); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// What a document says of itself in its abstract comes before what it says elsewhere with the same words, and so does the section
// that is headed by what is to be defined; in documents on other things nothing changes.
func TestOpeningsAndHeadings(t *testing.T) {
	cand := func(id, title, section, heading string) candidate {
		c := candidate{id: id, score: 0.5}
		c.chunk.ID, c.chunk.Title, c.chunk.Section = id, title, []string{section}
		if heading != "" {
			c.chunk.Text, c.chunk.Blocks = heading, []source.Block{{Kind: source.Heading, End: len(heading)}}
		}
		return c
	}
	for _, tt := range []struct {
		question string
		want     map[string]float64
	}{
		{"What is a tide gauge?", map[string]float64{"abstract": .86, "introduction": .71, "other": .5, "headed": .7, "elsewhere": .56}},
		{"How many tide gauges are there?", map[string]float64{"abstract": .5, "introduction": .5, "other": .5, "headed": .5, "elsewhere": .5}},
	} {
		cands := []candidate{
			cand("abstract", "The Tide Gauge Standard", "Abstract", ""),
			cand("introduction", "The Tide Gauge Standard", "1 Introduction", ""),
			cand("other", "The Tide Gauge Standard", "4 Levels", ""),
			cand("headed", "Harbours", "4 The Tide Gauge", "4 The Tide Gauge"),
			cand("elsewhere", "Harbours", "Abstract", ""),
		}
		q, ac := question.Parse(tt.question), newAcronyms(nil)
		favour(q, cands, ac)
		for _, c := range cands {
			if c.score != tt.want[c.id] {
				t.Errorf("%s: %s has %v, want %v", tt.question, c.id, c.score, tt.want[c.id])
			}
		}
	}
}
