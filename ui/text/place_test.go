package text

import (
	"strings"
	"testing"

	"ibid/engine"
	"ibid/index"
	"ibid/index/source"
)

// What was made from a document says what it is, once, wherever its place is named.
func TestPlaceOfDerived(t *testing.T) {
	for _, tt := range []struct {
		chunk            source.Chunk
		place, reference string
	}{
		{source.Chunk{Kind: source.SymbolCard, DocID: "tidewater/series.py", Title: "tidewater.series.despike", Symbol: "tidewater.series.despike", Section: []string{"tidewater.series.despike"}, StartLine: 52, EndLine: 87},
			"card of tidewater.series.despike · tidewater/series.py, lines 52–87",
			"tidewater/series.py, card of tidewater.series.despike, lines 52–87, p"},
		{source.Chunk{Kind: source.Recipe, DocID: "tests/test_series.py", Title: "SeriesTest.test_gaps (tests/test_series.py)", StartLine: 33, EndLine: 39},
			"recipe · tests/test_series.py, lines 33–39 · SeriesTest.test_gaps",
			"tests/test_series.py, recipe, lines 33–39, § SeriesTest.test_gaps, p"},
		{source.Chunk{Kind: source.Recipe, DocID: "tidewater/series.py", Title: "Example of tidewater.series.despike", StartLine: 67, EndLine: 68},
			"recipe · tidewater/series.py, lines 67–68 · Example of tidewater.series.despike",
			"tidewater/series.py, recipe, lines 67–68, § Example of tidewater.series.despike, p"},
		{source.Chunk{Kind: source.RecipeSection, DocID: "notebooks/week", Title: "The week: Spikes", Section: []string{"The week", "Spikes"}, StartLine: 83, EndLine: 110},
			"notebook section · notebooks/week, lines 83–110 · Spikes",
			"notebooks/week, notebook section, lines 83–110, § Spikes, p"},
		{source.Chunk{Kind: source.TutorialRecipe, DocID: "notebooks/week", Title: "The week", StartLine: 8, EndLine: 99},
			"notebook outline · notebooks/week, lines 8–99", "notebooks/week, notebook outline, lines 8–99, p"},
		{source.Chunk{Kind: source.SymbolCard, DocID: "a.py", Symbol: "a\x1b[31m.b\nc", StartLine: 1, EndLine: 2},
			"card of a.b c · a.py, lines 1–2", "a.py, card of a.b c, lines 1–2, p"},
	} {
		c := &index.Chunk{Path: "p", Chunk: tt.chunk}
		if got := engine.Place(c); got != tt.place {
			t.Errorf("place %q, want %q", got, tt.place)
		}
		if got := reference(c); got != tt.reference {
			t.Errorf("reference %q, want %q", got, tt.reference)
		}
		if got := Quoted(c, "x"); !strings.Contains(got, "— "+escape(engine.Made(c))+", ") {
			t.Errorf("the quote does not say what it is from: %q", got)
		}
	}
}
