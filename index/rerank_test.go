package index

import (
	"fmt"
	"slices"
	"testing"

	"ibid/index/question"
	"ibid/index/reader"
	"ibid/index/source"
)

// TestRerank: the chunk that answers goes before those that only speak of the same, be it the last, if it is near. What is
// not read keeps its order behind, and what holds the names of the question to the letter goes to the front. Scores fall from 1.
func TestRerank(t *testing.T) {
	m, err := reader.Open()
	if err != nil {
		t.Fatal(err)
	}
	of := func(id, text string, score float64) candidate {
		return candidate{id: id, score: score, chunk: Chunk{Chunk: source.Chunk{ID: id, Title: "Tide gauges", Text: text, Blocks: []source.Block{{Kind: source.Paragraph, End: len(text)}}}}}
	}
	cands := func() []candidate {
		out := []candidate{
			of("talk", "The battery of the sensor is described in the next chapter.", .9),
			of("other", "The sensor stands in a pipe of steel.", .85),
			of("answer", "The battery of the sensor lasts for eleven months.", .8),
		}
		for i := range readDepth + readNear {
			out = append(out, of(fmt.Sprintf("deep%02d", i), "Nothing is said of anything here.", .5-float64(i)/100))
		}
		out = append(out, of("far", "The hull was painted in spring.", .01))
		return slices.Insert(out, 2, of("named", "The XQ-77 has a battery.", .82))
	}
	for _, tt := range []struct {
		question string
		reader   *reader.Model
		cosine   float64 // of the last
		first    string
		read     int
	}{
		{"How long does the battery of the sensor run?", m, 0, "answer", readDepth},
		{"When did they paint the hull?", m, .9, "far", readFirst + 1},
		{"What is the pipe of the sensor made of?", m, 0, "other", readFirst},
		{"How long does the battery of the sensor run?", nil, .9, "talk", 0},
		{"What is the XQ-77?", nil, 0, "named", 0},
	} {
		got, read := cands(), 0
		for i := range got {
			got[i].fused = i
		}
		got[len(got)-1].cosine = tt.cosine
		if err := rerank(t.Context(), tt.reader, question.Parse(tt.question), got); err != nil {
			t.Fatal(err)
		}
		deep := ""
		for i := range got {
			if i > 0 && got[i].score > got[i-1].score || got[i].score <= 0 {
				t.Errorf("%q: %s has %v behind %v", tt.question, got[i].id, got[i].score, got[max(0, i-1)].score)
			}
			if got[i].read != nil {
				read++
			} else if got[i].id != "named" {
				if got[i].id < deep && got[i].id[:4] == "deep" && deep[:4] == "deep" {
					t.Errorf("%q: %s comes behind %s", tt.question, got[i].id, deep)
				}
				deep = got[i].id
			}
		}
		if got[0].id != tt.first || read != tt.read {
			t.Errorf("%q: %s is first of %d that were read", tt.question, got[0].id, read)
		}
	}
}
