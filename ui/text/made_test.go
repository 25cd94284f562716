package text

import (
	"strings"
	"testing"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/golden"
)

// page is a chunk of a paged document.
func page(doc string, n int, section, text string) index.Chunk {
	return index.Chunk{Path: "papers/" + doc + ".pdf", Chunk: source.Chunk{ID: doc + "::" + section, DocID: doc, Title: "Title of " + doc, Kind: source.Docs,
		Section: []string{"1 All", section}, StartPage: n, EndPage: n, Text: text, Blocks: []source.Block{{Kind: source.Paragraph, End: len(text)}}}}
}

// made is an answer that shows all that a sheet can tell: what a model wrote, a name that does not exist, a sentence without support.
func made() *engine.Answer {
	read := page("MOLSYS", 4, "2.1 Reading", "Call molsysmt.convert to read a file. It returns a molecular system.")
	write := page("MOLSYS", 9, "3 Writing", "A system is written with molsysmt.save, after 3 checks.")
	beside := page("MOLSYS", 5, "2.2 Formats", "PDB and mmCIF are read.")
	unused := page("OTHER", 1, "Index", "molsysmt")
	ev := []engine.Evidence{{Key: "c1", Chunk: read, Score: 0.9, LexicalRank: 1, DenseRank: 3}, {Key: "c2", Chunk: write, Score: 0.4, DenseRank: 1},
		{Key: "c3", Chunk: beside, Neighbour: true}}
	return &engine.Answer{
		Question: "How do I read a file with molsysmt?",
		Text:     "Call molsysmt.convert to read a file [c1]:\n\n```python\nimport molsysmt\n\nsystem = molsysmt.convert(\"a.pdb\")\n```\n\nA system is written after 4 checks [c2].",
		Warnings: []string{"Not in the evidence: “quickly”; the answer may miss part of the question"},
		Sentences: []guard.Sentence{
			{Text: "Call molsysmt.convert to read a file:", Citations: []string{"c1"}, Verdict: guard.Supported, Score: 0.97,
				Quotes: []guard.Quote{{Key: "c1", Text: "Call molsysmt.convert to read a file."}}},
			{Text: "import molsysmt\n\nsystem = molsysmt.convert(\"a.pdb\")", Citations: []string{"c1"}, Verdict: guard.Unchecked, Reason: "the sentence says nothing that could be checked"},
			{Text: "A system is written after 4 checks.", Citations: []string{"c2"}, Verdict: guard.Unsupported, Score: 0.21, Reason: "says 4; the source says 3",
				Quotes: []guard.Quote{{Key: "c2", Text: "A system is written with molsysmt.save, after 3 checks."}}},
		},
		Citations: []engine.Citation{{Evidence: ev[0], Quote: "Call molsysmt.convert to read a file."}, {Evidence: ev[1], Quote: "A system is written with molsysmt.save, after 3 checks."}},
		Sources:   []engine.Source{{DocID: "MOLSYS", Path: "papers/MOLSYS.pdf", Title: "Title of MOLSYS"}},
		Symbols: []engine.Symbol{
			{Name: "molsysmt.convert", Line: 1, Verdict: symbols.Known, Detail: "molsysmt.convert is declared"},
			{Name: "molsysmt.convert", Line: 6, Verdict: symbols.Known, Detail: "molsysmt.convert is declared"},
			{Name: "molsysmt.convert", Line: 7, Verdict: symbols.Misused, Argument: "fast", Detail: "molsysmt.convert takes no argument fast"},
			{Name: "molsysmt.fetch", Line: 8, Verdict: symbols.Unknown, Detail: "no document declares it", Nearest: []string{"molsysmt.convert", "molsysmt.get"}},
			{Name: "numpy.array", Line: 9, Verdict: symbols.OutOfScope},
		},
		Evidence: ev,
		Trace: engine.Trace{
			Variants: []index.Variant{{Name: "question", Text: "How do I read a file with molsysmt?", Weight: 1}, {Name: "function", Text: "molsysmt.read", Weight: 0.5}},
			Fusion:   "scores, dense 0.20",
			Found: []index.Hit{
				{Chunk: read, Rank: 1, Score: 0.9, LexicalRank: 1, DenseRank: 3, Promoted: "names molsysmt", Contributions: []index.Contribution{
					{Variant: "question", Retriever: "lexical", Rank: 1, Score: 12.345, Part: 0.5}, {Variant: "question", Retriever: "dense", Rank: 3, Score: 0.7, Part: 0.1},
					{Variant: "function", Retriever: "lexical", Rank: 2, Score: 4, Part: 0.05}}},
				{Chunk: write, Rank: 2, Score: 0.4, DenseRank: 1, Contributions: []index.Contribution{{Variant: "question", Retriever: "dense", Rank: 1, Score: 0.9, Part: 0.15}}},
				{Chunk: unused, Rank: 3, Score: 0.1}, {Chunk: unused, Rank: 4, Score: 0.1},
			},
			Missing: []string{"quickly"},
			Gates: []guard.Gate{
				guard.MeasureGate(guard.GateAnswered, 0.41, 0.28), guard.KeywordGate([]string{"file"}, []string{"quickly"}), guard.KeyTermGate([]string{"molsysmt"}, nil),
				guard.Skip(guard.GateConfidence, 0.6, "the model reports no probabilities"), guard.SupportGate(1, 3, 0),
			},
			Rewrites: []engine.Rewrite{
				{Stage: "symbols", Reason: "molsysmt.fetch is declared nowhere", Unknown: "molsysmt.fetch", Nearest: []string{"molsysmt.convert", "molsysmt.get"},
					Before: "Call molsysmt.fetch to read a file [c1]:\n\n```python\nif path:\n    system = molsysmt.fetch(path)\n```\n\nIt takes a second or so on most machines, and nothing else has to be done [c1].",
					After:  "Call molsysmt.convert to read a file [c1]:\n\n```python\nif path:\n    system = molsysmt.convert(path)\n    check(system)\n```\n\nIt takes a second or so on most machines, and nothing else has to be done [c1]."},
				{Stage: "symbols", Reason: "nothing like it exists", Unknown: "molsysmt.zzz", Before: "Use molsysmt.zzz.", After: ""},
				{Stage: "support", Reason: "“It takes a second.”: nothing in c1 speaks of this", Before: "It is written after 7 checks [c2]. It takes a second [c1]. A system is written with molsysmt.save [c2].",
					After: "A system is written with molsysmt.save [c2]."},
			},
			Rounds: 2,
			Steps: []engine.Step{
				{Round: 1, Action: engine.Retrieve, Query: "How do I read a file with molsysmt?", Found: 2},
				{Round: 2, Action: engine.Redraft, Query: "quickly", Reason: "the evidence lacks “quickly”"},
				{Round: 2, Action: engine.ReplaceSymbols, Reason: "molsysmt.fetch is declared nowhere; the new draft takes its place"},
				{Round: 2, Action: engine.ReplaceSymbols, Reason: "unknown molsysmt.get_all; the generator wrote the same again"},
			},
		},
		Generator: "ollama/llama3.2:3b", Embedder: "nomic", Index: index.State{Chunks: 823},
		Timings: engine.Timings{Retrieve: engine.Took(12), Generate: engine.Took(2500), Guard: engine.Took(0.9), Total: engine.Took(2513)},
	}
}

// refused is a refusal for one reason, by one gate.
func refused(g guard.Gate) *engine.Answer {
	a := made()
	return &engine.Answer{Question: a.Question, Text: guard.NotFoundText, Refused: true, RefusalCode: g.Code(), RefusalReason: strings.TrimSuffix(g.Detail, "."),
		Evidence: a.Evidence, Generator: "extractive", Trace: engine.Trace{Gates: []guard.Gate{g}, Found: a.Trace.Found, Rounds: 1}}
}

func TestMade(t *testing.T) {
	golden.Check(t, "made.why", Plain(Why(made())))
	golden.Check(t, "made.copy", Copy(made()))
	checkLines(t, Why(made()))
}

func TestDecision(t *testing.T) {
	supported := guard.Sentence{Verdict: guard.Supported}
	for _, tt := range []struct {
		want string
		a    *engine.Answer
	}{
		{"refused: nothing in the documents is likely to answer this: 0.10, at least 0.28 is needed.", refused(guard.MeasureGate(guard.GateAnswered, 0.1, 0.28))},
		{"refused: “Wi-Fi 9” is nowhere in the evidence.", refused(guard.KeyTermGate(nil, []string{"Wi-Fi 9"}))},
		{"refused: the model was not sure of its words: 0.30, at least 0.60 is needed.", refused(guard.MeasureGate(guard.GateConfidence, 0.3, 0.6))},
		{"refused: the evidence supports 0 of 2 sentences.", refused(guard.SupportGate(0, 2, 1))},
		{"refused: nothing in the documents matches the question.", &engine.Answer{Refused: true, RefusalReason: "nothing in the documents matches the question"}},
		{"answered: 1 sentence, copied word for word.", &engine.Answer{Sentences: []guard.Sentence{supported}}},
		{"answered: 2 sentences, copied word for word, after 1 change to the draft.",
			&engine.Answer{Sentences: []guard.Sentence{supported, supported}, Trace: engine.Trace{Rewrites: make([]engine.Rewrite, 1)}}},
		{"answered: 2 sentences, 1 not proven, 1 copied word for word.", &engine.Answer{Sentences: []guard.Sentence{supported, {}}}},
		{"answered: 1 sentence, copied word for word.",
			&engine.Answer{Sentences: []guard.Sentence{supported}, Trace: engine.Trace{Rewrites: []engine.Rewrite{{Stage: engine.StageRedraft, Discarded: "it says less"}}}}},
		{"answered: nothing in it was checked.", &engine.Answer{}},
	} {
		lines := Why(tt.a)
		if got := strings.TrimSuffix(Plain(lines[:1]), "\n"); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
		checkLines(t, lines)
	}
}

// What stands under an answer says what was found out of it, and never that it is right.
func TestOutcome(t *testing.T) {
	copied, judged := guard.Sentence{Verdict: guard.Supported}, guard.Sentence{Verdict: guard.Judged}
	quoted := guard.Sentence{Verdict: guard.Quoted, Instead: "The draft."}
	reworded := guard.Sentence{Verdict: guard.Supported, Proof: []guard.Step{{Kind: "inflection"}}}
	cell := guard.Sentence{Verdict: guard.Supported, Proof: []guard.Step{{Kind: "inflection"}, {Kind: "table cell"}}}
	for _, tt := range []struct {
		want      string
		sentences []guard.Sentence
	}{
		{"copied word for word from 1 place", []guard.Sentence{copied, quoted}},
		{"made of table cells from 1 place", []guard.Sentence{cell}},
		{"reworded by fixed rules from 1 place", []guard.Sentence{reworded}},
		{"borne out, as a model has it · from 1 place", []guard.Sentence{judged}},
		{"not proven · from 1 place", []guard.Sentence{{Verdict: guard.NotFound}, {}}},
		{"nothing in it was checked · from 1 place", nil},
		{"2 sentences, 1 reworded by fixed rules, 1 copied word for word · from 1 place", []guard.Sentence{reworded, copied}},
		{"3 sentences, 1 not proven, 1 borne out, as a model has it, 1 copied word for word · from 1 place", []guard.Sentence{judged, copied, {}}},
	} {
		a := &engine.Answer{Sentences: tt.sentences, Citations: make([]engine.Citation, 1)}
		if got := Outcome(a); got != tt.want+NotJudged {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
