package session

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/text"
)

// FuzzBrief compares lines that were read without their answers with the same lines read whole, whatever their texts
// hold.
func FuzzBrief(f *testing.F) {
	f.Add("Why?", "So [c1].", "a quote")
	f.Add(`,"answer":{`, `","evidence":[`, `}}`)
	f.Add(`\`, `\",\"evidence\":[`, "\x00\xff\u2028")
	f.Fuzz(func(t *testing.T, question, said, quote string) {
		var buf bytes.Buffer
		at := time.Date(2026, 11, 21, 16, 30, 12, 0, time.UTC)
		ev := engine.Evidence{Key: "c1", Chunk: index.Chunk{Chunk: source.Chunk{Text: quote}}}
		answer, err := text.Encode(engine.Answer{Schema: engine.AnswerSchema, Question: question, Text: said, Sentences: []guard.Sentence{{Quotes: []guard.Quote{{Text: quote}}}},
			Citations: []engine.Citation{{Evidence: ev, Quote: quote}}, Evidence: []engine.Evidence{ev}})
		if err != nil {
			t.Fatal(err)
		}
		_, passage, err := passageLine(ev)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []any{
			header{Schema: schema, ID: "x", Started: at, Roots: []string{}},
			line{Type: typeAsked, Turn: "1", Asked: Asked{At: at, Text: question, Selected: quote}},
			line{Type: typeAnswered, Turn: "1", Asked: Asked{At: at}, Answer: answer},
			line{Type: typeFailed, Turn: "2", Message: said},
		} {
			encoded, err := text.Encode(l)
			if err != nil {
				t.Fatal(err)
			}
			buf.Write(encoded)
		}
		buf.Write(passage)
		want, err := read(bytes.NewReader(buf.Bytes()), true)
		if err != nil || want.Damaged != 0 || !want.Turns[0].Answered || len(want.Turns) != 2 || len(want.passages) != 1 {
			t.Fatalf("%+v, %v", want, err)
		}
		listed, err := read(bytes.NewReader(buf.Bytes()), false)
		if err != nil || listed.Damaged != 0 || len(listed.Turns) != 2 || !reflect.DeepEqual(listed.passages, want.passages) {
			t.Fatalf("%+v, %v", listed, err)
		}
		for i := range want.Turns {
			if got, want := listed.Turns[i].Asked, want.Turns[i].Asked; question != "" && !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
	})
}
