package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/guard/symbols"
)

// A draft that names what does not exist is written again once, and what still does is never shown.
func TestSymbols(t *testing.T) {
	const (
		alternative = "Did you mean molsysmt.structure.get_rmsd?"
		other       = "The function molsysmt.download computes the deviation of a molecular system [c1]."
	)
	tests := []struct {
		name   string
		texts  []string
		text   string // of the answer; "" for a refusal for an unknown symbol
		drafts int
		stages string // of the rewrites, "-" before those that were discarded
		says   string // in the refusal or the warnings
	}{
		{"nothing invented", []string{real}, real, 1, "", ""},
		{"obeyed at once", []string{made, real}, real, 2, "symbols", ""},
		{"never obeyed", []string{made}, "", 2, "symbols", alternative},
		{"invented anew", []string{made, other}, "", 2, "-symbols symbols", alternative},
		{"misused, obeyed", []string{misused, real}, real, 2, "symbols", ""},
		{"misused, never obeyed", []string{misused}, "", 2, "symbols", "takes no argument fast"},
		{"code that cites nothing", []string{"```python\nimport molsysmt as msmt\nmsmt.fetch('pdb:1VII')\n```"}, "", 2, "citations", alternative},
		{"left out", []string{made, said}, said, 2, "symbols", ""},
		{"the rest still answers", []string{said + " " + other}, said, 2, "symbols", "unknown molsysmt.download"},
		{"code goes with what announces it", []string{said + "\n\n" + made}, said, 2, "symbols", "unknown molsysmt.fetch"},
		{"code goes, what stands by itself stays", []string{said + "\n\n```python\nimport molsysmt as msmt\nmsmt.fetch('pdb:1VII')\n```"}, said, 2, "symbols", "unknown molsysmt.fetch"},
		{"code goes with the sentence that invents", []string{said + " Call `molsysmt.fetch()` first [c1]:\n\n```python\nimport molsysmt as msmt\nmsmt.structure.get_rmsd(system)\n```"},
			said, 2, "symbols", "unknown molsysmt.fetch"},
		{"the rest does not answer", []string{"The operator shall wear gloves [c1]. " + made}, "", 2, "symbols", alternative},
		{"nothing is left but a heading", []string{"# Compute the deviation of a molecular system\n\n" + made}, "", 2, "symbols", alternative},
		{"not documented", []string{made, "NOT_DOCUMENTED: reading a file of the PDB"}, "", 2, "symbols", alternative},
		{"a plain refusal of the rewrite", []string{said + " " + other, guard.NotFoundText}, said, 2, "-symbols symbols", "unknown molsysmt.download"},
		{"nothing comes of the rewrite", []string{made, ""}, "", 2, "-symbols symbols", alternative},
		{"the rewrite says less", []string{said + " " + other, "Zero is a deviation for one frame [c1]."}, said, 2, "-symbols symbols", "unknown molsysmt.download"},
		{"a redraft that invents", []string{said + " It is quick.", "The function molsysmt.pull computes it [c1]."}, said, 2, "-redraft citations", ""},
		{"out of scope", []string{said + "\n\n" + lead + "\n\n```python\nimport numpy as np\nnp.fly()\n```"}, said + "\n\n" + lead, 2, "support", ""},
	}
	for _, tt := range tests {
		g := &drafts{texts: tt.texts}
		a := mustAsk(t, molecules(), g, checked(), rmsdQuestion)
		checkInvented(t, tt.name, a)
		if a.Refused != (tt.text == "") || !a.Refused && a.Text != tt.text || a.Refused && a.RefusalCode != guard.UnknownSymbol {
			t.Errorf("%s: got %q (%s: %s), want %q", tt.name, a.Text, a.RefusalCode, a.RefusalReason, tt.text)
		}
		if len(g.seen) != tt.drafts {
			t.Errorf("%s: %d drafts, want %d", tt.name, len(g.seen), tt.drafts)
		}
		var stages []string
		for _, r := range a.Trace.Rewrites {
			if r.Discarded != "" {
				r.Stage = "-" + r.Stage
			}
			stages = append(stages, r.Stage)
			if r.Stage == StageSymbols && (r.Unknown == "" || len(r.Nearest) == 0 || r.Before == r.After || r.Reason == "") {
				t.Errorf("%s: the record %+v says too little", tt.name, r)
			}
		}
		if got := strings.Join(stages, " "); got != tt.stages {
			t.Errorf("%s: rewrites %q, want %q", tt.name, got, tt.stages)
		}
		if told := a.RefusalReason + strings.Join(a.Warnings, "\n"); !strings.Contains(told, tt.says) || tt.says == "" && !a.Refused && len(a.Warnings) > 0 {
			t.Errorf("%s: nothing says %q: %q", tt.name, tt.says, told)
		}
	}
}

// The generator is told what does not exist and what does, and can cite the cards of that.
func TestSymbolsRequest(t *testing.T) {
	opt := checked()
	opt.Cards = shelf
	g := &drafts{texts: []string{"A deviation is quick. " + made, "molsysmt.structure.get_rmsd(system, selection) computes the deviation of a molecular system in nanometres [c3]."}}
	a := mustAsk(t, molecules(), g, opt, rmsdQuestion)
	if len(g.seen) != 2 {
		t.Fatalf("%d drafts", len(g.seen))
	}
	r := g.seen[1].Repair
	if r == nil || r.Draft != g.texts[0] || len(r.Problems) != 1 || len(r.Symbols) != 1 {
		t.Fatalf("asked to mend %+v", r)
	}
	s := r.Symbols[0]
	if s.Name != "molsysmt.fetch" || s.Written != "msmt.fetch" || s.Verdict != symbols.Unknown || s.Detail == "" || len(s.Nearest) != 1 || s.Nearest[0].Signature != "get_rmsd(system, selection)" {
		t.Errorf("told of %+v", s)
	}
	if n := len(g.seen[0].Evidence); len(g.seen[1].Evidence) != n+1 || len(a.Evidence) != n+1 || a.Evidence[n].DocID != "card" {
		t.Errorf("the card did not join the evidence once: %d, %d, %d", n, len(g.seen[1].Evidence), len(a.Evidence))
	}
	if a.Refused || len(a.Citations) != 1 || a.Citations[0].DocID != "card" {
		t.Errorf("the card cannot be cited: %q (%s)", a.Text, a.RefusalReason)
	}
}

// A model that says that nothing documented does it is believed: the answer is exactly that.
func TestNotDocumented(t *testing.T) {
	const long = "a way to fetch the file of a protein from the archive where it was deposited, by its identifier and without a network"
	tests := []struct {
		name  string
		texts []string
		text  string
		code  guard.RefusalCode
	}{
		{"at once", []string{"NOT_DOCUMENTED: fetching a file"}, "NOT_DOCUMENTED: fetching a file", guard.GeneratorRefused},
		{"after a rewrite", []string{made, "NOT_DOCUMENTED: fetching a file."}, "NOT_DOCUMENTED: fetching a file", guard.UnknownSymbol},
		{"with advice", []string{made, "NOT_DOCUMENTED: fetching a file. But msmt.fetch2 may do it.\n\n```\nmsmt.fetch2()\n```"}, "NOT_DOCUMENTED: fetching a file", guard.UnknownSymbol},
		{"at length", []string{"NOT_DOCUMENTED: " + long}, "NOT_DOCUMENTED: " + guard.Shorten(long), guard.GeneratorRefused},
		{"of nothing", []string{"NOT_DOCUMENTED:"}, guard.NotFoundText, guard.GeneratorRefused},
	}
	for _, tt := range tests {
		opt := checked()
		opt.Fallback = fallback{says(said)}
		a := mustAsk(t, molecules(), &drafts{texts: tt.texts}, opt, rmsdQuestion)
		if !a.Refused || a.Text != tt.text || a.RefusalCode != tt.code {
			t.Errorf("%s: got %q (%s: %s), want %q (%s)", tt.name, a.Text, a.RefusalCode, a.RefusalReason, tt.text, tt.code)
		}
		checkInvented(t, tt.name, a)
	}
	a, err := AskSelection(t.Context(), "How is the deviation computed?", "The deviation of a system is computed by hand.", "", nil, says("NOT_DOCUMENTED: the deviation"), reading(), Silent{})
	if err != nil || a.Text != guard.NotInSelection || a.RefusalCode != guard.OutsideSelection {
		t.Errorf("of a selection: %q (%s), %v", a.Text, a.RefusalCode, err)
	}
}

// A model that can only invent has no answer, whatever the fallback has.
func TestSymbolsFallback(t *testing.T) {
	opt := checked()
	opt.Fallback = fallback{script{draft: Draft{Text: said, Final: true}}}
	if a := mustAsk(t, molecules(), &drafts{texts: []string{made}}, opt, rmsdQuestion); a.RefusalCode != guard.UnknownSymbol {
		t.Errorf("got %q by %s (%s)", a.Text, a.Generator, a.RefusalReason)
	}
}

// A name is what the whole draft makes it, whatever else is taken out of it.
func TestSymbolsWithoutTheirImport(t *testing.T) {
	opt := checked()
	opt.Gates.Support = false
	a := mustAsk(t, molecules(), says("My favourite line:\n\n```python\nimport molsysmt as msmt\n```\n\n"+said+" Before that call `msmt.fetch()` [c1]."), opt, rmsdQuestion)
	if a.Text != said {
		t.Errorf("an import without a citation: got %q (%s)", a.Text, a.RefusalReason)
	}
	const old = "In release 1 the function molsysmt.fetch computed the deviation of a molecular system from a file [c2]."
	a = mustAsk(t, molecules(), says(lead+"\n\n```python\nimport numpy as molsysmt\nmolsysmt.fly(9)\n```\n\n"+old), checked(), rmsdQuestion)
	if !a.Refused || a.RefusalCode != guard.UnknownSymbol {
		t.Errorf("an import that the evidence does not have: got %q (%s)", a.Text, a.RefusalCode)
	}
}

// What is composed by rule is the documents' own words: it is judged, told, and left alone.
func TestSymbolsOfDocuments(t *testing.T) {
	const old = "In release 1 the function molsysmt.fetch computed the deviation of a molecular system from a file [c2]."
	a := mustAsk(t, molecules(), script{draft: Draft{Text: said + " " + old, Final: true}}, checked(), rmsdQuestion)
	if a.Text != said+" "+old || len(a.Trace.Rewrites) > 0 {
		t.Errorf("got %q with %+v", a.Text, a.Trace.Rewrites)
	}
	if len(a.Symbols) != 2 || a.Symbols[0].Verdict != symbols.Known || a.Symbols[1].Verdict != symbols.Unknown || len(a.Symbols[1].Nearest) != 1 {
		t.Errorf("symbols %+v", a.Symbols)
	}
	if len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "molsysmt.fetch") {
		t.Errorf("warnings %q", a.Warnings)
	}
	if g, ok := gateNamed(a, guard.GateSymbols); !ok || g.Verdict != guard.Warn || g.Measured != 0.5 {
		t.Errorf("gate %+v", g)
	}
}

func TestSymbolGate(t *testing.T) {
	tests := []struct {
		name, draft string
		change      func(*Options)
		verdict     guard.GateVerdict // "" for no gate
		text        string
	}{
		{"known", real, nil, guard.Pass, real},
		{"none", zero, nil, guard.Skipped, zero},
		{"removed", said + "\n\n" + made, nil, guard.Warn, said},
		{"refused", made, nil, guard.Refuse, guard.NotFoundText},
		{"no registry", said + " The harbour office of Trieste calls molsysmt.fetch [c1].", func(o *Options) { o.Symbols = nil }, "", said},
		{"switched off", said + " The harbour office of Trieste calls molsysmt.fetch [c1].", func(o *Options) { o.Gates.Symbols = false }, guard.Skipped, said},
	}
	for _, tt := range tests {
		opt := checked()
		if tt.change != nil {
			tt.change(&opt)
		}
		a := mustAsk(t, molecules(), says(tt.draft), opt, rmsdQuestion)
		g, ok := gateNamed(a, guard.GateSymbols)
		if ok != (tt.verdict != "") || g.Verdict != tt.verdict || a.Text != tt.text {
			t.Errorf("%s: got %q, %+v", tt.name, a.Text, g)
		}
		if tt.change != nil && (len(a.Symbols) > 0 || slices.ContainsFunc(a.Trace.Rewrites, func(r Rewrite) bool { return r.Stage == StageSymbols })) {
			t.Errorf("%s: judged all the same: %+v", tt.name, a.Symbols)
		}
	}
}

// The names of an answer are told with their places in it.
func TestAnswerSymbols(t *testing.T) {
	a := mustAsk(t, molecules(), says(real), checked(), rmsdQuestion)
	if len(a.Symbols) != 1 {
		t.Fatalf("symbols %+v", a.Symbols)
	}
	s := a.Symbols[0]
	if s.Name != "molsysmt.structure.get_rmsd" || a.Text[s.Span[0]:s.Span[1]] != "msmt.structure.get_rmsd" || s.Line != 5 || s.Verdict != symbols.Known {
		t.Errorf("got %+v in %q", s, a.Text)
	}
}

func TestSymbolsOfText(t *testing.T) {
	const text = "Call `molsysmt.structure.get_rmsd(system, fast=True)`.\n\nThen:\n\n```python\nimport molsysmt as msmt\nimport numpy as np\nmsmt.fetch()\nnp.zeros()\n```\n"
	var got []Symbol
	for _, s := range Symbols(guard.Parse(text), rmsd) {
		s.Span, s.Detail = [2]int{}, ""
		got = append(got, s)
	}
	nearest := []string{"molsysmt.structure.get_rmsd"}
	want := []Symbol{
		{Name: "molsysmt.structure.get_rmsd", Line: 1, Verdict: symbols.Misused, Argument: "fast", Nearest: nearest},
		{Name: "molsysmt.fetch", Line: 8, Verdict: symbols.Unknown, Nearest: nearest},
		{Name: "numpy.zeros", Line: 9, Verdict: symbols.OutOfScope},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if got := Symbols(guard.Parse(text), nil); got != nil {
		t.Errorf("without a registry: %+v", got)
	}
}
