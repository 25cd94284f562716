package eval

import (
	"maps"
	"testing"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/source"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// evidence is a chunk of the pump manual.
func evidence(key string, page int) engine.Evidence {
	return engine.Evidence{Key: key, Chunk: index.Chunk{Path: "docs/pumps.pdf",
		Chunk: source.Chunk{ID: "pumps::" + key, DocID: "pumps", StartPage: page, EndPage: page}}}
}

// answered is an answer that cites pages 3 and 7 of the pump manual.
func answered(text string) *engine.Answer {
	c1, c2 := evidence("c1", 3), evidence("c2", 7)
	return &engine.Answer{Text: text,
		Sentences: []engine.Sentence{{Text: "It runs at 24 volts.", Verdict: support.Supported}, {Text: "It is loud.", Verdict: support.Unsupported}},
		Citations: []engine.Citation{{Evidence: c1}, {Evidence: c2}},
		Sources:   []engine.Source{{DocID: "pumps", Path: "docs/pumps.pdf"}},
		Evidence:  []engine.Evidence{c1, c2, evidence("c3", 9)}}
}

func TestAnswerMeasures(t *testing.T) {
	const text = "It runs at 1,200 volts [c1]. It is **loud** [c2]."
	refusal := &engine.Answer{Text: guard.NotFound, Refused: true, RefusalCode: guard.MissingTerm}
	page := func(n int) Place { return Place{DocID: "pumps", StartPage: n, EndPage: n} }
	right := scores{"accuracy": 1, "false_refusal": 0, "citation_compliance": 1, "supported": 0.5}
	wrong := scores{"accuracy": 0, "false_refusal": 1}
	for _, tt := range []struct {
		name  string
		of    *engine.Answer
		q     Question
		basic scores // of every question
		more  scores
	}{
		{"nothing known", answered(text), Question{Answerable: true}, right, nil},
		{"nothing cited", answered("It runs at 24 volts [c1]. It is loud."), Question{Answerable: true}, right, scores{"citation_compliance": 0}},
		{"unknown key", answered("It runs at 24 volts [c4]."), Question{Answerable: true}, right, scores{"citation_compliance": 0}},
		{"unanswerable, answered", answered(text), Question{Gold: []Place{page(3)}, Facts: []string{"1200"}, WantSources: []string{"pumps"}},
			scores{"accuracy": 0, "false_answer": 1, "citation_compliance": 1, "supported": 0.5}, nil},
		{"unanswerable, refused", refusal, Question{NotContains: []string{"volts"}}, scores{"accuracy": 1, "false_answer": 0}, scores{"checks": 1}},
		{"unanswerable, refused in other words", refusal, Question{Contains: []string{"NOT_DOCUMENTED"}}, scores{"accuracy": 1, "false_answer": 0}, scores{"checks": 0}},

		{"gold", answered(text), Question{Answerable: true, Gold: []Place{page(3), page(4), page(5)}}, right,
			scores{"citation_precision": 0.5, "citation_recall": 1. / 3, "no_gold_cited": 0}},
		{"gold elsewhere", answered(text), Question{Answerable: true, Gold: []Place{page(4)}, Also: []Place{page(7)}}, right,
			scores{"citation_precision": 0.5, "citation_recall": 1, "no_gold_cited": 0}},
		{"no gold", answered(text), Question{Answerable: true, Gold: []Place{page(4)}}, right,
			scores{"citation_precision": 0, "citation_recall": 0, "no_gold_cited": 1}},
		{"sentences", answered(text), Question{Answerable: true, GoldSentences: []string{"It runs at 1,200 volts."}}, right,
			scores{"sentence_precision": 0.5, "sentence_recall": 1, "units": 2}},
		{"sentences, refused", refusal, Question{Answerable: true, GoldSentences: []string{"It runs at 1,200 volts."}}, wrong, scores{"sentence_recall": 0}},
		{"corrected", answered(text), Question{CorrectionOK: true, Near: []Place{page(3), page(7)}},
			scores{"accuracy": 1, "false_answer": 0, "citation_compliance": 1, "supported": 0.5}, nil},
		{"not only corrected", answered(text), Question{CorrectionOK: true, Near: []Place{page(3)}},
			scores{"accuracy": 0, "false_answer": 1, "citation_compliance": 1, "supported": 0.5}, nil},
		{"gold, refused", refusal, Question{Answerable: true, Gold: []Place{page(3)}}, wrong, scores{"citation_recall": 0}},

		{"facts", answered(text), Question{Answerable: true, Facts: []string{"1200 Volts", "quiet"}}, right, scores{"facts": 0.5, "all_facts": 0}},
		{"every fact", answered(text), Question{Answerable: true, Facts: []string{"1200 volts", "volts. It"}}, right, scores{"facts": 1, "all_facts": 1}},
		{"a marker is no fact", answered(text), Question{Answerable: true, Facts: []string{"c1"}}, right, scores{"facts": 0, "all_facts": 0}},
		{"facts, refused", refusal, Question{Answerable: true, Facts: []string{"not found"}}, wrong, scores{"facts": 0, "all_facts": 0}},

		{"words", answered(text), Question{Answerable: true, Contains: []string{"RUNS at"}, ContainsAny: []string{"quiet", "loud"}, NotContains: []string{"hot"}},
			right, scores{"checks": 1}},
		{"a word lacks", answered(text), Question{Answerable: true, Contains: []string{"runs", "quiet"}}, right, scores{"checks": 0}},
		{"none of some", answered(text), Question{Answerable: true, ContainsAny: []string{"quiet"}}, right, scores{"checks": 0}},
		{"a word too many", answered(text), Question{Answerable: true, Contains: []string{"runs"}, NotContains: []string{"loud"}}, right, scores{"checks": 0}},
		{"words, refused", refusal, Question{Answerable: true, NotContains: []string{"hot"}}, wrong, scores{"checks": 0}},

		{"sources", answered(text), Question{Answerable: true, WantSources: []string{"pumps", "pumps.pdf", "docs/pumps.pdf", "umps.pdf"}}, right,
			scores{"sources": 0.75}},
		{"sources, refused", refusal, Question{Answerable: true, WantSources: []string{"pumps"}}, wrong, scores{"sources": 0}},
	} {
		row, got := Row{}, scores{}
		row.keep(tt.of)
		(&Subject{}).measure(tt.of, &tt.q, &row, got)
		want := maps.Clone(tt.basic)
		maps.Copy(want, tt.more)
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", tt.name, got, want)
		}
	}
}

// registry declares names of pump, but for pump.fly, and that pump.stop takes no argument now.
type registry struct{}

func (registry) Resolve(pieces []code.Piece) []code.Use {
	var out []code.Use
	for _, p := range pieces {
		u := code.Use{Start: p.Start, End: p.End, Written: p.Text, Name: p.Text}
		switch p.Text {
		case "pump.fly":
			u.State = decl.Absent
		case "pump.stop":
			u.Misuse = &code.Misuse{Argument: "now"}
		}
		out = append(out, u)
	}
	return out
}

func TestSymbolMeasures(t *testing.T) {
	const sound, unsound = "`pump.start` starts it [c1].", "`pump.fly` lifts it [c1]. `pump.stop` stops it [c1]."
	refusal := &engine.Answer{Text: guard.NotFound, Refused: true}
	for _, tt := range []struct {
		of   *engine.Answer
		rule SymbolRule
		want scores // of symbols
	}{
		{answered(sound), SymbolRule{}, scores{"invented_symbols": 0}},
		{answered(unsound), SymbolRule{}, scores{"invented_symbols": 2}},
		{refusal, SymbolRule{}, scores{}},
		{answered(sound), SymbolRule{MustExist: true}, scores{"invented_symbols": 0, "symbols_ok": 1}},
		{answered(unsound), SymbolRule{MustExist: true}, scores{"invented_symbols": 2, "symbols_ok": 0}},
		{answered(sound), SymbolRule{Require: []string{"pump.start"}, Forbid: []string{"pump.sta", "mp.start"}}, scores{"invented_symbols": 0, "symbols_ok": 1}},
		{answered(sound), SymbolRule{Require: []string{"pump.start", "pump.stop"}}, scores{"invented_symbols": 0, "symbols_ok": 0}},
		{answered(sound), SymbolRule{Forbid: []string{"pump.start"}}, scores{"invented_symbols": 0, "symbols_ok": 0}},
		{refusal, SymbolRule{MustExist: true}, scores{"symbols_ok": 0}},
	} {
		got := scores{}
		s := Subject{Options: engine.Options{Symbols: registry{}, NoSymbols: true}}
		s.measure(tt.of, &Question{Answerable: true, Symbols: tt.rule}, &Row{}, got)
		for _, name := range []string{"invented_symbols", "symbols_ok"} {
			v, ok := got[name]
			if want, wanted := tt.want[name]; v != want || ok != wanted {
				t.Errorf("%q, %+v: %s is %v (%v), want %v", tt.of.Text, tt.rule, name, v, ok, tt.want)
			}
		}
	}
}
