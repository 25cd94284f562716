package cli

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ibid/engine/eval"
)

// FuzzParseBounds holds that what is read is a bound on a measure that there is.
func FuzzParseBounds(f *testing.F) {
	for _, seed := range []string{"recall@8=0.8", "a/b.jsonl:recall@8=1,false_answer=.2", "=", ":=1", "recall@8=Inf", "a=b:c=1", ",", "::ndcg@8=1e-3", "/a:f1=1", "a.jsonl.jsonl:f1=0.5", "invented_symbols=3"} {
		f.Add(seed)
	}
	var names []string
	for _, m := range eval.Measures() {
		names = append(names, m.Name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bs, err := parseBounds([]string{text})
		if err != nil {
			return
		}
		if len(bs) != strings.Count(text, ",")+1 {
			t.Errorf("%q is %d bounds", text, len(bs))
		}
		for _, b := range bs {
			if !slices.Contains(names, b.Name) || !(b.value >= 0) || math.IsInf(b.value, 0) || b.value > 1 && !b.Count || !b.on("folder/"+b.set+eval.RowsEnding) || b.set != "" && b.on("folder"+b.set) {
				t.Errorf("%q: %+v", text, b)
			}
		}
	})
}
