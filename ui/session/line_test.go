package session

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"ibid/ui/wire"
)

// FuzzPart compares lines that were read in part with the same lines read whole, whatever their texts hold.
func FuzzPart(f *testing.F) {
	f.Add("Why?", "So [c1].", "a quote")
	f.Add(`,"answer":{`, `","evidence":[`, `}}`)
	f.Add(`\`, `\",\"evidence\":[`, "\x00\xff\u2028")
	f.Fuzz(func(t *testing.T, question, text, quote string) {
		var buf bytes.Buffer
		at := time.Date(2026, 11, 21, 16, 30, 12, 0, time.UTC)
		a := wire.Answer{Schema: wire.Schema, Question: question, Answer: text, Sentences: []wire.Sentence{{Quotes: []wire.Quote{{Text: quote}}}},
			Citations: []wire.Citation{{Quote: quote}}, Evidence: []wire.Evidence{{Key: "c1", Text: quote}}}
		for _, l := range []any{
			header{Schema: schema, Started: at, Roots: []string{}},
			line[wire.Answer]{Type: typeAsked, Turn: "1", At: at, Text: question, Selected: quote},
			line[wire.Answer]{Type: typeAnswered, Turn: "1", At: at, Answer: &a},
			line[wire.Answer]{Type: typeFailed, Turn: "2", Message: text},
		} {
			encoded, err := wire.Encode(l)
			if err != nil {
				t.Fatal(err)
			}
			buf.Write(encoded)
		}
		want, err := read[head](bytes.NewReader(buf.Bytes()), wholeLine)
		if err != nil {
			t.Fatal(err)
		}
		got, err := read[head](bytes.NewReader(buf.Bytes()), beforeReason)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v; %v", got, want, err)
		}
		listed, err := read[struct{}](bytes.NewReader(buf.Bytes()), beforeAnswer)
		if err != nil || summary("", &listed).Title != want.turns[0].Text || len(listed.turns) != len(want.turns) {
			t.Errorf("%+v, want %+v; %v", listed, want, err)
		}
	})
}
