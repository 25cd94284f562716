package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"ibid/engine"
	"ibid/index"
)

// A list that an answer does not have is empty, wherever it stands, and what is left out stays so.
func TestEncodeHasNoNull(t *testing.T) {
	full := made()
	full.Selection = &engine.Selection{Similarity: new(0.5), KeywordOverlap: new(0.5), Suggestions: []engine.Suggestion{{}}}
	for _, v := range []any{&engine.Answer{}, full, index.Result{Hits: make([]index.Hit, 1)}.Search("x", false), index.Result{Hits: make([]index.Hit, 1)}.Search("x", true), []any{[]string(nil)}} {
		line, err := Encode(v)
		if err != nil || strings.Contains(string(line), "null") {
			t.Errorf("%s, %v", line, err)
		}
	}
	if line, err := Encode(index.Found{}); err != nil || strings.Contains(string(line), "contributions") || !strings.Contains(string(line), `"page_labels":[]`) {
		t.Errorf("%s, %v", line, err)
	}
}

func TestEncodeEscapesWhatATerminalObeys(t *testing.T) {
	in := "a\x1b]0;x\a\u0085\u009b\u007f\u202e\u2066\u200b\U000e0041\n\t\"é<😀"
	line, err := Encode(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range strings.TrimSuffix(string(line), "\n") {
		if unicode.In(r, unicode.Cc, unicode.Cf) {
			t.Errorf("%U in %q", r, line)
		}
	}
	var back string
	if err := json.Unmarshal(line, &back); err != nil || back != in {
		t.Errorf("%q came back as %q, %v", in, back, err)
	}
}
